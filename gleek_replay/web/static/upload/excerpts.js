// The text of a record, cut to the lines round its faults, with each marked at its place.
//
// The server cuts in the same way what it keeps (services/excerpts.py).
// @ts-check

import { Places } from "./places.js";

/** @typedef {import("./places.js").Fault} Fault */
/** @typedef {import("./places.js").Span} Span */
/** Some of a line: under the mark of a number, or a sign of omission, or as it is.
 * @typedef {{text: string, mark: number | null, left_out: boolean}} Piece */
/** What is wrong where the mark of this number is. @typedef {{mark: number, faults: Fault[]}} Note */
/** @typedef {{number: number, pieces: Piece[], notes: Note[], gap: boolean}} Line */
/** The lines with a fault and those next to them, and how many faults are not among them.
 * @typedef {{lines: Line[], further: number}} Excerpt */
/** @typedef {{span: Span, note: Note}} Mark */

/** How many places of a record are marked; what is wrong beyond them is counted. */
const MOST_MARKS = 40;
const LINES_AROUND = 1;
/** The longest line that is shown as a whole; of a longer one, what is round its marks. */
const LONGEST_LINE = 160;
const AROUND = 56;
const LONGEST_MARK = 120;
/** Stands where the end of a line is marked. */
const END_OF_LINE = "¶";

/** @param {string} text @param {number} at @returns {number} the same place, or the next that halves no character */
const whole = (text, at) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at);

/** The faults by their places, from the first to the last; those whose places overlap together.
 * @param {string} text @param {Fault[]} faults @returns {{span: Span, faults: Fault[]}[]} */
function together(text, faults) {
  const places = new Places(text);
  const placed = faults.map((fault) => ({ span: places.of(fault), fault }));
  placed.sort((one, other) => one.span.start - other.span.start || other.span.end - one.span.end);
  /** @type {{span: Span, faults: Fault[]}[]} */
  const found = [];
  for (const { span, fault } of placed) {
    const last = found.at(-1);
    if (last && span.start < last.span.end) last.faults.push(fault);
    else found.push({ span, faults: [fault] });
  }
  return found;
}

/** The parts of a line that are shown. @param {string} text @param {Span} line @param {Mark[]} marks @returns {Span[]} */
function windows(text, line, marks) {
  if (line.end - line.start <= LONGEST_LINE) return [line];
  if (!marks.length) return [{ start: line.start, end: whole(text, line.start + 2 * AROUND) }];
  /** @type {Span[]} */
  const shown = [];
  for (const { span } of marks) {
    const start = whole(text, Math.max(line.start, span.start - AROUND));
    const end = whole(text, Math.min(line.end, span.end + AROUND));
    const last = shown.at(-1);
    if (last && start <= last.end) last.end = end;
    else shown.push({ start, end });
  }
  return shown;
}

/** A line in pieces: all of it, or of a long one what is round its marks, or else its beginning.
 * @param {string} text @param {Span} line @param {Mark[]} marks @returns {Piece[]} */
function pieces(text, line, marks) {
  /** @type {Piece[]} */
  const cut = [];
  /** @param {string} told @param {number | null} mark */
  const add = (told, mark = null) => cut.push({ text: told, mark, left_out: false });
  const omit = () => cut.push({ text: "…", mark: null, left_out: true });
  let at = line.start;
  for (const { start, end } of windows(text, line, marks)) {
    if (start > at) omit();
    at = start;
    for (const { span, note } of marks) {
      if (span.start < start || span.start > end) continue;
      if (span.start > at) add(text.slice(at, span.start));
      at = Math.min(span.end, line.end);
      const marked = text.slice(span.start, at);
      const short = marked.length > LONGEST_MARK ? `${marked.slice(0, whole(marked, LONGEST_MARK))}…` : marked;
      add(short || END_OF_LINE, note.mark);
    }
    if (at < end) add(text.slice(at, end));
    at = Math.max(at, end);
  }
  if (at < line.end) omit();
  return cut;
}

/** @param {string} text @returns {Span[]} */
function linesOf(text) {
  let start = 0;
  return text.split("\n").map((line) => {
    const span = { start, end: start + line.length };
    start = span.end + 1;
    return span;
  });
}

/**
 * What is shown of a record with faults; lines are numbered from `first` on.
 * @param {string} text @param {Fault[]} faults @param {number} [first] @returns {Excerpt}
 */
export function excerpt(text, faults, first = 1) {
  const found = text ? together(text, faults) : [];
  const marks = found
    .slice(0, MOST_MARKS)
    .map((each, index) => ({ span: each.span, note: { mark: index + 1, faults: each.faults } }));
  const further = found.slice(MOST_MARKS).reduce((sum, each) => sum + each.faults.length, 0);
  const spans = linesOf(text);
  /** @type {Map<number, Mark[]>} */
  const marked = new Map();
  let number = 0;
  for (const mark of marks) {
    while ((spans[number]?.end ?? Infinity) < mark.span.start) number += 1;
    marked.set(number, [...(marked.get(number) ?? []), mark]);
  }
  /** @type {Line[]} */
  const lines = [];
  let before = -1;
  for (const [index, span] of spans.entries()) {
    let near = false;
    for (let next = index - LINES_AROUND; next <= index + LINES_AROUND; next += 1) near ||= marked.has(next);
    if (!near) continue;
    const inside = marked.get(index) ?? [];
    const notes = inside.map((mark) => mark.note);
    lines.push({ number: first + index, pieces: pieces(text, span, inside), notes, gap: index > before + 1 });
    before = index;
  }
  return { lines, further };
}
