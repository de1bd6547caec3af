#!/usr/bin/env python3
"""Check every deal of a finished game's record (TGN), with Python's standard library alone.

    python3 check_deals.py game.tgn

The record carries the commitment that was published before the game, the seed that was opened after
it, and what each player added to the shuffle. The commitment must fit the seed, and every hand of
the record must be the one that seed deals. Exit status 0: all fits. 1: something does not.
"""

import hashlib
import hmac
import itertools
import re
import sys

FIGURES = (10, 11, 12)
RANKS = {
    "40": dict.fromkeys("eboc", (1, 2, 3, 4, 5, 6, 7, *FIGURES)),
    "22": {
        "e": (1, 3, 4, 5, 6, 7),
        "b": (1, 3, 4, 5, 6, 7),
        "o": (3, 4, 5, 6, 7),
        "c": (3, 4, 5, 6, 7),
    },
}


def message(tag, *parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in (tag.encode(), *parts))


def stream(key):
    for block in itertools.count():
        yield from hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()


def below(source, limit):
    usable = 256 - 256 % limit
    return next(byte for byte in source if byte < usable) % limit


def shuffled(deck, seed, game, number, contributions):
    parts = [game.encode(), str(number).encode(), *contributions]
    source = stream(hmac.new(seed, message("truco/1 hand", *parts), hashlib.sha256).digest())
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        chosen = below(source, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def dealt(cards, seats, mano):
    """Three cards each, one at a time from mano: hands in seat order."""
    return [
        [cards[(seat - mano) % seats + seats * turn] for turn in range(3)] for seat in range(seats)
    ]


def check(text):
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', text, re.MULTILINE))
    names = re.search(r"^\[Seats (.*)\]", text, re.MULTILINE)[1]
    seats = len(re.findall(r'"(?:[^"\\]|\\.)*"', names))
    seed, game = bytes.fromhex(tags["Seed"]), tags["Game"]
    contributions = [bytes.fromhex(part) for part in tags["Cortes"].split(",")]
    if (
        hashlib.sha256(message("truco/1 commit", game.encode(), seed)).hexdigest()
        != tags["Commitment"]
    ):
        yield "the seed does not fit the commitment"
    deck = [f"{rank}{suit}" for suit, ranks in RANKS[tags["Deck"]].items() for rank in ranks]
    for number, rest in re.findall(r"^hand (\d+)(.*deal=.*)$", text, re.MULTILINE):
        words = dict(word.split("=", 1) for word in rest.split(";")[0].split() if "=" in word)
        cards = shuffled(deck, seed, game, int(number), contributions)
        hands = dealt(cards, seats, int(words["mano"]))
        if [sorted(hand.split(",")) for hand in words["deal"].split("/")] != [
            sorted(h) for h in hands
        ]:
            yield f"hand {number} is not what the seed deals"
        if "muestra" in words and words["muestra"] != cards[3 * seats]:
            yield f"the muestra of hand {number} is not what the seed turns up"


def main(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    faults = list(check(text))
    print("\n".join(faults) or "every deal fits the seed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
