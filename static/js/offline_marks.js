// Marks that wait for a connection: this browser stores them and sends them in order, each once, since each has an id.
// If somebody else wrote on the sheet meanwhile, the organisers decide (docs/event-day.md). Tabs share the store: each
// takes out of it only what it has read or added.
import { fetchPiece } from "./fetch_piece.js";

const RETRY = 4000;
const tab = Math.random().toString(36).slice(2, 6); // two pages from a cache have the same form

const own = new Set(); // the ids of the marks that this tab has read or added
let name, page, kept, timer;
let isSending = false;
let ended = ""; // why no sheet comes back: "out", the session has ended; "barred", its reader may score no more

// Send what this browser stored under `key`. `its` is the page: it shows a sheet that came back and how many marks
// wait, and knows the token of its form.
export function start(key, version, marks, its) {
  [name, page] = [key, its];
  kept = readStored() ?? { version, marks, queue: [], late: false, count: 0 };
  for (const { id } of kept.queue) own.add(id);
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
  save(isOpen);
}

export function add(mark, action) {
  kept.count += 1;
  const id = `${action}-${tab}${kept.count}`;
  own.add(id);
  kept.queue.push({ id, mark });
  save();
  send();
}

async function send() {
  if (isSending || !isWaiting()) return;
  isSending = true;
  ended = "";
  clearTimeout(timer);
  try {
    await sendAll();
  } catch {
    kept.late = true;
    save();
    if (ended !== "barred") timer = setTimeout(send, RETRY);
  }
  isSending = false;
  page.waits(kept.queue.length, kept.late, ended);
}

// A message came through the socket: there is a connection.
export function noteConnection() {
  if (ended !== "barred") send();
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
  if (!kept.late && kept.queue.length === 1) return drop(answer, 1);
  const number = kept.queue.length;
  const written = kept.queue.map((each) => `${each.id}=${each.mark}`).join(" ");
  const held = await post("held/", { marks: written, seen_version: kept.version });
  if (!held.ok) throw new Error("not held");
  drop(held, number);
}

function drop(answer, number) {
  kept.queue.splice(0, number);
  save();
  if (isWaiting()) throw new Error("tapped meanwhile");
  page.show(answer.text);
}

async function post(path, fields) {
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken: page.token() });
  const answer = await request(`${location.pathname}${path}`, { method: "POST", body });
  if (answer.isSheet) return answer;
  const { isOut, isBarred } = answer.isBarred ? await renew() : answer;
  if (isOut) ended = "out";
  else if (isBarred) ended = "barred";
  throw new Error("no sheet came back");
}

// A scorer who signed in again has another token; one who may not score here any more gets no sheet.
async function renew() {
  const fresh = await request(location.pathname);
  if (fresh.isSheet) page.renew(fresh.text);
  return fresh;
}

// A page from the browser's cache is older than the marks sent from it.
async function fetchSheet() {
  const fresh = await request(location.pathname);
  if (fresh.isSheet && !isWaiting()) page.show(fresh.text);
}

async function request(address, options) {
  const { answer: { ok, status, headers }, text } = await fetchPiece(address, options);
  const isSheet = text.includes('id="sheet"'), isBarred = status === 403 || status === 404;
  return { ok, text, isSheet, isBarred: isBarred && !isSheet, isOut: headers.has("HX-Redirect") };
}

// A browser may store nothing (a private window): then they wait as long as the page is open.
function readStored() {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

// Another tab's marks stay in the store, and the sheet on which they were made. A closed sheet needs no store else.
function save(isOpen = true) {
  const was = readStored(), others = (was?.queue ?? []).filter(({ id }) => !own.has(id));
  const { version, marks: written } = others.length && was.version < kept.version ? was : kept;
  const stored = { ...kept, version, marks: written, queue: [...others, ...kept.queue] };
  if (others.length) stored.late = true;
  try {
    if (isOpen || others.length) localStorage.setItem(name, JSON.stringify(stored));
    else localStorage.removeItem(name);
  } catch { /* the same */ }
}
