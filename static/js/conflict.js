// What others save in the grid of results: it is read beside the rows of this page, and offered where something else is
// typed.
import { mark } from "./result_row.js";

// Return the page with the rows that differ from those; null without a line.
export async function beside(address, those) {
  const known = those.map((row) => `${row.id.slice(1)}.${row.dataset.version}`).join();
  try {
    const answer = await fetch(`${address}?show=all&known=${known}`, { headers: { "HX-Request": "true" } });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// The link takes what somebody else saved; Enter saves what is typed.
export function disagree(row, said, words) {
  const theirs = document.createElement("a");
  Object.assign(theirs, { className: "tap theirs", textContent: words.theirs });
  theirs.href = `${words.page}?show=all#${row.id}`;
  mark(row, "odd", `${words.meanwhile}: ${said} `);
  row.querySelector(".mark").append(theirs);
}
