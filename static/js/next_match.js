// The reader's next match, kept up to date wherever a page has a place for it (#next): on the home page, at any table,
// and on the page of a match. The server renders the card; this file counts the time left to sit down.
import { Line, ServerClock, countdown, openWhileSeen, whileSeen } from "./connection.js";

const HOUR = 3600000; // milliseconds
const TICK = 500;
const place = document.getElementById("next");
const clock = new ServerClock();
const line = new Line(`/ws/next-match/?language=${document.documentElement.lang}`, { received, longest: 30000 });
let shown = "";

function received(message) {
  if (!message.startsWith("<div")) return; // a pulse
  const news = document.createElement("div");
  news.innerHTML = message;
  show(news);
}

// A card that says the same is not replaced: somebody may be reading it, or about to tap.
function show(news) {
  clock.set(news.querySelector("[data-now]").dataset.now * 1000);
  const said = news.innerHTML.replace(/data-now="[^"]*"/, "");
  if (said !== shown && news !== place) {
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(...news.childNodes);
    if (hadFocus) place.querySelector("a.big")?.focus({ preventScroll: true });
    refreshRelated();
  }
  shown = said;
  place.hidden = leadsHere(place.querySelector(".next-match"));
  const isThere = Boolean(place.querySelector(".next-match"));
  for (const part of document.querySelectorAll("[data-with-next]")) part.hidden = !isThere;
  for (const part of document.querySelectorAll("[data-without-next]")) part.hidden = isThere;
  tick();
}

// A draw or a result also changes other parts of the page: site.js fetches them again.
function refreshRelated() {
  for (const part of document.querySelectorAll("[data-besides]")) part.dataset.news = "";
  document.dispatchEvent(new Event("besides"));
}

// A reader who is at the table of that match, or on its page, needs no card.
function leadsHere(card) {
  const [page, table] = [card?.dataset.page, card?.querySelector("a.big")?.pathname];
  return [page, table].includes(location.pathname);
}

// More than an hour away, the time of the match is enough.
function tick() {
  for (const count of place.querySelectorAll("[data-until]")) {
    const left = clock.left(count.dataset.until * 1000);
    count.textContent = left < HOUR ? countdown(left) : "";
  }
}

if (place.firstElementChild) show(place);
openWhileSeen(line);
whileSeen(tick, TICK);
