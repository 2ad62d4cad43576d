// What came of each record, in words: its verdict, the way to its hand, and its faults in its text.
// @ts-check

import { excerpt } from "./excerpts.js";
import { make, numberOf } from "./making.js";

/** @typedef {import("./wire.js").Outcome} Outcome */
/** @typedef {import("./places.js").Fault} Fault */
/** @typedef {import("./excerpts.js").Line} Line */
/** @typedef {import("./sources.js").Source} Source */
/** What was found in a part: an outcome, or an audit that is not kept.
 * @typedef {{number: number, hand: string | null, link: boolean, verdict: string | null, status: string | null,
 *   faults: Fault[], note: string | null, text: {text: string, line: number} | null}} Found */

/** @param {string} word */
const verdict = (word) => make("span", { class: `verdict verdict-${word}` }, word);

/** @param {Fault} fault */
const faultItem = (fault) =>
  make("p", {}, make("code", {}, fault.pointer || "the record"), ` ${fault.message}`);

/** @param {Line} line */
function lineItem(line) {
  const code = make("code", { class: "text" });
  for (const piece of line.pieces) {
    if (piece.mark !== null) {
      code.append(make("mark", {}, piece.text), make("sup", {}, String(piece.mark)));
    } else code.append(piece.left_out ? make("span", { class: "left-out" }, piece.text) : piece.text);
  }
  const item = make("li", { class: line.gap ? "after-gap" : "" }, make("span", { class: "at" }, String(line.number)), code);
  for (const note of line.notes) {
    const said = make("div", { class: "said" }, make("span", { class: "sign" }, String(note.mark)));
    said.append(make("div", {}, ...note.faults.map(faultItem)));
    item.append(said);
  }
  return item;
}

/** A record's text, cut to the lines round its faults. @param {string} text @param {number} first @param {Fault[]} faults */
export function faultsInText(text, first, faults) {
  const { lines, further } = excerpt(text, faults, first);
  const place = make("div", { class: "excerpt", role: "group", "aria-label": "The faults in the text" });
  place.append(make("ol", {}, ...lines.map(lineItem)));
  if (further) place.append(make("p", { class: "soft small" }, `And ${numberOf(further, "further fault")}.`));
  return place;
}

/** @param {Fault[]} faults */
function faultsAlone(faults) {
  const list = make("ul", { class: "faults" });
  for (const fault of faults) {
    list.append(make("li", {}, make("code", {}, fault.pointer || "the record"), ` ${fault.message}`));
  }
  return list;
}

/** One part with what was found in it. @param {Found} found */
export function part(found) {
  const item = make("li", {}, make("span", { class: "soft numbers" }, `${found.number}.`), " ");
  if (found.hand) {
    const name = found.hand;
    item.append(found.link ? make("a", { href: `/hands/${encodeURIComponent(name)}` }, name) : name, " ");
  }
  if (found.verdict) item.append(verdict(found.verdict), " ");
  if (found.status) item.append(make("span", { class: "soft" }, found.status));
  if (found.note) item.append(make("p", { class: "faults" }, found.note));
  if (found.faults.length) {
    item.append(
      found.text?.text ? faultsInText(found.text.text, found.text.line, found.faults) : faultsAlone(found.faults),
    );
  }
  return item;
}

/**
 * What an outcome says. @param {Outcome} outcome @param {Source | undefined} source
 * @param {string} conflict the page's words for a record that contradicts another, with a place for the hand's verdict
 * @returns {Promise<Found>}
 */
export async function foundOf(outcome, source, conflict) {
  const told = outcome.hand_id !== null;
  const conflicting = outcome.status === "conflicting";
  return {
    number: outcome.number,
    hand: outcome.hand_id,
    link: true,
    verdict: told && !conflicting ? outcome.verdict : outcome.status,
    status: told && !conflicting ? outcome.status : null,
    faults: outcome.faults,
    note: conflicting ? conflict.replace("{verdict}", outcome.verdict ?? "") : null,
    text: outcome.faults.length && source ? await source.part({ number: outcome.number }) : null,
  };
}
