// The page of an upload that is under way: how far it is, and the page anew when it is done.
// @ts-check

import { grouped, numberOf, time } from "./making.js";
import { follow } from "./wire.js";

const place = document.querySelector("[data-follow]");
const bar = document.getElementById("progress");
if (place instanceof HTMLElement && bar instanceof HTMLProgressElement) {
  const label = place.querySelector("label");
  const left = place.querySelector(".left");
  const never = new AbortController().signal;
  follow(
    place.dataset.follow ?? "",
    (upload) => {
      bar.value = upload.done;
      if (label) label.textContent = `${grouped(upload.done)} of ${numberOf(upload.received, "record")}`;
      if (left) left.textContent = upload.seconds_left ? `about ${time(upload.seconds_left)} left` : "";
    },
    (why, seconds) => {
      if (left) left.textContent = `${why} Asking again in ${time(seconds)}.`;
    },
    never,
  ).then(
    () => location.reload(),
    (error) => {
      if (left) left.textContent = `${error instanceof Error ? error.message : error} Load the page again.`;
    },
  );
}
