// Bytes, as everything that is hashed is written: each part has its length before it.
const encoder = new TextEncoder();

export function utf8(text) {
  return encoder.encode(text);
}

export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function bigEndian(number, length) {
  const bytes = new Uint8Array(length);
  for (let at = length - 1; number; number = Math.floor(number / 256)) bytes[at--] = number % 256;
  return bytes;
}

// L(tag) L(part) ..., so that no two messages read alike.
export function message(tag, ...parts) {
  return joined(...[utf8(tag), ...parts].flatMap((part) => [bigEndian(part.length, 4), part]));
}
