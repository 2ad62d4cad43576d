// What the audits of hands say that are not kept: verdicts, and what is wrong, each at its place in the text.
// @ts-check

import { numberOf } from "./making.js";
import { Refused } from "./wire.js";

/** @typedef {import("./places.js").Fault} Fault */
/** @typedef {import("./sources.js").Source} Source */
/** @typedef {import("./telling.js").Found} Found */
/** @typedef {{verdict: string, number?: number, faults?: Fault[], hand_id?: string,
 *   violations?: {action: number | null, message: string}[],
 *   differences?: {for: string, player: string, recorded: number, due: number}[]}} Audit */

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

/** @param {Audit} audit @returns {string | null} */
function note(audit) {
  const differences = audit.differences ?? [];
  if (!differences.length) return null;
  const told = differences
    .slice(0, 6)
    .map((each) => `${each.player} ${signed(each.recorded)} for ${each.for.replaceAll("_", " ")}, due ${signed(each.due)}`);
  const more = differences.length - told.length;
  return `Recorded otherwise than due: ${told.join("; ")}${more > 0 ? `; and ${numberOf(more, "more difference")}` : ""}.`;
}

/** @param {Audit} audit @returns {Fault[]} what is wrong, by its place in the record */
function faultsOf(audit) {
  if (audit.faults) return audit.faults;
  return (audit.violations ?? []).map(({ action, message }) => ({
    pointer: action === null ? "" : `/actions/${action}`,
    message,
  }));
}

/**
 * What each part of a source comes to.
 * @param {unknown} told the answer: an audit, or a list of them @param {Source} source @returns {Promise<Found[]>}
 */
export async function foundIn(told, source) {
  const audits = /** @type {Audit[]} */ (Array.isArray(told) ? told : [told]);
  return Promise.all(
    audits.map(async (audit, index) => {
      const faults = faultsOf(audit);
      const { number } = audit;
      const text = faults.length ? await source.part(number === undefined ? { index } : { number }) : null;
      const hand = audit.hand_id ?? null;
      return { number: number ?? index + 1, hand, link: false, verdict: audit.verdict, status: null, faults, note: note(audit), text };
    }),
  );
}

/** A refusal that is about the one record which was sent: it is malformed. @param {unknown} error @returns {Audit | null} */
export function malformed(error) {
  const about = error instanceof Refused && error.status === 422 && error.faults.length > 0;
  return about && error instanceof Refused ? { verdict: "malformed", faults: error.faults } : null;
}
