// A hand of a lesson in the browser: the board of every table, without a line to the server. htmx posts the
// buttons; the answer is the table as it is then, and what the lesson says of it. Without this the form works
// as a plain one.
import {
  announceNews, handleKey, hideLost, hideToast, interrupt, showLost, showTable, table, toast, version, wake,
} from "./board.js";
import { parseHtml } from "./connection.js";

const words = document.body.dataset;

function tapped(event) {
  wake();
  hideToast();
  const button = event.target.closest("#table button");
  document.getElementById("numbers")?.hidePopover();
  if (button?.getAttribute("aria-disabled") !== "true" && button?.value !== "mas") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (button.getAttribute("aria-disabled") !== "true") return document.getElementById("numbers").showPopover();
  const why = button.title || button.parentElement.dataset.why || table().querySelector(".act").title;
  if (why) toast(why);
}

function answered(xhr) {
  const main = xhr.status && parseHtml(xhr.response).getElementById("table");
  if (!main) return showLost(words.failed);
  hideLost();
  const before = version();
  showTable(main);
  announceNews(table(), { hasMoved: version() > before });
  interrupt(table().querySelector(".told").textContent);
}

document.addEventListener("click", tapped, true);
document.addEventListener("keydown", handleKey);
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  xhr.addEventListener("loadend", () => answered(xhr));
});
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap = false; });
table().focus({ preventScroll: true });
