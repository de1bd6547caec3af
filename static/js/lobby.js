// The live list of the lobby. Nothing moves under the reader: a changed row keeps its place, a row that left is dimmed,
// a new one comes last if there is room, or on request. Rows that left are removed once the page is hidden.
import { Line, openWhileSeen } from "./connection.js";

const shell = document.querySelector("[data-friends]");
const friends = new Set(shell.dataset.friends.split(" ").filter(Boolean));
const line = new Line(`/ws/lobby/?language=${document.documentElement.lang}`, { received, longest: 30000 });

function received(message) {
  if (message.startsWith('<i id="pulse"')) return;
  const news = document.createElement("template");
  news.innerHTML = message;
  for (const piece of news.content.children) {
    if (piece.matches("ul")) takeList(document.getElementById(piece.id), piece);
    else takeRow(piece);
  }
}

// A friend's table beyond the lists' room ([data-beyond]) is in nobody's news: it stays as it was.
function takeList(list, news) {
  const rows = [...news.querySelectorAll(".table-row")];
  const there = new Set(rows.map((row) => row.id));
  for (const row of list.querySelectorAll(".table-row:not(.gone, [data-beyond])")) if (!there.has(row.id)) leave(row);
  for (const row of rows) if (!takeRow(row, list)) append(list, row);
}

// A table that goes from one list to the other is new there.
function takeRow(row, list = document) {
  const shown = list.querySelector(`#${row.id}:not(.gone)`);
  if (!shown) return false;
  star(row);
  row.hidden = shown.hidden;
  if (row.outerHTML === shown.outerHTML) return true;
  const hadFocus = shown.contains(document.activeElement);
  shown.replaceWith(row);
  if (hadFocus) row.querySelector("a").focus({ preventScroll: true });
  return true;
}

function append(list, row) {
  star(row);
  const height = list.offsetHeight;
  list.append(row);
  row.hidden = !document.hidden && list.offsetHeight > height;
  offerMore(list);
}

// It keeps its place and size, and leads nowhere any more.
function leave(row) {
  if (row.hidden || document.hidden) return row.remove();
  row.classList.add("gone");
  row.removeAttribute("id");
  const link = row.querySelector("a");
  link.removeAttribute("href");
  link.querySelector(".how").textContent = shell.dataset.gone;
}

function star(row) {
  for (const name of row.querySelectorAll("[data-person]")) {
    const isFriend = friends.has(name.dataset.person);
    if (!isFriend) continue;
    name.className = "friend";
    name.querySelector("i").hidden = false;
  }
}

function offerMore(list) {
  const more = document.querySelector(`[data-more=${list.id}]`);
  more.hidden = !list.querySelector(".table-row[hidden]");
}

function showAll(list) {
  for (const row of list.querySelectorAll(".table-row[hidden]")) row.hidden = false;
  offerMore(list);
}

for (const more of document.querySelectorAll("[data-more]")) {
  more.addEventListener("click", () => showAll(document.getElementById(more.dataset.more)));
}

openWhileSeen(line, () => {
  for (const row of document.querySelectorAll(".gone")) row.remove();
  document.querySelectorAll(".tables-list").forEach(showAll);
});
