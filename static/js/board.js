// The table as its reader has it: what the server sends takes the place of what is shown, if it is news, and
// what is new is said and sounded. Focus, clock and screen reader stay right across the change.
import { ServerClock, countdown } from "./live.js";

const HURRY = 6000, TOAST = 4500; // milliseconds
const RECAP = 3; // lines told to who comes back
const APART = ["pulse", "heard"]; // what comes beside the table

function byId(id) {
  return document.getElementById(id);
}

export function table() {
  return byId("table");
}

// ---- which table is shown ----

const clock = new ServerClock();
let shown = facts(table());
let pushed = null; // the table as the socket has sent it: it goes on sending what differs from this
clock.set(shown.now);

// The version of the game that is shown.
export function version() {
  return shown.version;
}

// What is left until an instant of the server's.
export function clockLeft(instant) {
  return clock.left(instant);
}

// Whether a call awaits the reader.
export function isUrgent(main) {
  return Boolean(main.querySelector("#say.urgent"));
}

function isDue(main) {
  return Boolean(main.querySelector("#say.due"));
}

export function isWatching(main) {
  return main.classList.contains("watch");
}

// The page or fragment that came as text.
export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// The table after what the socket sent, null if that was no table, undefined if it is to stand where
// nothing was sent before.
export function merged(message) {
  const pieces = [...parsed(message).body.children].filter((piece) => piece.id && !APART.includes(piece.id));
  for (const piece of pieces) {
    const before = piece.id !== "table" && pushed?.querySelector(`#${piece.id}`);
    if (piece.id === "table") pushed = piece;
    else if (before) before.replaceWith(piece);
    else return undefined;
  }
  return pieces.length ? pushed.cloneNode(true) : null;
}

// Put a table in the place of the one that is shown; false if it is older, or says the same.
export function put(main) {
  const next = facts(main);
  clock.set(next.now);
  if (!isNews(next)) return false;
  const focus = focusOf(table());
  main.classList.toggle("moved", next.version > shown.version);
  shown = next;
  tick(main);
  table().replaceWith(main);
  htmx.process(main);
  restore(main, focus);
  return true;
}

// Let time pass on a table.
export function tick(main) {
  const left = shown.actBy ? clock.left(shown.actBy) : 0;
  main.querySelector(".clock").textContent = shown.actBy ? countdown(left) : "";
  main.querySelector(".left i").style.setProperty("--share", shown.total ? Math.min(1, left / shown.total) : 0);
  main.classList.toggle("hurry", Boolean(shown.actBy && isDue(main) && left < HURRY));
  for (const place of main.querySelectorAll("[data-until]")) {
    place.dataset.words ??= place.textContent;
    place.textContent = `${place.dataset.words} ${countdown(clock.left(place.dataset.until))}`;
  }
  for (const sign of main.querySelectorAll("[data-gone]")) if (!clock.left(sign.dataset.gone)) sign.remove();
}

function facts(main) {
  const { version, now, actBy, total } = main.querySelector("#say").dataset;
  return { version: +version, now: +now, actBy: +actBy, total: +total, html: essence(main.outerHTML) };
}

// What makes two tables different for a reader: not when they were rendered, nor what people say beside the game.
function essence(html) {
  return html.replace(/ data-now="\d+"| data-notice="[^"]*"|name="action_id" value="[^"]*"/g, "")
    .replace(/<q class="said"[^]*?<\/q>/g, "");
}

function isNews(next) {
  if (next.version !== shown.version) return next.version > shown.version;
  return next.now >= shown.now && next.html !== shown.html;
}

function focusOf(main) {
  const element = document.activeElement;
  return main.contains(element) && { value: element.value, label: element.getAttribute("aria-label") };
}

function restore(main, focus) {
  if (!focus) return;
  const same = [...main.querySelectorAll("button")].find(
    (button) => button.value === focus.value && button.getAttribute("aria-label") === focus.label);
  (same || main).focus({ preventScroll: true });
}

// ---- words ----

let told = lines(table());
let away = robots(table());
let winked = signs(table());
let called = callsOf(table());
let { hand, tricks, score } = counts(table());
let toastTimer = 0;

export function toast(message) {
  const element = byId("toast");
  clearTimeout(toastTimer);
  element.hidden = false;
  element.textContent = message;
  toastTimer = setTimeout(hideToast, TOAST);
}

export function hideToast() {
  byId("toast").hidden = true;
}

// Interrupt whoever listens to the page.
export function call(words) {
  byId("call").textContent = words;
}

// The bar that says why nothing arrives, with the way on that its reader has to take, if any: the button
// to insist, or the link to sign in.
export function showLost(words, way = "") {
  const bar = byId("lost");
  bar.firstElementChild.textContent = words;
  for (const each of bar.querySelectorAll("button, a")) each.hidden = !each.matches(way || ":not(*)");
  bar.hidden = false;
}

export function hideLost() {
  byId("lost").hidden = true;
}

export function isLost() {
  return !byId("lost").hidden;
}

// Say what is new on a table.
export function speak(main, { hasMoved, wasAway }) {
  const before = { told, away, winked };
  told = lines(main);
  away = robots(main);
  winked = signs(main);
  const taken = away.filter((line) => !before.away.includes(line));
  const seen = winked.filter((line) => !before.winked.includes(line));
  if (taken.length) toast(taken.join("\n"));
  const said = [...taken, ...seen, ...fresh(before.told, told)];
  if (said.length) byId("log").textContent = said.join(". ");
  if (wasAway) recall(main);
  if (hasMoved) announce(main);
}

// Who comes back in mid-hand, on this or another device, is told the last of it.
export function recall(main) {
  const isTold = getComputedStyle(main.querySelector(".story")).display !== "none";
  const news = lines(main).slice(-RECAP);
  if (news.length && !isTold && main.classList.contains("play")) toast(news.join("\n"));
}

// A call that awaits the reader interrupts; every move has its sound.
function announce(main) {
  const textOf = (part) => main.querySelector(part).textContent;
  call(isUrgent(main) ? `${textOf(".line")} ${textOf(".hint")}` : "");
  pronounce(main);
  const before = { hand, tricks, score };
  ({ hand, tricks, score } = counts(main));
  if (main.classList.contains("end")) play(main.classList.contains("won") ? "win" : "end");
  else if (isUrgent(main)) play("call");
  else if (score !== before.score) play("point");
  else if (hand !== before.hand) play("deal");
  else if (tricks > before.tricks) play("trick");
  else if (isDue(main)) play("turn");
  else if (main.querySelector(".new")) play("card");
}

function callsOf(main) {
  return [...main.querySelectorAll(".seat q:not(.said, .sign)")].map(
    (bubble) => `${bubble.closest(".seat").id} ${bubble.textContent}`);
}

function lines(main) {
  return [...main.querySelectorAll(".story li")].map((line) => line.textContent);
}

// Whose seats a robot has taken over, in words.
function robots(main) {
  return [...main.querySelectorAll(".auto .who")].map(
    (who) => `${who.querySelector("bdi").textContent}: ${who.querySelector("small").textContent}`);
}

// The partners' signs, in words.
function signs(main) {
  return [...main.querySelectorAll(".seat:not(.s0)")].filter((seat) => seat.querySelector(".sign")).map(
    (seat) => `${seat.querySelector("bdi").textContent}: ${seat.querySelector(".sign").textContent}`);
}

// Which hand, how many tricks of it somebody took, and how it stands.
function counts(main) {
  return {
    hand: main.querySelector(".mini li:nth-child(2)")?.textContent,
    tricks: main.querySelectorAll(".tricks .won").length,
    score: [...main.querySelectorAll(".score b")].map((number) => number.textContent).join("-"),
  };
}

// The newest lines, by overlap: a table holds only the last few.
function fresh(before, after) {
  for (let start = 0; start <= before.length; start++) {
    const kept = before.slice(start);
    if (kept.every((line, index) => line === after[index])) return after.slice(kept.length);
  }
  return after;
}

// ---- sounds ----

let audio = null, sounds = null;

function isMuted() {
  return localStorage.getItem("sound") === "off";
}

// Browsers let a page sound only after a gesture.
export async function wake() {
  if (sounds || isMuted()) return;
  if (window.AudioContext) audio ??= new AudioContext();
  sounds = await import(document.body.dataset.sounds).catch(() => null);
}

function play(name) {
  if (!isMuted()) sounds?.play(audio, name);
}

// What seats have called since, as their bubbles say it.
function pronounce(main) {
  const before = called;
  called = callsOf(main);
  for (const call of isMuted() ? [] : called.filter((one) => !before.includes(one))) {
    sounds?.speak(call.slice(call.indexOf(" ") + 1), document.body.dataset.speech);
  }
}

const mute = byId("sound");
mute.setAttribute("aria-pressed", String(!isMuted()));
mute.addEventListener("click", async () => {
  localStorage.setItem("sound", isMuted() ? "on" : "off");
  mute.setAttribute("aria-pressed", String(!isMuted()));
  await wake();
  play("turn");
});
