// The grid of results: a tap on who won puts the target, only the other number is left. A row is saved by itself as
// soon as it is whole; what others save appears, but never over what is being typed here.

import * as kept from "./offline_queue.js";
import {
  asked, half, hasRung, inputs, isDecided, isDirty, isEmpty, isFull, isWhole, isWritable,
  mark, markWinner, pairs, seen, showPairs, showUnsaved, typed,
} from "./result_row.js";
import { beside, disagree } from "./conflict.js";
import { keep, putBack } from "./form_draft.js";

const root = document.getElementById("results"), pad = document.getElementById("pad");
const words = root.dataset, LATER = 400, LOOK = 8000; // milliseconds

root.classList.add("scripted");

const rows = () => [...root.querySelectorAll(".res")];
const hasPad = () => getComputedStyle(pad).display !== "none";
const say = (text) => { document.getElementById("said").textContent = text; };

// ---- the row one is at, and what the pad asks of it ----

let active = null;

function activate(row) {
  if (row && row !== active) look(row);
  if (active?.isConnected) active.classList.remove("active");
  active = row ?? null;
  active?.classList.add("active");
  ask();
}

// A result that another person saved counts as seen once the row has shown it for a while. Until then the server is
// sent the older state, and asks.
function look(row) {
  const { known, came } = row.dataset;
  if (known && performance.now() - Number(came) > LOOK) seen(row).value = known;
}

const nameOf = (row, side) => row.querySelector(`.side${side} bdi`).textContent;

function ask() {
  const open = active && isWritable(active) ? asked(active) : null;
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

function goOn(row) {
  const next = nextMissing(row);
  activate(next);
  next?.scrollIntoView({ block: "nearest" });
  return next;
}

// ---- taps and keys ----

// What a slip said is taken as it is: `30-12,28-30,30-3`.
function accept(row, claimed) {
  const numbers = claimed.split(",").map((game) => game.split("-"));
  pairs(row).forEach((pair, line) => pair.forEach((input, side) => { input.value = numbers[line]?.[side] ?? ""; }));
  settle(row);
  finish(row);
}

root.addEventListener("click", (event) => {
  const claim = event.target.closest("button[name=claimed]");
  if (claim) {
    event.preventDefault();
    return accept(claim.closest(".res"), claim.value);
  }
  if (event.target.closest("a.theirs")) return void takeTheirs(event);
  const button = event.target.closest("button.win"), row = event.target.closest(".res");
  if (!button) return void (row && isWritable(row) && activate(row));
  event.preventDefault();
  if (isWhole(row)) for (const input of inputs(row)) input.value = "";
  const pair = half(row) ?? pairs(row).find(isEmpty), side = Number(button.value), other = pair[1 - side];
  if (hasRung(row)) return askBoth(row, pair, side);
  if (other.value === row.dataset.target) other.value = "";
  pair[side].value = row.dataset.target;
  settle(row);
  if (isFull(pair)) finish(row);
  else if (!hasPad()) other.focus();
});

// After the bell a game ends wherever it was.
function askBoth(row, pair, side) {
  for (const input of pair) input.value = "";
  row.dataset.won = side;
  settle(row);
  if (!hasPad()) pair[side].focus();
}

pad.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  const row = active;
  asked(row).input.value = button.value;
  settle(row);
  finish(row);
});

// A number that completes a row saves it: the row's last, or one of a saved row that was typed over.
root.addEventListener("change", (event) => {
  const row = event.target.closest(".res");
  if (isWhole(row) && isDirty(row)) save(row);
});

root.addEventListener("input", (event) => settle(event.target.closest(".res")));
root.addEventListener("focusin", (event) => {
  const row = event.target.closest(".res");
  if (row && isWritable(row) && row !== active) activate(row);
});

root.addEventListener("keydown", (event) => {
  const row = event.target.closest(".res");
  if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  const missing = inputs(row).find((input) => input.value === "" && !input.parentElement.hidden);
  if (missing && !inputs(row).every((input) => input.value === "")) return missing.focus();
  if (isDirty(row) || row.matches(".odd")) save(row);
  const next = goOn(row);
  if (next) inputs(next)[0].focus();
});

for (const form of [root, pad]) form.addEventListener("submit", (event) => event.preventDefault());

function settle(row) {
  showPairs(row);
  markWinner(row);
  showUnsaved(row, words.unsaved);
  activate(row);
}

function finish(row) {
  if (!isWhole(row)) return;
  save(row);
  goOn(row);
}

// ---- saving ----

async function save(row) {
  const sent = typed(row), form = row.querySelector("form");
  if (row.dataset.sent === sent && row.matches(".saving")) return;
  row.dataset.sent = sent;
  mark(row, "saving", words.saving);
  const answer = await kept.send(row.id, form.action, () => row.matches(".saving") && new FormData(form));
  if (answer) take(row, sent, answer.getElementById(row.id));
  else if (answer === null && typed(row) === sent) mark(row, "odd", words.lost);
}

// What could not be sent is sent again once there is a line; the same result twice is no news.
function resend() {
  for (const row of rows().filter((one) => one.matches(".odd") && kept.has(one.id))) save(row);
}

addEventListener("online", resend);
document.addEventListener("htmx:wsOpen", () => void (resend(), later())); // what was saved while the page was coming

// Whoever comes back to the page finds in its row what waits; a row that is not here comes with its answer.
async function restore([id, fields]) {
  const row = document.getElementById(id);
  if (row && isWritable(row)) {
    for (const [field, value] of fields) row.querySelector(`[name="${field}"]`).value = value;
    return save(row);
  }
  const body = new FormData(pad);
  for (const [field, value] of fields) body.set(field, value);
  const answer = await kept.send(id, `${words.page}${id.slice(1)}/`, () => body), fresh = answer?.getElementById(id);
  if (fresh) document.getElementById("rows").append(fresh);
  if (fresh) prepare(fresh);
  else if (answer) kept.drop(id);
}

// The answer takes the row's place; whoever has typed on meanwhile keeps what they typed.
function take(row, sent, answer) {
  if (!answer) {
    mark(row, "odd", words.failed);
    return say(words.failed);
  }
  if (typed(row) === sent) replace(row, answer);
  else if (answer.matches(".odd")) mark(row, "odd", answer.querySelector(".mark").textContent.trim());
  else seen(row).value = seen(answer)?.value ?? 0;
  say(`${answer.dataset.said}. ${answer.querySelector(".mark").textContent.trim()}`);
  later();
}

function replace(row, fresh) {
  const element = document.activeElement, was = row.contains(element) ? element : null;
  const fields = [...row.querySelectorAll("input, button, a")], place = fields.indexOf(was);
  row.replaceWith(fresh);
  prepare(fresh);
  if (active === row) activate(fresh);
  if (was) fresh.querySelectorAll("input, button, a")[place]?.focus({ preventScroll: true });
}

const prepare = (row) => isWritable(row) && showPairs(row);

// ---- what others save ----

let timer = 0;

function later() {
  timer ||= setTimeout(refresh, LATER);
}

async function refresh() {
  timer = 0;
  const page = await beside(words.page, rows());
  if (!page) return;
  const chips = page.querySelectorAll("#chips a");
  document.querySelectorAll("#chips a").forEach((chip, place) => { chip.innerHTML = chips[place].innerHTML; });
  const fresh = [...page.querySelectorAll(".res")];
  follow(page.getElementById("rows").dataset.current.split(" "), fresh);
  fresh.forEach(show);
  if (!active) goOn(null);
}

// A round that others have begun takes the place of the last one; what is being typed here stays.
function follow(current, fresh) {
  const list = document.getElementById("rows"), isBegun = (row) => isDirty(row) || row.matches(".saving, .odd");
  const begun = fresh.filter((row) => row.matches(".missing") && !document.getElementById(row.id));
  if (!begun.length || !["missing", "all"].includes(words.show)) return;
  const isOver = (row) => !current.includes(row.id.slice(1)) && !isBegun(row);
  const old = rows().filter(isOver);
  for (const row of old) row.remove();
  if (old.includes(active)) activate(null);
  if (old.length) list.prepend(...begun);
  else list.append(...begun);
  begun.forEach(prepare);
}

function show(fresh) {
  const row = document.getElementById(fresh.id);
  if (!row || row.dataset.version === fresh.dataset.version || row.matches(".saving, .odd")) return;
  if (!isDirty(row) || typed(row) === typed(fresh)) return arrive(row, fresh);
  row.dataset.version = fresh.dataset.version;
  row.dataset.rung = fresh.dataset.rung;
  if (seen(row).value !== seen(fresh)?.value) disagree(row, fresh.dataset.said, words);
}

async function takeTheirs(event) {
  event.preventDefault();
  const row = event.target.closest(".res"), others = rows().filter((one) => one !== row);
  const fresh = (await beside(words.page, others))?.getElementById(row.id);
  if (!fresh) return say(words.failed);
  kept.drop(row.id);
  replace(row, fresh);
  say(fresh.dataset.said);
}

// The row one is at changed under the finger: what comes next is asked, and nothing scrolls.
function arrive(row, fresh) {
  const isNews = seen(fresh) && seen(row) && seen(fresh).value !== seen(row).value;
  if (isNews) {
    Object.assign(fresh.dataset, { known: seen(fresh).value, came: performance.now() });
    seen(fresh).value = seen(row).value;
  }
  const isAt = active === row, isIn = row.contains(document.activeElement);
  replace(row, fresh);
  if (isAt && !isIn && !fresh.matches(".missing")) activate(nextMissing(fresh));
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (!event.detail.message.startsWith('<i id="pulse"')) later();
});

// ---- what was typed and not saved, over a reload ----

// What waits for the line is kept elsewhere; a whole row was on its way, or refused: it is sent again.
const waiting = kept.open(`results:${words.page}:${words.by}`), TYPED = `typed ${words.page}`;
const isUnsaved = (row) => isWritable(row) && (isDirty(row) || row.matches(".odd, .saving"));
keep(TYPED, rows, inputs, (row) => isUnsaved(row) && !kept.has(row.id));
for (const [row, version] of putBack(TYPED, inputs).filter(([one]) => isDirty(one))) {
  markWinner(row);
  showUnsaved(row, words.unsaved);
  if (version !== row.dataset.version) disagree(row, row.dataset.said, words);
  else if (isWhole(row)) save(row);
}

rows().forEach(prepare);
waiting.forEach(restore);
activate(rows().find((row) => row.matches(".missing")));
if (!hasPad() && active) inputs(active)[0].focus({ preventScroll: true });
