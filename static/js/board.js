// The table as its reader has it: what the server sends takes the place of what is shown, if it is news, and
// what is new is said and sounded. Focus, clock and screen reader stay right across the change.
import { ServerClock, countdown, dress } from "./connection.js";

if (!("popover" in HTMLElement.prototype)) import(document.body.dataset.sheets);

const HURRY = 6000, TOAST = 4500; // milliseconds
const RECAP = 3; // lines told to who comes back

function byId(id) {
  return document.getElementById(id);
}

export function table() {
  return byId("table");
}

// ---- which table is shown ----

const clock = new ServerClock();
const bar = byId("lost");
let shown = facts(table());
clock.set(shown.now);
dress(table());
place(bar);

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

// An action tells which table it answers; however often it is sent, its id lets it happen once.
export function stamp(parameters) {
  parameters.seen_version = shown.version;
  parameters.action_id = Date.now().toString(36) + Math.random().toString(36).slice(2);
}

// The table waits for the answer to what was tapped; without a token its reader is being seated, if they are not yet.
export function mark(token) {
  table().classList.add("busy");
  const button = table().querySelector(token ? `button[value="${CSS.escape(token)}"]` : ".act [data-needs]");
  if (!button) return;
  button.dataset.note = document.body.dataset.sending;
  button.setAttribute("aria-busy", "true");
}

export function unmark() {
  table().classList.remove("busy");
  for (const button of table().querySelectorAll("[data-note]")) {
    delete button.dataset.note;
    button.removeAttribute("aria-busy");
  }
}

// Put a table in the place of the one that is shown; false if it is older, or says the same.
export function put(main) {
  const next = facts(main);
  clock.set(next.now);
  if (!isNews(next)) return false;
  const focus = focusOf(table()), isSame = next.version === shown.version;
  main.classList.toggle("moved", next.version > shown.version);
  shown = next;
  dress(main);
  tick(main);
  lookAgainAt(main, isSame && lookedAt(table()));
  bar.remove();
  table().replaceWith(main);
  place(bar);
  htmx.process(main);
  restore(main, focus);
  leaveRoom();
  return true;
}

// While the reader has to act, what opens over the table ends above what is asked of them (`--awaited`).
function leaveRoom() {
  const top = isDue(table()) ? `${byId("say").getBoundingClientRect().top}px` : "100dvh";
  document.documentElement.style.setProperty("--awaited", top);
}
for (const event of ["beforetoggle", "resize"]) addEventListener(event, leaveRoom, { capture: true });
leaveRoom();

// Let time pass on a table.
export function tick(main) {
  const left = shown.actBy ? clock.left(shown.actBy) : 0;
  main.querySelector(".clock").textContent = shown.actBy ? countdown(left) : "";
  main.querySelector(".left i").style.setProperty("--share", shown.total ? Math.min(1, left / shown.total) : 0);
  main.classList.toggle("hurry", Boolean(shown.actBy && isDue(main) && left < HURRY));
  for (const time of main.querySelectorAll("[data-until]")) {
    time.textContent = countdown(clock.left(time.dataset.until));
  }
  for (const sign of main.querySelectorAll("[data-gone]")) if (!clock.left(sign.dataset.gone)) sign.remove();
}

function facts(main) {
  const { version, now, actBy, total } = main.querySelector("#say").dataset;
  return { version: +version, now: +now, actBy: +actBy, total: +total, html: essence(main.outerHTML) };
}

// What makes two tables different for a reader: not when they were rendered, nor what people say beside the game.
function essence(html) {
  return html.replace(/ data-now="\d+"| data-notice="[^"]*"/g, "").replace(/\s*<q class="said"[^]*?<\/q>/g, "");
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

// ---- keys ----

// Those of every table: 1 to 3 for the cards, a letter for each call.
export function pressed(event) {
  wake();
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);
  if (!isPlain || !table().contains(document.activeElement)) return;
  const key = event.key.toLowerCase();
  const card = "123".includes(key) && table().querySelectorAll(".held")[key - 1];
  const button = card || table().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}

// ---- a finished trick, looked at again ----

// Its cards lie in the middle until the next tap on it, or until the table changes.
export function look(trick) {
  const isOpen = trick.getAttribute("aria-pressed") === "true";
  for (const past of table().querySelectorAll(".past")) past.setAttribute("aria-pressed", "false");
  trick.setAttribute("aria-pressed", String(!isOpen));
}

function lookedAt(main) {
  return main.querySelector("[aria-pressed=true]")?.id;
}

function lookAgainAt(main, id) {
  if (id) main.querySelector(`#${id}`)?.setAttribute("aria-pressed", "true");
}

// ---- words ----

let told = toldBy(table());
let away = robots(table());
let winked = signs(table());
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

// The bar that says why nothing arrives takes the place of what is awaited, with the way on that its reader
// has to take, if any: the button to insist, or the link to sign in.
function place(bar) {
  byId("say").before(bar);
}

export function showLost(words, way = "") {
  bar.firstElementChild.textContent = words;
  for (const each of bar.querySelectorAll("button, a")) each.hidden = !each.matches(way || ":not(*)");
  bar.hidden = false;
}

export function hideLost() {
  bar.hidden = true;
}

export function isLost() {
  return !bar.hidden;
}

// Say what is new on a table.
export function speak(main, { hasMoved, wasAway }) {
  const before = { told, away, winked };
  told = toldBy(main);
  away = robots(main);
  winked = signs(main);
  const taken = away.filter((line) => !before.away.includes(line));
  const seen = winked.filter((line) => !before.winked.includes(line));
  if (taken.length) toast(taken.join("\n"));
  const said = [...taken, ...seen, ...newLines(main, before.told), ...(hasMoved ? turn(main) : [])];
  if (said.length) byId("log").textContent = said.join(". ");
  if (wasAway) recall(main);
  if (hasMoved) announce(main);
}

// That it is the reader's turn; a call that awaits them interrupts instead.
function turn(main) {
  return main.querySelector("#say.due:not(.urgent)") ? [`${textOf(main, ".line")}. ${textOf(main, ".hint")}`] : [];
}

function textOf(main, part) {
  return main.querySelector(part).textContent.trim();
}

// Who comes back in mid-hand, on this or another device, is told the last of it.
export function recall(main) {
  const isTold = getComputedStyle(main.querySelector(".story")).display !== "none";
  const news = lines(main, ":not(.drawn)").slice(-RECAP);
  if (news.length && !isTold && !main.querySelector("#say.still")) toast(news.join("\n"));
}

// A call that awaits the reader interrupts; every move has its sound.
function announce(main) {
  call(isUrgent(main) ? `${textOf(main, ".line")} ${textOf(main, ".hint")}` : "");
  if (!isMuted()) sounds?.follow(audio, main);
}

function lines(main, which = "") {
  return [...main.querySelectorAll(`.story li:not(.late)${which}`)].map((line) => line.textContent);
}

// Whose seats a robot has taken over, and whose time ran out, in words.
function robots(main) {
  const late = [...main.querySelectorAll(".story .late")].map((line) => line.textContent);
  return late.concat([...main.querySelectorAll(".auto")].map(
    (seat) => `${seat.querySelector("bdi").textContent}: ${seat.querySelector("small").textContent}`));
}

// The partners' signs, in words.
function signs(main) {
  return [...main.querySelectorAll(".seat:not(.s0) .sign:not([hidden])")].map(
    (sign) => `${sign.closest(".seat").querySelector("bdi").textContent}: ${sign.textContent.trim()}`);
}

// How far the story of a table goes: its hand, the number of the newest line, and who dealt.
function toldBy(main) {
  const story = main.querySelector(".story");
  const numbers = [...(story?.querySelectorAll("li[id]") ?? [])].map(numberOf);
  return {
    hand: story?.dataset.hand,
    last: Math.max(-1, ...numbers),
    draw: story?.querySelector(".drawn")?.textContent,
  };
}

function numberOf(line) {
  return Number(line.id.slice(1));
}

// The lines that a story has beyond what was told: of a new hand all of them.
function newLines(main, before) {
  const isSameHand = toldBy(main).hand === before.hand;
  const isNew = (line) =>
    line.id ? !isSameHand || numberOf(line) > before.last : line.textContent !== before.draw;
  return [...main.querySelectorAll(".story li:not(.late)")].filter(isNew).map((line) => line.textContent);
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

const mute = byId("sound");
mute.setAttribute("aria-pressed", String(!isMuted()));
mute.addEventListener("click", async () => {
  localStorage.setItem("sound", isMuted() ? "on" : "off");
  mute.setAttribute("aria-pressed", String(!isMuted()));
  await wake();
  if (!isMuted()) sounds?.play(audio, "turn");
});
