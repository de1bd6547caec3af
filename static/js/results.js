// The grid of results: a tap on who won puts the target, only the other number is left. A row is saved by itself as
// soon as it is whole; what others save appears, but never over what is being typed here.

const root = document.getElementById("results"), pad = document.getElementById("pad");
const words = root.dataset, LATER = 400;

root.classList.add("scripted");

const rows = () => [...root.querySelectorAll(".res")];
const inputs = (row) => [...row.querySelectorAll(".pair > input")];
const isWritable = (row) => inputs(row).length > 0;
const isDirty = (row) => inputs(row).some((input) => input.value !== input.defaultValue);
const typed = (row) => inputs(row).map((input) => input.value).join();
const hasPad = () => getComputedStyle(pad).display !== "none";
const say = (text) => { document.getElementById("said").textContent = text; };

// ---- a row: its games, and whether they decide the match ----

function pairs(row) {
  return [...row.querySelectorAll(".pair")].map((pair) => [...pair.querySelectorAll("input")]);
}

const isFull = (pair) => pair.every((input) => input.value !== "");
const isEmpty = (pair) => pair.every((input) => input.value === "");

const half = (row) => pairs(row).find((pair) => !isFull(pair) && !isEmpty(pair));

// Who won games of so many chicos; the server has the last word on every result.
function isDecided(row) {
  const games = [0, 0], legs = [0, 0];
  for (const pair of pairs(row).filter(isFull)) {
    const winner = Number(pair[0].value) > Number(pair[1].value) ? 0 : 1;
    legs[winner] += 1;
    if (legs[winner] < Number(row.dataset.legs)) continue;
    games[winner] += 1;
    legs.fill(0);
  }
  return Math.max(...games) > Number(row.dataset.bestOf) / 2;
}

const isWhole = (row) => isDecided(row) && pairs(row).every((pair) => isFull(pair) || isEmpty(pair));

// Only as many inputs are shown as are needed: those that are filled in, and the next ones.
function showPairs(row) {
  let room = isDecided(row) || half(row) ? 0 : 1;
  for (const pair of pairs(row)) {
    pair[0].parentElement.hidden = isEmpty(pair) && room-- <= 0;
  }
}

function markWinner(row) {
  const last = pairs(row).filter((pair) => !isEmpty(pair)).at(-1);
  const [first, second] = last ? last.map((input) => (input.value === "" ? -1 : Number(input.value))) : [0, 0];
  for (const button of row.querySelectorAll("button.win")) {
    const won = first !== second && (first > second) === (button.value === "0");
    button.classList.toggle("won", won);
    button.setAttribute("aria-pressed", won);
  }
}

// ---- the row one is at, and what the pad asks of it ----

let active = null;

function activate(row) {
  if (active?.isConnected) active.classList.remove("active");
  active = row ?? null;
  active?.classList.add("active");
  ask();
}

const nameOf = (row, side) => row.querySelector(`.side${side} bdi`).textContent;

function ask() {
  const open = active && isWritable(active) ? half(active) : null;
  for (const button of pad.querySelectorAll("button")) {
    button.disabled = !open || Number(button.value) >= Number(active.dataset.target);
  }
  const asks = document.getElementById("asks");
  if (!active) return void (asks.textContent = pad.dataset.none);
  const number = active.querySelector(".plate b").textContent;
  const score = pairs(active).filter(isFull).map((pair) => pair.map((input) => input.value).join("–")).join(", ");
  const side = open && open[0].value === "" ? 1 : 0;
  const told = { number, score, winner: nameOf(active, side), loser: nameOf(active, 1 - side) };
  const form = open ? pad.dataset.points : score && !isDecided(active) ? pad.dataset.next : pad.dataset.who;
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
  const button = event.target.closest("button.win"), row = event.target.closest(".res");
  if (!button) return void (row && isWritable(row) && activate(row));
  event.preventDefault();
  if (isWhole(row)) for (const input of inputs(row)) input.value = "";
  const pair = half(row) ?? pairs(row).find(isEmpty), side = Number(button.value), other = pair[1 - side];
  if (other.value === row.dataset.target) other.value = "";
  pair[side].value = row.dataset.target;
  settle(row);
  if (isFull(pair)) finish(row);
  else if (!hasPad()) other.focus();
});

pad.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  const row = active, pair = half(row);
  pair.find((input) => input.value === "").value = button.value;
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

root.addEventListener("submit", (event) => event.preventDefault());
pad.addEventListener("submit", (event) => event.preventDefault());

function settle(row) {
  showPairs(row);
  markWinner(row);
  activate(row);
}

function finish(row) {
  if (!isWhole(row)) return;
  save(row);
  goOn(row);
}

// ---- saving ----

function mark(row, kind, text) {
  row.classList.remove("saving", "odd", "saved");
  row.classList.add(kind);
  row.querySelector(".mark").textContent = text;
}

async function save(row) {
  const sent = typed(row), form = row.querySelector("form");
  if (row.dataset.sent === sent && row.matches(".saving")) return;
  row.dataset.sent = sent;
  mark(row, "saving", words.saving);
  try {
    const body = new FormData(form);
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    take(row, sent, read(await answer.text()).getElementById(row.id));
  } catch {
    row.dataset.unsent = "";
    mark(row, "odd", words.lost);
    say(words.lost);
  }
}

// What could not be sent is sent again once there is a line; the same result twice is no news.
function resend() {
  for (const row of rows().filter((one) => "unsent" in one.dataset)) {
    delete row.dataset.unsent;
    save(row);
  }
}

addEventListener("online", resend);
document.addEventListener("htmx:wsOpen", resend);

const read = (html) => new DOMParser().parseFromString(html, "text/html");

// The answer takes the row's place; whoever has typed on meanwhile keeps what they typed.
function take(row, sent, answer) {
  if (!answer) {
    mark(row, "odd", words.failed);
    return say(words.failed);
  }
  if (typed(row) === sent) replace(row, answer);
  else row.querySelector("[name=seen]").value = answer.querySelector("[name=seen]")?.value ?? 0;
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

function prepare(row) {
  if (isWritable(row)) showPairs(row);
}

// ---- what others save ----

let timer = 0;

function later() {
  timer ||= setTimeout(refresh, LATER);
}

async function refresh() {
  timer = 0;
  const known = rows().map((row) => `${row.id.slice(1)}.${row.dataset.version}`).join();
  let page;
  try {
    const answer = await fetch(`${words.page}?show=all&known=${known}`, { headers: { "HX-Request": "true" } });
    if (!answer.ok) return;
    page = read(await answer.text());
  } catch {
    return;
  }
  updateChips(page.getElementById("chips"));
  for (const fresh of page.querySelectorAll(".res")) show(fresh);
  if (!active) goOn(null);
}

function updateChips(fresh) {
  const numbers = fresh.querySelectorAll("a");
  document.querySelectorAll("#chips a").forEach((chip, place) => { chip.innerHTML = numbers[place].innerHTML; });
}

function show(fresh) {
  const row = document.getElementById(fresh.id);
  if (!row && fresh.matches(".missing")) {
    document.getElementById("rows").append(fresh);
    prepare(fresh);
  }
  if (!row || row.dataset.version === fresh.dataset.version || row.matches(".saving, .odd")) return;
  if (!isDirty(row)) return replace(row, fresh);
  row.dataset.version = fresh.dataset.version;
  mark(row, "odd", `${words.meanwhile}: ${fresh.dataset.said}`);
}

document.addEventListener("htmx:wsAfterMessage", (event) => {
  if (!event.detail.message.startsWith('<i id="pulse"')) later();
});

rows().forEach(prepare);
activate(rows().find((row) => row.matches(".missing")));
if (!hasPad() && active) inputs(active)[0].focus({ preventScroll: true });
