// The live table in the browser. htmx posts the buttons, the line brings what others do; this file
// - judges taps: unusable calls say why, grave ones ask once more, a call that has just changed waits;
// - sends again what the network lost, with the same action id;
// - takes every table that comes to the board, which shows and says it.
// Nothing here knows the rules: what may be done is what the table offers.
import {
  call, hideLost, hideToast, isLost, isWatching, look, mark, pressed, put, recall, showLost, speak, stamp, table, tick,
  toast, unmark, version, wake,
} from "./board.js";
import { Line, forget, merged, parsed, whileSeen } from "./live.js";
import { hear, hush, overhear } from "./talk.js";

const GUARD = 300, SURE = 4000; // milliseconds
const RETRIES = [400, 1200, 2500];
const FRAME_DUE = 1500; // what an accepted action brought should have come by then
const PATIENCE = 8000, TICK = 250; // for an answer, and between two looks at the clock
const words = document.body.dataset;
htmx.config.timeout = PATIENCE;

// ---- tables come ----

const line = new Line(words.line, { received, closed, opened: forget });
let lagging = 0;
function received(message) {
  if (navigator.onLine) hideLost();
  const notice = line.answer(message);
  if (notice === "") return accepted();
  if (notice) return refused(notice);
  const main = merged(message);
  if (main === undefined) return doubt();
  if (main) arrive(main);
  overhear(message);
  const pulse = /id="pulse" data-version="(\d+)"/.exec(message);
  if (pulse && +pulse[1] > version()) lag(+pulse[1]);
}

function closed(why) {
  if (why && sending?.isTold) again(); // the page itself says what to do
  showLost(words[why] || words.lost, why === "out" ? "a" : why && "button");
}

// The server is ahead of what is shown; a frame may be on its way, so doubt only the second time.
function lag(ahead) {
  if (lagging === ahead) doubt();
  lagging = ahead;
}

// The line claims to be open, and something says it may not be: ask for everything anew.
function doubt() {
  if (line.isShut) return;
  showLost(words.lost);
  if (navigator.onLine) line.open();
}

// Every table comes through here, pushed or as the answer to a click. Who has a seat is shown the table as
// others see it only when the session has ended.
function arrive(main) {
  if (isWatching(main) && !isWatching(table())) return leave();
  // The line was opened before this reader sat down.
  if (isWatching(table()) && !isWatching(main) && !line.isShut) line.open();
  const { notice } = main.querySelector("#say").dataset;
  if (notice) toast(notice);
  const before = version(), isNews = put(main);
  hear(main);
  if (!isNews) return;
  armed = null;
  if (sending && version() === sending.version) mark(sending.token);
  if (isDone()) done();
  watchPrompt();
  fetchModules();
  speak(main, { hasMoved: version() > before, wasAway: line.hadGap() });
}

// A piece may name a module that works on it: few tables need one.
function fetchModules() {
  for (const { dataset } of table().querySelectorAll("[data-module]")) fetched(dataset.module);
}

// Signed out elsewhere: as a stranger one would hear no more than this page could show.
function leave() {
  line.shut();
  closed("out");
}

// ---- taps ----

let promptKey = "", guardUntil = 0, armed = null, label = [], said = "", disarmTimer = 0;

// A tap meant for the table as it was must not say something else.
function watchPrompt() {
  const calls = [...table().querySelectorAll(".act button")].map((button) => button.value + button.ariaDisabled);
  const key = table().querySelector(".line").textContent + calls;
  if (key !== promptKey) guardUntil = performance.now() + GUARD;
  promptKey = key;
}

function allows(button) {
  if (sending || isEquipping) return false;
  if (button.getAttribute("aria-disabled") === "true") {
    const why = button.title || button.parentElement.dataset.why || table().querySelector(".act").title;
    if (why) toast(why);
    return false;
  }
  const isCall = button.closest(".act");
  if (isCall && performance.now() < guardUntil) return false;
  const isCard = button.closest(".hand");
  const isAskedTwice = isCall ? "ask" in button.dataset : isCard && "tapTwice" in words;
  if (!isAskedTwice || armed === button) return true;
  arm(button, isCall);
  return false;
}

function arm(button, isCall) {
  disarm();
  armed = button;
  if (isCall) {
    label = [...button.childNodes]; // the call, and its gloss
    said = button.textContent;
    button.textContent = button.dataset.ask || words.sure;
    button.classList.add("sure");
  } else {
    button.classList.add("lift");
    toast(words.again);
  }
  call(isCall ? `${said}: ${button.textContent}` : words.again);
  disarmTimer = setTimeout(disarm, SURE);
}

function disarm() {
  clearTimeout(disarmTimer);
  if (!armed) return;
  if (armed.classList.contains("sure")) armed.replaceChildren(...label);
  armed.classList.remove("sure", "lift");
  armed = null;
}

function tapped(event) {
  wake();
  hideToast();
  const rare = event.target.closest(".sheet [data-module]"); // what few ask for is fetched when it is tapped
  const seen = version(); // the table may move on before the file is there
  if (rare) return import(rare.dataset.module).then(({ run }) => run(rare, seen));
  const past = event.target.closest(".past");
  if (past) return look(past);
  const button = event.target.closest("#table button:not([type=button]), #signs button");
  if (button && !allows(button)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

// ---- sending ----

let sending = null; // { path, values, token, version, tries, isTold, accepted, timer }

// While the line is open what is played is told through it, and the table it brings comes to everybody; where
// it is not, htmx posts the same.
function prepare(event) {
  const { parameters, path, elt } = event.detail;
  elt.closest("[popover]")?.hidePopover();
  if (sending) return;
  disarm();
  stamp(parameters);
  sending = { path, values: { ...parameters }, token: parameters.token, version: version(), tries: 0 };
  mark(sending.token || null);
  if (path.endsWith("/play/") && line.isOpen && !isLost()) tell(event);
}

function tell(event) {
  event.preventDefault();
  const { token, seen_version, action_id, who } = sending.values;
  sending.isTold = true;
  sending.timer = setTimeout(again, PATIENCE);
  line.act({ act: token, version: +seen_version, id: action_id, ...(who && { who: +who }) });
}

function refused(notice) {
  done();
  toast(notice);
}

let isEquipping = false;

// What a button needs is fetched when it is tapped, and sent what it was tapped for after that.
async function equip(event) {
  const { path, triggeringEvent } = event.detail, button = triggeringEvent?.submitter;
  if (!button?.dataset.needs) return;
  event.preventDefault();
  isEquipping = true; // htmx would queue a second tap, and send it with the token of the session before
  mark(null);
  const values = button.name ? { [button.name]: button.value } : {};
  const isThere = await fetched(button.dataset.needs);
  isEquipping = false;
  if (isThere) htmx.ajax("POST", path, { source: document.body, values }).catch(() => {});
}

async function fetched(module) {
  const found = await import(module).catch(() => null);
  if (!found) {
    unmark();
    toast(words.failed);
  }
  return found;
}

function answered(xhr) {
  if (xhr.status === 503) toast(textOf(xhr.response)); // why, while it is sent again
  else if (!xhr.status) doubt();
  if (!xhr.status || xhr.status >= 500) return again();
  if (xhr.status === 204) return accepted();
  // htmx goes there: until then no second tap is sent, whose token may be that of the session before.
  if (["HX-Redirect", "HX-Refresh"].some((name) => xhr.getResponseHeader(name))) return clearTimeout(sending?.timer);
  done();
  if (!show(xhr.response)) toast(textOf(xhr.response) || words.failed);
}

// Take the table out of an answer; false if there is none.
function show(html) {
  const main = parsed(html).getElementById("table");
  if (main) arrive(main);
  return Boolean(main);
}

function textOf(html) {
  return parsed(html).body.textContent.trim().slice(0, 200);
}

function done() {
  clearTimeout(sending?.timer);
  line.act(null);
  sending = null;
  unmark();
}

// The action was taken: the line brings the table, and if it does not, the table is fetched.
function accepted() {
  if (!sending) return;
  clearTimeout(sending.timer);
  sending.accepted = true;
  if (isDone()) return done();
  sending.timer = setTimeout(fetchTable, FRAME_DUE);
}

function isDone() {
  return Boolean(sending?.accepted && version() > sending.version);
}

async function fetchTable() {
  done();
  const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) show(await answer.text());
  else doubt();
}

function again() {
  if (!sending) return;
  sending.isTold = false;
  const wait = RETRIES[sending.tries++];
  if (wait === undefined) return refused(words.failed);
  const { path, values } = sending;
  const resend = () => htmx.ajax("POST", path, { source: document.body, values });
  setTimeout(() => resend().catch(() => {}), wait); // a failure comes back here by itself
}

// ---- what the browser tells ----

document.addEventListener("click", tapped, true);
document.addEventListener("keydown", pressed);
document.body.addEventListener("htmx:confirm", equip);
document.body.addEventListener("htmx:configRequest", prepare);
// The answer is read off the request itself: the form it came from may be gone by then.
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  xhr.addEventListener("loadend", () => answered(xhr));
});
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap = false; });
// What is asked for beside the table (its people, whom to invite) htmx alone sees to.
for (const aside of document.querySelectorAll("[data-aside]")) {
  const keep = (event) => event.stopPropagation();
  for (const step of ["configRequest", "beforeSend", "beforeSwap"]) aside.addEventListener(`htmx:${step}`, keep);
}
// Whoever leaves in the middle of a casual game is asked how.
document.getElementById("out").addEventListener("click", (event) => {
  const sheet = document.getElementById("way-out");
  if (!sheet || !table().matches(".live:not(.watch)")) return;
  event.preventDefault();
  sheet.showPopover();
});
document.querySelector("#lost button").addEventListener("click", () => line.open());
addEventListener("online", doubt);
addEventListener("offline", () => line.isShut || showLost(words.lost));
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  done();
  doubt();
});

function pass() {
  tick(table());
  hush();
  if (line.isSilent) doubt();
}

line.open();
recall(table());
watchPrompt();
fetchModules();
if (words.flor) fetched(words.flor);
whileSeen(pass, TICK);
table().focus({ preventScroll: true });
if (words.sit) mark(null);
if (words.sit || location.hash === "#sit") fetched(words.cortes); // a tap elsewhere led here to sit down
