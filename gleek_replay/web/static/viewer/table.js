// The table: its cards, its seats and its pots, shown as they are after a step.
// @ts-check

import { fly, tellCounters } from "./counters.js";
import { lay } from "./laying.js";
import { cardName, suitName, suitSign } from "./replay.js";
import { HIGH, heightOf, seat } from "./seating.js";

/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./replay.js").Step} Step */
/** @typedef {import("./folding.js").Position} Position */
/** @typedef {import("./folding.js").Lie} Lie */

/** @param {string} classes @param {string} [text] @returns {HTMLElement} */
export function element(classes, text) {
  const made = document.createElement("div");
  made.className = classes;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {HTMLElement} what @param {{x: number, y: number}} point */
function put(what, { x, y }) {
  what.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
}

/** A card on the table, that turns over and moves. */
class Card {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.element = element("playing-card");
    this.face = document.createElement("img");
    this.face.alt = "";
    this.face.draggable = false;
    this.ribbon = element("ribbon");
    this.element.append(this.face);
    /** @type {string | null | undefined} */
    this.shows = undefined;
  }

  /** @param {string | null} card what it shows, its back if nothing */
  show(card) {
    if (card === this.shows) return;
    this.shows = card;
    const { faces, trumps, named } = this.replay;
    const picture = card ?? "back";
    this.face.src = `${faces.folder}${picture}.svg?v=${faces.versions[picture]}`;
    const trump = card?.[1] === trumps;
    this.element.classList.toggle("trump", trump);
    this.element.dataset.card = card ?? "";
    this.ribbon.textContent = (card && named[card]) || "";
    if (trump) this.element.append(this.ribbon);
    else this.ribbon.remove();
  }

  /** @param {import("./laying.js").Laid} laid @param {number} width */
  lie({ x, y, turn, scale, layer }, width) {
    const left = x - width / 2;
    const top = y - (width * HIGH) / 2;
    this.element.style.transform =
      `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) rotate(${turn.toFixed(2)}deg) scale(${scale})`;
    this.element.style.zIndex = String(layer);
  }
}

/** The plate of a seat: who sits there, what he is, and how he stands. */
class Plate {
  /** @param {import("./replay.js").Player} player */
  constructor(player) {
    this.player = player;
    this.element = element("plate");
    this.element.dataset.account = player.id;
    this.name = element("plate-name", player.name);
    this.name.title = player.name;
    this.about = element("plate-about");
    this.counters = element("counters");
    this.element.append(this.name, this.about, this.counters);
  }

  /** @param {{balance: number, tricks: number, buyer: boolean, acts: boolean}} stand */
  show({ balance, tricks, buyer, acts }) {
    const position = { eldest: "eldest", dealer: "dealer" }[this.player.position] ?? "";
    const won = tricks ? `${tricks} ${tricks === 1 ? "trick" : "tricks"}` : "";
    this.about.textContent = [position, buyer ? "bought" : "", won].filter(Boolean).join(" · ");
    this.about.classList.toggle("is-dealer", position === "dealer");
    this.element.classList.toggle("acts", acts);
    tellCounters(this.counters, balance, true);
  }
}

/** A pot, or what else lies in the middle with a name to it. @param {string} classes @param {string} title */
function labelled(classes, title) {
  const made = element(classes);
  const counters = element("counters");
  made.append(element("label", title), counters);
  return { element: made, counters };
}

export class Table {
  /** @param {HTMLElement} place @param {Replay} replay @param {Position[]} positions */
  constructor(place, replay, positions) {
    this.place = place;
    this.replay = replay;
    this.positions = positions;
    const eyes = replay.players.findIndex(({ id }) => id === replay.eyes);
    const eldest = replay.players.findIndex(({ position }) => position === "eldest");
    this.first = eyes >= 0 ? eyes : Math.max(eldest, 0);
    this.cards = positions[0].lies.map(() => new Card(replay));
    this.plates = replay.players.map((player) => new Plate(player));
    this.pots = { pot: labelled("pot", "Pot"), ruff_pot: labelled("pot", "Ruff pot") };
    this.trumps = element("trumps");
    this.thrown = element("label thrown", "Thrown out");
    this.bubble = element("bubble");
    this.seating = seat(place.clientWidth, replay.players.length, this.first);
    this.potsPlace = element("pots");
    this.build();
    new ResizeObserver(() => this.resize()).observe(place);
  }

  build() {
    this.trumps.append(element("label", `${suitName(this.replay.trumps)} are trumps`));
    const felt = element("felt");
    felt.dataset.sign = suitSign(this.replay.trumps);
    for (const [pot, { element: made }] of Object.entries(this.pots)) {
      made.dataset.account = pot;
      if (this.uses(pot)) this.potsPlace.append(made);
    }
    this.place.replaceChildren(
      felt, this.trumps, this.thrown, this.potsPlace,
      ...this.plates.map((plate) => plate.element),
      ...this.cards.map((card) => card.element),
      this.bubble,
    );
  }

  /** Whether a pot is worth showing: anything lies in it at some time. @param {string} pot */
  uses(pot) {
    return pot === "pot" || this.positions.some(({ balances }) => balances.get(pot));
  }

  resize() {
    const width = this.place.clientWidth;
    if (!width || width === this.seating.width) return;
    this.seating = seat(width, this.replay.players.length, this.first);
    if (this.at !== undefined) this.show(this.at, false);
  }

  /** Show the table after a step. @param {number} number @param {boolean} moving whether cards are seen to move there */
  show(number, moving) {
    const before = this.at;
    this.at = number;
    const step = this.replay.steps[number];
    const position = this.positions[number];
    this.place.classList.toggle("moving", moving);
    this.furnish();
    position.lies.forEach((lie, card) => this.showCard(this.cards[card], lie, step));
    this.showSeats(step, position);
    this.speak(step);
    if (moving && before === number - 1) fly(this.place, step.payments, (account) => this.pointOf(account));
  }

  /** Put what does not move from step to step where the table's size wants it. */
  furnish() {
    const { width, card, tall, seats, turnUp, pots, discards } = this.seating;
    const { style } = this.place;
    style.height = `${heightOf(width, this.plates.length)}px`;
    style.setProperty("--card", `${card}px`);
    this.place.classList.toggle("tall", tall);
    this.plates.forEach(({ element: made }, index) => {
      made.style.width = `${seats[index].plate.width}px`;
      put(made, seats[index].plate);
    });
    put(this.trumps, { x: turnUp.x, y: turnUp.y + card * 0.5 });
    put(this.potsPlace, pots);
    put(this.thrown, { x: discards.x, y: discards.y + card * (tall ? 0.68 : 0.62) });
  }

  /** @param {Card} card @param {Lie} lie @param {Step} step */
  showCard(card, lie, step) {
    const laid = lay(lie, this.seating);
    const acted = lie.place === `trick:${step.seat}`;
    card.show(laid.faceDown ? null : lie.card);
    card.lie({ ...laid, layer: acted ? laid.layer + 10 : laid.layer }, this.seating.card);
    card.element.classList.toggle("wins", step.winner !== null && lie.place === `trick:${step.winner}`);
    card.element.classList.toggle("against-rules", acted && step.wrong.length > 0);
    card.element.classList.toggle("put-away", lie.place === "discards");
    card.element.dataset.place = lie.place;
  }

  /** @param {Step} step @param {Position} position */
  showSeats(step, { lies, balances, buyer }) {
    this.plates.forEach((plate, index) => {
      const won = lies.filter(({ place }) => place === `won:${index}`).length / this.plates.length;
      const takes = step.winner === index ? 1 : 0;
      plate.show({
        balance: balances.get(plate.player.id) ?? 0, tricks: won + takes, buyer: buyer === index, acts: step.seat === index,
      });
    });
    for (const [pot, { counters }] of Object.entries(this.pots)) tellCounters(counters, balances.get(pot) ?? 0, false);
    this.thrown.hidden = !lies.some(({ place }) => place === "discards");
  }

  /** @param {Step} step */
  speak({ seat: speaker, said }) {
    this.bubble.hidden = said === null || speaker === null;
    if (said === null || speaker === null) return;
    this.bubble.textContent = said;
    const { edge, said: point } = this.seating.seats[speaker];
    this.bubble.classList.toggle("from-below", edge === "bottom");
    put(this.bubble, point);
  }

  /** Where the counters of an account lie. @param {string} account @returns {{x: number, y: number}} */
  pointOf(account) {
    const index = this.replay.players.findIndex(({ id }) => id === account);
    return index < 0 ? this.seating.pots : this.seating.seats[index].plate;
  }

  /** The table in words, a seat at a time. @param {number} number @returns {string[]} */
  inWords(number) {
    const { lies, balances } = this.positions[number];
    return this.replay.players.map(({ id, name }, index) => {
      const held = lies.filter(({ place }) => place === `hand:${index}`).sort((one, other) => one.index - other.index);
      const known = held.flatMap(({ card }) => (card ? [cardName(card)] : []));
      const hidden = held.length - known.length;
      const cards = [...known, ...(hidden ? [`${hidden} face down`] : [])].join(", ") || "no cards";
      return `${name} holds ${cards}; has ${(balances.get(id) ?? 0).toLocaleString("en-GB")} counters.`;
    });
  }
}
