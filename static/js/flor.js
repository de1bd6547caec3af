// Who prefers it sings their flor by itself, where it is all there is to say: always the same time after it was
// offered, so that nobody learns from the clock how long one thought about it. Fetched for them alone.
import { isLost, table, version } from "./board.js";

const SING = 1500; // milliseconds

let offered = null, singing = 0; // the version that offers it; a table is put again for other reasons, too

function offer() {
  const [first, ...others] = table().querySelectorAll("button[name=token]:not([aria-disabled])");
  return first?.value === "flor" && !others.length ? first : null;
}

function watch() {
  const now = offer() && version();
  if (now === offered) return;
  offered = now;
  clearTimeout(singing);
  if (offer()) singing = setTimeout(sing, SING);
}

// Without a line it waits for one.
function sing() {
  if (isLost() || table().matches(".busy")) singing = setTimeout(sing, SING);
  else offer()?.click();
}

new MutationObserver(watch).observe(document.body, { childList: true });
watch();
