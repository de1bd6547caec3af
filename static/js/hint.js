// A hint at a practice table: it takes the menu's place, shows the time left of the turn, and closes as soon as the
// table has moved on.
import { table, version } from "./board.js";
import { whileSeen } from "./connection.js";

const TICK = 250; // milliseconds
const menu = document.getElementById("menu"), sheet = document.getElementById("advice");
const prices = document.getElementById("advice-prices"), left = sheet.querySelector("[role=timer]");
let weighed = null; // the version that the open hint is about

// `asked` is the version that the reader saw when they asked for the hint.
export function run(button, asked) {
  button.addEventListener("htmx:beforeRequest", empty); // of the next time: an answer may overtake this file
  weighed = asked;
  setTimeout(open); // after the browser's own answer to the tap, which opens it within the menu
}

function empty() {
  prices.replaceChildren();
}

function open() {
  menu.hidePopover();
  sheet.showPopover();
  keepUp();
}

function keepUp() {
  if (weighed === null) return;
  left.textContent = table().querySelector(".clock").textContent;
  if (version() === weighed) return;
  weighed = null;
  sheet.hidePopover();
}

sheet.addEventListener("toggle", ({ newState }) => { if (newState === "closed") weighed = null; });
whileSeen(keepUp, TICK);
