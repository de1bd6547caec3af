// The live table in the browser. htmx posts the buttons, the socket brings what others do. This file
// - checks taps: unusable calls say why, grave ones ask once more, a call that has just changed waits;
// - sends again what the network lost, with the same action id;
// - hands every table that arrives to the board, which shows and announces it.
// Nothing here knows the rules: the table offers what may be done.
import {
  announceNews, clearPending, handleKey, hideLost, hideToast, interrupt, isJoint, isLost, isWatching,
  jointToken, markPending,
  showLost, showRecap, showTable, stampAction, table, toast, toggleJoint, toggleTrick, updateClocks, version, wake,
} from "./board.js";
import { Line, forgetTable, mergeMessage, parseHtml, whileSeen } from "./connection.js";
import { showBubbles, hideEndedBubbles, receiveChat } from "./chat.js";

const GUARD = 300, SURE = 4000; // milliseconds
const DOUBLE = 500; // the second tap of a double one may come so late: it has read no question
const RETRIES = [400, 1200, 2500];
const FRAME_DUE = 1500; // what an accepted action brought should have come by then
const PATIENCE = 8000, TICK = 250; // for an answer, and between two looks at the clock
const words = document.body.dataset;
// The answer to a form is the page of a table under another address.
if (location.pathname !== words.address) history.replaceState(null, "", words.address + location.hash);
htmx.config.timeout = PATIENCE;

// ---- tables that arrive ----

const line = new Line(words.line, { received, closed, opened: forgetTable });
let lagging = 0;
function received(message) {
  if (navigator.onLine) hideLost();
  const notice = line.answer(message);
  if (notice === "") return handleAccepted();
  if (notice) return showRefusal(notice);
  const main = mergeMessage(message);
  if (main === undefined) return reconnectIfOpen();
  if (main) applyTable(main);
  receiveChat(message);
  const pulse = /id="pulse" data-version="(\d+)"/.exec(message);
  if (pulse && +pulse[1] > version()) noteServerAhead(+pulse[1]);
}

const MOVED = 4410; // close code
let hasMoved = false; // the seat went to somebody else: the line comes back to watch

// A private table bars readers without a session. Who has a seat on this page had one: it has ended, or the seat went.
function closed(reason, code) {
  hasMoved ||= code === MOVED;
  let why = reason;
  if (reason === "barred") why = isWatching(table()) ? "shut" : hasMoved ? "moved" : "out";
  if (why && sending?.isTold) sendAgain(); // the page itself says what to do
  showLost(words[why] || words.lost, { out: "a", moved: "" }[why] ?? (why && "button"));
}

// The server is ahead of what is shown; a frame may be on its way, so doubt only the second time.
function noteServerAhead(ahead) {
  if (lagging === ahead) reconnectIfOpen();
  lagging = ahead;
}

// The socket claims to be open, but something says that it may not be: open it anew.
function reconnectIfOpen() {
  if (line.isShut) return;
  showLost(words.lost);
  if (navigator.onLine) line.open();
}

// Every table comes through here, pushed or as the answer to a tap. A player gets the spectators' table only when their
// session has ended, or their seat went to somebody else.
function applyTable(main) {
  if (isWatching(main) && !isWatching(table())) {
    if (!hasMoved) return handleSignOut();
    hasMoved = false;
    toast(words.moved);
  }
  // The line was opened before this reader sat down.
  if (isWatching(table()) && !isWatching(main) && !line.isShut) line.open();
  const { notice } = main.querySelector("#say").dataset;
  if (notice) toast(notice);
  const before = version(), isNews = showTable(main);
  showBubbles(main);
  if (!isNews) return;
  armed = null;
  if (sending && version() === sending.version) markPending(sending.token);
  if (isDone()) finishSending();
  watchPrompt();
  fetchModules();
  const wasAway = line.hadGap();
  stage?.perform(main, wasAway);
  announceNews(main, { hasMoved: version() > before, wasAway });
}

// A piece may name a module that it needs: few tables need one.
function fetchModules() {
  for (const { dataset } of table().querySelectorAll("[data-module]")) loadModule(dataset.module);
}

// The reader signed out elsewhere: the socket would send nothing more for this seat.
function handleSignOut() {
  line.shut();
  closed("out");
}

// ---- taps ----

let promptKey = "", guardUntil = 0, armed = null, label = [], said = "", disarmTimer = 0;

// A tap meant for the table before must not mean something else.
function watchPrompt() {
  const calls = [...table().querySelectorAll(".act button")].map((button) => button.value + button.ariaDisabled);
  const key = table().querySelector(".line").textContent + calls;
  if (key !== promptKey) guardUntil = performance.now() + GUARD;
  promptKey = key;
}

function isUsable(button) {
  if (sending || isLoading) return false;
  if (button.getAttribute("aria-disabled") === "true") {
    const why = button.title || button.parentElement.dataset.why || table().querySelector(".act").title;
    if (why) toast(why);
    return false;
  }
  const isCall = button.closest(".act");
  if (isCall && performance.now() < guardUntil) return false;
  const isCard = button.closest(".hand");
  if (isCard && isJoint() && !jointToken(button.value)) {
    toast(words.notJoint);
    return false;
  }
  const isAskedTwice = isCall ? "ask" in button.dataset : isCard && "tapTwice" in words;
  if (!isAskedTwice || armed === button) return true;
  askOnceMore(button, isCall);
  return false;
}

function askOnceMore(button, isCall) {
  withdrawQuestion();
  armed = button;
  if (isCall) {
    guardUntil = performance.now() + DOUBLE;
    label = [...button.childNodes]; // the call, and its gloss
    said = button.textContent;
    button.textContent = button.dataset.ask || words.sure;
    button.classList.add("sure");
  } else {
    button.classList.add("lift");
    toast(words.again);
  }
  interrupt(isCall ? `${said}: ${button.textContent}` : words.again);
  disarmTimer = setTimeout(withdrawQuestion, SURE);
}

function withdrawQuestion() {
  clearTimeout(disarmTimer);
  if (!armed) return;
  if (armed.classList.contains("sure")) armed.replaceChildren(...label);
  armed.classList.remove("sure", "lift");
  armed = null;
}

function handleTap(event) {
  wake();
  hideToast();
  const rare = event.target.closest(".sheet [data-module]"); // what few ask for is fetched when it is tapped
  const seen = version(); // the table may move on before the file is there
  if (rare) return import(rare.dataset.module).then(({ run }) => run(rare, seen));
  const seat = event.target.closest(".av[data-seat], button[data-seat]"); // the latter in the list of people
  if (seat) return showCard(seat.dataset.seat);
  const joint = event.target.closest("button[data-joint]");
  if (joint) return toggleJoint(joint);
  const past = event.target.closest(".past");
  if (past) return toggleTrick(past);
  if (event.target.closest(".felt, .result") && performance.now() > guardUntil) table().querySelector(".go")?.click();
  const button = event.target.closest("#table button:not([type=button]), #signs button");
  const isNameless = naming && !chosenName && button && "needs" in button.dataset;
  if (isNameless) askName(button);
  if (isNameless || (button && !isUsable(button))) return stopTap(event);
  if (button?.value !== "mas") return; // of the numbers that it opens, one is sent
  stopTap(event);
  document.getElementById("numbers").showPopover();
}

function stopTap(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// ---- who sits there ----

const card = document.getElementById("card");

card?.addEventListener("htmx:beforeRequest", ({ target }) => {
  if ("close" in target.dataset) card.hidePopover();
});

function showCard(seat) {
  card?.showPopover();
  const manner = { source: "#card-of", target: "#card-of", swap: "innerHTML" };
  if (card) htmx.ajax("GET", `${card.dataset.path}${seat}/`, manner).catch(() => card.hidePopover());
}

// ---- a name ----

const naming = document.getElementById("naming"); // who comes by a friend's link is asked for a name
let chosenName = "", seatWanted = "";

function askName(button) {
  seatWanted = button.value;
  naming.showPopover();
  naming.querySelector("input").focus();
}

function takeName(event) {
  event.preventDefault();
  chosenName = naming.querySelector("input").value.trim();
  if (!chosenName) return;
  naming.hidePopover();
  guardUntil = 0; // who has typed a name means it, even if somebody else sat down at that moment
  const seats = [...table().querySelectorAll("[data-needs]")];
  (seats.find(({ value }) => value === seatWanted) ?? seats[0])?.click();
}

function refuseName(why) {
  chosenName = "";
  naming.querySelector("[role=alert]").textContent = why;
  naming.showPopover();
  naming.querySelector("input").select();
}

naming?.addEventListener("submit", takeName);

// ---- sending ----

let sending = null; // { path, values, token, version, tries, isTold, accepted, timer }

// An action goes through the socket while it is open; otherwise htmx posts the same.
function prepareAction(event) {
  const { parameters, path, elt } = event.detail;
  (elt.closest("[popover]") ?? document.getElementById("numbers"))?.hidePopover();
  if (sending) return;
  withdrawQuestion();
  if (isJoint() && elt.closest("#table")) parameters.token = jointToken(parameters.token) ?? parameters.token;
  stampAction(parameters);
  if (chosenName && path.endsWith("/sit/")) parameters.name = chosenName;
  sending = { path, values: { ...parameters }, token: parameters.token, version: version(), tries: 0 };
  markPending(sending.token || null);
  if (path.endsWith("/play/") && line.isOpen && !isLost()) sendOverSocket(event);
}

function sendOverSocket(event) {
  event.preventDefault();
  const { token, seen_version, action_id, who } = sending.values;
  sending.isTold = true;
  sending.timer = setTimeout(sendAgain, PATIENCE);
  line.act({ act: token, version: +seen_version, id: action_id, ...(who && { who: +who }) });
}

function showRefusal(notice) {
  finishSending();
  toast(notice);
}

let isLoading = false;

// Load the module that a button needs when it is tapped, and send the tap after that.
async function loadNeededModule(event) {
  const { path, triggeringEvent } = event.detail, button = triggeringEvent?.submitter;
  if (!button?.dataset.needs) return;
  event.preventDefault();
  isLoading = true; // htmx would queue a second tap, and send it with the CSRF token of the session before
  markPending(null);
  const values = button.name ? { [button.name]: button.value } : {};
  const isLoaded = await loadModule(button.dataset.needs);
  isLoading = false;
  if (isLoaded) htmx.ajax("POST", path, { source: document.body, values }).catch(() => {});
}

async function loadModule(module) {
  const found = await import(module).catch(() => null);
  if (!found) {
    clearPending();
    toast(words.failed);
  }
  return found;
}

function handleAnswer(xhr) {
  if (xhr.status === 503) toast(textOf(xhr.response)); // why, while it is sent again
  else if (!xhr.status) reconnectIfOpen();
  if (!xhr.status || xhr.status >= 500) return sendAgain();
  if (xhr.status === 204) return handleAccepted();
  // htmx goes there: until then no second tap is sent, with the CSRF token of the session before.
  if (["HX-Redirect", "HX-Refresh"].some((name) => xhr.getResponseHeader(name))) return clearTimeout(sending?.timer);
  finishSending();
  if (chosenName && xhr.status === 422) return refuseName(textOf(xhr.response));
  if (!showAnswer(xhr.response)) toast(textOf(xhr.response) || words.failed);
}

// Show the table of an answer; return false if there is none.
function showAnswer(html) {
  const main = parseHtml(html).getElementById("table");
  if (main) applyTable(main);
  return Boolean(main);
}

function textOf(html) {
  return parseHtml(html).body.textContent.trim().slice(0, 200);
}

function finishSending() {
  clearTimeout(sending?.timer);
  line.act(null);
  sending = null;
  clearPending();
}

// The action was accepted: the socket brings the table; if it does not, fetch the table.
function handleAccepted() {
  if (!sending) return;
  clearTimeout(sending.timer);
  sending.accepted = true;
  if (isDone()) return finishSending();
  sending.timer = setTimeout(fetchTable, FRAME_DUE);
}

function isDone() {
  return Boolean(sending?.accepted && version() > sending.version);
}

async function fetchTable() {
  finishSending();
  const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok) showAnswer(await answer.text());
  else reconnectIfOpen();
}

function sendAgain() {
  if (!sending) return;
  clearTimeout(sending.timer);
  sending.isTold = false;
  const wait = RETRIES[sending.tries++];
  if (wait === undefined) return showRefusal(words.failed);
  const { path, values } = sending;
  const resend = () => htmx.ajax("POST", path, { source: document.body, values });
  sending.timer = setTimeout(() => resend().catch(() => {}), wait); // a failure comes back here by itself
}

// The answer to a second tap on a plain form, as the call for the judge, would hide the answer to the first.
function sendOnce(event) {
  const { dataset } = event.target;
  if (event.defaultPrevented) return; // htmx sends it
  if (dataset.sent) event.preventDefault();
  dataset.sent = "yes";
  setTimeout(() => delete dataset.sent, SURE);
}

// ---- events of the browser ----

document.addEventListener("click", handleTap, true);
document.addEventListener("submit", sendOnce);
document.addEventListener("keydown", handleKey);
document.body.addEventListener("htmx:confirm", loadNeededModule);
document.body.addEventListener("htmx:configRequest", prepareAction);
// Read the answer from the request itself: its form may be gone by then. What the socket has answered needs no other.
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  const sent = sending;
  xhr.addEventListener("loadend", () => sent === sending && handleAnswer(xhr));
});
document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap = false; });
// htmx alone handles requests of other panels (the people at the table, invitations).
for (const aside of document.querySelectorAll("[data-aside]")) {
  const keep = (event) => event.stopPropagation();
  for (const step of ["configRequest", "beforeSend", "beforeSwap"]) aside.addEventListener(`htmx:${step}`, keep);
}
// A player who leaves in the middle of a casual game is asked how.
document.getElementById("out").addEventListener("click", (event) => {
  const sheet = document.getElementById("way-out");
  if (!sheet || !table().matches(".live:not(.watch)")) return;
  event.preventDefault();
  sheet.showPopover();
});
document.querySelector("#lost button").addEventListener("click", () => line.open());
addEventListener("online", reconnectIfOpen);
addEventListener("offline", () => line.isShut || showLost(words.lost));
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  finishSending();
  reconnectIfOpen();
});

function tick() {
  updateClocks(table());
  hideEndedBubbles();
  if (line.isSilent) reconnectIfOpen();
}

let stage = null; // what is seen of a call: nobody waits for it
import(words.stage).then((module) => { stage = module; }).catch(() => {});

line.open();
if (!words.sit) showRecap(table());
watchPrompt();
fetchModules();
if (words.flor) loadModule(words.flor);
whileSeen(tick, TICK);
table().focus({ preventScroll: true });
if (words.sit) markPending(null);
if (words.sit || location.hash === "#sit") loadModule(words.cortes); // a tap elsewhere led here to sit down
