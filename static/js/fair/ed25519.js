// Whether an Ed25519 signature is good (RFC 8032), in plain numbers: everything here is public.
import { hex, joined } from "./bytes.js";
import { sha512 } from "./sha2.js";

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

function mod(number, by = P) {
  const rest = number % by;
  return rest < 0n ? rest + by : rest;
}

function power(base, exponent) {
  let result = 1n;
  for (base = mod(base); exponent; exponent >>= 1n, base = mod(base * base)) {
    if (exponent & 1n) result = mod(result * base);
  }
  return result;
}

const inverse = (number) => power(number, P - 2n);
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (P - 1n) / 4n); // of -1

// Points in extended coordinates: x = X/Z, y = Y/Z, x*y = T/Z.
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2)), b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * D), d = mod(2n * z1 * z2);
  const e = b - a, f = d - c, g = d + c, h = b + a;
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(number, point) {
  let total = [0n, 1n, 1n, 0n];
  for (; number; number >>= 1n, point = add(point, point)) if (number & 1n) total = add(total, point);
  return total;
}

function littleEndian(bytes) {
  return BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));
}

function pointOf(bytes) {
  const all = littleEndian(bytes), sign = all >> 255n, y = BigInt.asUintN(255, all);
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * ROOT);
  if (mod(x * x) !== square || (!x && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function numberOf([x, y, z]) {
  const one = inverse(z);
  return mod(y * one) | ((mod(x * one) & 1n) << 255n);
}

function encoded(y) {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((y >> BigInt(8 * at)) & 255n));
}

const BASE = pointOf(encoded(mod(4n * inverse(5n))));

export function isSigned(data, signature, key) {
  const point = pointOf(key), nonce = signature.slice(0, 32), s = littleEndian(signature.slice(32));
  if (!point || s >= L) return false;
  const k = mod(littleEndian(sha512(joined(nonce, key, data))), L);
  const [x, y, z, t] = point;
  return numberOf(add(times(s, BASE), times(k, [P - x, y, z, P - t]))) === littleEndian(nonce);
}
