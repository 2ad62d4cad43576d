// Where every card and counter is after each step, by going through the steps once.
// @ts-check

import { placeInHand } from "./replay.js";

/** @typedef {import("./replay.js").Replay} Replay */

/**
 * Where a card lies: the how-manyeth of how many in its place, whether any there is face up, and what it is if
 * that can be known.
 * @typedef {{place: string, index: number, count: number, open: boolean, card: string | null}} Lie
 *
 * @typedef {object} Position
 * @property {Lie[]} lies of every card of the deck, always in the same order
 * @property {Map<string, number>} balances of players and pots, in counters
 * @property {number | null} buyer the seat that took up the stock
 */

/** The cards on the table while the steps are gone through: each a number, its face known or not. */
class Cards {
  /** @param {Replay["places"]} places */
  constructor(places) {
    /** @type {(string | null)[]} */
    this.faces = [];
    /** @type {Map<string, number[]>} */
    this.places = new Map();
    for (const [place, { cards, hidden }] of Object.entries(places)) {
      const faces = [...cards, ...Array(hidden).fill(null)];
      this.places.set(place, faces.map((face) => this.faces.push(face) - 1));
    }
  }

  /** @param {string} place @returns {number[]} the cards that lie there */
  at(place) {
    const found = this.places.get(place) ?? [];
    this.places.set(place, found);
    return found;
  }

  /** A card of a place by its face; one face down turns out to be it where none shows it. @param {string} place @param {string} face @returns {number} */
  find(place, face) {
    const there = this.at(place);
    const card = there.find((each) => this.faces[each] === face) ?? there.find((each) => this.faces[each] === null);
    if (card === undefined) throw new Error(`The replay moves ${face} from ${place}, where it does not lie.`);
    this.faces[card] = face;
    return card;
  }

  /** @param {import("./replay.js").Move} move */
  move({ from, to, cards, hidden }) {
    const faceUp = cards.map((face) => this.find(from, face));
    const faceDown = this.at(from).filter((card) => this.faces[card] === null);
    const moved = [...faceUp, ...faceDown.slice(faceDown.length - hidden)];
    this.places.set(from, this.at(from).filter((card) => !moved.includes(card)));
    this.at(to).push(...moved);
  }

  /** @returns {Lie[]} */
  lies() {
    /** @type {Lie[]} */
    const lies = [];
    for (const [place, cards] of this.places) {
      const open = cards.some((card) => this.faces[card]);
      this.arranged(place, cards).forEach((card, index) => {
        lies[card] = { place, index, count: cards.length, open, card: this.faces[card] };
      });
    }
    return lies;
  }

  /** Cards in a hand and of the stock by suit and rank, face down the last; elsewhere as they came. @param {string} place @param {number[]} cards */
  arranged(place, cards) {
    if (!/^hand:|^stock$|^discards$/.test(place)) return cards;
    /** @param {number} card */
    const rank = (card) => (this.faces[card] ? placeInHand(/** @type {string} */ (this.faces[card])) : Infinity);
    return [...cards].sort((one, other) => (rank(one) === rank(other) ? one - other : rank(one) - rank(other)));
  }
}

/** @param {Replay} replay @returns {Position[]} the table after each step */
export function fold(replay) {
  const cards = new Cards(replay.places);
  const balances = new Map(replay.players.map(({ id }) => [id, 0]));
  balances.set("pot", replay.carried.pot).set("ruff_pot", replay.carried.ruff_pot);
  /** @type {number | null} */
  let buyer = null;
  return replay.steps.map((step) => {
    for (const move of step.moves) {
      cards.move(move);
      if (move.from === "stock" && move.to.startsWith("hand:")) buyer = Number(move.to.slice(5));
    }
    for (const { place, cards: faces } of step.shown) for (const face of faces) cards.find(place, face);
    for (const { from, to, amount } of step.payments) {
      balances.set(from, (balances.get(from) ?? 0) - amount);
      balances.set(to, (balances.get(to) ?? 0) + amount);
    }
    return { lies: cards.lies(), balances: new Map(balances), buyer };
  });
}
