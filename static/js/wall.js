// The screen in the hall: it turns its leaves by itself, and asks for each anew. A line that is lost shows the last
// leaf, with a word, until the next one comes.
import { ServerClock, countdown, whileSeen } from "./connection.js";
import { fetchPiece } from "./fetch_piece.js";

const TURN = 12000; // milliseconds that a leaf stands
const LOOK = 2500; // between two looks whether a round was published: its first leaf comes at once
const AGAIN = 3000; // after a line that was lost
const TICK = 500;
const clock = new ServerClock();

let turning = setTimeout(turn, TURN);

async function turn() {
  const shown = document.getElementById("wall");
  const news = await next(`?leaf=${shown.dataset.next}`).catch(() => null);
  if (news) show(news);
  else {
    document.querySelector("#wall .lost").hidden = false;
    look();
    turning = setTimeout(turn, AGAIN);
  }
}

// A round that was published is shown at once, whatever leaf stands.
async function peek() {
  const { played } = document.getElementById("wall").dataset;
  const news = await next(`?known=${played}`).catch(() => null);
  if (news && document.getElementById("wall").dataset.played === played) show(news);
  setTimeout(peek, LOOK);
}

function show(news) {
  clearTimeout(turning);
  document.getElementById("wall").replaceWith(news);
  look();
  turning = setTimeout(turn, TURN);
}

async function next(asked) {
  const { answer, text } = await fetchPiece(asked);
  if (!answer.ok || answer.status === 204) return null;
  return new DOMParser().parseFromString(text, "text/html").getElementById("wall");
}

function look() {
  clock.set(document.getElementById("wall").dataset.now * 1000);
  tick();
  fit();
}

// A name, or whom one plays, stands whole wherever it fits; else each name is its first word with an initial.
function fit() {
  for (const name of document.querySelectorAll("[data-short]")) {
    const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1;
    if (isCut) name.textContent = name.dataset.short;
  }
}

function tick() {
  for (const count of document.querySelectorAll("[data-until]")) {
    const left = clock.left(count.dataset.until * 1000);
    count.textContent = countdown(left);
    count.closest(".clock")?.classList.toggle("rung", left <= 0);
  }
}

look();
whileSeen(tick, TICK);
setTimeout(peek, LOOK);
