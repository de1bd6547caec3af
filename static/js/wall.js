// The screen in the hall: it turns its leaves by itself, and asks for each anew. A line that is lost shows the last
// leaf, with a word, until the next one comes.
import { ServerClock, countdown, whileSeen } from "./live.js";

const TURN = 12000; // milliseconds that a leaf stands
const AGAIN = 3000; // after a line that was lost
const TICK = 500;
const clock = new ServerClock();

async function turn() {
  const shown = document.getElementById("wall");
  const news = await next(shown.dataset.next).catch(() => null);
  if (news) shown.replaceWith(news);
  else shown.querySelector(".lost").hidden = false;
  look();
  setTimeout(turn, news ? TURN : AGAIN);
}

async function next(leaf) {
  const answer = await fetch(`?leaf=${leaf}`, { headers: { "HX-Request": "true" } });
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wall");
}

function look() {
  clock.set(document.getElementById("wall").dataset.now * 1000);
  tick();
}

function tick() {
  for (const count of document.querySelectorAll("[data-until]")) {
    count.textContent = countdown(clock.left(count.dataset.until * 1000));
  }
}

look();
whileSeen(tick, TICK);
setTimeout(turn, TURN);
