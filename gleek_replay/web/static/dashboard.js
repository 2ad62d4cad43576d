// Draws the figures of a page in its own colours, follows their points to the hands behind them, and lets
// them be taken away as pictures.
// @ts-check

const night = window.matchMedia("(prefers-color-scheme: dark)");
const touched = window.matchMedia("(pointer: coarse)");

/** @param {string} name @returns {string} a colour or font of the page's style sheet */
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Every colour of a figure has a name; the page has its own for most of them.
 * @param {PlotlyFigure} figure @returns {PlotlyFigure} the same figure in the page's colours and type
 */
function dressed(figure) {
  let written = JSON.stringify(figure);
  for (const [colour, name] of Object.entries(figure.layout.meta?.colours ?? {})) {
    const own = style(`--${name}`);
    if (own) written = written.replaceAll(`"${colour}"`, JSON.stringify(own));
  }
  /** @type {PlotlyFigure} */
  const { data, layout } = JSON.parse(written);
  const { title, ...rest } = layout;
  return {
    data,
    layout: {
      ...rest,
      font: { family: style("--text"), size: 16, color: style("--ink") },
      hoverlabel: {
        bgcolor: style("--sheet"),
        bordercolor: style("--rule"),
        font: { family: style("--text"), size: 15, color: style("--ink") },
      },
      margin: { ...rest.margin, t: 12 },
      dragmode: touched.matches ? false : "zoom",
    },
  };
}

/** @param {HTMLElement} place @param {PlotlyFigure} figure */
async function draw(place, figure) {
  const { data, layout } = dressed(figure);
  const { height, least_width: leastWidth } = figure.layout.meta ?? {};
  place.style.height = height ? `${height}px` : "";
  place.style.minWidth = leastWidth ? `${leastWidth}px` : "";
  await window.Plotly.react(place, data, layout, {
    responsive: true,
    displaylogo: false,
    displayModeBar: touched.matches ? false : "hover",
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d", "toImage"],
  });
  // A sentence beside the figure says what it shows; read aloud, its ticks and labels would be noise.
  for (const drawing of place.querySelectorAll(".main-svg")) drawing.setAttribute("aria-hidden", "true");
}

/** What is drawn in each place. @type {WeakMap<HTMLElement, PlotlyFigure>} */
const drawn = new WeakMap();

/** What was asked for last in each place. @type {WeakMap<HTMLElement, AbortController>} */
const requests = new WeakMap();

/**
 * Fetches the figure of a place and draws it. Whatever was asked for before is given up: an answer that comes late
 * must not take the place of a newer one.
 * @param {HTMLElement} place @param {string} address
 */
async function show(place, address) {
  requests.get(place)?.abort();
  const request = new AbortController();
  requests.set(place, request);
  try {
    await fetchAndDraw(place, address, request.signal);
  } catch (error) {
    if (!request.signal.aborted) fail(place, error);
  }
}

/** @param {HTMLElement} place @param {string} address @param {AbortSignal} signal */
async function fetchAndDraw(place, address, signal) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, signal });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail ?? `The figure could not be had: ${answer.status}.`);
  /** @type {PlotlyFigure} */
  const figure = told;
  const first = !drawn.has(place);
  if (first) place.replaceChildren();
  drawn.set(place, figure);
  const caption = document.getElementById(place.getAttribute("aria-describedby") ?? "");
  if (caption) caption.textContent = figure.layout.meta?.summary ?? "";
  await draw(place, figure);
  if (first) {
    pictures(place);
    follow(place);
  }
  place.dataset.state = "drawn";
}

/** @param {HTMLElement} place @param {unknown} error */
function fail(place, error) {
  window.Plotly?.purge(place);
  drawn.delete(place);
  for (const button of takeaway(place)?.querySelectorAll("button") ?? []) button.remove();
  place.textContent = error instanceof Error ? error.message : String(error);
  place.dataset.state = "failed";
}

/**
 * Where a point leads: to a hand, to the hands behind it, or to a player. The query of hands is laid over
 * that by which the page finds its own.
 * @param {HTMLElement} place @param {PlotlyPoint} point @returns {string | null}
 */
function behind(place, point) {
  const [first, second] = [point.customdata].flat();
  if (!first) return null;
  switch (point.data.meta?.link) {
    case "hand":
      return `/hands/${encodeURIComponent(first)}`;
    case "player":
      return `/players/${encodeURIComponent(first)}${second ? `?${second}` : ""}`;
    case "hands": {
      const own = place.closest("[data-hands]")?.getAttribute("data-hands");
      if (!own) return null;
      const address = new URL(own, location.href);
      const laid = new URLSearchParams(first);
      for (const name of new Set(laid.keys())) address.searchParams.delete(name);
      for (const [name, value] of laid) address.searchParams.append(name, value);
      return address.href;
    }
    default:
      return null;
  }
}

/** @param {HTMLElement} place */
function follow(place) {
  /** @type {PlotlyElement} */ (place).on("plotly_click", (event) => {
    const address = behind(place, event.points[0]);
    if (address) location.href = address;
  });
}

/** Where a figure and what is in it can be taken away. @param {HTMLElement} place */
const takeaway = (place) => place.closest(".plate")?.querySelector(".takeaway");

/** @param {HTMLElement} place @param {"png" | "svg"} format */
async function takeAway(place, format) {
  const figure = drawn.get(place);
  if (!figure) return;
  const { data, layout } = dressed(figure);
  const size = { width: Math.max(900, place.clientWidth), height: Math.max(480, place.clientHeight) };
  const whole = {
    data,
    layout: {
      ...layout,
      title: { ...figure.layout.title, font: { color: style("--ink") } },
      margin: { ...layout.margin, t: 84 },
      paper_bgcolor: style("--paper"),
    },
  };
  await window.Plotly.downloadImage(whole, { format, filename: place.dataset.name ?? "figure", scale: 2, ...size });
}

/** @param {HTMLElement} place */
function pictures(place) {
  for (const format of /** @type {const} */ (["png", "svg"])) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "as-link";
    button.textContent = format.toUpperCase();
    button.title = `Keep the figure as ${format === "png" ? "a picture" : "a drawing"}`;
    button.addEventListener("click", () => void takeAway(place, format));
    takeaway(place)?.prepend(button);
  }
}

/** A form beside a figure asks for another one. @param {HTMLElement} place @param {string} address */
function asked(place, address) {
  const form = place.closest(".plate")?.querySelector("form");
  if (!(form instanceof HTMLFormElement)) return address;
  const url = new URL(address, location.href);
  for (const name of ["measure", "by", "window", "cumulative"]) url.searchParams.delete(name);
  for (const [name, value] of new FormData(form)) url.searchParams.append(name, String(value));
  return url.href;
}

/** What was asked for of a figure stands in the address, behind its name, so that it can be handed on. */
const ANCHOR = /^#(\w+):(.*)$/;

/** @param {HTMLFormElement} form @param {HTMLElement} place */
function remember(form, place) {
  const told = new URLSearchParams();
  for (const [name, value] of new FormData(form)) told.append(name, String(value));
  history.replaceState(null, "", `#${place.dataset.name}:${told}`);
}

/** @param {HTMLFormElement} form @param {HTMLElement} place */
function recall(form, place) {
  const [, name, told] = ANCHOR.exec(location.hash) ?? [];
  if (name !== place.dataset.name) return;
  for (const [field, value] of new URLSearchParams(told)) {
    const asked = form.elements.namedItem(field);
    if (asked instanceof HTMLInputElement && asked.type === "checkbox") asked.checked = true;
    else if (asked instanceof HTMLInputElement || asked instanceof HTMLSelectElement) asked.value = value;
  }
  place.scrollIntoView();
}

/** Some fields matter only where another says so. @param {HTMLFormElement} form */
function fit(form) {
  const by = String(new FormData(form).get("by"));
  for (const field of form.querySelectorAll("[data-only-by]")) {
    /** @type {HTMLElement} */ (field).hidden = field.getAttribute("data-only-by") !== by;
  }
}

/** @param {HTMLElement} place */
function plate(place) {
  const address = place.dataset.figure ?? "";
  const papers = takeaway(place)?.querySelectorAll("a") ?? [];
  const again = () => {
    for (const paper of papers) paper.setAttribute("href", asked(place, paper.getAttribute("href") ?? ""));
    void show(place, asked(place, address));
  };
  const form = place.closest(".plate")?.querySelector("form");
  if (form) fit(form);
  form?.addEventListener("change", () => {
    fit(form);
    remember(form, place);
    again();
  });
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    again();
  });
  night.addEventListener("change", () => {
    const figure = drawn.get(place);
    if (figure) void draw(place, figure);
  });
  again();
}

/** Figures are fetched as they come near, so that the first ones do not wait for the last. */
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      plate(/** @type {HTMLElement} */ (target));
    }
  },
  { rootMargin: "600px" },
);

await document.fonts?.ready;
for (const place of document.querySelectorAll("[data-figure]")) {
  const form = place.closest(".plate")?.querySelector("form");
  if (form) recall(form, /** @type {HTMLElement} */ (place));
  near.observe(place);
}
