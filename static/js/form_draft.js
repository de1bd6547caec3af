// What is typed in a list of rows and not saved yet: this tab keeps it over a reload. A row is an element with an id
// and a `data-version`; one that its page does not show stays as it was kept.

const kept = (name) => JSON.parse(sessionStorage.getItem(name) || "{}");

export function keep(name, rows, inputs, isUnsaved) {
  const write = () => {
    const here = new Set(rows().map((row) => row.id));
    const others = Object.entries(kept(name)).filter(([id]) => !here.has(id));
    const own = rows().filter(isUnsaved).map((row) => [row.id, {
      version: row.dataset.version, values: inputs(row).map((input) => input.value),
    }]);
    sessionStorage.setItem(name, JSON.stringify(Object.fromEntries([...others, ...own])));
  };
  for (const leaving of ["pagehide", "visibilitychange"]) addEventListener(leaving, write);
}

// Return the rows that have it again, each with the version it had when it was typed in.
export function putBack(name, inputs) {
  const found = [];
  for (const [id, was] of Object.entries(kept(name))) {
    const row = document.getElementById(id), fields = row ? inputs(row) : [];
    if (!fields.length || fields.length !== was.values.length) continue;
    fields.forEach((field, place) => { field.value = was.values[place]; });
    found.push([row, was.version]);
  }
  return found;
}
