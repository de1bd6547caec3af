// SHA-256, SHA-512 and HMAC-SHA-256 (RFC 6234, RFC 2104) in plain JavaScript: a hall plays over plain HTTP,
// where browsers have no crypto.subtle. The constants are what the standard says they are: the first bits of
// the roots of the first primes.
import { joined } from "./bytes.js";

const PRIMES = [];
for (let number = 2; PRIMES.length < 80; number++) {
  if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
}

// The first 64 bits behind the point of a square or cube root.
function fraction(prime, root) {
  const scaled = BigInt(prime) << BigInt(64 * root);
  let low = 0n, high = 1n << 70n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= scaled) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(64, low);
}

const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUND = PRIMES.map((prime) => fraction(prime, 3));
const START_32 = START.map((value) => Number(value >> 32n) | 0);
const ROUND_32 = ROUND.map((value) => Number(value >> 32n) | 0);

// The data, a one, zeros, and its length in bits: whole blocks.
function padded(data, block) {
  const room = block / 8; // for the length
  const total = Math.ceil((data.length + 1 + room) / block) * block;
  const all = new Uint8Array(total);
  all.set(data);
  all[data.length] = 0x80;
  new DataView(all.buffer).setBigUint64(total - 8, BigInt(data.length) * 8n);
  return new DataView(all.buffer);
}

export function sha256(data) {
  const view = padded(data, 64), state = [...START_32], words = new Int32Array(64);
  const turned = (value, by) => (value >>> by) | (value << (32 - by));
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const one = words[i - 15], two = words[i - 2];
      const small = turned(one, 7) ^ turned(one, 18) ^ (one >>> 3);
      const large = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
      words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const chosen = (e & f) ^ (~e & g);
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND_32[i] + words[i]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

export function sha512(data) {
  const view = padded(data, 128), state = [...START], words = [];
  const cut = (value) => BigInt.asUintN(64, value);
  const turned = (value, by) => (value >> by) | cut(value << (64n - by));
  for (let at = 0; at < view.byteLength; at += 128) {
    for (let i = 0; i < 16; i++) words[i] = view.getBigUint64(at + 8 * i);
    for (let i = 16; i < 80; i++) {
      const one = words[i - 15], two = words[i - 2];
      const small = turned(one, 1n) ^ turned(one, 8n) ^ (one >> 7n);
      const large = turned(two, 19n) ^ turned(two, 61n) ^ (two >> 6n);
      words[i] = cut(words[i - 16] + small + words[i - 7] + large);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const chosen = (e & f) ^ (cut(~e) & g), most = (a & b) ^ (a & c) ^ (b & c);
      const first = h + (turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n)) + chosen + ROUND[i] + words[i];
      const second = (turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n)) + most;
      [a, b, c, d, e, f, g, h] = [cut(first + second), a, b, c, cut(d + first), e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = cut(state[i] + value); });
  }
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((value, i) => out.setBigUint64(8 * i, value));
  return new Uint8Array(out.buffer);
}

export function hmac256(key, data) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), data));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}
