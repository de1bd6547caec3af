// Pasting a list: this tab keeps what is in the field while its reader is elsewhere, so that rows to look at are
// there again. What has gone in is in it no more: the page that answers comes with the rest, or leads away.

const form = document.getElementById("paste"), key = `pasted ${location.pathname}`;
const list = () => document.getElementById("list");

let isSent = false;

function keep() {
  if (isSent) return;
  if (list().value.trim()) sessionStorage.setItem(key, list().value);
  else sessionStorage.removeItem(key);
}

for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, keep);

addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.id !== form.id) return;
  sessionStorage.removeItem(key);
  isSent = true;
});

addEventListener("pageshow", () => { isSent = false; });

// The page's other modules read what stands in a field before they listened as if it were typed now.
if (!list().value.trim()) list().value = sessionStorage.getItem(key) ?? "";
