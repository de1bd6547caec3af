// The table is over: the record is checked in this browser, and one line says whether all is right.
import { checked } from "./fetched.js";
import { said } from "./words.js";

let verdict = null; // the table may be drawn again

new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
begin(document.getElementById("deal-check").dataset);

async function begin({ record, game }) {
  const findings = await checked(record, game).catch(() => null);
  if (!findings) return;
  const wrong = findings.filter(({ ok }) => !ok);
  verdict = document.createElement("span");
  verdict.className = wrong.length ? "wrong" : "right";
  verdict.textContent = wrong.length ? said(wrong[0].code, wrong[0].about) : said("all");
  show();
}

function show() {
  const end = document.getElementById("deal-check");
  if (verdict && end && !end.contains(verdict)) end.replaceChildren(verdict);
}
