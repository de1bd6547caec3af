// The clocks of timed rounds: what is left until the bell, counted by the server's time.
import { ServerClock, countdown, whileSeen } from "./connection.js";

const TICK = 250;
const clock = new ServerClock();
clock.set(document.querySelector("[data-clocks]").dataset.now * 1000);

// The page may come from a cache: the socket tells the time of now.
document.addEventListener("htmx:wsBeforeMessage", ({ detail }) => {
  const pulse = /^<i id="pulse"[^>]* data-now="(\d+)"/.exec(detail.message);
  if (pulse) clock.set(+pulse[1]);
});

function tick() {
  for (const time of document.querySelectorAll("time[data-bell]")) {
    const words = time.dataset.words.replace("{left}", countdown(clock.left(time.dataset.bell)));
    if (time.textContent !== words) time.textContent = words;
  }
}

document.addEventListener("htmx:wsAfterMessage", tick);
document.addEventListener("htmx:afterSettle", tick);
whileSeen(tick, TICK);
