// Decks from a seed and the players' cortes, as docs/security.md says, step by step.
import { bigEndian, message, utf8 } from "./bytes.js";
import { hmac, sha256 } from "./noble_sha2.js";

const ALL = "1 2 3 4 5 6 7 10 11 12", NUMBERS = "1 2 3 4 5 6 7", OF_22 = without(whole("1 3 4 5 6 7"), "1o 1c");
const DECKS = {
  40: whole(ALL),
  38: without(whole(ALL), "1o 1c"),
  36: without(whole(ALL), "2e 2b 2o 2c"),
  30: [...whole(NUMBERS), "10o", "11b"],
  26: [...OF_22, ...whole("2")],
  24: whole("10 11 12 1 2 3"),
  22: OF_22,
};
export const SIZES = Object.keys(DECKS).join("|");
// Low to high; the cards of one step are equal.
const SPANISH = "4eboc 5eboc 6eboc 7bc 10eboc 11eboc 12eboc 1oc 2eboc 3eboc 7o 7e 1b 1e";
const ORDERS = {
  paulista: "4 5 6 7 10 11 12 1 2 3".split(" ").flatMap((rank) => [..."oecb"].map((suit) => rank + suit)).join(" "),
  mineiro: "4eoc 5eboc 6eboc 7eb 10eboc 11eboc 12eboc 1boc 2eboc 3eboc 7o 1e 7c 4b",
  mallorqui: "4eboc 5eboc 6eboc 7bc 10ebc 11eoc 12eboc 1oc 2eboc 3eboc 7o 7e 1b 1e 10o 11b",
};

function whole(ranks) {
  return [..."eboc"].flatMap((suit) => ranks.split(" ").map((rank) => rank + suit));
}

function without(cards, missing) {
  return cards.filter((card) => !missing.split(" ").includes(card));
}

function strengthIn(preset) {
  return new Map((ORDERS[preset] ?? SPANISH).split(" ").flatMap((step, height) => {
    const [, rank, suits] = /^(\d+)(.+)$/.exec(step);
    return [...suits].map((suit) => [rank + suit, height]);
  }));
}

export function deckOf(size) {
  return DECKS[size];
}

function* stream(key) {
  for (let block = 0; ; block++) yield* hmac(sha256, key, bigEndian(block, 8));
}

function below(bytes, limit) {
  const usable = 256 - (256 % limit);
  for (;;) {
    const { value } = bytes.next();
    if (value < usable) return value % limit;
  }
}

export function shuffled(deck, { scheme, seed, game, number, cortes }) {
  const parts = [utf8(game), utf8(String(number)), ...cortes];
  const bytes = stream(hmac(sha256, seed, message(`truco/${scheme} hand`, ...parts)));
  const cards = [...deck];
  for (let last = cards.length - 1; last > 0; last--) {
    const chosen = below(bytes, last + 1);
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return cards;
}

// Three cards each, one at a time from mano: hands in the order of seats.
export function dealt(cards, seats, mano) {
  return Array.from({ length: seats }, (_, seat) => {
    const first = (((seat - mano) % seats) + seats) % seats;
    return [0, 1, 2].map((turn) => cards[first + seats * turn]);
  });
}

// Who draws the highest card deals, or with the decks of truc is mano; who ties draws again.
export function drawnMano(cards, seats, size, preset) {
  const strength = strengthIn(preset);
  let drawing = Array.from({ length: seats }, (_, seat) => seat), at = 0;
  while (drawing.length > 1) {
    const drawn = drawing.map((seat) => [seat, strength.get(cards[at++])]);
    const best = Math.max(...drawn.map(([, height]) => height));
    drawing = drawn.filter(([, height]) => height === best).map(([seat]) => seat);
  }
  return (drawing[0] + (["22", "26"].includes(size) ? 0 : 1)) % seats;
}
