// Decks from a seed and the players' cortes, as docs/security.md says, step by step.
import { bigEndian, message, utf8 } from "./bytes.js";
import { hmac, sha256 } from "./noble_sha2.js";

const ALL = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
const RANKS = {
  40: { e: ALL, b: ALL, o: ALL, c: ALL },
  22: { e: [1, 3, 4, 5, 6, 7], b: [1, 3, 4, 5, 6, 7], o: [3, 4, 5, 6, 7], c: [3, 4, 5, 6, 7] },
};
const ORDER = "4eboc 5eboc 6eboc 7bc 10eboc 11eboc 12eboc 1oc 2eboc 3eboc 7o 7e 1b 1e"; // low to high

const STRENGTH = new Map(ORDER.split(" ").flatMap((step, height) => {
  const [, rank, suits] = /^(\d+)(.+)$/.exec(step);
  return [...suits].map((suit) => [rank + suit, height]);
}));

export function deckOf(size) {
  return Object.entries(RANKS[size]).flatMap(([suit, ranks]) => ranks.map((rank) => rank + suit));
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

// Who draws the highest card deals, or with 22 cards is mano; who ties draws again.
export function drawnMano(cards, seats, size) {
  let drawing = Array.from({ length: seats }, (_, seat) => seat), at = 0;
  while (drawing.length > 1) {
    const drawn = drawing.map((seat) => [seat, STRENGTH.get(cards[at++])]);
    const best = Math.max(...drawn.map(([, height]) => height));
    drawing = drawn.filter(([, height]) => height === best).map(([seat]) => seat);
  }
  return (drawing[0] + (size === "40" ? 1 : 0)) % seats;
}
