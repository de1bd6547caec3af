// What others save in the grid of results: this file fetches it, and offers it where something else is typed.
import { markRow } from "./result_row.js";

// Return the page with the rows that differ from `those`; null without a connection.
export async function fetchChangedRows(address, those) {
  const known = those.map((row) => `${row.id.slice(1)}.${row.dataset.version}`).join();
  try {
    const answer = await fetch(`${address}?show=all&known=${known}`, { headers: { "HX-Request": "true" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// The link takes what somebody else saved; Enter saves what is typed.
export function showConflict(row, said, words) {
  const theirs = document.createElement("a");
  Object.assign(theirs, { className: "tap theirs", textContent: words.theirs });
  theirs.href = `${words.page}?show=all#${row.id}`;
  markRow(row, "invalid", `${words.meanwhile}: ${said} `);
  row.querySelector(".mark").append(theirs);
}
