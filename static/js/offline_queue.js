// Results of the grid that are being sent. This browser stores each of them by its row until the server has taken it,
// so that no reload loses one; other tabs store theirs beside it. The page shows how many could not be sent.
import { fetchPiece } from "./fetch_piece.js";

const TOKEN = "csrfmiddlewaretoken", BUSY = 429, line = document.getElementById("line");

const underWay = new Map(), late = new Set(); // the request of each row; rows whose request failed

let prefix, waiting;

export function open(key) {
  prefix = `${key}:`;
  takeOver(key);
  waiting = readStored();
  for (const row of Object.keys(waiting)) late.add(row);
  showNumber();
  return waitingRows();
}

export const has = (row) => row in waiting;

// Return [row, fields] of each result that the server has not taken.
export const waitingRows = () => Object.entries(waiting);

// Return the page that answers, null if the site cannot be reached now. An answer with the row means that the server
// took it. A row has one request at a time: the next one waits for the answer, and `makeBody` is called after that. If
// it returns nothing, nothing is sent.
export function send(row, address, makeBody) {
  const sent = (underWay.get(row) ?? Promise.resolve()).then(() => sendNow(row, address, makeBody()));
  underWay.set(row, sent);
  return sent;
}

async function sendNow(row, address, body) {
  if (!body) return undefined;
  store(row, body);
  try {
    const { answer, text } = await fetchPiece(address, { method: "POST", body });
    if (answer.status >= 500 || answer.status === BUSY) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(text, "text/html");
    if (page.getElementById(row) || isFinal(answer)) drop(row);
    else wait(row); // an ended session, or a page with an old token: it is sent when the page has come again
    return page;
  } catch {
    wait(row);
    return null;
  }
}

// There is no such match, or the reader may not score it: the page of a refusal asks to be shown as a whole.
const isFinal = ({ status, headers }) => status === 404 || headers.has("HX-Retarget");

// A browser may store nothing (a private window): then they wait as long as the page is open.
function store(row, body) {
  waiting[row] = [...body].filter(([field]) => field !== TOKEN);
  try {
    localStorage.setItem(prefix + row, JSON.stringify(waiting[row]));
  } catch { /* the same */ }
}

// Earlier releases stored all results of a page under one key.
function takeOver(key) {
  try {
    const earlier = JSON.parse(localStorage.getItem(key)) ?? {};
    for (const [row, fields] of Object.entries(earlier)) localStorage.setItem(prefix + row, JSON.stringify(fields));
    localStorage.removeItem(key);
  } catch { /* the same */ }
}

function wait(row) {
  late.add(row);
  showNumber();
}

export function drop(row) {
  delete waiting[row];
  late.delete(row);
  showNumber();
  try {
    localStorage.removeItem(prefix + row);
  } catch { /* the same */ }
}

function readStored() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return Object.fromEntries(keys.map((key) => [key.slice(prefix.length), JSON.parse(localStorage.getItem(key))]));
  } catch {
    return {};
  }
}

function showNumber() {
  line.hidden = !late.size;
  line.textContent = late.size ? line.dataset.unsent.replace("{n}", late.size) : "";
}
