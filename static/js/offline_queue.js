// Results of the grid that are being sent. This browser stores each result that could not be sent, by its row, so that
// no reload loses one. The page shows how many wait.

const TOKEN = "csrfmiddlewaretoken", BUSY = 429, line = document.getElementById("line");

const underWay = new Map();

let name, waiting;

export function open(key) {
  name = key;
  waiting = readStored();
  showNumber();
  return waitingRows();
}

export const has = (row) => row in waiting;

// Return [row, fields] of each result that could not be sent.
export const waitingRows = () => Object.entries(waiting);

// Return the page that answers, null if the site cannot be reached now. An answer with the row means that the server
// took it. Each row has one request at a time: `made` builds the next body after the answer, or returns undefined to
// send nothing.
export function send(row, address, made) {
  const sent = (underWay.get(row) ?? Promise.resolve()).then(() => sendNow(row, address, made()));
  underWay.set(row, sent);
  return sent;
}

async function sendNow(row, address, body) {
  if (!body) return undefined;
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (answer.status >= 500 || answer.status === BUSY) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById(row) || isFinal(answer)) drop(row);
    else store(row, body); // an ended session, or a page with an old token: it is sent when the page has come again
    return page;
  } catch {
    store(row, body);
    return null;
  }
}

// There is no such match, or the reader may not score it: the page of a refusal asks to be shown as a whole.
const isFinal = ({ status, headers }) => status === 404 || headers.has("HX-Retarget");

function store(row, body) {
  waiting[row] = [...body].filter(([field]) => field !== TOKEN);
  save();
}

export function drop(row) {
  delete waiting[row];
  save();
}

// A browser may store nothing (a private window): then they wait as long as the page is open.
function readStored() {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function showNumber() {
  const number = Object.keys(waiting).length;
  line.hidden = !number;
  line.textContent = number ? line.dataset.unsent.replace("{n}", number) : "";
}

function save() {
  showNumber();
  try {
    if (!line.hidden) localStorage.setItem(name, JSON.stringify(waiting));
    else localStorage.removeItem(name);
  } catch { /* the same */ }
}
