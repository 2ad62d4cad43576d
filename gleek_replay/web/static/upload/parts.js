// A text of hand histories in parts: an object, the elements of an array, or a record on each line.
//
// The server divides what it is sent (records/stream.py), and numbers the parts. Here they are found again by
// those numbers in a text that the browser has. Where an array is broken, they are found as far as it is sound.
// @ts-check

/** A part: its number as the server counts, its place in the text, and the line on which it begins, from 1.
 * @typedef {{number: number, start: number, end: number, line: number}} Part */

const STRING_OR_MARK = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|["[\]{},]/g;
const BLANK = /[ \t\r\n]/;

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} text @param {number} at @returns {number} the first place from there on that is not blank */
function pastBlanks(text, at) {
  while (at < text.length && BLANK.test(text.charAt(at))) at += 1;
  return at;
}

/** @param {string} text @param {number} start @param {number} end @returns {number} the end without blanks */
function beforeBlanks(text, start, end) {
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** @param {string} text @param {number} from @param {number} to @returns {number} */
function lineEnds(text, from, to) {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** @param {string} text @returns {Part[]} */
function lines(text) {
  /** @type {Part[]} */
  const found = [];
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const ending = text.indexOf("\n", start);
    const end = ending < 0 ? text.length : ending;
    number += 1;
    const first = pastBlanks(text, start);
    if (first < end) found.push({ number, start: first, end: beforeBlanks(text, first, end), line: number });
    start = end + 1;
  }
  return found;
}

/** The elements of the array that opens at a place, as far as its brackets match.
 * @param {string} text @param {number} opening @returns {Part[]} */
function elements(text, opening) {
  /** @type {Part[]} */
  const found = [];
  /** @type {string[]} */
  const awaited = [];
  let start = pastBlanks(text, opening + 1);
  let [counted, line] = [0, 1];
  /** @param {number} end */
  const add = (end) => {
    const stop = beforeBlanks(text, start, end);
    line += lineEnds(text, counted, start);
    counted = start;
    if (stop > start || text.charAt(end) === ",") found.push({ number: found.length + 1, start, end: stop, line });
  };
  STRING_OR_MARK.lastIndex = start;
  for (let token = STRING_OR_MARK.exec(text); token; token = STRING_OR_MARK.exec(text)) {
    const mark = token[0];
    if (mark === "{" || mark === "[") awaited.push(mark === "{" ? "}" : "]");
    else if (mark === '"') break;
    else if (!awaited.length && (mark === "," || mark === "]")) {
      add(token.index);
      if (mark === "]") return found;
      start = pastBlanks(text, token.index + 1);
      STRING_OR_MARK.lastIndex = start;
    } else if ((mark === "}" || mark === "]") && awaited.pop() !== mark) break;
  }
  add(text.length);
  return found;
}

/** @param {string} text @returns {Part[]} the parts of a text in their order; none of a blank one */
export function partsOf(text) {
  const start = pastBlanks(text, text.startsWith("\ufeff") ? 1 : 0);
  if (start === text.length) return [];
  const before = lineEnds(text, 0, start);
  const ending = text.indexOf("\n", start);
  const firstLine = text.slice(start, ending < 0 ? text.length : ending);
  if (firstLine.startsWith("[")) {
    const following = ending < 0 ? "" : text.slice(pastBlanks(text, ending)).split("\n", 1)[0] ?? "";
    const likeRecords = !/^\[\s*(?:\{|$)/.test(firstLine) && following.startsWith("{") && isJson(following);
    return likeRecords ? lines(text) : elements(text, start);
  }
  const rest = text.slice(start);
  if (isJson(firstLine) || (!isJson(rest) && /\n\{[ \t]*"/.test(rest))) {
    const found = lines(text);
    if (found[0] && found[0].start < start) found[0].start = start;
    return found;
  }
  return [{ number: before + 1, start, end: beforeBlanks(text, start, text.length), line: before + 1 }];
}
