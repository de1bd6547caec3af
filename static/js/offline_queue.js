// Results of the grid on their way: what could not be sent is kept in this browser, by the row it is of, so that no
// reload loses one; how many wait is said above the page.

const TOKEN = "csrfmiddlewaretoken", line = document.getElementById("line");

const underWay = new Map();

let name, waiting;

export function open(key) {
  name = key;
  waiting = found();
  return Object.entries(waiting);
}

export const has = (row) => row in waiting;

// Return the page that answers, null without a line; whatever answers with the row has taken it. Of one row there is
// one on its way at a time: the next is `made` once the answer has said what it is typed over, undefined if it is not.
export function send(row, address, made) {
  const sent = (underWay.get(row) ?? Promise.resolve()).then(() => sendNow(row, address, made()));
  underWay.set(row, sent);
  return sent;
}

async function sendNow(row, address, body) {
  if (!body) return undefined;
  try {
    const answer = await fetch(address, { method: "POST", body, headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.getElementById(row)) drop(row);
    return page;
  } catch {
    waiting[row] = [...body].filter(([field]) => field !== TOKEN);
    save();
    return null;
  }
}

export function drop(row) {
  delete waiting[row];
  save();
}

// A browser may keep nothing (a private window): then they wait as long as the page is open.
function found() {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function save() {
  const number = Object.keys(waiting).length;
  line.hidden = !number;
  line.textContent = number ? line.dataset.unsent.replace("{n}", number) : "";
  try {
    if (number) localStorage.setItem(name, JSON.stringify(waiting));
    else localStorage.removeItem(name);
  } catch { /* the same */ }
}
