// Who prefers it sings their flor by itself, where it is all there is to say: always after the same time, so that
// nobody learns from the clock how long one thought about it. Fetched for them alone.
import { isLost, table } from "./board.js";

const SING = 1500; // milliseconds

let seen = null, singing = 0;

function watch() {
  if (seen === table()) return;
  seen = table();
  clearTimeout(singing);
  const [offer, ...others] = seen.querySelectorAll("button[name=token]");
  if (offer?.value === "flor" && !others.length) singing = setTimeout(sing, SING, offer);
}

function sing(offer) {
  if (!isLost() && !table().matches(".busy")) offer.click();
}

new MutationObserver(watch).observe(document.body, { childList: true });
watch();
