// The clocks of timed rounds: what is left until the bell, counted by the server's time.
import { ServerClock, countdown, whileSeen } from "./connection.js";

const TICK = 250;
const clock = new ServerClock();
clock.set(document.querySelector("[data-clocks]").dataset.now * 1000);

function tick() {
  for (const time of document.querySelectorAll("time[data-bell]")) {
    const words = time.dataset.words.replace("{left}", countdown(clock.left(time.dataset.bell)));
    if (time.textContent !== words) time.textContent = words;
  }
}

document.addEventListener("htmx:wsAfterMessage", tick);
document.addEventListener("htmx:afterSettle", tick);
whileSeen(tick, TICK);
