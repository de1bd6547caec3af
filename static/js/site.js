// What the pages do beyond plain HTML: tell the zone, ask before a grave act, send once, copy a
// link, follow a competition.
"use strict";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax${secure}`;
}

const SENT_PAUSE = 4000;

// The answer to a second click would hide the answer to the first.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
  if (form.dataset.sent || (question && !window.confirm(question))) {
    event.preventDefault();
  } else if (form.method === "post") {
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, SENT_PAUSE);
  }
});

// A copy button stays hidden where the browser gives no clipboard (plain HTTP on a local network).
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
});

const NEWS_PAUSE = 3000;

// The reader's own way through a bracket is marked anew in every fragment that arrives.
function markOwn() {
  const shell = document.querySelector("[data-own]");
  if (!shell) return;
  for (const side of document.querySelectorAll(`[data-entry="${CSS.escape(shell.dataset.own)}"]`)) {
    side.dataset.mine = "";
  }
}

// The organiser's desk is fetched when something changed, unless somebody is writing on it.
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
