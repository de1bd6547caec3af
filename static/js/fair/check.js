// Everything that can be checked of a record, one finding each: { ok, code, about }. The words for the codes
// stand in the page. What is hashed and how is told in docs/security.md.
import { fromHex, message, utf8 } from "./bytes.js";
import { dealt, deckOf, drawnMano, shuffled, SIZES } from "./deals.js";
import { corteHash, hashed } from "./hashes.js";
import { WrongRecord, read, values } from "./record.js";
import { isSigned } from "./signatures.js";

const HEX = "[0-9a-f]{64}";
const NONE = "none", WITHHELD = "withheld", NOBODY = "?", NO_SALT = "-";
const OUTSIDE = ["[Event ", "[Seats ", "[Salts ", "[Digest ", "[Signature "]; // lines no digest covers

// `bytes` is the record as it was downloaded, `keys` what the site publishes (null: unknown), `memory` what this
// browser stored when it sat down at that table (null: it did not).
export function check(bytes, keys = null, memory = null) {
  const findings = [];
  const note = (ok, code, about = "") => findings.push({ ok, code: ok ? code : `${code}-wrong`, about });
  try {
    checkText(decoded(bytes), keys, memory, note);
  } catch (error) {
    if (!(error instanceof WrongRecord)) throw error;
    note(false, error.code, error.about);
  }
  return findings;
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new WrongRecord("text", "");
  }
}

function checkText(text, keys, memory, note) {
  const { tags, hands } = read(text);
  const scheme = tags.has("Scheme") ? values(tags, "Scheme", "[12]")[0] : "1";
  const [game] = values(tags, "Game", "[0-9]{1,20}");
  const [size] = values(tags, "Deck", SIZES);
  const [commitment] = values(tags, "Commitment", HEX);
  const seed = fromHex(values(tags, "Seed", HEX)[0]);
  const seats = tags.get("Seats") ?? [];
  if (![2, 4, 6].includes(seats.length)) throw new WrongRecord("tag", "Seats");
  note(hashed(`truco/${scheme} commit`, utf8(game), seed) === commitment, "commitment");
  const cortes = scheme === "1"
    ? values(tags, "Cortes", "(?:[0-9a-f]{2}|,)*")[0].split(",").map(fromHex)
    : opened(tags, seats, game, commitment, note);
  const [preset] = tags.get("Rules") ?? [];
  const shuffle = (deck, number) => shuffled(deck, { scheme, seed, game, number, cortes });
  checkDeals(hands, seats, { size, preset }, shuffle, note);
  if (tags.has("Termination")) checkEnding(tags, note);
  if (scheme === "2") {
    checkNames(tags, seats, note);
    checkSignature(tags, text, keys, note);
  } else {
    note(true, "unsigned");
  }
  if (memory) checkMemory(tags, seats, commitment, memory, note);
}

// Every corte against its hash; returns what each seat added to the shuffle.
function opened(tags, seats, game, commitment, note) {
  const hashes = values(tags, "Hashes", `${HEX}|${NONE}`, seats.length);
  const cortes = values(tags, "Cortes", `${HEX}|${NONE}|${WITHHELD}`, seats.length);
  return cortes.map((corte, seat) => {
    if (corte === NONE || corte === WITHHELD) {
      note((corte === NONE) === (hashes[seat] === NONE), `corte-${corte}`, seats[seat]);
      return new Uint8Array();
    }
    note(corteHash(fromHex(corte), game, commitment) === hashes[seat], "corte", seats[seat]);
    return fromHex(corte);
  });
}

function checkDeals(hands, seats, { size, preset }, shuffle, note) {
  const deck = deckOf(size), count = seats.length;
  if (hands.length) {
    const [{ mano }] = hands;
    note(mano === drawnMano(shuffle(deck, 0), count, size, preset), "draw", seats[mano] ?? NOBODY);
  }
  for (const [at, hand] of hands.entries()) {
    const place = at + 1;
    if (hand.number !== place) return note(false, "missing", place);
    const cards = shuffle(deck, place);
    const fits = sorted(hand.deal) === sorted(dealt(cards, count, hand.mano));
    note(fits, "hand", place);
    if (hand.muestra) note(hand.muestra === cards[3 * count], "muestra", place);
    if (fits) note(areHeld(hand), "plays", place);
  }
}

function sorted(hands) {
  return hands.map((cards) => [...cards].sort().join()).join("/");
}

function cardsOf(token) {
  return /^[(\d]/.test(token) ? token.match(/[0-9]+[eboc]/g) ?? [] : [];
}

// Whether every card is played by its holder, once; in a blind hand by its place in the deal.
function areHeld({ deal, plays }) {
  const held = deal.map((cards) => new Set(cards));
  return plays.every(({ seat, token }) => {
    const cards = token[0] === "#" ? [deal[seat]?.[token[1] - 1]] : cardsOf(token);
    return cards.every((card) => held[seat]?.delete(card));
  });
}

// All agreed to end it without a winner; or the time was up, and the winner is the side that the ruling named.
function checkEnding(tags, note) {
  const [told] = values(tags, "Termination", "agreed|time");
  const result = (tags.get("Result") ?? ["annulled"]).join();
  if (told === "agreed") return note(result === "annulled", told);
  const named = result === "annulled" ? "time" : `time=${result}`;
  note((tags.get("Rulings") ?? [""]).at(-1).split(" ").at(-1) === named, told);
}

// A name against its salted hash; one that was taken out has neither, and its hash stays.
function checkNames(tags, seats, note) {
  const hashes = values(tags, "Names", HEX, seats.length + 1);
  const salts = values(tags, "Salts", `[0-9a-f]{32}|${NO_SALT}`, seats.length + 1);
  [...values(tags, "Event", "[^]*"), ...seats].forEach((name, place) => {
    if (salts[place] === NO_SALT) return note(name === NOBODY, "erased", place || "—");
    note(hashed("truco/2 name", fromHex(salts[place]), utf8(name)) === hashes[place], "name", name || "—");
  });
}

function checkSignature(tags, text, keys, note) {
  const [key] = values(tags, "Key", HEX), [digest] = values(tags, "Digest", HEX);
  const [signature] = values(tags, "Signature", "[0-9a-f]{128}");
  const covered = text.split("\n").filter((line) => !OUTSIDE.some((start) => line.startsWith(start))).join("\n");
  note(hashed("truco/2 record", utf8(covered)) === digest, "digest");
  note(isSigned(message("truco/2 signed", fromHex(digest)), fromHex(signature), fromHex(key)), "signature");
  if (keys) note(keys.includes(key), "key", key.slice(0, 8));
}

// What this browser was promised and shown, and the corte it opened, against what the record says now.
function checkMemory(tags, seats, commitment, memory, note) {
  note(memory.commitment === commitment, "own-commitment");
  if (!memory.hashes || !tags.has("Hashes")) return; // closed before other eyes, or by the first scheme
  note(memory.hashes.join() === (tags.get("Hashes") ?? []).join(), "own-hashes");
  const corte = (tags.get("Cortes") ?? [])[memory.seat];
  note(corte === memory.corte, corte === WITHHELD ? "own-late" : "own-corte");
}
