// The keys that go through the hand. They are left alone where they mean something else.
// @ts-check

/** @typedef {import("./controls.js").Going} Going */

/** @type {Map<string, Going>} */
const KEYS = new Map([
  ["ArrowLeft", "back"], ["ArrowRight", "forward"], ["Home", "first"], ["End", "last"], [" ", "play"],
]);

/** Whether a key belongs to what has the focus: text and choices take all of them, what can be pressed the space. @param {KeyboardEvent} event */
function isTaken(event) {
  const focused = event.target instanceof Element ? event.target : null;
  if (focused?.closest("input, select, textarea, [contenteditable]")) return true;
  if (event.key === " ") return Boolean(focused?.closest("button, summary, a, [role=button]"));
  return Boolean(focused?.closest(".scroll"));
}

/** @param {HTMLElement} viewer @returns {boolean} whether any of it can be seen */
function isInView(viewer) {
  const { top, bottom } = viewer.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** @param {HTMLElement} viewer @param {(going: Going) => void} going */
export function onKeys(viewer, going) {
  document.addEventListener("keydown", (event) => {
    const wanted = KEYS.get(event.key);
    if (!wanted || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (isTaken(event) || !isInView(viewer)) return;
    event.preventDefault();
    going(wanted);
  });
}
