// The record of a game and the site's keys, fetched and checked here.
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
