// Pasting a list: this tab keeps what is in the field while its reader is elsewhere, so that rows to look at are there
// again. A list that was sent is kept with the newest entry of that moment: while there is no newer one, it has not
// been entered.
import { readStore, writeStore } from "./connection.js";

const key = `list ${location.pathname}`;
const list = () => document.getElementById("list");
const seen = () => document.querySelector("#paste [name=seen]").value;

let isSent = false;

function store(kept) {
  writeStore(key, list().value.trim() ? JSON.stringify(kept) : "", "sessionStorage");
}

for (const leaving of ["pagehide", "visibilitychange"]) {
  addEventListener(leaving, () => isSent || store({ text: list().value }));
}

addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.id !== "paste") return;
  store({ text: list().value, seen: seen() });
  isSent = true;
});

for (const going of ["pageshow", "input"]) addEventListener(going, () => { isSent = false; });

// The page's other modules read what stands in a field before they listened as if it were typed now.
const kept = JSON.parse(readStore(key, "sessionStorage") || "null");
const isEntered = kept?.seen !== undefined && kept.seen !== seen();
if (kept && !isEntered && !list().value.trim()) list().value = kept.text;
