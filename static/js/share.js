// Passing a link on: copied, also where the browser keeps its clipboard to secure pages (a hall plays over
// plain HTTP), or handed to the phone's own sheet where there is one.

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("button[data-copy]");
  if (button && (await copied(button.dataset.copy))) button.textContent = button.dataset.copied;
});

for (const button of document.querySelectorAll("button[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}

// `source` is the text, or the id of the field that holds it.
async function copied(source) {
  const field = document.getElementById(source);
  const text = field?.value ?? source;
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const shown = field ?? document.body.appendChild(Object.assign(document.createElement("textarea"), { value: text }));
  shown.select();
  const isDone = document.execCommand("copy");
  if (!field) shown.remove();
  return isDone;
}
