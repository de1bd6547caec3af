// Pasting a list: this tab keeps what is in the field while its reader is elsewhere, so that rows to look at are there
// again. A list that was sent is kept with the newest entry of that moment: while there is no newer one, it has not
// been entered.

const key = `pasted ${location.pathname}`;
const list = () => document.getElementById("list");
const seen = () => document.querySelector("#paste [name=seen]").value;

let isSent = false;

function store(kept) {
  try {
    if (list().value.trim()) sessionStorage.setItem(key, JSON.stringify(kept));
    else sessionStorage.removeItem(key);
  } catch { /* a browser may store nothing */ }
}

function readStored() {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null;
  }
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
const kept = readStored(), isEntered = kept?.seen !== undefined && kept.seen !== seen();
if (kept && !isEntered && !list().value.trim()) list().value = kept.text;
