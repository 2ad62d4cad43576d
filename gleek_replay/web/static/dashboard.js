// Draws the figures of a player's page, in the colours of the page.
// @ts-check

/** @typedef {{data: any[], layout: Record<string, any>}} Figure */

const night = window.matchMedia("(prefers-color-scheme: dark)");
const touched = window.matchMedia("(pointer: coarse)");

/** @param {string} name @returns {string} a colour or font of the page's style sheet */
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** How each kind of trace is dressed, by its `meta.role`. */
const DRESS = {
  line: () => ({ line: { color: style("--gain"), width: 2, shape: "hv" } }),
  band: () => ({ fillcolor: style("--band") }),
  gain: () => ({ marker: { color: style("--gain"), opacity: 0.6 } }),
  loss: () => ({ marker: { color: style("--loss"), opacity: 0.6 } }),
  point: () => ({ marker: { color: style("--gain"), size: 11 } }),
};

/** @param {Figure} figure @returns {Figure} the same figure in the page's colours and type */
function dressed(figure) {
  const axis = { gridcolor: style("--hair"), zerolinecolor: style("--soft"), linecolor: style("--soft") };
  const whiskers = { color: style("--ink"), thickness: 1.4 };
  const data = figure.data.map((trace) => ({
    ...trace,
    ...DRESS[trace.meta?.role]?.(),
    ...(trace.error_x && { error_x: { ...trace.error_x, ...whiskers } }),
    ...(trace.error_y && { error_y: { ...trace.error_y, ...whiskers } }),
  }));
  const { title, ...layout } = figure.layout;
  return {
    data,
    layout: {
      ...layout,
      font: { family: style("--text"), size: 16, color: style("--ink") },
      hoverlabel: {
        bgcolor: style("--sheet"),
        bordercolor: style("--rule"),
        font: { family: style("--text"), size: 15, color: style("--ink") },
      },
      xaxis: { ...layout.xaxis, ...axis },
      yaxis: { ...layout.yaxis, ...axis },
      margin: { l: layout.margin?.l ?? 64, r: 12, t: 12, b: 56 },
      dragmode: touched.matches ? false : "zoom",
    },
  };
}

/** @param {HTMLElement} place @param {Figure} figure */
async function draw(place, figure) {
  const { data, layout } = dressed(figure);
  await window.Plotly.react(place, data, layout, {
    responsive: true,
    displaylogo: false,
    displayModeBar: touched.matches ? false : "hover",
    modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d"],
  });
}

/** @param {HTMLElement} place */
async function plate(place) {
  const answer = await fetch(place.dataset.figure ?? "", { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The figure could not be had: ${answer.status}.`);
  /** @type {Figure} */
  const figure = await answer.json();
  place.replaceChildren();
  const caption = document.getElementById(place.getAttribute("aria-describedby") ?? "");
  if (caption) caption.textContent = figure.layout.meta?.summary ?? "";
  await draw(place, figure);
  place.dataset.state = "drawn";
  night.addEventListener("change", () => draw(place, figure));
  place.on("plotly_click", (/** @type {any} */ event) => {
    const told = event.points[0]?.customdata;
    if (event.points[0]?.data.meta?.role === "line") location.href = `/hands/${encodeURIComponent(told[0])}`;
  });
}

await document.fonts?.ready;
for (const place of document.querySelectorAll("[data-figure]")) {
  plate(/** @type {HTMLElement} */ (place)).catch((error) => {
    place.textContent = error.message;
    /** @type {HTMLElement} */ (place).dataset.state = "failed";
  });
}
