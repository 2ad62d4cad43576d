// What the page tells of its hand, as the server wrote it for the table.
// @ts-check

/**
 * @typedef {{from: string, to: string, cards: string[], hidden: number}} Move cards that go from a place to another
 * @typedef {{place: string, cards: string[]}} Shown hidden cards of a place that are face up from then on
 * @typedef {{from: string, to: string, amount: number}} Payment counters from an account to another
 *
 * @typedef {object} Step
 * @property {number} number
 * @property {string} stage
 * @property {number | null} seat of him who acts
 * @property {string | null} said what he says
 * @property {string} text the step in words
 * @property {number | null} winner the seat that takes the trick with this card
 * @property {Move[]} moves
 * @property {Shown[]} shown
 * @property {Payment[]} payments
 * @property {string[]} wrong what is against the rules in it
 *
 * @typedef {{id: string, name: string, position: string}} Player
 *
 * @typedef {object} Replay
 * @property {Player[]} players in their seats, clockwise
 * @property {string | null} eyes the player from whose seat it is seen
 * @property {string} trumps the suit
 * @property {Record<string, string>} named the trumps with names of their own
 * @property {{pot: number, ruff_pot: number}} carried what lay in the pots before the deal
 * @property {Record<string, {cards: string[], hidden: number}>} places
 * @property {Step[]} steps
 * @property {{folder: string, versions: Record<string, string>}} faces where the pictures of the cards are
 */

/** @returns {Replay} what the page has for its table */
export function replayOfPage() {
  const text = document.getElementById("replay")?.textContent;
  if (!text) throw new Error("The page has no replay for its table: load it again.");
  return JSON.parse(text);
}

const RANKS = new Map([["A", "Ace"], ["K", "King"], ["Q", "Queen"], ["J", "Jack"], ["T", "10"]]);
const SUITS = new Map([["S", "Spades"], ["H", "Hearts"], ["D", "Diamonds"], ["C", "Clubs"]]);
const SIGNS = new Map([["S", "♠"], ["H", "♥"], ["D", "♦"], ["C", "♣"]]);
const HIGH_TO_LOW = "AKQJT98765432";
const SUITS_APART = "SHCD";

/** @param {string} suit @returns {string} its name, as "Hearts" */
export const suitName = (suit) => SUITS.get(suit) ?? suit;

/** @param {string} suit @returns {string} its sign, never as a picture of its own */
export const suitSign = (suit) => `${SIGNS.get(suit) ?? suit}\uFE0E`;

/** @param {string} card @returns {string} its name, as "Ace of Hearts" */
export const cardName = (card) => `${RANKS.get(card[0]) ?? card[0]} of ${suitName(card[1])}`;

/** Black and red suits by turns, each from the highest down. @param {string} card @returns {number} its place in a hand */
export const placeInHand = (card) => SUITS_APART.indexOf(card[1]) * HIGH_TO_LOW.length + HIGH_TO_LOW.indexOf(card[0]);

/** @param {number} amount @returns {string} with its sign, as "+6" or "−7" */
export const signed = (amount) => `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${Math.abs(amount).toLocaleString("en-GB")}`;
