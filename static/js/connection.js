// What live pages share: a line to the server, the time as the server tells it, what is done while somebody
// looks, how a table is put together from what the line brings, and what this browser keeps.

const SILENCE = 11000; // milliseconds; the server's pulse comes every four seconds
const DOUBT = 2000; // between two looks whether the line is silent
const PAUSE = 500; // before the first attempt to come back, doubled with each
const CONNECTING = 2000; // an attempt may take that long before it is made again
const CROWDED = 4429; // close code: too many follow this page from one address
const LATER = 30000; // before a crowded page is asked for again, and up to half as long beside
const FINAL = { 4401: "out", 4403: "barred", 1008: "shut", 4409: "elsewhere" }; // close codes

// A socket that comes back by itself, after longer and longer pauses, unless the server shut it for good.
// Each time it is opened the server begins with everything there is.
export class Line {
  #address;
  #received;
  #closed;
  #opened;
  #longest;
  #socket = null;
  #lastHeard = Date.now();
  #hadGap = false;
  #isShut = false;
  #attempts = 0;
  #retry = 0;
  #act = null; // what was done and is not answered yet

  // `received(message)` gets what arrives; `opened()` is told of each beginning, `closed(why, code)` of an end: why,
  // if it is for good, and the close code.
  constructor(path, { received, opened = () => {}, closed = () => {}, longest = 8000 }) {
    this.#address = `${location.origin.replace(/^http/, "ws")}${path}`;
    this.#received = received;
    this.#opened = opened;
    this.#closed = closed;
    this.#longest = longest;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Closed, by either side: it may come back by itself.
  get isDown() {
    return !this.#socket;
  }

  // Closed for good; to open it is to insist.
  get isShut() {
    return this.#isShut;
  }

  get isSilent() {
    return Date.now() - this.#lastHeard > SILENCE;
  }

  // Whether it was silent at any time since this was last asked: the reader may have missed something.
  hadGap() {
    const hadGap = this.#hadGap;
    this.#hadGap = false;
    return hadGap;
  }

  // Tell what the reader does: { act, version, id }; again with the same id when the line comes back, until
  // that is answered or `act(null)` gives it up.
  act(act) {
    this.#act = act;
    if (act && this.isOpen) this.#socket.send(JSON.stringify(act));
  }

  // What became of the act that was told last, if a message says so: "" if it was done, else why not.
  answer(message) {
    const found = /^<i id="acted" data-id="([\w-]+)"(?: data-notice="([^"]*)")?/.exec(message);
    if (!found || found[1] !== this.#act?.id) return null;
    this.#act = null;
    return parseHtml(message).getElementById("acted").dataset.notice || "";
  }

  open() {
    clearTimeout(this.#retry);
    if (this.#socket?.readyState === WebSocket.CONNECTING && !this.isSilent) return this.#openIn(CONNECTING);
    this.close();
    this.#isShut = false;
    this.#hear();
    this.#opened();
    const socket = new WebSocket(this.#address);
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#attempts = 0;
      this.#hear();
      this.#received(data);
    };
    socket.onopen = () => socket === this.#socket && this.act(this.#act);
    socket.onclose = ({ code }) => socket === this.#socket && this.#end(code);
    this.#socket = socket;
  }

  close() {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  // Closed by this side for good.
  shut() {
    this.close();
    this.#isShut = true;
  }

  #hear() {
    this.#hadGap ||= this.isSilent;
    this.#lastHeard = Date.now();
  }

  #end(code) {
    const why = FINAL[code];
    this.#socket = null;
    this.#isShut = Boolean(why);
    if (code === CROWDED) this.#reloadLater();
    else if (!why) this.#openIn(Math.random() * Math.min(this.#longest, PAUSE * 2 ** this.#attempts++));
    this.#closed(why, code);
  }

  // No place for one more line: show the page anew now and then, unless something is written on it.
  #reloadLater() {
    this.#retry = setTimeout(() => (isWritten() ? this.open() : location.reload()), LATER * (1 + Math.random() / 2));
  }

  #openIn(wait) {
    this.#retry = setTimeout(() => this.open(), wait);
  }
}

function isWritten() {
  if (document.activeElement?.matches("input, select, textarea")) return true;
  const isChanged = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  return [...document.querySelectorAll("form :is(input, textarea)")].some(isChanged);
}

// No message is as late as this: the device's clock was set forward. Screens without a battery do so after their start.
const RESET = 60_000;

// All times are milliseconds. The least delayed message tells the server's time best.
export class ServerClock {
  #skew = -Infinity;

  set(now) {
    const skew = now - Date.now();
    this.#skew = this.#skew - skew > RESET ? skew : Math.max(this.#skew, skew);
  }

  get now() {
    return Date.now() + this.#skew;
  }

  // What is left until an instant of the server's.
  left(instant) {
    return Math.max(0, instant - this.now);
  }
}

// Call `act` at once and then every `pause` milliseconds while the page is visible: a hidden tab has no timers.
export function whileSeen(act, pause) {
  let timer = 0;
  const restartIfVisible = () => {
    clearInterval(timer);
    if (document.hidden) return;
    act();
    timer = setInterval(act, pause);
  };
  document.addEventListener("visibilitychange", restartIfVisible);
  restartIfVisible();
}

// Keep a connection open while the page is visible, and call `left` when it is hidden: a person may have few of them.
export function openWhileSeen(line, left = () => {}) {
  const restartIfVisible = () => {
    if (document.hidden) {
      line.close();
      left();
    } else if (line.isDown) line.open();
  };
  document.addEventListener("visibilitychange", restartIfVisible);
  addEventListener("online", restartIfVisible);
  restartIfVisible();
  reopenIfSilent(line);
}

export function reopenIfSilent(line) {
  whileSeen(() => !line.isDown && line.isSilent && line.open(), DOUBT);
}

// Minutes and seconds; what takes longer than 99 minutes needs no seconds: "6 h 32", "2 d 5 h".
export function countdown(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const twoDigits = (number) => String(number).padStart(2, "0");
  if (seconds < 6000) return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours} h ${twoDigits(Math.floor((seconds % 3600) / 60))}`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

// ---- the table as the line sends it ----

// `games/live/fragments.py` describes the pieces.
const APART = ["pulse", "heard", "acted"]; // what comes in addition to the table

let pushed = null; // the table as it was sent: the socket goes on sending what differs from this
let had = new Map(); // its pieces by id, as they were when it was whole

const [firstDeck, chosenDeck] = document.body.dataset.decks?.split(" ") ?? []; // of a reader who chose another deck

// The page or fragment that came as text.
export function parseHtml(html) {
  return new DOMParser().parseFromString(chosenDeck ? html.replaceAll(firstDeck, chosenDeck) : html, "text/html");
}

// A new connection begins with the whole table.
export function forgetTable() {
  pushed = null;
  had.clear();
}

// Return the table after this message; null if it is no table, or incomplete; undefined if a piece has no place.
export function mergeMessage(message) {
  let isTable = false;
  for (const line of message.split("\n")) {
    const piece = parseHtml(line).body.firstElementChild;
    if (!piece?.id || APART.includes(piece.id)) continue;
    if (!placePiece(piece, /^<[^>]*>$/.test(line))) return undefined;
    isTable = true;
  }
  if (!isTable || findPlaces(pushed).length) return null;
  had = new Map([...pushed.querySelectorAll("[id]")].map((piece) => [piece.id, piece]));
  return pushed.cloneNode(true);
}

// Put a piece into its place; return false if it has none. Of a known piece the server sends what differs: its opening
// tag alone, or its content, in a tag with nothing but the id.
function placePiece(piece, isTag) {
  const before = had.get(piece.id);
  for (const place of findPlaces(piece)) if (had.has(place.data)) place.replaceWith(had.get(place.data));
  if (piece.id === "table") {
    pushed = piece;
    return true;
  }
  if (before?.tagName === piece.tagName) {
    if (isTag) copyAttributes(before, piece);
    else before.replaceChildren(...piece.childNodes);
    return true;
  }
  const place = before || (pushed && findPlaces(pushed).find((each) => each.data === piece.id));
  place?.replaceWith(piece);
  had.set(piece.id, piece);
  return Boolean(place);
}

// The comments that mark the places of pieces.
function findPlaces(piece) {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_COMMENT), found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

function copyAttributes(piece, { attributes }) {
  for (const name of piece.getAttributeNames()) piece.removeAttribute(name);
  for (const { name, value } of attributes) piece.setAttribute(name, value);
}

// Mark the seats whose turn it is, and the buttons that may not be used: the server sends both apart from them.
export function markDueAndUnusable(main) {
  const say = main.querySelector("#say"), marks = say.matches(".urgent") ? ["turn", "urgent"] : ["turn"];
  for (const number of say.dataset.due?.split(" ") || []) main.querySelector(`#seat${number}`)?.classList.add(...marks);
  const groups = [...main.querySelectorAll("#may li")]; // of tokens; without a reason they may be sent
  const others = groups.find((group) => !group.textContent);
  for (const button of main.querySelectorAll(":is(.act, .hand) [name=token]")) {
    const group = groups.find(({ textContent }) => textContent.split(" ").includes(button.value)) || others;
    if (!group?.hasAttribute("title")) continue;
    button.setAttribute("aria-disabled", "true");
    if (group !== others) button.title = group.title;
  }
  if (others) main.querySelector(".act").title = others.title;
  const joint = main.querySelector("[data-joint]:not(#may)");
  if (joint && !main.querySelector("#may[data-joint]")) joint.setAttribute("aria-disabled", "true");
}

// ---- what this browser keeps ----

const unstored = new Map(); // a browser may forbid its store, or have no room in it: the page alone knows these

export function readStore(key, store = "localStorage") {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

export function writeStore(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}
