// The controls under the table: buttons, the slider with its marks, the chapters, the speed.
// @ts-check

/** @typedef {import("./replay.js").Step} Step */

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} a part of the page */
export function part(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}.`);
  return found;
}

const GOING = { first: "first", back: "back", play: "play", forward: "forward", last: "last" };

/** @typedef {keyof typeof GOING} Going what a button does */

export class Controls {
  /** @param {Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    this.bar = part("controls", HTMLElement);
    this.slider = part("at-step", HTMLInputElement);
    this.count = part("step-count", HTMLElement);
    this.play = part("play", HTMLButtonElement);
    this.link = part("copy-link", HTMLButtonElement);
    this.speed = part("speed", HTMLSelectElement);
    this.chapters = [...part("chapters", HTMLElement).querySelectorAll("a")];
    this.slider.max = String(steps.length - 1);
    this.mark();
  }

  /** Marks on the slider where rules were broken, and where another reading finds something else. */
  mark() {
    const marks = part("marks", HTMLElement);
    for (const step of document.querySelectorAll("[data-step].wrong, [data-step].changed")) {
      if (!(step instanceof HTMLElement)) continue;
      const mark = document.createElement("i");
      mark.className = step.classList.contains("wrong") ? "wrong" : "changed";
      mark.style.left = `${(100 * Number(step.dataset.step)) / Math.max(this.steps.length - 1, 1)}%`;
      marks.append(mark);
    }
  }

  /** @param {number} number */
  show(number) {
    const last = this.steps.length - 1;
    this.slider.value = String(number);
    this.slider.setAttribute("aria-valuetext", `${number} of ${last}: ${this.steps[number].text}`);
    this.slider.style.setProperty("--done", `${(100 * number) / Math.max(last, 1)}%`);
    this.count.textContent = `${number} / ${last}`;
    const current = this.chapters.findLast((chapter) => chapterOf(chapter) <= number);
    for (const chapter of this.chapters) {
      if (chapter === current) chapter.setAttribute("aria-current", "step");
      else chapter.removeAttribute("aria-current");
    }
    if (current) this.bringIntoView(current);
    for (const button of this.bar.querySelectorAll("button")) {
      const { go } = button.dataset;
      if (go === "first" || go === "back") button.setAttribute("aria-disabled", String(number === 0));
      if (go === "last" || go === "forward") button.setAttribute("aria-disabled", String(number === last));
    }
  }

  /** The chapters stand in one line that moves where there is little room. @param {HTMLElement} chapter */
  bringIntoView(chapter) {
    const line = chapter.closest("ul");
    const [inner, outer] = [chapter, line].map((each) => each?.getBoundingClientRect());
    if (line && inner && outer) line.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 });
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    this.play.classList.toggle("playing", playing);
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
  }

  /** How long a step is shown while the hand plays, in milliseconds. @returns {number} */
  get pace() {
    return Number(this.speed.value);
  }

  /** @param {(going: Going) => void} going @param {(number: number) => void} go */
  onUse(going, go) {
    this.bar.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      const wanted = button?.dataset.go;
      if (wanted && wanted in GOING) going(/** @type {Going} */ (wanted));
    });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.offerLink();
  }

  /** Offer the address of the step to be copied, where the browser lets a page do it. */
  offerLink() {
    const { clipboard } = navigator;
    if (!clipboard) return;
    this.link.hidden = false;
    this.link.addEventListener("click", () => {
      const said = this.link.textContent;
      clipboard.writeText(addressOf(Number(this.slider.value))).then(() => {
        this.link.textContent = "Copied";
        window.setTimeout(() => (this.link.textContent = said), 1600);
      }, () => (this.link.textContent = "Not allowed"));
    });
  }
}

/** @param {HTMLAnchorElement} chapter @returns {number} the step that it begins with */
const chapterOf = (chapter) => Number(chapter.hash.slice(1));

/** @param {number} number @returns {string} the whole address of a step of this page */
function addressOf(number) {
  const address = new URL(window.location.href);
  address.hash = String(number);
  return address.href;
}
