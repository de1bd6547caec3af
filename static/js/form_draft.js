// Input in a list of rows that is not saved yet: this tab keeps it over a reload. A row is an element with an id and a
// `data-version`. The draft of a row that the page does not show stays in the store.
import { readStore, writeStore } from "./connection.js";

const readDraft = (name) => JSON.parse(readStore(name, "sessionStorage") || "{}");

export function keepDraft(name, rows, inputs, isUnsaved) {
  const write = () => {
    const here = new Set(rows().map((row) => row.id));
    const others = Object.entries(readDraft(name)).filter(([id]) => !here.has(id));
    const own = rows().filter(isUnsaved).map((row) => [row.id, {
      version: row.dataset.version, values: inputs(row).map((input) => input.value),
    }]);
    writeStore(name, JSON.stringify(Object.fromEntries([...others, ...own])), "sessionStorage");
  };
  for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, write);
}

// Return the restored rows, each with the version that its reader typed over.
export function restoreDraft(name, inputs) {
  const found = [];
  for (const [id, was] of Object.entries(readDraft(name))) {
    const row = document.getElementById(id), fields = row ? inputs(row) : [];
    if (!fields.length || fields.length !== was.values.length) continue;
    fields.forEach((field, place) => { field.value = was.values[place]; });
    found.push([row, was.version]);
  }
  return found;
}
