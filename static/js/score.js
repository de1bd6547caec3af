// The scorer's page: a tap shows at once and is sent as soon as there is a line; keys beside the buttons, and a
// fresh sheet when somebody else has written on it.

import { isDecided, isReached, read, standing, takes } from "./score_marks.js";
import * as unsent from "./offline_marks.js";

const GROUP = 5; // match-sticks

const shell = document.querySelector(".score-shell");
const words = document.getElementById("line"), signIn = document.getElementById("sign-in");
const sheet = () => document.getElementById("sheet");
const marks = () => sheet().dataset.marks.split(" ").filter(Boolean);
const version = () => Number(sheet().dataset.version);
const isOpen = () => sheet().dataset.open === "yes";

// ---- taps ----

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!sheet().contains(document.activeElement)) return;
  const aliases = { arrowleft: "1", arrowright: "2" };
  const key = event.key.toLowerCase();
  if (key === "enter" && event.target.closest("a, button, summary")) return;
  const button = sheet().querySelector(`[data-key="${CSS.escape(aliases[key] ?? key)}"]:enabled`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
});

// Before anybody else hears of it: a form that is sent by the page itself is not sent again.
document.addEventListener("submit", (event) => {
  if (!sheet().contains(event.target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  unsent.add(event.submitter.value, event.target.elements.action_id.value);
  paint();
}, true);

// ---- the sheet as it will be once all is sent ----

function paint() {
  const { target, legs, bestOf, playsAll } = sheet().dataset;
  const measure = {
    target: Number(target), legs: Number(legs), bestOf: Number(bestOf), playsAll: playsAll === "yes",
  };
  const told = read(measure, unsent.marks()), isOver = isDecided(measure, told);
  sheet().querySelectorAll(".column").forEach((column, side) => paintSide(column, side, measure, told));
  const asks = document.getElementById("asks"), isAsking = !isOver && isReached(measure, told);
  asks.hidden = !isAsking;
  asks.querySelector("p").textContent = `${asks.dataset.question} ${told.points.join("–")}`;
  asks.querySelector("button").disabled = !isAsking;
  const undo = document.getElementById("undo");
  undo.disabled = isOver || !told.before;
  undo.textContent = undo.dataset.undo;
  document.getElementById("time")?.toggleAttribute("disabled", isOver);
  if (told.dealer !== null) paintDealer(told.dealer);
  say();
}

function paintSide(column, side, measure, told) {
  const points = told.points[side], half = Math.ceil(measure.target / 2);
  column.querySelector(".figure b").textContent = points;
  const parts = [Math.min(points, half), Math.max(points - half, 0)];
  column.querySelectorAll(".tally i").forEach((sticks, place) => {
    const groups = /\bg\d+/.exec(sticks.className)[0], part = parts[place];
    sticks.className = `f${Math.floor(part / GROUP)} p${part % GROUP} ${groups}`;
  });
  column.querySelector(".tally").setAttribute("aria-label", points);
  const { games, legs } = standing(measure, told);
  for (const each of column.querySelectorAll("[data-games]")) each.textContent = counted(each, games[side]);
  for (const each of column.querySelectorAll("[data-legs]")) each.textContent = counted(each, legs[side]);
  for (const button of column.querySelectorAll(".plus")) {
    button.disabled = !takes(measure, told, side, Number(button.value.split("+")[1]));
  }
}

const counted = (element, number) => element.textContent.replace(/\d+/, number);

function paintDealer(dealer) {
  const seats = [...document.querySelectorAll("#dealer .seats button")], following = (dealer + 1) % seats.length;
  const told = document.getElementById("deals"), next = document.getElementById("next-hand");
  const name = document.createElement("bdi");
  name.textContent = seats[dealer].textContent.trim();
  told.replaceChildren(`${told.dataset.deals} `, name);
  next.hidden = false;
  next.value = `d${following}`;
  next.querySelector("bdi").textContent = seats[following].textContent.trim();
  for (const seat of seats) seat.disabled = seat === seats[dealer];
  next.parentElement.querySelector("details").open = false;
}

function say() {
  const columns = [...sheet().querySelectorAll(".column")];
  const told = columns.map((one) => ["h2", ".figure"].map((part) => one.querySelector(part).textContent).join(" "));
  if (told.length) document.getElementById("said").textContent = told.join(", ");
}

// ---- what the server says ----

function show(text) {
  const focused = sheet().contains(document.activeElement) ? document.activeElement.id : "";
  shell.innerHTML = text;
  htmx.process(shell);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  taken();
}

function taken() {
  if (!unsent.isWaiting()) unsent.settle(version(), marks(), isOpen());
  document.getElementById("said").textContent = sheet().dataset.said;
  document.getElementById("place").textContent = sheet().dataset.place;
}

function waits(number, isLate, ended = "") {
  const { dataset } = words, text = number && isLate ? dataset[ended || "unsent"].replace("{n}", number) : "";
  words.hidden = !text;
  if (words.firstChild?.data === text) return; // its link keeps the focus
  words.textContent = text;
  if (ended === "out") words.append(" ", signIn.content.cloneNode(true));
}

const input = (root) => root.querySelector("[name=csrfmiddlewaretoken]");

function renew(text) {
  input(sheet()).value = input(new DOMParser().parseFromString(text, "text/html")).value;
}

const held = { show, waits, renew, token: () => input(sheet())?.value ?? "" };
unsent.start(`marks:${location.pathname}:${shell.dataset.by}`, version(), marks(), held);
if (isOpen() && (unsent.isWaiting() || unsent.marks().length > marks().length)) paint();

// A new sheet is said to whoever hears the page: the place for that stays, whatever comes and goes.
document.addEventListener("htmx:afterSwap", taken);
document.addEventListener("htmx:beforeSwap", (event) => {
  const brought = /data-version="(\d+)"/.exec(event.detail.xhr.responseText);
  if (unsent.isWaiting() || Number(brought?.[1]) < version()) event.detail.shouldSwap = false;
});

// What the socket says is for those who watch; whoever keeps the score asks for a sheet of their own.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  unsent.noteConnection();
  const news = new DOMParser().parseFromString(event.detail.message, "text/html");
  const told = news.getElementById("match-score")?.dataset;
  if (!told || unsent.isWaiting()) return;
  const shown = sheet().dataset, isOther = ["rung", "place", "open"].some((name) => told[name] !== shown[name]);
  const isNews = Number(told.sheet) > version() || isOther;
  if (isNews) htmx.trigger(sheet(), "news");
});

// ---- a reload without a line: where the site is served safely, this page is kept for it, and no other ----

async function keep() {
  await navigator.serviceWorker.ready;
  const sheets = await caches.open("sheets");
  for (const old of await sheets.keys()) await sheets.delete(old);
  if (!isOpen()) return;
  const files = performance.getEntriesByType("resource").map((each) => each.name);
  await sheets.addAll([location.pathname, ...files.filter((file) => /\.[0-9a-f]{12}\.(js|css|svg|woff)$/.test(file))]);
}

if (window.isSecureContext && navigator.serviceWorker) addEventListener("load", () => keep().catch(() => {}));
