// A hand of a lesson in the browser: the board of every table, without a line to the server. htmx posts the
// buttons; the answer is the table as it is then, and what the lesson says of it. Without this the form works
// as a plain one.
import { call, hideLost, hideToast, parsed, put, showLost, speak, table, toast, version, wake } from "./board.js";

const words = document.body.dataset;
const isKey = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);

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

// The keys of every table: 1 to 3 for the cards, a letter for each call.
function pressed(event) {
  wake();
  if (!isKey(event) || !table().contains(document.activeElement)) return;
  const key = event.key.toLowerCase();
  const card = "123".includes(key) && table().querySelectorAll(".held")[key - 1];
  const button = card || table().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
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
