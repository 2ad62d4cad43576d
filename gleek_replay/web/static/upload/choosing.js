// Choosing what to send: files by their dialogue, dropped files and folders, and what is pasted on the page.
// @ts-check

import { make, numberOf, size } from "./making.js";
import { Source } from "./sources.js";

const HANDS = /\.(?:json|ndjson|jsonl|gz)$/i;
/** More are counted, not listed. */
const MOST_LISTED = 12;

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<FileSystemEntry[]>} */
async function entriesOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const found = [];
  for (;;) {
    const some = await new Promise((/** @type {(some: FileSystemEntry[]) => void} */ resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!some.length) return found;
    found.push(...some);
  }
}

/** The hand histories in a dropped folder, by their paths. @param {FileSystemEntry} entry @returns {Promise<Source[]>} */
async function inside(entry) {
  if (entry.isDirectory) {
    const found = await entriesOf(/** @type {FileSystemDirectoryEntry} */ (entry));
    found.sort((one, other) => one.name.localeCompare(other.name, "en", { numeric: true }));
    return (await Promise.all(found.map(inside))).flat();
  }
  if (!HANDS.test(entry.name)) return [];
  const file = await new Promise((/** @type {(file: File) => void} */ resolve, reject) =>
    /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
  );
  return [new Source(entry.fullPath.replace(/^\//, ""), file)];
}

/** What was dropped or pasted: the files, and what is in the folders. @param {DataTransfer} given @returns {Promise<Source[]>} */
async function sourcesOf(given) {
  // Both have to be asked for before anything is awaited: the browser takes them away after that.
  const folders = [...given.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory);
  const names = new Set(folders.map((folder) => folder?.name));
  const files = [...given.files].filter((file) => !(names.has(file.name) && !HANDS.test(file.name)));
  const found = await Promise.all(folders.map((folder) => (folder ? inside(folder) : [])));
  return [...files.map((file) => new Source(file.name, file)), ...found.flat()];
}

/** What somebody has chosen so far. */
export class Choice {
  /** @param {HTMLFormElement} form @param {() => void} changed @param {(what: string) => void} say */
  constructor(form, changed, say) {
    /** @type {Source[]} */
    this.files = [];
    this.changed = changed;
    this.say = say;
    this.zone = /** @type {HTMLElement} */ (form.querySelector("[data-drop]"));
    this.list = /** @type {HTMLElement} */ (form.querySelector("[data-chosen]"));
    this.pasted = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("pasted"));
    const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("files"));
    this.#takeFrom(input);
    this.#offerFolders(input);
    this.pasted.addEventListener("input", () => this.changed());
    this.#receiveDrops(input);
    document.addEventListener("paste", (event) => this.#paste(event));
  }

  /** All that is to be sent, in order; what was pasted goes last. @returns {Source[]} */
  get sources() {
    const text = this.pasted.value;
    return text.trim() ? [...this.files, new Source("Pasted", new Blob([text]))] : [...this.files];
  }

  /** Take everything back that was chosen. */
  clear() {
    this.files = [];
    this.pasted.value = "";
    this.#show();
  }

  /** @param {HTMLInputElement} input */
  #takeFrom(input) {
    input.addEventListener("change", () => {
      this.#add([...(input.files ?? [])].map((file) => new Source(file.webkitRelativePath || file.name, file)));
      input.value = ""; // so that the same file can be chosen once more when it has been mended
    });
  }

  /** @param {HTMLInputElement} input */
  #offerFolders(input) {
    if (!("webkitdirectory" in input)) return;
    const folder = make("input", { type: "file", id: "folder", hidden: "", multiple: "", webkitdirectory: "" });
    const button = make("button", { type: "button", class: "as-link" }, "or a whole folder");
    folder.addEventListener("change", () => {
      const files = [...(folder.files ?? [])].filter((file) => HANDS.test(file.name));
      this.#add(files.map((file) => new Source(file.webkitRelativePath || file.name, file)));
      folder.value = "";
    });
    button.addEventListener("click", () => folder.click());
    input.after(folder, button);
  }

  /** @param {HTMLInputElement} input */
  #receiveDrops(input) {
    this.zone.classList.add("receives");
    let deep = 0;
    this.zone.addEventListener("click", (event) => {
      if (event.target === this.zone || event.target instanceof HTMLParagraphElement) input.click();
    });
    // Everywhere on the page, so that a file that misses the zone does not take the place of the page.
    document.addEventListener("dragenter", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      deep += 1;
      this.zone.classList.add("awaits");
    });
    document.addEventListener("dragleave", () => {
      deep = Math.max(0, deep - 1);
      if (!deep) this.zone.classList.remove("awaits");
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      deep = 0;
      this.zone.classList.remove("awaits");
      if (event.dataTransfer) void this.#take(event.dataTransfer);
    });
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    const given = event.clipboardData;
    if (!given) return;
    if (given.files.length) {
      event.preventDefault();
      void this.#take(given);
      return;
    }
    const into = event.target instanceof Element ? event.target.closest("textarea, input, [contenteditable]") : null;
    const text = given.getData("text/plain");
    if (into || !text.trim()) return;
    event.preventDefault();
    this.pasted.value = this.pasted.value.trim() ? `${this.pasted.value.trimEnd()}\n${text}` : text;
    this.pasted.focus();
    this.say("What you pasted stands in the field.");
    this.changed();
  }

  /** @param {DataTransfer} given */
  async #take(given) {
    const text = given.getData("text/plain");
    const found = await sourcesOf(given);
    if (found.length) this.#add(found);
    else if (text.trim()) {
      this.pasted.value = text;
      this.changed();
    } else this.say("There was no hand history in that: files end in .json, .ndjson, .jsonl or .gz.");
  }

  /** @param {Source[]} more */
  #add(more) {
    this.files.push(...more);
    this.#show();
    if (more.length) this.say(`${numberOf(this.files.length, "file")} chosen.`);
  }

  #show() {
    const items = this.files.slice(0, MOST_LISTED).map((file) => {
      const button = make("button", { type: "button", class: "as-link", "aria-label": `Leave out ${file.name}` }, "leave out");
      button.addEventListener("click", () => {
        this.files = this.files.filter((each) => each !== file);
        this.#show();
      });
      return make("li", {}, make("span", {}, file.name), make("span", { class: "soft numbers" }, size(file.size)), button);
    });
    const more = this.files.length - items.length;
    if (more > 0) items.push(make("li", {}, `and ${numberOf(more, "further file")}`));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.changed();
  }
}
