// Where the seats are around the table, and where between them everything lies, in pixels.
// @ts-check

/**
 * @typedef {{x: number, y: number}} Point
 *
 * A seat: the middle of its hand, how wide that may be, where its plate stands and where it says what it says.
 * `edge` is where it sits; a hand of several rows grows away from the plate.
 * @typedef {{x: number, y: number, width: number, edge: "top" | "middle" | "bottom", plate: Point & {width: number}, said: Point, won: Point, trick: Point & {turn: number}}} Seat
 *
 * @typedef {object} Seating
 * @property {number} width @property {number} height
 * @property {number} card how wide a card is
 * @property {boolean} tall
 * @property {Seat[]} seats in the order in which the players sit
 * @property {Point} middle where the tricks are played
 * @property {Point} turnUp @property {Point} pots @property {Point} discards
 */

/** A card is 5 wide and 7 high. */
export const HIGH = 1.4;
const NARROW = 560;
/** How much room the plate of a seat takes at the edge. */
const [TALL_RIM, WIDE_RIM] = [46, 52];

/**
 * Who sits at which edge, from the seat that looks up the page, clockwise: how far from the left, how wide,
 * and in the midst of the table how far down.
 * @typedef {["top" | "bottom", number, number] | ["middle", number, number, number]} Sits
 * @typedef {{height: number, sits: Sits[], middle: number}} Plan the height in widths; how far down tricks are played
 */

/** @type {Record<number, Plan>} */
const WIDE = {
  2: { height: 0.74, middle: 0.5, sits: [["bottom", 0.5, 0.86], ["top", 0.5, 0.86]] },
  3: { height: 0.76, middle: 0.525, sits: [["bottom", 0.5, 0.66], ["top", 0.25, 0.45], ["top", 0.75, 0.45]] },
  4: { height: 0.8, middle: 0.5, sits: [["bottom", 0.5, 0.56], ["middle", 0.15, 0.27, 0.5], ["top", 0.5, 0.56], ["middle", 0.85, 0.27, 0.5]] },
  5: { height: 0.84, middle: 0.51, sits: [["bottom", 0.5, 0.52], ["middle", 0.15, 0.27, 0.58], ["top", 0.28, 0.4], ["top", 0.72, 0.4], ["middle", 0.85, 0.27, 0.58]] },
  6: { height: 0.88, middle: 0.5, sits: [["bottom", 0.5, 0.5], ["middle", 0.15, 0.27, 0.69], ["middle", 0.15, 0.27, 0.36], ["top", 0.5, 0.5], ["middle", 0.85, 0.27, 0.36], ["middle", 0.85, 0.27, 0.69]] },
};
/** @type {Record<number, Plan>} */
const TALL = {
  2: { height: 1.36, middle: 0.5, sits: [["bottom", 0.5, 0.96], ["top", 0.5, 0.96]] },
  3: { height: 1.42, middle: 0.56, sits: [["bottom", 0.5, 0.96], ["top", 0.25, 0.46], ["top", 0.75, 0.46]] },
  4: { height: 1.7, middle: 0.63, sits: [["bottom", 0.5, 0.96], ["middle", 0.25, 0.46, 0.38], ["top", 0.5, 0.8], ["middle", 0.75, 0.46, 0.38]] },
  5: { height: 1.74, middle: 0.64, sits: [["bottom", 0.5, 0.9], ["middle", 0.25, 0.46, 0.39], ["top", 0.25, 0.46], ["top", 0.75, 0.46], ["middle", 0.75, 0.46, 0.39]] },
  6: { height: 2.04, middle: 0.69, sits: [["bottom", 0.5, 0.9], ["middle", 0.25, 0.46, 0.49], ["middle", 0.25, 0.46, 0.295], ["top", 0.5, 0.8], ["middle", 0.75, 0.46, 0.295], ["middle", 0.75, 0.46, 0.49]] },
};

/** How high the table has to be. @param {number} width @param {number} players @returns {number} */
export const heightOf = (width, players) => Math.round(width * (width < NARROW ? TALL : WIDE)[players].height);

/**
 * The table for so many players; `first` is the seat that looks up the page.
 * @param {number} width @param {number} players @param {number} first @returns {Seating}
 */
export function seat(width, players, first) {
  const tall = width < NARROW;
  const plan = (tall ? TALL : WIDE)[players];
  const height = heightOf(width, players);
  const card = tall ? Math.round(width * 0.135) : Math.round(Math.min(width * 0.091, 76));
  const middle = { x: width / 2, y: height * plan.middle };
  /** @type {Seat[]} */
  const seats = [];
  plan.sits.forEach((sits, place) => {
    const ring = Math.PI / 2 + (place * 2 * Math.PI) / players;
    const close = players > 4 && sits[0] !== "bottom" && plan.sits.some(([, , , down]) => (down ?? 0) > (sits[3] ?? 0));
    seats[(first + place) % players] = placed(sits, { width, height, card, tall, middle, ring, close });
  });
  return { width, height, card, tall, seats, middle, ...between(players, { width, height, card, tall, middle }) };
}

/**
 * Where turn-up, pots and discards lie: beside the tricks, or where seats are there, above and below them.
 * @param {number} players @param {{width: number, height: number, card: number, tall: boolean, middle: Point}} table
 * @returns {{turnUp: Point, pots: Point, discards: Point}}
 */
function between(players, { width, height, card, tall, middle }) {
  if (!tall && players > 3) {
    const belowTheTop = WIDE_RIM + card * HIGH + card * 0.76;
    return {
      turnUp: { x: width * 0.345, y: belowTheTop },
      pots: { x: width * 0.65, y: belowTheTop },
      discards: { x: width * 0.65, y: height * 0.68 },
    };
  }
  const aside = tall ? 0.13 : 0.15;
  return {
    turnUp: { x: width * aside, y: middle.y },
    pots: { x: width * (1 - aside), y: middle.y - card * 0.6 },
    discards: { x: width * (1 - aside), y: middle.y + card * 0.7 },
  };
}

/**
 * @param {Sits} sits
 * @param {{width: number, height: number, card: number, tall: boolean, middle: Point, ring: number, close: boolean}} table
 *   `close`: whether the plate of another is close below
 * @returns {Seat}
 */
function placed([edge, across, wide, down = 0], { width, height, card, tall, middle, ring, close }) {
  const x = width * across;
  const rim = tall ? TALL_RIM : WIDE_RIM;
  const half = (card * HIGH) / 2;
  const y = edge === "top" ? rim + half : edge === "bottom" ? height - rim - half : height * down;
  const plateY = edge === "top" ? rim / 2 - 2 : edge === "bottom" ? height - rim / 2 + 2 : y - half - rim / 2;
  const plate = !tall || wide > 0.6 ? 196 : 146;
  const inward = edge === "bottom" ? -1 : 1;
  const beyond = !tall ? 22 : close ? -4 : inward > 0 ? 16 + card * 0.5 : 16; // else it would hide a plate
  const out = { x: Math.cos(ring) * card * (tall ? 1 : 1.15), y: Math.sin(ring) * card * 0.74 };
  return {
    x, y, edge, width: width * wide,
    plate: { x, y: plateY, width: plate },
    won: { x: x + plate / 2, y: plateY },
    said: { x, y: y + inward * (half + beyond) },
    trick: { x: middle.x + out.x, y: middle.y + out.y, turn: Math.cos(ring) * 7 },
  };
}
