// Copying a link, also where the browser keeps its clipboard to secure pages: a hall plays over plain HTTP.

export async function run(button) {
  if (await copied(button.dataset.copy)) button.textContent = button.dataset.copied;
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
