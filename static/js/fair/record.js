// Reading a record (TGN) strictly: what cannot be read is named by its line.

// `code` says what is wrong, `about` where; nothing after it can be checked.
export class WrongRecord extends Error {
  constructor(code, about) {
    super(`${code} ${about}`);
    Object.assign(this, { code, about });
  }
}

const VALUE = '"(?:[^"\\\\]|\\\\["\\\\])*"';
const TAG = new RegExp(`^\\[([A-Za-z]+)((?: ${VALUE})+)\\]$`);
const HEADER = new RegExp(
  "^hand ([1-9][0-9]{0,5})(?: kind=pico)? mano=([0-5]) deal=([0-9a-z,/]+)(?: muestra=([0-9a-z]+))?(?: perros=[01])?$");
const PART = /^hand ([1-9][0-9]{0,5})[abc]$/;
const PLAYS = /^[0-5]:[0-9a-z:/()#]+(?: [0-5]:[0-9a-z:/()#]+)*$/;

export function read(text) {
  const record = { tags: new Map(), hands: [] };
  text.split("\n").forEach((line, at) => {
    if (line && !line.startsWith(";") && !readLine(line, record)) throw new WrongRecord("line", at + 1);
  });
  return record;
}

function readLine(line, { tags, hands }) {
  let found;
  if ((found = TAG.exec(line))) {
    if (hands.length || tags.has(found[1])) return false;
    const values = found[2].match(new RegExp(VALUE, "g"));
    tags.set(found[1], values.map((value) => value.slice(1, -1).replace(/\\(.)/g, "$1")));
  } else if ((found = HEADER.exec(line))) {
    const deal = found[3].split("/").map((hand) => hand.split(","));
    hands.push({ number: +found[1], mano: +found[2], deal, muestra: found[4] ?? "", plays: [] });
  } else if ((found = PART.exec(line))) {
    return hands.at(-1)?.number === +found[1];
  } else if (hands.length && PLAYS.test(line)) {
    hands.at(-1).plays.push(...line.split(" ").map((play) => ({ seat: +play[0], token: play.slice(2) })));
  } else {
    return false;
  }
  return true;
}

// The values of a tag, if there are as many as there should be and each is well written.
export function values(tags, name, pattern, count = 1) {
  const found = tags.get(name) ?? [], whole = new RegExp(`^(?:${pattern})$`);
  if (found.length !== count || !found.every((value) => whole.test(value))) throw new WrongRecord("tag", name);
  return found;
}
