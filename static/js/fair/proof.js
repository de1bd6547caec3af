// "Comprobar el reparto": the record is checked in this browser, and every line of the check is shown.
import { checked } from "./fetched.js";
import { said } from "./words.js";

const list = document.getElementById("findings"), verdict = document.getElementById("verdict");
const NOTES = new Set(["corte-none", "corte-withheld", "erased", "unsigned"]); // neither right nor wrong

export async function run(button) {
  button.disabled = true;
  verdict.textContent = said("checking");
  const findings = await checked(button.dataset.record, button.dataset.game).catch(() => null);
  button.disabled = false;
  list.replaceChildren(...(findings ?? []).map(line));
  const wrong = findings?.filter(({ ok }) => !ok).length;
  verdict.className = wrong === 0 ? "right" : "wrong";
  verdict.textContent = findings ? said(wrong ? "some" : "all", wrong || "") : said("no-record");
}

function line({ ok, code, about }) {
  const item = document.createElement("li");
  item.className = ok ? (NOTES.has(code) ? "note" : "right") : "wrong";
  item.textContent = said(code, about);
  return item;
}
