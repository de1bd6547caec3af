// One's next match, followed wherever a page has a place for it (#next): on the home page, and at a
// table that waits. The card comes rendered; what is counted here is the time left to sit down.
"use strict";
(() => {
  const FINAL = [4401, 4403, 1008]; // close codes: signed out, not signed in, rude
  const SILENCE = 11000; // milliseconds; the server's pulse comes every four seconds
  const place = document.getElementById("next");
  const address = `${location.origin.replace(/^http/, "ws")}/ws/next-match/?language=${document.documentElement.lang}`;
  let shown = "", skew = 0, line = null, heard = 0, tries = 0, retry = 0;

  /* A card that says the same is left alone: somebody may be reading it, or about to tap. */
  function show(news) {
    skew = news.querySelector("[data-now]").dataset.now * 1000 - Date.now();
    const said = news.innerHTML.replace(/data-now="[^"]*"/, "");
    if (said !== shown && news !== place) {
      const hadFocus = place.contains(document.activeElement);
      place.replaceChildren(...news.childNodes);
      if (hadFocus) place.querySelector("a.big")?.focus({ preventScroll: true });
    }
    shown = said;
    const isThere = Boolean(place.querySelector(".next-match"));
    for (const part of document.querySelectorAll("[data-with-next]")) part.hidden = !isThere;
    for (const part of document.querySelectorAll("[data-without-next]")) part.hidden = isThere;
    tick();
  }

  function tick() {
    for (const count of place.querySelectorAll("[data-until]")) {
      count.textContent = countdown(count.dataset.until * 1000 - Date.now() - skew);
    }
    if (line && Date.now() - heard > SILENCE) {
      drop();
      follow();
    }
  }

  /* Minutes and seconds; of what is further away the hour says enough. */
  function countdown(milliseconds) {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    return seconds < 3600 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : "";
  }

  function drop() {
    const old = line;
    line = null;
    old?.close();
  }

  function follow() {
    clearTimeout(retry);
    if (line) return;
    const own = line = new WebSocket(address);
    heard = Date.now();
    own.onmessage = ({ data }) => {
      if (own !== line) return;
      heard = Date.now();
      tries = 0;
      if (!data.startsWith("<div")) return; // a pulse
      const news = document.createElement("div");
      news.innerHTML = data;
      show(news);
    };
    own.onclose = ({ code }) => {
      if (own !== line) return;
      line = null;
      if (!FINAL.includes(code)) retry = setTimeout(follow, Math.random() * Math.min(30000, 1000 * 2 ** tries++));
    };
  }

  /* A tab that nobody looks at gives its socket up: a person has few of them. */
  function look() {
    if (!document.hidden) return follow();
    clearTimeout(retry);
    drop();
  }

  if (place.firstElementChild) show(place);
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  look();
})();
