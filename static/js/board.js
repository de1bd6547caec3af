// The table as its reader sees it: a newer table from the server replaces it, and what is new is announced with words
// and sounds. Focus, clock and screen reader stay right across the change.
import { ServerClock, countdown, markDueAndUnusable, readStore, writeStore } from "./connection.js";

if (!("popover" in HTMLElement.prototype)) import(document.body.dataset.sheets);

const HURRY = 6000, TOAST = 4500; // milliseconds
const RECAP = 3; // lines shown to a reader who comes back
const TOLD = 40; // lines that the log for screen readers keeps

function byId(id) {
  return document.getElementById(id);
}

export function table() {
  return byId("table");
}

// ---- which table is shown ----

const clock = new ServerClock();
const bar = byId("lost");
let shown = readState(table());
clock.set(shown.now);
drawFaces(table());
nameClock(table());
markDueAndUnusable(table());
placeBar(bar);

// The version of the game that is shown.
export function version() {
  return shown.version;
}

// The milliseconds left until an instant of the server's clock.
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

// An action names the version that it answers; its id lets it happen once, however often it is sent.
export function stampAction(parameters) {
  parameters.seen_version = shown.version;
  parameters.action_id = Date.now().toString(36) + Math.random().toString(36).slice(2);
}

// Show that a tap waits for its answer. Without a token it is the tap that seats the reader.
export function markPending(token) {
  table().classList.add("busy");
  const first = token?.split("+")[0]; // of a card with a call, the card
  const button = table().querySelector(token ? `button[value="${CSS.escape(first)}"]` : ".act [data-needs]");
  if (!button) return;
  button.dataset.note = document.body.dataset.sending;
  button.setAttribute("aria-busy", "true");
}

export function clearPending() {
  table().classList.remove("busy");
  for (const button of table().querySelectorAll("[data-note]")) {
    delete button.dataset.note;
    button.removeAttribute("aria-busy");
  }
}

// Replace the table that is shown; return false if the new one is older, or says the same.
export function showTable(main) {
  const next = readState(main);
  clock.set(next.now);
  if (!isNews(next)) return false;
  // large text scrolls: to the calls when it is one's turn
  const top = isDue(main) && !isDue(table()) ? 1e6 : table().scrollTop;
  const focus = describeFocus(table()), isSame = next.version === shown.version;
  main.classList.toggle("moved", next.version > shown.version);
  shown = next;
  drawFaces(main);
  nameClock(main);
  markDueAndUnusable(main);
  updateClocks(main);
  reopenTrick(main, isSame && findOpenTrick(table()));
  bar.remove();
  table().replaceWith(main);
  placeBar(bar);
  main.scrollTop = top;
  htmx.process(main);
  restoreFocus(main, focus);
  setPromptTop();
  return true;
}

// The server names faces and moods; they are drawn here, so that a change of mood is a few bytes.
function drawFaces(main) {
  const moods = new Map(main.querySelector("#say").dataset.moods?.split(" ").map((mood) => mood.split("-")));
  for (const place of main.querySelectorAll("[data-face]")) {
    const mood = moods.get(place.dataset.seat), name = place.dataset.face + (mood ? `-${mood}` : "");
    place.innerHTML = `<svg aria-hidden="true"><use href="${document.body.dataset.faces}#${name}"/></svg>`;
  }
}

// What the clock counts down to.
function nameClock(main) {
  const { timePause, timeMine, timeTheirs } = document.body.dataset;
  const name = main.querySelector("#say.still") ? timePause : isDue(main) ? timeMine : timeTheirs;
  if (name) main.querySelector(".clock").setAttribute("aria-label", name);
}

// While the reader has to act, panels over the table end above the prompt (`--awaited`).
function setPromptTop() {
  const top = isDue(table()) ? `${byId("say").getBoundingClientRect().top}px` : "100dvh";
  document.documentElement.style.setProperty("--awaited", top);
}
for (const event of ["beforetoggle", "resize"]) addEventListener(event, setPromptTop, { capture: true });
setPromptTop();

export function updateClocks(main) {
  const left = shown.actBy ? clock.left(shown.actBy) : 0;
  main.querySelector(".clock").textContent = shown.actBy ? countdown(left) : "";
  main.querySelector(".left i").style.setProperty("--share", shown.total ? Math.min(1, left / shown.total) : 0);
  main.classList.toggle("hurry", Boolean(shown.actBy && isDue(main) && left < HURRY));
  for (const time of main.querySelectorAll("[data-until]")) {
    time.textContent = countdown(clock.left(time.dataset.until));
  }
  for (const sign of main.querySelectorAll("[data-gone]")) if (!clock.left(sign.dataset.gone)) sign.remove();
}

function readState(main) {
  const { version, now, actBy, total } = main.querySelector("#say").dataset;
  return { version: +version, now: +now, actBy: +actBy, total: +total, html: withoutTimes(main.outerHTML) };
}

// Two tables are the same for a reader whatever the time of rendering, and whatever people say in the chat.
function withoutTimes(html) {
  return html.replace(/ data-now="\d+"| data-notice="[^"]*"/g, "").replace(/\s*<q class="said"[^]*?<\/q>/g, "");
}

function isNews(next) {
  if (next.version !== shown.version) return next.version > shown.version;
  return next.now >= shown.now && next.html !== shown.html;
}

function describeFocus(main) {
  const element = document.activeElement;
  return main.contains(element) && { value: element.value, label: element.getAttribute("aria-label") };
}

function restoreFocus(main, focus) {
  if (!focus) return;
  const same = [...main.querySelectorAll("button")].find(
    (button) => button.value === focus.value && button.getAttribute("aria-label") === focus.label);
  (same || main).focus({ preventScroll: true });
}

// ---- keys ----

// 1 to 3 play the cards; each call has a letter.
export function handleKey(event) {
  wake();
  if (event.repeat && event.key === "Enter" && event.target.closest("#table button")) event.preventDefault();
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

// ---- a card and a call in one act ----

// Pressed, the next card takes the call with it; only the cards that can are in colour.
export function toggleJoint(button) {
  if (button.getAttribute("aria-disabled") === "true") return toast(document.body.dataset.noJoint);
  const isOn = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isOn));
  for (const card of table().querySelectorAll(".hand [name=token]")) {
    card.classList.toggle("apart", isOn && !jointToken(card.value));
  }
  if (isOn) toast(document.body.dataset.joint);
  else hideToast();
}

export function isJoint() {
  return Boolean(table().querySelector(".joint[aria-pressed=true]"));
}

// The act of this card with the call; undefined if they do not go together.
export function jointToken(card) {
  return table().querySelector("#may").dataset.joint?.split(" ").find((token) => token.startsWith(`${card}+`));
}

// ---- a finished trick, looked at again ----

// Its cards are shown in the middle until the next tap on it, or until the table changes.
export function toggleTrick(trick) {
  const isOpen = trick.getAttribute("aria-pressed") === "true";
  for (const past of table().querySelectorAll(".past")) past.setAttribute("aria-pressed", "false");
  trick.setAttribute("aria-pressed", String(!isOpen));
}

function findOpenTrick(main) {
  return main.querySelector("[aria-pressed=true]")?.id;
}

function reopenTrick(main, id) {
  if (id) main.querySelector(`#${id}`)?.setAttribute("aria-pressed", "true");
}

// ---- words ----

let told = readProgress(table());
let away = describeAbsences(table());
let winked = describeSigns(table());
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

// Make a screen reader say this at once.
export function interrupt(words) {
  byId("call").textContent = words;
}

// The bar above the prompt says why nothing arrives, and offers the way on if there is one: the button to reconnect, or
// the link to sign in.
function placeBar(bar) {
  byId("say").before(bar);
}

// While a line is silent this is called four times a second, and screen readers say each change of the words.
export function showLost(words, way = "") {
  const told = bar.firstElementChild;
  if (bar.hidden || told.textContent !== words) told.textContent = words;
  for (const each of bar.querySelectorAll("button, a")) each.hidden = !each.matches(way || ":not(*)");
  bar.hidden = false;
}

export function hideLost() {
  bar.hidden = true;
}

export function isLost() {
  return !bar.hidden;
}

// Announce what is new on a table.
export function announceNews(main, { hasMoved, wasAway }) {
  const before = { told, away, winked };
  told = readProgress(main);
  away = describeAbsences(main);
  winked = describeSigns(main);
  const taken = away.filter((line) => !before.away.includes(line));
  const seen = winked.filter((line) => !before.winked.includes(line));
  if (taken.length) toast(taken.join("\n"));
  const lines = newLines(main, before.told);
  const recap = wasAway ? showRecap(main, lines) : [];
  const isAnswered = isUrgent(main) && hasMoved; // the call that awaits the reader interrupts instead
  const isAlerted = (line) => isAnswered && line === lines.at(-1) && isAwaited(main, line);
  const rest = lines.filter((line) => !recap.includes(line) && !isAlerted(line));
  tell([...seen, ...rest, ...describeEnd(main), ...(hasMoved ? describeTurn(main) : [])]);
  if (hasMoved) announceMove(main);
}

// The log is appended to: each line is read once, and what was not read yet is not lost.
function tell(lines) {
  const log = byId("log");
  for (const line of lines) {
    const told = document.createElement("p");
    told.textContent = line;
    log.append(told);
  }
  while (log.childElementCount > TOLD) log.firstElementChild.remove();
}

// Whether the prompt says the same as this line of the story: `Name: ¡Call!`.
function isAwaited(main, line) {
  return textOf(main, ".line").includes(line.slice(line.lastIndexOf(": ") + 2));
}

let hasEnded = Boolean(table().querySelector(".finale"));

// Who won, once.
function describeEnd(main) {
  const title = main.querySelector(".finale h2"), isNew = title && !hasEnded;
  hasEnded = Boolean(title);
  return isNew ? [title.textContent.trim()] : [];
}

// It is the reader's turn. A call that awaits an answer interrupts instead.
function describeTurn(main) {
  return main.querySelector("#say.due:not(.urgent)") ? [`${textOf(main, ".line")}. ${textOf(main, ".hint")}`] : [];
}

function textOf(main, part) {
  return main.querySelector(part).textContent.trim();
}

// Show the last lines of the hand to a reader who comes back in the middle of it, but what the prompt says; return the
// lines that are shown.
export function showRecap(main, lines = storyLines(main, ":not(.drawn)")) {
  const isTold = getComputedStyle(main.querySelector(".story")).display !== "none";
  const isShown = !isTold && !main.querySelector("#say.still");
  const news = isShown ? lines.slice(-RECAP).filter((line) => !isAwaited(main, line)) : [];
  if (news.length) toast(news.join(" · "));
  return news;
}

// A call that awaits the reader's answer interrupts; every move has its sound.
function announceMove(main) {
  interrupt(isUrgent(main) ? `${textOf(main, ".line")} ${textOf(main, ".hint")}` : "");
  if (!isSilent()) sounds?.follow(isChosen("sound") ? audio : null, main);
}

function storyLines(main, which = "") {
  return [...main.querySelectorAll(`.story li:not(.late)${which}`)].map((line) => line.textContent);
}

// Whose seats a robot has taken over, and whose time ran out, in words.
function describeAbsences(main) {
  const late = [...main.querySelectorAll(".story .late")].map((line) => line.textContent);
  return late.concat([...main.querySelectorAll(".auto")].map(
    (seat) => `${seat.querySelector("bdi").textContent}: ${seat.querySelector("small").textContent}`));
}

// The partners' signs, in words.
function describeSigns(main) {
  return [...main.querySelectorAll(".seat:not(.s0) .sign:not([hidden])")].map(
    (sign) => `${sign.closest(".seat").querySelector("bdi").textContent}: ${sign.textContent.trim()}`);
}

// How far the log of a table goes: its hand, the number of the newest line, and who dealt.
function readProgress(main) {
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

// The lines that the reader has not been told; all lines of a new hand.
function newLines(main, before) {
  const isSameHand = readProgress(main).hand === before.hand;
  const isNew = (line) =>
    line.id ? !isSameHand || numberOf(line) > before.last : line.textContent !== before.draw;
  return [...main.querySelectorAll(".story li:not(.late)")].filter(isNew).map((line) => line.textContent);
}

// ---- sounds ----

let audio = null, sounds = null;

export function isChosen(option) {
  return readStore(option) === "on";
}

function isSilent() {
  return !["sound", "voices", "vibration"].some(isChosen);
}

// Browsers play sounds only after a gesture.
export async function wake() {
  if (sounds || isSilent()) return;
  audio ??= openAudio();
  sounds = await import(document.body.dataset.sounds).catch(() => null);
}

// Null where the browser, or its settings, let no page sound.
function openAudio() {
  try {
    return new AudioContext();
  } catch {
    return null;
  }
}

const mute = byId("sound");
mute.setAttribute("aria-pressed", String(isChosen("sound")));
mute.addEventListener("click", async () => {
  writeStore("sound", isChosen("sound") ? "off" : "on");
  mute.setAttribute("aria-pressed", String(isChosen("sound")));
  await wake();
  if (isChosen("sound") && !(await sounds?.play(audio, "turn"))) toast(document.body.dataset.noSound);
});
