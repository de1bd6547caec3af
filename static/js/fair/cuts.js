// The browser's part in the deal. It draws a corte and stores it with the table's commitment before it sends
// the hash, and it stores every hash it is shown before it opens; ending.js compares all that with the record.
// table.js fetches this file where somebody sits down, sends and shows: here #table is only watched.
import { fromHex } from "./bytes.js";
import { corteHash, drawn } from "./hashes.js";
import { remember, remembered } from "./memory.js";
import { said } from "./words.js";

const RETRIES = [0, 400, 1200, 2500], FRAME_DUE = 1500, TOAST = 6000; // milliseconds
let isOpened = false;

// Before table.js takes the values to send them again: hence while the event is on its way down.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.path.endsWith("/sit/")) Object.assign(detail.parameters, sealed());
}, true);

new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
look();
arrive();

function look() {
  const seal = document.getElementById("seal");
  if (seal?.dataset.state !== "open" || isOpened) return;
  isOpened = true;
  open(seal);
}

// A tap elsewhere led here to sit down: the page does it, because the corte is drawn here. A link (#sit) works only for
// a reader whose seat is reserved already.
function arrive() {
  const isLinked = location.hash === "#sit";
  const own = isLinked && document.querySelector("#table:not(.watch) #act [data-needs]");
  const path = document.body.dataset.sit || (own && own.getAttribute("formaction"));
  if (isLinked) history.replaceState(null, "", location.pathname);
  if (path) send("POST", path);
}

// As if a button had been tapped: table.js sends it again if need be, and shows what comes.
function send(method, path) {
  htmx.ajax(method, path, { source: document.body }).catch(() => {});
}

// The hash of this browser's corte for this table, and the corte itself where nobody else adds one; no hash where
// nothing can be stored.
function sealed() {
  const seal = document.getElementById("seal");
  if (!seal) return { corte_hash: "" }; // the cards are dealt: who takes over from a robot adds nothing
  const { game, commitment, hashes, seat, alone } = seal.dataset, isAlone = alone !== undefined;
  const known = remembered(game);
  const isSealed = known?.commitment === commitment && (isAlone || !known.hashes);
  const cut = isSealed ? known : drawn(game, commitment);
  if (isAlone) {
    cut.seat = Number(seat);
    cut.hashes = hashes.split(" ").map((shown, at) => (at === cut.seat ? cut.hash : shown)); // as the record must say
  }
  if (!remember(game, cut)) return { corte_hash: "" };
  return { corte_hash: cut.hash, ...(isAlone && { corte: cut.corte }) };
}

// Another device of the same person has nothing to open: the corte is then left out.
function open({ dataset }) {
  const { game, commitment } = dataset, hashes = dataset.hashes.split(" "), seat = Number(dataset.seat);
  const known = remembered(game);
  if (!known) return tell("not-here");
  const hash = corteHash(fromHex(known.corte), game, commitment);
  const isSame = known.commitment === commitment && hashes[seat] === hash;
  const wasShown = !known.hashes || known.hashes.join() === hashes.join();
  if (!isSame || !wasShown) return tell("not-as-promised");
  if (remember(game, { ...known, seat, hashes })) post(dataset.open, { corte: known.corte });
}

// Beside whatever table.js is sending; the socket brings what comes of it, else it is asked for.
async function post(path, values) {
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "HX-Request": "true" };
  for (const wait of RETRIES) {
    await later(wait);
    const answer = await fetch(path, { method: "POST", headers, body: new URLSearchParams(values) }).catch(() => null);
    await answer?.text().catch(() => ""); // else the browser keeps the connection waiting for a reader
    if (answer?.status < 500) break;
  }
  await later(FRAME_DUE);
  if (document.getElementById("seal")) send("GET", location.pathname);
}

function later(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function tell(code) {
  const toast = document.getElementById("toast");
  toast.textContent = said(code);
  toast.hidden = false;
  setTimeout(() => { toast.hidden = true; }, TOAST);
}
