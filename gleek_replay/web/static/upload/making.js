// Making elements, and writing numbers as the pages do.
// @ts-check

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with its attributes and what is in it.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} attributes @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  for (const child of children) if (child) made.append(child);
  return made;
}

/** @param {number} number */
export const grouped = (number) => Math.round(number).toLocaleString("en-GB");

/** @param {number} count @param {string} thing */
export const numberOf = (count, thing) => `${grouped(count)} ${thing}${count === 1 ? "" : "s"}`;

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return numberOf(bytes, "byte");
  if (bytes < 999_500) return `${grouped(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
}

/** @param {number} seconds */
export function time(seconds) {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 100 ? numberOf(whole, "second") : numberOf(Math.round(whole / 60), "minute");
}
