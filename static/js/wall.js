// The screen in the hall: it turns its leaves by itself, and asks for each anew. A line that is lost shows the last
// leaf, with a word, until the next one comes.
import { ServerClock, countdown, whileSeen } from "./live.js";

const TURN = 12000; // milliseconds that a leaf stands
const LOOK = 2500; // between two looks whether a round was published: its first leaf comes at once
const AGAIN = 3000; // after a line that was lost
const TICK = 500;
const clock = new ServerClock();

let due = performance.now() + TURN;

async function turn() {
  const shown = document.getElementById("wall");
  const isDue = performance.now() >= due;
  const asked = isDue ? `?leaf=${shown.dataset.next}` : `?known=${shown.dataset.played}`;
  const news = await next(asked).catch(() => null);
  if (news) {
    shown.replaceWith(news);
    due = performance.now() + TURN;
    look();
  } else if (isDue) {
    shown.querySelector(".lost").hidden = false;
    look();
  }
  setTimeout(turn, isDue && !news ? AGAIN : LOOK);
}

async function next(asked) {
  const answer = await fetch(asked, { headers: { "HX-Request": "true" } });
  if (!answer.ok || answer.status === 204) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wall");
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
setTimeout(turn, LOOK);
