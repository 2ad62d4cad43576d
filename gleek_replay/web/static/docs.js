// Swagger UI on our own OpenAPI document.
// @ts-check

const place = document.getElementById("docs");
window.SwaggerUIBundle({
  url: place?.dataset.document,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // Its main part stands within ours, and a page has one.
  onComplete: () => place?.querySelector("main")?.setAttribute("role", "group"),
});

// Swagger UI has a look for the dark, under this class.
const night = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", night.matches);
night.addEventListener("change", follow);
follow();
