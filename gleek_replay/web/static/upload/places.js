// Where in the text of a record each of its values stands, so that a fault can be shown at its place.
//
// The text may be no JSON at all: then whatever can be told apart has a place, and a fault of the parser the
// one that it names. The server finds places in the same way (records/places.py).
// @ts-check

/** @typedef {{pointer: string, message: string}} Fault */
/** A piece of a text, from `start` to before `end`, in UTF-16 units. @typedef {{start: number, end: number}} Span */

const TOKEN = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|[[\]{},:]|[^\s[\]{},:"]+/g;
const ABOUT_THE_KEY = /^(?:no such field|this key stands twice)/;
const CHARACTER = /^expected JSON: .*\(char (\d+)\)$/;
const BYTE = /^expected UTF-8; found the byte 0x[0-9A-F]{2} at place ([\d,]+)/;
/** The longest array or object that is marked as a whole; of a longer one its bracket is. */
const SHORT = 80;
/** As the server cuts keys and pointers that no record has. */
const LONGEST_NAME = 64;
const LONGEST_POINTER = 256;

/** @param {string} place @param {string | number} step @returns {string} the JSON pointer of a member */
function farther(place, step) {
  if (place.length > LONGEST_POINTER) return place.endsWith("/…") ? place : `${place}/…`;
  const letters = [...String(step)];
  const short = letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : String(step);
  return `${place}/${short.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** @param {string} text @param {number} count @returns {number} where so many characters of a text end */
function afterCharacters(text, count) {
  let at = 0;
  for (; count > 0 && at < text.length; count -= 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

/** @param {string} text @param {number} bytes @returns {number} where so many bytes of its UTF-8 end */
function afterBytes(text, bytes) {
  let at = 0;
  while (bytes > 0 && at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** The places of a text's values and keys by JSON pointer; of a key that stands twice the last, which counts. */
export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** @type {Map<string, Span>} */
    this.values = new Map();
    /** @type {Map<string, Span>} */
    this.keys = new Map();
    /** What is being read, the innermost last. @type {{pointer: string, start: number, step: string | number}[]} */
    this.open = [];
    /** @type {Span | null} */
    this.scalar = null;
    for (const token of text.matchAll(TOKEN)) this.#take(token[0], token.index, token.index + token[0].length);
    this.#endScalar();
    while (this.open.length) this.#close(text.length);
  }

  /**
   * The piece of the text that a fault is about; where it is missing, the bracket of what it should be in.
   * @param {Fault} fault @returns {Span}
   */
  of({ pointer, message }) {
    const told = pointer ? null : this.#toldByTheParser(message);
    if (told !== null) {
      const last = this.text.length - ((this.text.codePointAt(this.text.length - 2) ?? 0) > 0xffff ? 2 : 1);
      const start = Math.max(0, Math.min(told, last));
      return { start, end: start + afterCharacters(this.text.slice(start, start + 2), 1) };
    }
    const key = this.keys.get(pointer);
    if (key && ABOUT_THE_KEY.test(message)) return key;
    let place = pointer;
    while (place && !this.values.has(place)) place = place.slice(0, place.lastIndexOf("/"));
    const found = this.values.get(place) ?? { start: 0, end: afterCharacters(this.text.slice(0, 2), 1) };
    const lacking = place !== pointer;
    const opens = "{[".includes(this.text.charAt(found.start) || " ");
    return opens && (lacking || this.#isLong(found)) ? { start: found.start, end: found.start + 1 } : found;
  }

  /** @param {Span} span */
  #isLong({ start, end }) {
    return [...this.text.slice(start, end)].length > SHORT || this.text.slice(start, end).includes("\n");
  }

  /** @param {string} message @returns {number | null} */
  #toldByTheParser(message) {
    const character = CHARACTER.exec(message);
    if (character) return afterCharacters(this.text, Number(character[1]));
    const byte = BYTE.exec(message);
    return byte ? afterBytes(this.text, Number((byte[1] ?? "").replaceAll(",", ""))) : null;
  }

  /** @param {string} mark @param {number} start @param {number} end */
  #take(mark, start, end) {
    const inside = this.open.at(-1);
    if (mark === ":" && inside && this.scalar && typeof inside.step === "string") {
      inside.step = this.#keyAt(this.scalar);
      this.keys.set(this.#pointer(), this.scalar);
      this.scalar = null;
      return;
    }
    this.#endScalar();
    if (mark === "{" || mark === "[") {
      this.open.push({ pointer: this.#pointer(), start, step: mark === "{" ? "" : 0 });
    } else if (mark === "}" || mark === "]") {
      if (inside) this.#close(end);
    } else if (mark === ",") {
      if (inside && typeof inside.step === "number") inside.step += 1;
    } else if (mark !== ":") {
      this.scalar = { start, end };
    }
  }

  #pointer() {
    const inside = this.open.at(-1);
    return inside ? farther(inside.pointer, inside.step) : "";
  }

  /** @param {Span} span */
  #keyAt({ start, end }) {
    const written = this.text.slice(start, end);
    try {
      return String(JSON.parse(written));
    } catch {
      return written.replace(/^"+|"+$/g, "");
    }
  }

  #endScalar() {
    if (this.scalar) this.values.set(this.#pointer(), this.scalar);
    this.scalar = null;
  }

  /** @param {number} end */
  #close(end) {
    const closed = this.open.pop();
    if (closed) this.values.set(closed.pointer, { start: closed.start, end });
  }
}
