// What was just said, seen for a moment over the felt: the call, its answer, the envido told value by value. It covers
// neither hand nor calls, takes no taps, and is no news: the table is complete when it arrives, and the log tells it.
import { table } from "./board.js";

const HOLD = { normal: 750, fast: 350 }, HURRIED = 420; // milliseconds that a beat stays
const stage = document.getElementById("stage");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let beats = [], timer = 0, told = new Map();
remember(table());

function spokenLines(main) {
  return [...main.querySelectorAll(".story li[class^=q]")];
}

function keyOf(main, line) {
  return `${main.querySelector(".story").dataset.hand} ${line.id}`;
}

function remember(main) {
  told = new Set(spokenLines(main).map((line) => keyOf(main, line)));
}

// Show what a new table says; what its reader had missed is not played again.
export function perform(main, wasAway) {
  const fresh = spokenLines(main).filter((line) => !told.has(keyOf(main, line)));
  remember(main);
  const pace = HOLD[document.body.dataset.motion || "normal"];
  if (main.querySelector(".finale")) return stop(); // which tells the last hand itself, and is to be read
  if (!fresh.length || wasAway || !pace || still.matches || document.hidden) return;
  beats.push(...fresh.map((line) => ({ seat: line.className.slice(1), words: wordsOf(line), pace })));
  if (!timer) next();
}

// `Name: words`; no call has a colon.
function wordsOf(line) {
  const text = line.textContent;
  return text.slice(text.lastIndexOf(": ") + 2);
}

function next() {
  const beat = beats.shift();
  stage.hidden = !beat;
  timer = beat ? setTimeout(next, beats.length > 1 ? HURRIED : beat.pace) : 0;
  if (beat) show(beat);
}

function show({ seat, words }) {
  const felt = table().querySelector(".felt").getBoundingClientRect();
  const face = table().querySelector(`#face${seat}`)?.dataset.face;
  for (const side of ["left", "top", "width", "height"]) stage.style.setProperty(`--${side}`, `${felt[side]}px`);
  const spoken = document.createElement("b");
  spoken.textContent = words;
  spoken.className = /^\d/.test(words) ? "value" : words.startsWith("¡") || words.endsWith("!") ? "call" : "answer";
  stage.replaceChildren(spoken);
  if (face) stage.insertAdjacentHTML("afterbegin", `<svg><use href="${document.body.dataset.faces}#${face}"/></svg>`);
}

function stop() {
  beats = [];
  clearTimeout(timer);
  next();
}

// A tap ends it.
addEventListener("pointerdown", stop, { capture: true });
