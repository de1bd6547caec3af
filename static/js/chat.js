// Chat at a table: the panel of phrases, the list of lines, bubbles, and mutes. Mutes are stored in this browser; a
// muted person never learns of it.
import { clockLeft, isChosen, isUrgent, table, toast } from "./board.js";
import { readStore, writeStore } from "./connection.js";

const KEPT = 200; // mutes
const words = document.body.dataset;

function byId(id) {
  return document.getElementById(id);
}

const panel = byId("talk"), chat = byId("chat"), menu = byId("menu"), card = byId("card");

// ---- mutes ----

const EVERYBODY = "*";
let muted = new Set(JSON.parse(readStore("muted") || "[]"));

function isMuted(by) {
  return muted.has(EVERYBODY) || muted.has(by);
}

function mute(by, isOn) {
  muted.delete(by);
  if (isOn) muted.add(by);
  muted = new Set([...muted].slice(-KEPT));
  writeStore("muted", JSON.stringify([...muted]));
  hideEndedBubbles();
  applyMutes();
}

// Hide bubbles whose time is over or whose speaker is muted, and the words of a muted partner; señas stay.
export function hideEndedBubbles() {
  for (const word of table().querySelectorAll(".sign[data-by]")) word.hidden = isMuted(word.dataset.by);
  for (const bubble of table().querySelectorAll(".said")) {
    const { by, ends } = bubble.dataset;
    bubble.hidden = isMuted(by) || (+ends > 0 && !clockLeft(+ends));
  }
}

// ---- what arrives ----

let told = new Set();

// A table arrived. If it brings nothing new of the game, only its bubbles are shown.
export function showBubbles(main) {
  if (main !== table()) for (const seat of main.querySelectorAll(".seat")) copyBubble(byId(seat.id), seat);
  hideEndedBubbles();
  announceBubbles();
  if (isUrgent(main)) close();
  placePanel();
}

function copyBubble(shown, seat) {
  const before = shown?.querySelector(".said"), said = seat.querySelector(".said");
  if (before && said) before.replaceWith(said.cloneNode(true));
  else if (before) before.remove();
  else if (said) shown?.querySelector(".room")?.append(said.cloneNode(true));
}

// Tell a screen reader the new bubbles.
function announceBubbles() {
  const bubbles = [...table().querySelectorAll(".said:not([hidden])")];
  const keys = bubbles.map(({ dataset }) => `${dataset.by} ${dataset.ends}`);
  const fresh = bubbles.filter((bubble, index) => !told.has(keys[index]));
  told = new Set(keys);
  if (fresh.length) byId("overheard").textContent = fresh.map(describeBubble).join(". ");
}

function describeBubble(bubble) {
  const name = bubble.closest(".seat").querySelector("bdi").textContent;
  const face = bubble.querySelector("[aria-label]");
  return `${name}: ${face ? face.getAttribute("aria-label") : bubble.title || bubble.textContent}`;
}

let newest = 0;

// The newest line travels beside the table: an open list is read again, a closed one is marked.
export function receiveChat(message) {
  const heard = /<p id="heard" data-line="(\d+)" data-by="(\w+)"/.exec(message);
  if (!heard || +heard[1] === newest) return;
  const isNews = +heard[1] > (newest || markRead()); // else the newest was taken away
  newest = +heard[1];
  if (isOpen()) read();
  else if (isNews && !isMuted(heard[2])) document.body.dataset.news = "";
}

function markRead() {
  return +readStore(`heard ${location.pathname}`, "sessionStorage");
}

// ---- what is said ----

const HEADERS = { ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" };

async function post(path, values) {
  const sent = { method: "POST", headers: HEADERS, body: new URLSearchParams(values) };
  const answer = await fetch(path, sent).catch(() => null);
  if (answer?.ok) return true;
  toast(answer && answer.status < 500 ? await answer.text() : words.failed);
  return false;
}

function sayPhrase(event) {
  const button = event.target.closest("button[value]");
  if (!button) return;
  close();
  post(panel.dataset.path, { phrase: button.value });
}

async function writeLine(event) {
  event.preventDefault();
  const { text } = event.target.elements, written = text.value;
  if (!written.trim()) return;
  text.value = "";
  if (await post(panel.dataset.path, { text: written })) read();
  else text.value ||= written;
}

// ---- the panel of phrases: it covers the calls ----

function open() {
  delete document.body.dataset.news;
  if (!panel.querySelector("button[value]")) return chat.showPopover();
  panel.hidden = false;
  placePanel();
  panel.querySelector("button").focus({ preventScroll: true });
}

function close() {
  if (isOpen()) chat.hidePopover();
  closePhrases();
}

function closePhrases() {
  if (panel.hidden) return;
  const hadFocus = panel.contains(document.activeElement);
  panel.hidden = true;
  placePanel();
  if (hadFocus) (table().querySelector("[data-talk]") ?? table()).focus({ preventScroll: true });
}

// The panel is no part of the table, which may be replaced while the panel is open. It covers the calls, or the prompt.
function placePanel() {
  table().querySelector("[data-talk]")?.setAttribute("aria-expanded", String(!panel.hidden));
  if (panel.hidden) return;
  const rooms = [".act", ".story", ".say"].map((name) => table().querySelector(name)?.getBoundingClientRect());
  const room = rooms.find((one) => one?.height);
  const { left, bottom, width, height } = room;
  for (const [name, size] of Object.entries({ left, bottom: Math.max(0, innerHeight - bottom), width, height })) {
    panel.style.setProperty(`--${name}`, `${size}px`);
  }
}

// ---- the list ----

function isOpen() {
  return chat.getClientRects().length > 0; // the oldest browsers know no :popover-open
}

async function read() {
  const answer = await fetch(panel.dataset.path, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  byId("lines").innerHTML = await answer.text(); // the server's own, and nothing in it runs (CSP)
  writeStore(`heard ${location.pathname}`, newest, "sessionStorage");
  applyMutes();
  byId("lines").querySelector("ol").scrollTop = 1e6;
}

function applyMutes() {
  for (const line of byId("lines").querySelectorAll("li[data-by]")) line.hidden = isMuted(line.dataset.by);
  for (const box of document.querySelectorAll(".sheet [data-mute]")) box.checked = muted.has(box.dataset.mute);
}

async function handleReport({ target }) {
  const button = target.closest("[data-report]");
  if (!button) return;
  const [reason, text] = [...button.parentElement.querySelectorAll("[name]")].map((field) => field.value);
  if (await post(chat.dataset.path, { line: button.dataset.report, reason, text })) toast(words.reported);
}

function handleOption({ target }) {
  if ("mute" in target.dataset) mute(target.dataset.mute, target.checked);
  if ("option" in target.dataset) writeStore(target.dataset.option, target.checked ? "on" : "off");
  if (target.dataset.option === "voices" && target.checked) checkVoice();
}

// Voices come late in some browsers: look again when they have.
async function checkVoice() {
  const { voiceFor } = await import(words.sounds);
  const tellIfNone = () => voiceFor(words.speech) || toast(words.noVoice);
  if (speechSynthesis.getVoices().length) tellIfNone();
  else speechSynthesis.addEventListener("voiceschanged", tellIfNone, { once: true });
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-talk]")) panel.hidden ? open() : close();
});
for (const box of menu.querySelectorAll("[data-option]")) {
  box.checked = isChosen(box.dataset.option);
  box.parentElement.hidden = !(box.dataset.wants in window || box.dataset.wants in navigator);
}
// How fast things move: as in the profile, unless it is chosen in this browser.
const pace = byId("pace");
words.motion = readStore("motion") || words.motion;
pace.value = words.motion;
pace.addEventListener("change", () => {
  words.motion = pace.value;
  writeStore("motion", pace.value);
});
panel.addEventListener("click", sayPhrase);
panel.querySelector(".shut")?.addEventListener("click", closePhrases);
chat.addEventListener("toggle", () => {
  if (!isOpen()) return;
  closePhrases();
  read();
});
chat.addEventListener("click", handleReport);
for (const sheet of [chat, menu, card]) sheet?.addEventListener("change", handleOption);
card?.addEventListener("htmx:afterSwap", applyMutes);
byId("write")?.addEventListener("submit", writeLine);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
addEventListener("resize", placePanel);
hideEndedBubbles();
