// A competition as it goes on: the reader's own way is marked anew in every fragment that arrives,
// and the organiser's desk is fetched when something changed, unless somebody is writing on it.
"use strict";

const NEWS_PAUSE = 1500;

function markOwn() {
  const shell = document.querySelector("[data-own]");
  if (!shell) return;
  for (const side of document.querySelectorAll(`[data-entry="${CSS.escape(shell.dataset.own)}"]`)) {
    side.classList.add("mine");
  }
}

let awaited = 0;

function refreshDesk() {
  awaited = 0;
  const desk = document.querySelector("[data-refresh]");
  if (!desk) return;
  if (desk.contains(document.activeElement)) awaited = setTimeout(refreshDesk, NEWS_PAUSE);
  else htmx.trigger(desk, "news");
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (event.detail.message.startsWith('<i id="pulse"')) return;
  markOwn();
  awaited ||= setTimeout(refreshDesk, NEWS_PAUSE);
});
