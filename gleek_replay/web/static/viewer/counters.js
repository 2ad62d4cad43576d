// Counters: how many somebody has won or owes, and their way from one to another.
// @ts-check

import { signed } from "./replay.js";

const MOST_SHOWN = 6;
const FLIGHT = 650;

/** @typedef {{x: number, y: number}} Point */

/**
 * Show an amount as counters and as a number: full ones won, hollow ones owed.
 * @param {HTMLElement} place @param {number} amount @param {boolean} withSign
 */
export function tellCounters(place, amount, withSign) {
  if (place.dataset.amount === String(amount)) return;
  place.dataset.amount = String(amount);
  const heap = document.createElement("span");
  heap.className = "heap";
  for (let counter = Math.min(Math.ceil(Math.abs(amount) / 3), MOST_SHOWN); counter > 0; counter--) {
    heap.append(document.createElement("i"));
  }
  const number = document.createElement("b");
  number.textContent = withSign ? signed(amount) : amount.toLocaleString("en-GB").replace("-", "−");
  place.classList.toggle("gained", amount > 0);
  place.classList.toggle("lost", amount < 0);
  place.replaceChildren(heap, number);
}

/**
 * Let counters go over the table from who pays to who is paid; nothing moves for those who want no motion.
 * @param {HTMLElement} table @param {import("./replay.js").Payment[]} payments @param {(account: string) => Point} pointOf
 */
export function fly(table, payments, pointOf) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { from, to, amount } of payments) {
    const counter = document.createElement("div");
    counter.className = "paid-counter";
    counter.textContent = String(amount);
    table.append(counter);
    const [begin, end] = [from, to].map(pointOf).map(({ x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`);
    const flight = counter.animate([{ transform: begin }, { transform: end }], { duration: FLIGHT, easing: "ease-in-out" });
    flight.finished.then(() => counter.remove(), () => counter.remove());
  }
}
