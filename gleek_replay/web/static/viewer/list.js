// The list of what was done: the current step stands out and is in view within it, and any can be gone to.
// @ts-check

export class List {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<number, HTMLElement>} */
    this.steps = new Map();
    for (const step of place.querySelectorAll("[data-step]")) {
      if (!(step instanceof HTMLElement)) continue;
      this.steps.set(Number(step.dataset.step), step);
      step.removeAttribute("id"); // an address with its number opens the table there, not the list alone
    }
  }

  /** @param {number} number @param {boolean} smoothly */
  show(number, smoothly) {
    this.place.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const step = this.steps.get(number);
    if (!step) return;
    step.setAttribute("aria-current", "step");
    const [inner, outer] = [step.getBoundingClientRect(), this.place.getBoundingClientRect()];
    const above = (outer.height - inner.height) / 2;
    const top = number && this.place.scrollTop + inner.top - outer.top - Math.max(above, 12);
    this.place.scrollTo({ top, behavior: smoothly ? "smooth" : "instant" });
  }

  /** What a step number's own words are. @param {(number: number) => void} go */
  onChoice(go) {
    this.place.addEventListener("click", (event) => {
      const at = event.target;
      if (!(at instanceof Element) || at.closest("details, a:not(.step-number)")) return;
      const step = at.closest("[data-step]");
      if (step instanceof HTMLElement && !window.getSelection()?.toString()) go(Number(step.dataset.step));
    });
  }
}
