// Whether an Ed25519 signature is good (RFC 8032). A hall plays over plain HTTP, where browsers have no
// crypto.subtle; noble is written by tests/runner/vendored.py.
import { ed25519 } from "./noble_ed25519.js";

export function isSigned(data, signature, key) {
  try {
    return ed25519.verify(signature, data, key, { zip215: false });
  } catch {
    return false; // the key is no point of the curve
  }
}
