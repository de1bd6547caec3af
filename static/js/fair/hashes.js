// What is hashed of a table, under which tag: docs/security.md; and the corte that this browser adds.
import { hex, message, utf8 } from "./bytes.js";
import { sha256 } from "./noble_sha2.js";

export function hashed(tag, ...parts) {
  return hex(sha256(message(tag, ...parts)));
}

// What a browser sends in the place of its corte until nobody can sit down any more.
export function corteHash(corte, game, commitment) {
  return hashed("truco/2 corte", utf8(game), utf8(commitment), corte);
}

// A new corte for a table, as this browser stores it.
export function drawn(game, commitment) {
  const corte = crypto.getRandomValues(new Uint8Array(32));
  return { commitment, corte: hex(corte), hash: corteHash(corte, game, commitment) };
}
