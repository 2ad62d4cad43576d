// Where each card lies on the table: its middle, its turn and its size.
// @ts-check

import { HIGH } from "./seating.js";

/** @typedef {import("./folding.js").Lie} Lie */
/** @typedef {import("./seating.js").Seating} Seating */
/** @typedef {{x: number, y: number, turn: number, scale: number, layer: number, faceDown?: boolean}} Laid */

/** How much of a card has to show for its rank and suit to be seen, in its widths. */
const CORNER = 0.3;
const BACK = 0.16;
const WIDEST = 0.54;
const ROW = 0.4;
const PACKET = 0.36;

/**
 * The cards of a hand in a fan, or in rows that leave the corners free where one row would hide them.
 * @param {Lie} lie @param {import("./seating.js").Seat} seat @param {number} card @returns {Laid}
 */
function inHand({ index, count, open }, seat, card) {
  const least = card * (open ? CORNER : BACK);
  let rows = 1;
  let inRow = count;
  while (rows < 3 && inRow > 1 && (seat.width - card) / (inRow - 1) < least) inRow = Math.ceil(count / ++rows);
  const row = Math.floor(index / inRow);
  const ofRow = Math.min(inRow, count - row * inRow);
  const apart = Math.min(card * WIDEST, inRow > 1 ? (seat.width - card) / (inRow - 1) : 0);
  const from = index - row * inRow - (ofRow - 1) / 2;
  const turn = rows === 1 ? (from * 9) / Math.max(inRow, 8) : 0;
  const sag = rows === 1 ? ((from * 2) / Math.max(inRow, 8)) ** 2 * card * 0.11 : 0;
  const above = seat.edge === "bottom" ? rows - 1 : 0;
  return { x: seat.x + from * apart, y: seat.y + (row - above) * card * HIGH * ROW + sag, turn, scale: 1, layer: 20 + index };
}

/** The tricks that a player has won, face down, one packet upon the other. @param {Lie} lie @param {Seating} seating @param {number} at @returns {Laid} */
function won({ index }, { seats, tall }, at) {
  const packet = Math.floor(index / seats.length);
  const apart = tall ? 2 : 3.5;
  const { x, y } = seats[at].won;
  return { x: x + (tall ? 8 : 12) + packet * apart, y, turn: packet % 2 ? 5 : -4, scale: tall ? 0.4 : PACKET, layer: 2 + index, faceDown: true };
}

/** Cards in a row about a point. @param {Lie} lie @param {{x: number, y: number}} about @param {number} apart @param {number} scale @param {number} layer @returns {Laid} */
function inRow({ index, count }, { x, y }, apart, scale, layer) {
  return { x: x + (index - (count - 1) / 2) * apart, y, turn: 0, scale, layer: layer + index };
}

/** @param {Lie} lie @param {Seating} seating @returns {Laid} */
export function lay(lie, seating) {
  const [kind, of] = lie.place.split(":");
  const { card, tall, seats } = seating;
  switch (kind) {
    case "hand":
      return inHand(lie, seats[Number(of)], card);
    case "won":
      return won(lie, seating, Number(of));
    case "trick":
      return { ...seats[Number(of)].trick, scale: 1, layer: 80 };
    case "stock":
      return inRow(lie, seating.middle, card * (lie.open ? (lie.count > 7 ? 0.34 : 0.42) : 0.16), tall ? 0.9 : 1, 5);
    case "discards":
      return inRow(lie, seating.discards, card * (tall ? 0.17 : 0.2), 0.6, 5);
    default:
      return { ...seating.turnUp, turn: -4, scale: tall || seats.length < 4 ? 0.92 : 0.8, layer: 4 };
  }
}
