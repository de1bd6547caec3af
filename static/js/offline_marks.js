// Marks that wait for a connection: this browser stores them and sends them in order, each once, since each has an id.
// If somebody else wrote on the sheet meanwhile, the organisers decide (docs/event-day.md).

const RETRY = 4000, PATIENCE = 10_000;

let name, page, kept, timer;
let isSending = false;

// `its` shows a sheet that came back and how many marks wait, and knows the form.
export function start(key, version, marks, its) {
  [name, page] = [key, its];
  kept = readStored() ?? { version, marks, queue: [], late: false, count: 0 };
  if (!isWaiting() && version >= kept.version) settle(version, marks, true);
  if (!isWaiting() && version < kept.version) fetchSheet().catch(() => {});
  page.waits(kept.queue.length, kept.late);
  addEventListener("online", send);
  send();
}

export const marks = () => [...kept.marks, ...kept.queue.map((each) => each.mark)];

export const isWaiting = () => kept.queue.length > 0;

// The sheet as the server has it, while nothing waits.
export function settle(version, written, isOpen) {
  Object.assign(kept, { version, marks: written, queue: [], late: false });
  if (isOpen) save();
  else localStorage.removeItem(name);
}

export function add(mark, id) {
  kept.count += 1;
  kept.queue.push({ id: `${id}-${kept.count}`, mark });
  save();
  send();
}

export async function send() {
  if (isSending || !isWaiting()) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await sendAll();
  } catch {
    kept.late = true;
    save();
    timer = setTimeout(send, RETRY);
  }
  isSending = false;
  page.waits(kept.queue.length, kept.late);
}

async function sendAll() {
  let answer;
  while (isWaiting()) {
    const [{ id, mark }] = kept.queue;
    answer = await post("mark/", { mark, seen_version: kept.version, action_id: id });
    if (!answer.ok) return refused(answer);
    kept.marks.push(kept.queue.shift().mark);
    kept.version += 1;
    save();
    page.waits(kept.queue.length, kept.late);
  }
  page.show(answer.text);
}

// A single tap on a page that was out of date is simply tapped again. Marks made without a connection, or on top of
// one that did not count, go to the organisers.
async function refused(answer) {
  if (!kept.late && kept.queue.length === 1) return drop(answer);
  const written = kept.queue.map((each) => `${each.id}=${each.mark}`).join(" ");
  const held = await post("held/", { marks: written, seen_version: kept.version });
  if (!held.ok) throw new Error("not held");
  drop(held);
}

function drop(answer) {
  kept.queue = [];
  save();
  page.show(answer.text);
}

async function post(path, fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: page.token() });
  const answer = await request(`${location.pathname}${path}`, { method: "POST", body });
  if (!answer.isSheet && answer.status === 403) await renew();
  if (!answer.isSheet) throw new Error("no sheet came back");
  return answer;
}

// A scorer who signed in again has another token; one who may not score here any more gets no sheet.
async function renew() {
  const fresh = await request(location.pathname, {});
  if (fresh.isSheet) page.renew(fresh.text);
}

// A page from the browser's cache is older than the marks sent from it.
async function fetchSheet() {
  const fresh = await request(location.pathname, {});
  if (fresh.isSheet && !isWaiting()) page.show(fresh.text);
}

async function request(address, options) {
  const late = new AbortController(), patience = setTimeout(() => late.abort(), PATIENCE);
  try {
    const headers = { "HX-Request": "true" };
    const answer = await fetch(address, { ...options, headers, signal: late.signal });
    const text = await answer.text();
    return { ok: answer.ok, status: answer.status, text, isSheet: text.includes('id="sheet"') };
  } finally {
    clearTimeout(patience);
  }
}

// A browser may store nothing (a private window): then they wait as long as the page is open.
function readStored() {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function save() {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch { /* the same */ }
}
