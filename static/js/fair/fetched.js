/* The record of a game and the site's keys, fetched and checked here; `words` says it to a reader. */

import { check } from "./check.js";
import { remembered } from "./memory.js";

const KEYS = "/.well-known/truco-record-keys.json";

export async function checked(url, game) {
  const [record, published] = await Promise.all([fetched(url), fetched(KEYS)]);
  const { keys } = await published.json();
  return check(new Uint8Array(await record.arrayBuffer()), keys, remembered(game));
}

async function fetched(url) {
  const answer = await fetch(url, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

/* The page holds the words of every code in #fair-words. */
export function said(code, about = "") {
  const words = document.getElementById("fair-words").content;
  return words.querySelector(`[data-code="${code}"]`).textContent.replace("{}", about);
}
