// What the pages do beyond plain HTML: tell the zone, be installed, ask before a grave act, send once, go on
// after signing in, follow a competition.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const [prefix, secure] = location.protocol === "https:" ? ["__Host-", ";secure"] : ["", ""];
  document.cookie = `${prefix}zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax${secure}`;
}

// What makes the site installable, and lets it tell a person something while its pages are closed. Both need a
// secure context; where it is not given (plain HTTP on a local network) nothing is offered.
if (window.isSecureContext && navigator.serviceWorker) {
  const register = () => navigator.serviceWorker.register("/worker.js", { updateViaCache: "all" });
  addEventListener("load", () => register().then(keepPages).catch(() => {}));
  const isAsked = window.PushManager && window.Notification?.permission === "default";
  for (const offer of document.querySelectorAll("[data-can-be-told]")) offer.toggleAttribute("data-cannot", !isAsked);
}

// The pages that work without a connection are kept in the reader's language, unless they save data.
async function keepPages() {
  if (navigator.connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ language: document.documentElement.lang });
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

// The files of a table come before it is asked for, once the page itself is complete; the rest, and all of them to a
// reader who saves data, when it is asked for. The form itself must not wait for a connection.
const AHEAD_AFTER = 60; // ms
const ahead = document.querySelector("template[data-ahead]");

function fetchAhead(which) {
  document.head.append(...(ahead?.content.querySelectorAll(which) ?? []));
}

if (ahead && !navigator.connection?.saveData) {
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(() => {
    fetchAhead("link:not([data-late])");
    import(ahead.dataset.cut).catch(() => {}); // without it the page of the table adds the cut
  }));
}

// Such a form is answered with the table itself, which shows its own address: a redirect would take as long again.
document.addEventListener("formdata", ({ target, formData }) => {
  if (!target.hasAttribute("data-opens-table")) return;
  formData.set("shows_address", "yes");
  setTimeout(fetchAhead, AHEAD_AFTER, "link");
});

// A form that was refused is read on from its first error, which may be out of sight.
const refused = document.querySelector("form :is([aria-invalid=true], .notice.error)");
refused?.focus({ preventScroll: true });
refused?.scrollIntoView({ block: "center" });

// Passwords that differ are told apart before they are sent: no answer brings them back.
document.addEventListener("input", ({ target }) => {
  const second = target.form?.querySelector("[data-same-as]");
  if (!second) return;
  const isSame = second.value === target.form.elements[second.dataset.sameAs].value;
  second.setCustomValidity(isSame ? "" : second.dataset.differs);
});

// What was asked for before signing in is sent as soon as its page is there.
document.querySelector("button[data-send]")?.click();

// A page that shows a secret once answers a form and is kept nowhere: who goes back to it, or has it loaded again,
// is led where its own link leads.
const instead = document.querySelector("a[data-instead]");
if (instead) history.replaceState(null, "", instead.href);

// What few readers ask for is a module of its own, fetched when its button is tapped.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-module], a[data-module]");
  if (!button) return;
  if (button.matches("a")) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab or window
    event.preventDefault();
  }
  const { run } = await import(button.dataset.module);
  run(button);
});

// Clocks of timed rounds are counted where there may be any.
const clocks = document.querySelector("[data-clocks]");
if (clocks) import(clocks.dataset.clocks);

// Passing on by way of the browser itself needs a secure context, and not every browser can.
for (const button of document.querySelectorAll("button[data-shares]")) button.hidden = !navigator.share;

// A button that asks for the page with one more or fewer changes the number in place.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (!button) return;
  event.preventDefault();
  const number = button.parentElement.querySelector("input");
  number.stepUp(Number(button.dataset.step));
  number.dispatchEvent(new Event("change", { bubbles: true }));
});

// What somebody wrote before htmx listened is read as if it were written now.
document.addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll(":is(input, textarea)[hx-trigger]")) {
    if (field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

const NEWS_PAUSE = 3000, SOON = 100; // ms; the shorter one where another person waits

// The reader's own way through a bracket is marked anew in every fragment that arrives.
function markOwn() {
  const shell = document.querySelector("[data-own]");
  if (!shell) return;
  for (const side of document.querySelectorAll(`[data-entry~="${CSS.escape(shell.dataset.own)}"]`)) {
    side.dataset.mine = "";
  }
}

// The organiser's desk, or a player's own place, is fetched when something changed that concerns it,
// unless somebody is writing on it, or an answer that replaces it is awaited.
let awaited = 0;

function refreshParts() {
  awaited = 0;
  if (document.hidden) return;
  for (const part of document.querySelectorAll("[data-news]")) {
    if (part.contains(document.activeElement) || part.closest(".htmx-request")) awaitRefresh();
    else {
      delete part.dataset.news;
      htmx.trigger(part, "news");
    }
  }
}

// An answer that was on its way may be older than the news that came meanwhile: it is asked once more.
let overtaken = "";

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, requestConfig } = detail, isNews = requestConfig.triggeringEvent?.type === "news";
  overtaken = target.dataset.news === undefined ? "" : target.id;
  if (!isNews || !("refresh" in target.dataset) || !target.contains(document.activeElement)) return;
  detail.shouldSwap = false; // somebody began to write on it meanwhile
  overtaken = "";
  target.dataset.news = "";
  awaitRefresh();
});

document.addEventListener("htmx:afterSwap", () => {
  const part = overtaken && document.getElementById(overtaken);
  overtaken = "";
  if (!part) return;
  part.dataset.news = "";
  awaitRefresh(SOON);
});

// A hidden tab fetches nothing. Once it is visible again, it fetches the news that came meanwhile.
function awaitRefresh(pause = NEWS_PAUSE) {
  if (!document.hidden) awaited ||= setTimeout(refreshParts, pause);
}

for (const event of ["visibilitychange", "besides"]) {
  document.addEventListener(event, () => {
    if (document.querySelector("[data-news]")) awaitRefresh();
  });
}

// A piece that takes the place of another takes the focus too, if the other had it.
let focused = null;

// The card of a table that ended keeps its place until another needs it: nothing below it jumps.
let cards = [];

function keepPlaces() {
  const list = document.getElementById("tables");
  for (const card of cards.filter(({ id }) => list && !document.getElementById(id))) {
    if (list.childElementCount >= cards.length) break;
    card.classList.add("ended");
    card.querySelector("em").textContent = list.dataset.ended;
    list.insertBefore(card, list.children[cards.indexOf(card)] ?? null);
  }
}

// The podium stands above what one reads: where it comes meanwhile it is offered, and shown when asked for.
const isOver = () => Boolean(document.getElementById("podium")?.childElementCount);

let wasOver = isOver();

function offerPodium() {
  const offer = document.getElementById("podium-offer");
  if (offer && !wasOver && isOver()) document.body.dataset.podium = "offered";
  wasOver ||= isOver();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#podium-offer")) return;
  delete document.body.dataset.podium;
  document.getElementById("podium").scrollIntoView({ block: "center" });
});

document.addEventListener("htmx:wsBeforeMessage", () => {
  const element = document.activeElement, piece = element?.closest("a[href]") && element.closest("[id]");
  cards = [...document.querySelectorAll("#tables > li")];
  focused = piece && { element, piece: piece.id, address: element.getAttribute("href") };
});

function restoreFocus() {
  if (!focused || focused.element.isConnected) return;
  const links = document.getElementById(focused.piece)?.querySelectorAll("a[href]") ?? [];
  const same = [...links].find((link) => link.getAttribute("href") === focused.address);
  same?.focus({ preventScroll: true });
}

// A side of partners bears the numbers of all of them.
function isAbout(message, entry) {
  return !entry || new RegExp(`data-entry="(\\d+ )*${entry}[ "]`).test(message);
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  const { message } = event.detail;
  if (message.startsWith('<i id="pulse"')) return;
  keepPlaces();
  offerPodium();
  markOwn();
  restoreFocus();
  showRounds();
  for (const part of document.querySelectorAll("[data-refresh]")) {
    if (isAbout(message, part.dataset.about)) part.dataset.news = "";
  }
  awaitRefresh(document.querySelector("[data-news][data-refresh=soon]") ? SOON : NEWS_PAUSE);
});

// Rounds that do not fit beside each other begin with the one that is being played.
function showRounds() {
  for (const strip of document.querySelectorAll(".bracket-scroll:not([data-placed])")) {
    strip.dataset.placed = "";
    const open = strip.querySelector(".match:is(.pending, .ready, .called)")?.closest(".round");
    const rounds = strip.querySelectorAll(".round");
    const round = open ?? rounds[rounds.length - 1];
    const edge = strip.getBoundingClientRect().left + parseFloat(getComputedStyle(strip).paddingLeft);
    if (round) strip.scrollLeft += round.getBoundingClientRect().left - edge;
  }
}

showRounds();
