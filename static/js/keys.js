// The keys of every table: 1 to 3 for the cards, a letter for each call.
import { table, wake } from "./board.js";

const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);

export function pressed(event) {
  wake();
  if (!isPlain(event) || !table().contains(document.activeElement)) return;
  const key = event.key.toLowerCase();
  const card = "123".includes(key) && table().querySelectorAll(".held")[key - 1];
  const button = card || table().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}
