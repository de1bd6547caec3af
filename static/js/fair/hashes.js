// What is hashed of a table, under which tag: docs/security.md.
import { hex, message, utf8 } from "./bytes.js";
import { sha256 } from "./noble_sha2.js";

export function hashed(tag, ...parts) {
  return hex(sha256(message(tag, ...parts)));
}

// What a browser sends in the place of its corte until nobody can sit down any more.
export function corteHash(corte, game, commitment) {
  return hashed("truco/2 corte", utf8(game), utf8(commitment), corte);
}
