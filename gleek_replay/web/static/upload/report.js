// The part of the page that says how far it is, and what came of it.
// @ts-check

import { grouped, make, numberOf, size, time } from "./making.js";
import { part } from "./telling.js";
import { CalledOff, Lost, Refused } from "./wire.js";

/** @typedef {import("./wire.js").Upload} Upload */
/** @typedef {import("./telling.js").Found} Found */
/** @typedef {{file: string | null, found: Found}} Told */
/** @typedef {import("./wire.js").Waits} Waits */
/** A page of what came of an upload. @callback More @param {string} status @param {string | null} next
 * @param {Waits} waits @param {AbortSignal} signal @returns {Promise<{found: Told[], next: string | null}>} */

const STATUSES = /** @type {const} */ (["accepted", "duplicate", "corroborating", "conflicting", "malformed", "failed"]);

const NOT_FETCHED =
  "All that was sent is kept. Look whether you are online and still signed in, and try again.";

/** @param {Upload} upload @returns {[string, number][]} what came of its records, of what any came to */
const counts = (upload) =>
  STATUSES.map((status) => /** @type {[string, number]} */ ([status, upload[status]])).filter(([, count]) => count > 0);

/** Why it waits, and how long. @type {(why: string, seconds: number) => string} */
const waiting = (why, seconds) => `${why} Trying again in ${time(seconds)}`;

/**
 * What went wrong, what to do about it, and the way to try it again.
 * @param {string} title @param {unknown} error @param {string | null} remedy @param {string} label @param {() => void} again
 */
function refusal(title, error, remedy, label, again) {
  const message = error instanceof Error ? error.message : String(error);
  const box = make("div", { class: "refusal" }, make("h2", {}, title), make("p", {}, message));
  if (error instanceof Refused && error.faults.length) {
    const faults = error.faults.map((each) => make("li", {}, make("code", {}, each.pointer), ` ${each.message}`));
    box.append(make("ul", { class: "faults" }, ...faults));
  }
  if (remedy) box.append(make("p", {}, remedy));
  const button = make("button", { type: "button", class: "button" }, label);
  button.addEventListener("click", again);
  box.append(button);
  if (error instanceof Refused && error.request) {
    box.append(make("p", { class: "soft small" }, `Request ${error.request}`));
  }
  return box;
}

/** Something that goes on, with its bar. */
class Step {
  /** @param {HTMLElement} place @param {string} title @param {(() => void) | null} stop @param {string | null} page */
  constructor(place, title, stop, page) {
    this.begun = performance.now();
    this.bar = make("progress", { id: "far", max: 1 });
    this.label = make("label", { for: "far" }, "Beginning …");
    this.counts = make("p", { class: "byline" });
    this.waiting = make("p", { class: "waiting" });
    this.waiting.hidden = true;
    place.replaceChildren(make("h2", {}, title), make("p", {}, this.label, this.bar), this.counts, this.waiting);
    if (stop) {
      const button = make("button", { type: "button", class: "as-link" }, "Call it off");
      button.addEventListener("click", stop);
      place.append(button);
    }
    if (page) {
      const link = make("a", { href: page }, "a page of its own");
      place.append(make("p", { class: "soft" }, "The hands are safe: you may leave, and come back to it on ", link, "."));
    }
  }

  /** @param {number} sent @param {number} total */
  bytes(sent, total) {
    this.waiting.hidden = true;
    this.bar.max = Math.max(total, 1);
    this.bar.value = sent;
    const seconds = (performance.now() - this.begun) / 1000;
    const left = sent && seconds > 1 && sent < total ? `, about ${time(((total - sent) * seconds) / sent)} left` : "";
    this.label.textContent =
      sent < total ? `${size(sent)} of ${size(total)}${left}` : `All ${size(total)} sent; the service is reading`;
  }

  /** @param {Upload} upload */
  work(upload) {
    this.waiting.hidden = true;
    this.bar.max = Math.max(upload.received, 1);
    this.bar.value = upload.done;
    const pace = upload.rate && upload.done < upload.received ? `, ${numberOf(upload.rate, "record")} a second` : "";
    const left = upload.seconds_left && upload.done < upload.received ? `, about ${time(upload.seconds_left)} left` : "";
    this.label.textContent = `${grouped(upload.done)} of ${numberOf(upload.received, "record")}${pace}${left}`;
    this.counts.textContent = counts(upload).map(([status, count]) => `${grouped(count)} ${status}`).join(", ");
  }

  /** @param {string} why @param {number} seconds */
  waits(why, seconds) {
    this.waiting.hidden = false;
    this.waiting.textContent = `${waiting(why, seconds)}; nothing is kept twice.`;
  }
}

/** The report as a whole. */
export class Report {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.spoken = /** @type {HTMLElement} */ (place.querySelector("[role=status]"));
    this.body = place.appendChild(make("div", {}));
    /** @type {Step | null} */
    this.step = null;
    this.sending = false;
  }

  /** Tell those who do not see the page. @param {string} what */
  say(what) {
    this.spoken.textContent = what;
  }

  /** @param {string} title @param {(() => void) | null} stop @param {string | null} [page] */
  begin(title, stop, page = null) {
    this.place.hidden = false;
    this.sending = stop !== null;
    this.step = new Step(this.body, title, stop, page);
    this.say(`${title}.`);
    return this.step;
  }

  /** What was asked for cannot be. @param {string} why */
  refuse(why) {
    this.place.hidden = false;
    this.body.replaceChildren(make("p", { class: "fault" }, why));
    this.say(why);
  }

  /** @param {unknown} error @param {() => void} again */
  fail(error, again) {
    const known = error instanceof Refused || error instanceof Lost || error instanceof CalledOff;
    const message = error instanceof Error ? error.message : String(error);
    this.sending = false;
    const title = error instanceof CalledOff ? "Called off" : error instanceof Lost ? "No connection" : "It was not taken";
    this.body.replaceChildren(refusal(title, error, known ? error.remedy : null, "Send again", again));
    this.say(`${title}. ${message}`);
    if (!known) throw error;
  }

  /** What came of an upload, page by page. @param {Upload} upload @param {More} more */
  async outcomes(upload, more) {
    this.sending = false;
    const told = counts(upload);
    const list = make("div", {});
    const further = make("div", { class: "further" });
    const link = make("a", { href: `/uploads/${upload.id}` }, "A page of its own");
    const head = make("div", { class: "section-head" }, make("h2", { tabindex: -1 }, "What came of it"), link);
    const filters = make("ul", { class: "filters", "aria-label": "Records by what came of them" });
    /** @type {Waits} */
    const waits = (why, seconds) => {
      this.step?.waits(why, seconds);
      further.replaceChildren(make("p", { class: "waiting" }, `${waiting(why, seconds)}.`));
    };
    let asking = new AbortController();
    /** Only what was asked for last is shown. @param {string} status @param {string | null} next */
    const show = async (status, next) => {
      asking.abort();
      const { signal } = (asking = new AbortController());
      const page = await more(status, next, waits, signal);
      if (signal.aborted) throw new CalledOff();
      if (!next) list.replaceChildren();
      append(list, page.found);
      further.replaceChildren();
      if (page.next) {
        const button = make("button", { type: "button", class: "as-link" }, "Further records");
        button.addEventListener("click", () => void turn(status, page.next));
        further.append(button);
      }
      for (const each of filters.querySelectorAll("button")) {
        if (each.dataset.status === status) each.setAttribute("aria-current", "true");
        else each.removeAttribute("aria-current");
      }
    };
    /** What somebody clicks for. @param {string} status @param {string | null} next @returns {Promise<void>} */
    const turn = async (status, next) => {
      try {
        await show(status, next);
      } catch (error) {
        if (error instanceof CalledOff) return;
        const title = "These records could not be fetched";
        further.replaceChildren(refusal(title, error, NOT_FETCHED, "Try again", () => void turn(status, next)));
        this.say(`${title}. ${error instanceof Error ? error.message : error}`);
        if (!(error instanceof Refused || error instanceof Lost)) throw error;
      }
    };
    for (const [status, count] of [["all", upload.received], ...told]) {
      const wanted = status === "all" ? "" : String(status);
      const button = make("button", { type: "button", class: "as-link", "data-status": wanted }, `${status} ${grouped(Number(count))}`);
      button.addEventListener("click", () => void turn(wanted, null));
      filters.append(make("li", {}, button));
    }
    // What is wrong comes first where there is more than fits on a page.
    const first = upload.malformed && upload.received > 100 ? "malformed" : "";
    await show(first, null);
    this.body.replaceChildren(head, filters, list, further);
    this.say(`Done: ${told.map(([status, count]) => `${count} ${status}`).join(", ")}.`);
    head.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** What hands would come to that were only checked. @param {Told[]} told */
  checked(told) {
    this.sending = false;
    /** @type {Map<string, number>} */
    const verdicts = new Map();
    for (const { found } of told) verdicts.set(found.verdict ?? "", (verdicts.get(found.verdict ?? "") ?? 0) + 1);
    const words = [...verdicts].map(([word, count]) => `${grouped(count)} ${word}`).join(", ");
    const list = make("div", {});
    append(list, told);
    this.body.replaceChildren(
      make("div", { class: "section-head" }, make("h2", { tabindex: -1 }, "Checked, and not kept")),
      make("p", { class: "byline" }, words),
      list,
    );
    this.say(`Checked: ${words}. Nothing was kept.`);
    this.body.querySelector("h2")?.focus({ preventScroll: true });
  }
}

/** Adds parts to a list, those of each file under its name. @param {HTMLElement} place @param {Told[]} told */
function append(place, told) {
  for (const { file, found } of told) {
    const last = place.lastElementChild;
    let section = last instanceof HTMLElement && last.dataset.file === (file ?? "") ? last : null;
    if (!section) {
      section = make("section", { "data-file": file ?? "" }, make("h3", {}, file ?? "What was sent"), make("ol", { class: "outcomes" }));
      place.append(section);
    }
    section.querySelector("ol.outcomes")?.append(part(found));
  }
}
