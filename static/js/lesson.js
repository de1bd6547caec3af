// A hand of a lesson in the browser: the board of every table, without a line to the server. htmx posts the
// buttons; the answer is the table as it is then, and what the lesson says of it. Without this the form works
// as a plain one.
import { call, hideLost, hideToast, pressed, put, showLost, speak, table, toast, version, wake } from "./board.js";
import { parsed } from "./connection.js";

const words = document.body.dataset;

function tapped(event) {
  wake();
  hideToast();
  const button = event.target.closest("#table button");
  if (button?.getAttribute("aria-disabled") !== "true") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const why = button.title || button.parentElement.dataset.why || table().querySelector(".act").title;
  if (why) toast(why);
}

function answered(xhr) {
  const main = xhr.status && parsed(xhr.response).getElementById("table");
  if (!main) return showLost(words.failed);
  hideLost();
  const before = version();
  put(main);
  speak(table(), { hasMoved: version() > before });
  call(table().querySelector(".told").textContent);
}

document.addEventListener("click", tapped, true);
document.addEventListener("keydown", pressed);
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  xhr.addEventListener("loadend", () => answered(xhr));
});
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap = false; });
table().focus({ preventScroll: true });
