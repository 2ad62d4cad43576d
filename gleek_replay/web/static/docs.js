// Swagger UI on our own OpenAPI document.
const place = document.querySelector("#docs");
window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
});

// Swagger UI has a look for the dark, under this class.
const night = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", night.matches);
night.addEventListener("change", follow);
follow();
