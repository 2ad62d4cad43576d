// The page on which hands are sent: chosen, checked, sent with their progress, and told of in the end.
// @ts-check

import { foundIn, malformed } from "./checking.js";
import { Choice } from "./choosing.js";
import { make, numberOf, size } from "./making.js";
import { Report } from "./report.js";
import { named } from "./sources.js";
import { foundOf } from "./telling.js";
import { check, follow, freshKey, outcomes, send } from "./wire.js";

/** @typedef {import("./sources.js").Source} Source */
/** @typedef {import("./wire.js").Upload} Upload */

const form = /** @type {HTMLFormElement} */ (document.getElementById("sending"));
const report = new Report(/** @type {HTMLElement} */ (document.getElementById("report")));
const replace = /** @type {HTMLInputElement} */ (form.elements.namedItem("replace"));
const token = /** @type {HTMLInputElement} */ (form.elements.namedItem("form_token")).value;
const { tokenHeader = "", largest = "0", mostFiles = "0", conflict = "" } = form.dataset;

/** The name of the upload that is being sent; another one as soon as anything about it is changed. */
let key = freshKey();
/** What goes on, and how to call it off. @type {AbortController | null} */
let busy = null;

const choice = new Choice(form, changed, (what) => report.say(what));
replace.addEventListener("change", changed);

function changed() {
  key = freshKey();
}

/** @param {Source[]} sources @returns {string | null} why that cannot be sent */
function whyNot(sources) {
  if (!sources.length) return "Choose or drop files, or paste hand histories, first.";
  const most = Number(mostFiles) - 10; // the form has a few parts besides
  if (sources.length > most) {
    return `That is more than ${numberOf(most, "file")}. Put the hands into fewer files, one on each line, and send those.`;
  }
  const bytes = sources.reduce((sum, source) => sum + source.size, 0);
  if (bytes > Number(largest)) {
    return `That is ${size(bytes)}, and ${size(Number(largest))} are taken at once. Send it in parts, or pack it with gzip.`;
  }
  return null;
}

/**
 * Do one thing at a time; what goes wrong is told, with a way to try it again.
 * @param {(sources: Source[], signal: AbortSignal) => Promise<void>} work @param {() => void} again
 */
async function run(work, again) {
  if (busy) return;
  const sources = choice.sources;
  const fault = whyNot(sources);
  if (fault) return report.refuse(fault);
  busy = new AbortController();
  setBusy(true);
  try {
    await work(sources, busy.signal);
  } catch (error) {
    report.fail(error, again);
  } finally {
    busy = null;
    setBusy(false);
  }
}

/** @param {boolean} on */
function setBusy(on) {
  for (const button of form.querySelectorAll("button")) button.disabled = on;
  form.setAttribute("aria-busy", String(on));
}

/** @param {Source[]} sources @param {AbortSignal} signal */
async function store(sources, signal) {
  const files = new FormData();
  const byName = named(sources);
  for (const [name, source] of byName) files.append("files", source.blob, name);
  const step = report.begin(`Sending ${numberOf(sources.length, "file")}`, () => busy?.abort());
  const receipt = await send(files, {
    token, tokenHeader, key, replace: replace.checked, signal,
    sent: (sent, total) => step.bytes(sent, total),
    waits: (why, seconds) => step.waits(why, seconds),
  });
  const { id } = receipt.upload;
  report.begin("Working on the hands", null, `/uploads/${id}`).work(receipt.upload);
  const upload = await follow(id, (each) => report.step?.work(each), (why, seconds) => report.step?.waits(why, seconds), signal);
  if (!upload.malformed && !upload.conflicting) choice.clear(); // else it is there to be mended
  await tell(upload, byName);
}

/** @param {Upload} upload @param {Map<string, Source>} byName */
async function tell(upload, byName) {
  await report.outcomes(upload, async (status, next, waits, signal) => {
    const page = await outcomes(upload.id, status, next, waits, signal);
    const found = await Promise.all(
      page.items.map(async (each) => {
        const source = byName.get(each.file ?? "");
        return { file: each.file, found: await foundOf(each, source, conflict) };
      }),
    );
    return { found, next: page.next };
  });
}

/** @param {Source[]} sources @param {AbortSignal} signal */
async function look(sources, signal) {
  const step = report.begin(`Checking ${numberOf(sources.length, "file")}`, () => busy?.abort());
  const told = [];
  for (const [name, source] of named(sources)) {
    const how = {
      token, tokenHeader, signal,
      sent: (/** @type {number} */ sent, /** @type {number} */ total) => step.bytes(sent, total),
      waits: (/** @type {string} */ why, /** @type {number} */ seconds) => step.waits(why, seconds),
    };
    const answer = await check(source.blob, how).catch((error) => {
      const audit = malformed(error);
      if (!audit) throw error;
      return audit;
    });
    told.push(...(await foundIn(answer, source)).map((found) => ({ file: name, found })));
  }
  report.checked(told);
}

const storeAgain = () => void run(store, storeAgain);
const lookAgain = () => void run(look, lookAgain);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  storeAgain();
});
const checking = make("button", { type: "button", class: "button second" }, "Check first");
checking.addEventListener("click", lookAgain);
form.querySelector("[type=submit]")?.after(checking);
for (const told of document.querySelectorAll("[data-with-script]")) told.removeAttribute("hidden");
window.addEventListener("beforeunload", (event) => {
  if (busy && report.sending) event.preventDefault();
});
form.dataset.ready = "true";
