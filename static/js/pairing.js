// A search for rivals, on its own page, or above the practice table where a robot keeps company, or the table that was
// found, until it begins: if a rival does not come there, the search goes on. The open line is presence: whoever closes
// the page is not paired. A table that was found is gone to by itself after a moment.
import { Line, ServerClock, openWhileSeen, whileSeen } from "./connection.js";

const MOMENT = 3000, TICK = 250; // milliseconds
const place = document.querySelector("[data-search]");
const line = new Line(`/ws/pairing/?language=${document.documentElement.lang}`, { received, longest: 4000 });
let foundAt = 0, isLeaving = false;
const clock = new ServerClock();

function piece() {
  return document.getElementById("search");
}

function received(message) {
  const news = document.createElement("template");
  news.innerHTML = message;
  const found = news.content.querySelector("#search");
  if (!found) return; // a pulse
  if (found.dataset.state === "none") return end();
  if (found.innerHTML !== piece().dataset.drawn) show(found);
}

function show(found) {
  found.dataset.drawn = found.innerHTML;
  piece().replaceWith(found);
  setClock();
  const { state } = found.dataset;
  if (place.dataset.here) place.hidden = isHere();
  for (const way of place.querySelectorAll("[data-while]")) way.hidden = way.dataset.while !== state;
  if (state === "found" && !place.hidden) place.querySelector("[data-sit] button").focus({ preventScroll: true });
  tick();
}

function isHere() {
  return piece().dataset.game === place.dataset.here;
}

// Stopped in another tab, or too late for the table that was found.
function end() {
  if (place.dataset.search === "bar") place.hidden = true;
  else location.reload();
  line.shut();
}

function setClock() {
  const { now } = piece().dataset; // of a search that goes on
  if (now) clock.set(+now);
}

function tick() {
  const { state, since } = piece().dataset;
  if (state === "searching") {
    foundAt = 0;
    const seconds = Math.max(0, Math.floor((clock.now - since) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    write("[data-waited]", text);
  } else if (state === "found" && !isHere()) {
    foundAt ||= Date.now();
    const left = foundAt + MOMENT - Date.now();
    write("[data-left]", String(Math.max(0, Math.ceil(left / 1000))));
    if (left <= 0) sit();
  }
}

function write(selector, text) {
  const shown = piece().querySelector(selector);
  if (shown && shown.textContent !== text) shown.textContent = text;
}

function sit() {
  if (isLeaving) return;
  isLeaving = true;
  place.querySelector("[data-sit] button").click();
}

setClock();
whileSeen(tick, TICK);
openWhileSeen(line);
