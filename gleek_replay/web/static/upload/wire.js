// Sending hands and asking what came of them: politely, and so that a lost connection leaves nothing twice.
// @ts-check

/** @typedef {import("./places.js").Fault} Fault */
/** @typedef {{id: string, state: string, bytes: number, received: number, done: number, accepted: number,
 *   duplicate: number, corroborating: number, conflicting: number, malformed: number, failed: number,
 *   rate: number | null, seconds_left: number | null}} Upload */
/** @typedef {{file: string | null, number: number, status: string, hand_id: string | null,
 *   verdict: string | null, faults: Fault[]}} Outcome */
/** @typedef {{upload: Upload, outcomes: Outcome[] | null}} Receipt */
/** @typedef {{items: Outcome[], next: string | null}} OutcomePage */
/** @typedef {{status: number, detail?: string, request_id?: string, faults?: Fault[]}} Problem */
/** @typedef {{status: number, told: unknown, wait: number | null}} Answer */
/** How far the bytes are. @callback Sent @param {number} sent @param {number} total @returns {void} */
/** Why it waits, and for how many seconds. @callback Waits @param {string} why @param {number} seconds @returns {void} */

const MOST_TRIES = 7;
const LONGEST_WAIT = 30;
const FIRST_LOOK = 0.4;
const SLOWEST_LOOK = 5;

/** The service refused. */
export class Refused extends Error {
  /** @param {number} status @param {Problem | null} problem */
  constructor(status, problem) {
    super(problem?.detail ?? `The service answered with ${status}.`);
    this.status = status;
    this.faults = problem?.faults ?? [];
    this.request = problem?.request_id ?? null;
  }

  /** What can be done about it. @returns {string} */
  get remedy() {
    switch (this.status) {
      case 401:
      case 403:
        return "Nothing was kept. Load this page again, sign in if it asks you to, and send once more.";
      case 409:
      case 429:
      case 502:
      case 503:
      case 504:
        return "Wait a little and send again: what has arrived already is not kept twice.";
      case 413:
        return "Nothing was kept. Divide what you send, or pack it with gzip, and send the parts.";
      case 415:
      case 422:
      case 400:
        return "Nothing was kept. Send hand histories as JSON or NDJSON, plain or packed with gzip.";
      case 507:
        return "Nothing was kept. Tell whoever runs the service that its disk is full, and send again later.";
      default:
        return "Send again once. If it fails in the same way, report the number of the request.";
    }
  }
}

/** The connection broke, and nobody knows what arrived. */
export class Lost extends Error {
  constructor() {
    super("The connection to the service broke off.");
    this.remedy = "Look whether you are online, and send again: what has arrived already is not kept twice.";
  }
}

/** Somebody called it off. */
export class CalledOff extends Error {
  constructor() {
    super("It was called off.");
    this.remedy = "If the service had all of it already, the hands are kept; your latest uploads tell.";
  }
}

/** @returns {string} a name for an upload that no other has */
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} seconds @param {AbortSignal} signal @returns {Promise<void>} sooner when the line is back */
function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CalledOff());
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener("online", over);
      signal.removeEventListener("abort", over);
      if (signal.aborted) reject(new CalledOff());
      else resolve();
    };
    const timer = setTimeout(over, seconds * 1000);
    window.addEventListener("online", over);
    signal.addEventListener("abort", over);
  });
}

/** @param {string} text @returns {unknown} */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string | null} header @returns {number | null} seconds */
const seconds = (header) => (header && /^\d+$/.test(header) ? Math.min(Number(header), 600) : null);

/**
 * One request with a body; its progress is told, which `fetch` cannot.
 * @param {string} address @param {XMLHttpRequestBodyInit} body @param {Record<string, string>} headers
 * @param {Sent} sent @param {AbortSignal} signal @returns {Promise<Answer>}
 */
function post(address, body, headers, sent, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new CalledOff());
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", (event) => sent(event.loaded, event.total));
    request.addEventListener("load", () => {
      const wait = seconds(request.getResponseHeader("Retry-After"));
      resolve({ status: request.status, told: read(request.responseText), wait });
    });
    request.addEventListener("error", () => reject(new Lost()));
    request.addEventListener("abort", () => reject(new CalledOff()));
    request.addEventListener("loadend", () => signal.removeEventListener("abort", stop));
    signal.addEventListener("abort", stop);
    request.send(body);
  });
}

/** @param {string} address @param {AbortSignal} signal @returns {Promise<Answer>} */
async function ask(address, signal) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal });
    const wait = seconds(answer.headers.get("Retry-After"));
    return { status: answer.status, told: read(await answer.text()), wait };
  } catch {
    throw signal.aborted ? new CalledOff() : new Lost();
  }
}

/** @param {number} status */
const passes = (status) => [409, 429, 502, 503, 504].includes(status);

/**
 * Ask until there is an answer that will not change by waiting; a broken line and a busy service are waited for.
 * @param {() => Promise<Answer>} once @param {Waits} waits @param {AbortSignal} signal @returns {Promise<unknown>}
 */
async function patiently(once, waits, signal) {
  for (let tries = 1; ; tries += 1) {
    const usual = Math.min(2 ** (tries - 1), LONGEST_WAIT);
    try {
      const { status, told, wait } = await once();
      if (status >= 200 && status < 300) return told;
      const problem = /** @type {Problem | null} */ (told);
      if (!passes(status) || tries === MOST_TRIES) throw new Refused(status, problem);
      const rest = wait ?? usual;
      waits(problem?.detail ?? "The service is busy.", rest);
      await pause(rest, signal);
    } catch (error) {
      if (!(error instanceof Lost) || tries === MOST_TRIES) throw error;
      waits(error.message, usual);
      await pause(usual, signal);
    }
  }
}

/**
 * Store files. Sent again under the same key they are not kept twice.
 * @param {FormData} files
 * @param {{token: string, tokenHeader: string, key: string, replace: boolean, sent: Sent, waits: Waits,
 *   signal: AbortSignal}} how
 * @returns {Promise<Receipt>}
 */
export async function send(files, { token, tokenHeader, key, replace, sent, waits, signal }) {
  const address = `/api/v1/uploads${replace ? "?replace=true" : ""}`;
  const headers = { [tokenHeader]: token, "Idempotency-Key": key, Accept: "application/json" };
  const told = await patiently(() => post(address, files, headers, sent, signal), waits, signal);
  return /** @type {Receipt} */ (told);
}

/**
 * Audit one body and keep nothing: a list of audits, or the one of a single object.
 * @param {Blob} body @param {{token: string, tokenHeader: string, sent: Sent, waits: Waits, signal: AbortSignal}} how
 * @returns {Promise<unknown>}
 */
export function check(body, { token, tokenHeader, sent, waits, signal }) {
  const headers = { [tokenHeader]: token, "Content-Type": "application/octet-stream", Accept: "application/json" };
  return patiently(() => post("/api/v1/audits", body, headers, sent, signal), waits, signal);
}

/**
 * Follow an upload until it is done, less and less often.
 * @param {string} id @param {(upload: Upload) => void} each @param {Waits} waits @param {AbortSignal} signal
 * @returns {Promise<Upload>}
 */
export async function follow(id, each, waits, signal) {
  const address = `/api/v1/uploads/${encodeURIComponent(id)}`;
  for (let wait = FIRST_LOOK; ; wait = Math.min(wait * 1.4, SLOWEST_LOOK)) {
    const upload = /** @type {Upload} */ (await patiently(() => ask(address, signal), waits, signal));
    each(upload);
    if (upload.state === "done") return upload;
    await pause(wait, signal);
  }
}

/**
 * A page of what came of an upload; of those that came to one thing, if given.
 * @param {string} id @param {string} status @param {string | null} next the address of a further page
 * @param {Waits} waits @param {AbortSignal} signal @returns {Promise<OutcomePage>}
 */
export async function outcomes(id, status, next, waits, signal) {
  const asked = new URLSearchParams({ limit: "100", ...(status && { status }) });
  const address = next ?? `/api/v1/uploads/${encodeURIComponent(id)}/outcomes?${asked}`;
  return /** @type {OutcomePage} */ (await patiently(() => ask(address, signal), waits, signal));
}
