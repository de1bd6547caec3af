// The grid of results: a tap on the winner enters the target, so only the loser's number is left. A row saves itself as
// soon as it is complete. What others save appears, but never over what is being typed here.

import * as queue from "./offline_queue.js";
import {
  findAwaitedInput, findHalfFilled, hasRung, inputs, isDecided, isDirty, isEmpty, isFull, isWhole, isWritable,
  markRow, markWinner, pairs, seen, showPairs, showUnsaved, typed,
} from "./result_row.js";
import { fetchChangedRows, showConflict } from "./conflict.js";
import { keepDraft, restoreDraft } from "./form_draft.js";

const root = document.getElementById("results"), pad = document.getElementById("pad");
const words = root.dataset, REFRESH_PAUSE = 400, SEEN_AFTER = 8000, RETRY = 5000; // milliseconds

root.classList.add("scripted");

const rows = () => [...root.querySelectorAll(".result-row")];
const hasPad = () => getComputedStyle(pad).display !== "none";
const say = (text) => { document.getElementById("said").textContent = text; };

// ---- the active row, and what the pad asks of it ----

let active = null;

function activate(row) {
  if (row && row !== active) noteSeen(row);
  if (active?.isConnected) active.classList.remove("active");
  active = row ?? null;
  active?.classList.add("active");
  updatePad();
}

// A result that another person saved counts as seen once the row has shown it for a while. Until then the server is
// sent the older state, and asks.
function noteSeen(row) {
  const { known, came } = row.dataset;
  if (known && performance.now() - Number(came) > SEEN_AFTER) seen(row).value = known;
}

const nameOf = (row, side) => row.querySelector(`.side${side} bdi`).textContent;

function updatePad() {
  const open = active && isWritable(active) ? findAwaitedInput(active) : null;
  for (const button of pad.querySelectorAll("button")) button.disabled = !open || Number(button.value) >= open.below;
  if (active) pad.hidden = false; // the competition has begun
  if (active) pad.classList.remove("idle"); // it goes with the page: nothing moves under a finger
  const asks = document.getElementById("asks");
  const nothing = Number(document.querySelector("#chips b")?.textContent) ? "elsewhere" : "none"; // as it says above
  pad.classList.toggle("done", !active && nothing === "none" && !root.querySelector(".saving"));
  if (!active) return void (asks.textContent = root.querySelector(".saving") ? words.saving : pad.dataset[nothing]);
  const score = pairs(active).filter(isFull).map((pair) => pair.map((input) => input.value).join("–")).join(", ");
  const side = open ? (open.isFirst ? open.side : 1 - open.side) : 0;
  const told = { place: active.dataset.place, score, winner: nameOf(active, side), loser: nameOf(active, 1 - side) };
  let form = score && !isDecided(active) ? pad.dataset.next : pad.dataset.who;
  if (open) form = open.isFirst ? pad.dataset.both : pad.dataset.points;
  asks.textContent = form.replace(/\{(\w+)\}/g, (_, name) => told[name]);
}

function nextMissing(row) {
  const all = rows(), from = all.indexOf(row);
  const order = [...all.slice(from + 1), ...all.slice(0, Math.max(from, 0))];
  return order.find((one) => one.matches(".missing:not(.saving)") && !isDirty(one));
}

function goToNext(row) {
  const next = nextMissing(row);
  activate(next);
  next?.scrollIntoView({ block: "nearest" });
  return next;
}

// ---- taps and keys ----

// Take what a slip says as it is: `30-12,28-30,30-3`.
function acceptClaim(row, claimed) {
  const numbers = claimed.split(",").map((game) => game.split("-"));
  pairs(row).forEach((pair, line) => pair.forEach((input, side) => { input.value = numbers[line]?.[side] ?? ""; }));
  updateRow(row);
  saveIfWhole(row);
}

root.addEventListener("click", (event) => {
  const claim = event.target.closest("button[name=claimed]");
  if (claim) {
    event.preventDefault();
    return acceptClaim(claim.closest(".result-row"), claim.value);
  }
  if (event.target.closest("a.theirs")) return void takeTheirs(event);
  const button = event.target.closest("button.win"), row = event.target.closest(".result-row");
  if (!button) return void (row && isWritable(row) && activate(row));
  event.preventDefault();
  if (isWhole(row)) for (const input of inputs(row)) input.value = "";
  const pair = findHalfFilled(row) ?? pairs(row).find(isEmpty), side = Number(button.value), other = pair[1 - side];
  if (hasRung(row)) return askBoth(row, pair, side);
  if (other.value === row.dataset.target) other.value = "";
  pair[side].value = row.dataset.target;
  updateRow(row);
  if (isFull(pair)) saveIfWhole(row);
  else if (!hasPad()) other.focus();
});

// Once the time is up, a game ends at any score.
function askBoth(row, pair, side) {
  for (const input of pair) input.value = "";
  row.dataset.won = side;
  updateRow(row);
  if (!hasPad()) pair[side].focus();
}

pad.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  const row = active;
  findAwaitedInput(row).input.value = button.value;
  updateRow(row);
  saveIfWhole(row);
});

// A number that completes a row saves it: the row's last, or one of a saved row that was typed over.
root.addEventListener("change", (event) => {
  const row = event.target.closest(".result-row");
  if (isWhole(row) && isDirty(row)) save(row);
});

root.addEventListener("input", (event) => updateRow(event.target.closest(".result-row")));
root.addEventListener("focusin", (event) => {
  const row = event.target.closest(".result-row");
  if (row && isWritable(row) && row !== active) activate(row);
});

root.addEventListener("keydown", (event) => {
  const row = event.target.closest(".result-row");
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  const missing = inputs(row).find((input) => input.value === "" && !input.parentElement.hidden);
  if (missing && !inputs(row).every((input) => input.value === "")) return missing.focus();
  if (isDirty(row) || row.matches(".invalid")) save(row);
  const next = goToNext(row);
  if (next) inputs(next)[0].focus();
});

for (const form of [root, pad]) {
  form.addEventListener("submit", (event) => event.target.matches(".verdict") || event.preventDefault());
}

function updateRow(row) {
  showPairs(row);
  markWinner(row);
  showUnsaved(row, words.unsaved);
  activate(row);
}

function saveIfWhole(row) {
  if (!isWhole(row)) return;
  save(row);
  goToNext(row);
}

// ---- saving ----

async function save(row) {
  const sent = typed(row), form = row.querySelector("form");
  if (row.dataset.sent === sent && row.matches(".saving")) return;
  row.dataset.sent = sent;
  markRow(row, "saving", words.saving);
  const answer = await queue.send(row.id, form.action, () => row.matches(".saving") && new FormData(form));
  if (answer) applyAnswer(row, sent, answer.getElementById(row.id));
  else if (answer === null) {
    if (typed(row) === sent) markRow(row, "invalid", words.lost);
    resendLater();
  }
}

// Send again what could not be sent; the server ignores a result that it has.
function resend() {
  for (const [id, fields] of queue.waitingRows()) {
    const row = document.getElementById(id);
    if (!row) restoreUnsent([id, fields]);
    else if (row.matches(".invalid")) save(row);
  }
}

// The first requests may fail, too, after the browser says that it is online.
let retry = 0;

function resendLater() {
  clearTimeout(retry);
  retry = setTimeout(resend, RETRY);
}

addEventListener("online", resend);
// What others saved while the page was loading is fetched too.
document.addEventListener("htmx:wsOpen", () => void (resend(), refreshLater()));

// Put an unsent result back into its row; a row that the page does not show comes with the answer.
async function restoreUnsent([id, fields]) {
  const row = document.getElementById(id);
  if (row && isWritable(row)) {
    for (const [field, value] of fields) fieldOf(row, field).value = value;
    return save(row);
  }
  const body = new FormData(pad);
  for (const [field, value] of fields) body.set(field, value);
  const address = `${words.page}${id.slice(1)}/`, makeBody = () => queue.has(id) && body; // once, if asked twice
  const answer = await queue.send(id, address, makeBody), fresh = answer?.getElementById(id);
  if (answer === null) resendLater();
  if (!fresh) return;
  document.getElementById("rows").append(fresh);
  prepareRow(fresh);
}

// A row that has not been sent yet has no field for what its reader accepted against a slip.
function fieldOf(row, name) {
  const field = row.querySelector(`[name="${name}"]`) ?? document.createElement("input");
  if (!field.form) row.querySelector("form").append(Object.assign(field, { type: "hidden", name }));
  return field;
}

// The answer replaces the row, unless somebody has typed on meanwhile.
function applyAnswer(row, sent, answer) {
  if (!answer) {
    markRow(row, "invalid", words.failed);
    return say(words.failed);
  }
  if (typed(row) === sent) replaceRow(row, answer);
  else if (answer.matches(".invalid")) markRow(row, "invalid", answer.querySelector(".mark").textContent.trim());
  else seen(row).value = seen(answer)?.value ?? 0;
  say(`${answer.dataset.said}. ${answer.querySelector(".mark").textContent.trim()}`);
  refreshLater();
}

function replaceRow(row, fresh) {
  const element = document.activeElement, was = row.contains(element) ? element : null;
  const fields = [...row.querySelectorAll("input, button, a")], place = fields.indexOf(was);
  row.replaceWith(fresh);
  prepareRow(fresh);
  if (active === row) activate(fresh);
  if (was) fresh.querySelectorAll("input, button, a")[place]?.focus({ preventScroll: true });
}

function prepareRow(row) {
  htmx.process(row); // the links that ask who did not come
  if (isWritable(row)) showPairs(row);
}

// ---- what others save ----

let timer = 0;

function refreshLater() {
  timer ||= setTimeout(refresh, REFRESH_PAUSE);
}

async function refresh() {
  timer = 0;
  const page = await fetchChangedRows(words.page, rows());
  if (!page) return;
  const chips = page.querySelectorAll("#chips a");
  document.querySelectorAll("#chips a").forEach((chip, place) => { chip.innerHTML = chips[place].innerHTML; });
  const fresh = [...page.querySelectorAll(".result-row")];
  showNewRounds(page.getElementById("rows").dataset.current.split(" "), fresh);
  fresh.forEach(showSavedRow);
  if (!active) goToNext(null);
}

// A round that others have begun replaces the last one; rows that are being typed in stay.
function showNewRounds(current, fresh) {
  const list = document.getElementById("rows"), isBegun = (row) => isDirty(row) || row.matches(".saving, .invalid");
  const begun = fresh.filter((row) => row.matches(".missing") && !document.getElementById(row.id));
  if (!begun.length || !["missing", "all"].includes(words.show)) return;
  const isOver = (row) => !current.includes(row.id.slice(1)) && !isBegun(row);
  const old = rows().filter(isOver);
  for (const row of old) row.remove();
  if (old.includes(active)) activate(null);
  if (old.length) list.prepend(...begun);
  else list.append(...begun);
  begun.forEach(prepareRow);
}

function showSavedRow(fresh) {
  const row = document.getElementById(fresh.id);
  if (!row || row.dataset.version === fresh.dataset.version || row.matches(".saving, .invalid")) return;
  if (!isDirty(row) || typed(row) === typed(fresh)) return applyRow(row, fresh);
  row.dataset.version = fresh.dataset.version;
  row.dataset.rung = fresh.dataset.rung;
  if (seen(row).value !== seen(fresh)?.value) showConflict(row, fresh.dataset.said, words);
}

async function takeTheirs(event) {
  event.preventDefault();
  const row = event.target.closest(".result-row"), others = rows().filter((one) => one !== row);
  const fresh = (await fetchChangedRows(words.page, others))?.getElementById(row.id);
  if (!fresh) return say(words.failed);
  queue.drop(row.id);
  replaceRow(row, fresh);
  say(fresh.dataset.said);
}

// If the active row changed under the finger, ask for the next one without scrolling.
function applyRow(row, fresh) {
  const isNews = seen(fresh) && seen(row) && seen(fresh).value !== seen(row).value;
  if (isNews) {
    Object.assign(fresh.dataset, { known: seen(fresh).value, came: performance.now() });
    seen(fresh).value = seen(row).value;
  }
  const isAt = active === row, isIn = row.contains(document.activeElement);
  replaceRow(row, fresh);
  if (isAt && !isIn && !fresh.matches(".missing")) activate(nextMissing(fresh));
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (!event.detail.message.startsWith('<i id="pulse"')) refreshLater();
});

// ---- what was typed and not saved, over a reload ----

// The queue holds what was sent and not taken. What was typed after that is restored over it. A complete row was
// refused: send it again.
const waiting = queue.open(`results:${words.page}:${words.by}`), TYPED = `typed ${words.page}`;
const isUnsaved = (row) => isWritable(row) && (isDirty(row) || row.matches(".invalid, .saving"));
const isQueued = (row) => queue.has(row.id) && typed(row) === row.dataset.sent;
keepDraft(TYPED, rows, inputs, (row) => isUnsaved(row) && !isQueued(row));
waiting.forEach(restoreUnsent);
for (const [row, version] of restoreDraft(TYPED, inputs).filter(([one]) => isDirty(one))) {
  markWinner(row);
  showUnsaved(row, words.unsaved);
  if (version !== row.dataset.version) showConflict(row, row.dataset.said, words);
  else if (isWhole(row)) save(row);
}

rows().forEach(prepareRow);
activate(rows().find((row) => row.matches(".missing")));
if (!hasPad() && active) inputs(active)[0].focus({ preventScroll: true });
