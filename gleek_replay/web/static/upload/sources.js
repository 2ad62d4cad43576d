// What somebody chose, dropped or pasted, and its text as far as the browser can read it.
// @ts-check

import { partsOf } from "./parts.js";

/** @typedef {import("./parts.js").Part} Part */
/** A part's text with the line on which it begins. @typedef {{text: string, line: number}} PartText */

/** The most that is read again to show a fault in it, unpacked. */
const MOST_READ = 32 * 1024 * 1024;
const LONGEST_NAME = 180;
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** @param {Blob} blob @returns {Promise<boolean>} */
async function isPacked(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** @param {ReadableStream<Uint8Array>} stream @returns {Promise<string | null>} its text; null if it is too long */
async function textOf(stream) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const reader = stream.getReader();
  let [text, read] = ["", 0];
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    read += piece.value.length;
    if (read > MOST_READ) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** A file, or what was pasted. */
export class Source {
  /** @param {string} name @param {Blob} blob */
  constructor(name, blob) {
    this.name = [...name].slice(0, LONGEST_NAME).join("").replace(UNSHOWN, "\ufffd");
    this.blob = blob;
    /** @type {Promise<{text: string, parts: Part[]} | null> | null} */
    this.reading = null;
  }

  get size() {
    return this.blob.size;
  }

  /** The text in its parts; null where it cannot be read here. */
  #read() {
    this.reading ??= (async () => {
      if (this.blob.size > MOST_READ) return null;
      try {
        const packed = await isPacked(this.blob);
        if (packed && !("DecompressionStream" in window)) return null;
        const stream = this.blob.stream();
        const text = await textOf(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream);
        return text === null ? null : { text, parts: partsOf(text) };
      } catch {
        return null; // the file is gone or has changed, or its gzip is broken: the faults are told without it
      }
    })();
    return this.reading;
  }

  /** How many parts the text has; null where it cannot be read here. */
  async count() {
    return (await this.#read())?.parts.length ?? null;
  }

  /** The part of a number, or at a place among them. @param {{number?: number, index?: number}} which
   * @returns {Promise<PartText | null>} */
  async part({ number, index }) {
    const read = await this.#read();
    const part = read?.parts.find((each, at) => (number === undefined ? at === index : each.number === number));
    return read && part ? { text: read.text.slice(part.start, part.end), line: part.line } : null;
  }
}

/** The names of what is sent, each of its own, so that an outcome leads back to its text.
 * @param {Source[]} sources @returns {Map<string, Source>} */
export function named(sources) {
  /** @type {Map<string, Source>} */
  const found = new Map();
  for (const source of sources) {
    let name = source.name;
    for (let copy = 2; found.has(name); copy += 1) name = `${source.name} (${copy})`;
    found.set(name, source);
  }
  return found;
}
