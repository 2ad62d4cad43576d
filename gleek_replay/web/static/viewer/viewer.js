// Goes through a hand step by step: the table, the list of what was done and the controls show the same step.
// @ts-check

import { Controls, part } from "./controls.js";
import { fold } from "./folding.js";
import { onKeys } from "./keyboard.js";
import { List } from "./list.js";
import { replayOfPage } from "./replay.js";
import { Table } from "./table.js";

const quiet = window.matchMedia("(prefers-reduced-motion: reduce)");

class Viewer {
  constructor() {
    const replay = replayOfPage();
    this.steps = replay.steps;
    this.viewer = part("viewer", HTMLElement);
    this.parts = part("viewer-parts", HTMLElement);
    this.table = new Table(part("table", HTMLElement), replay, fold(replay));
    this.list = new List(part("told", HTMLElement));
    this.controls = new Controls(replay.steps);
    this.said = part("step-said", HTMLElement);
    this.caption = part("caption", HTMLElement);
    this.words = part("table-words", HTMLElement);
    this.at = 0;
    /** @type {number | undefined} */
    this.waiting = undefined;
    this.listen();
    this.show(this.asked() ?? 0, false);
    if (this.asked() !== null) this.parts.scrollIntoView({ block: "start", behavior: "instant" });
  }

  listen() {
    /** @param {number} number */
    const go = (number) => this.goByHand(number);
    /** @param {import("./controls.js").Going} going */
    const going = (going) => this.going(going);
    this.controls.onUse(going, go);
    this.list.onChoice(go);
    onKeys(this.viewer, going);
    document.addEventListener("click", (event) => this.follow(event));
    part("sight", HTMLFormElement).addEventListener("submit", ({ currentTarget }) => {
      if (currentTarget instanceof HTMLFormElement && this.at) currentTarget.action = `${window.location.pathname}#${this.at}`;
    });
    window.addEventListener("hashchange", () => {
      const asked = this.asked();
      if (asked !== null && asked !== this.at) this.goByHand(asked);
    });
  }

  /** The step that the address names. @returns {number | null} */
  asked() {
    const number = /^#(\d{1,4})$/.exec(window.location.hash)?.[1];
    return number === undefined ? null : Math.min(Number(number), this.steps.length - 1);
  }

  /** A link to a step goes there without leaving the table. @param {MouseEvent} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const number = /^#(\d{1,4})$/.exec(link?.getAttribute("href") ?? "")?.[1];
    if (!link || number === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.goByHand(Number(number));
    if (!this.viewer.contains(link)) this.parts.scrollIntoView({ block: "start", behavior: quiet.matches ? "instant" : "smooth" });
  }

  /** @param {import("./controls.js").Going} going */
  going(going) {
    if (going === "play") this.togglePlay();
    else this.goByHand({ first: 0, back: this.at - 1, forward: this.at + 1, last: this.steps.length - 1 }[going]);
  }

  /** @param {number} number */
  goByHand(number) {
    this.pause();
    this.go(number);
    this.said.textContent = this.caption.textContent;
  }

  /** @param {number} number */
  go(number) {
    const to = Math.max(0, Math.min(number, this.steps.length - 1));
    if (to === this.at) return;
    this.show(to, !quiet.matches);
    window.history.replaceState(window.history.state, "", `#${to}`);
  }

  /** @param {number} number @param {boolean} moving */
  show(number, moving) {
    this.at = number;
    this.table.show(number, moving);
    this.list.show(number, moving);
    this.controls.show(number);
    const { text, wrong } = this.steps[number];
    this.caption.textContent = wrong.length ? `✗ ${wrong.join(" ")}` : text;
    this.caption.classList.toggle("wrong", wrong.length > 0);
    this.words.textContent = this.table.inWords(number).join(" ");
    this.viewer.dataset.at = String(number);
  }

  togglePlay() {
    if (this.waiting !== undefined) return this.pause();
    if (this.at === this.steps.length - 1) this.go(0);
    this.controls.showPlaying(true);
    this.wait();
  }

  wait() {
    this.waiting = window.setTimeout(() => {
      this.go(this.at + 1);
      if (this.at === this.steps.length - 1) this.pause();
      else this.wait();
    }, this.controls.pace);
  }

  pause() {
    window.clearTimeout(this.waiting);
    this.waiting = undefined;
    this.controls.showPlaying(false);
  }
}

new Viewer();
