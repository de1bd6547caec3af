#!/usr/bin/env python3
"""Check the record of a finished game (TGN), with Python's standard library alone.

    python3 check_deals.py game.tgn [record-keys.json]

Every hand must be the one that the opened seed and the players' cortes deal, the seed and every
corte what was promised before, every card played by its holder, and the whole record what the site
signed. `record-keys.json` is what the site publishes at `/.well-known/truco-record-keys.json`;
without it the key has to be compared by hand. What is hashed and how is told in docs/security.md.
Exit status 0: all is as it should be. 1: something is not, and it is named.
"""

import hashlib
import hmac
import itertools
import json
import re
import sys
from dataclasses import dataclass, field

NUMBERS, FIGURES = (1, 2, 3, 4, 5, 6, 7), (10, 11, 12)


def of_each_suit(*ranks):
    return [f"{rank}{suit}" for suit in "eboc" for rank in ranks]


FULL = of_each_suit(*NUMBERS, *FIGURES)
TRUC = [card for card in of_each_suit(1, 3, 4, 5, 6, 7) if card not in ("1o", "1c")]
DECKS = {
    "40": FULL,
    "38": [card for card in FULL if card not in ("1o", "1c")],
    "36": of_each_suit(1, 3, 4, 5, 6, 7, *FIGURES),
    "30": [*of_each_suit(*NUMBERS), "10o", "11b"],
    "26": [*TRUC, *of_each_suit(2)],
    "24": of_each_suit(*FIGURES, 1, 2, 3),
    "22": TRUC,
}
SPANISH = "4eboc 5eboc 6eboc 7bc 10eboc 11eboc 12eboc 1oc 2eboc 3eboc 7o 7e 1b 1e"  # low to high
ORDERS = {
    "paulista": " ".join(f"{n}{s}" for n in (4, 5, 6, 7, 10, 11, 12, 1, 2, 3) for s in "oecb"),
    "mineiro": "4eoc 5eboc 6eboc 7eb 10eboc 11eboc 12eboc 1boc 2eboc 3eboc 7o 1e 7c 4b",
    "mallorqui": "4eboc 5eboc 6eboc 7bc 10ebc 11eoc 12eboc 1oc 2eboc 3eboc 7o 7e 1b 1e 10o 11b",
}
NONE, WITHHELD, NOBODY, NO_SALT = "none", "withheld", "?", "-"
OUTSIDE = ("[Event ", "[Seats ", "[Salts ", "[Digest ", "[Signature ")  # lines no digest covers


class WrongError(Exception):
    """What is wrong, in words; nothing after it can be checked."""


# ---- reading ----


@dataclass
class Hand:
    number: int
    mano: int
    deal: list
    muestra: str
    plays: list = field(default_factory=list)  # (seat, token)


TAG = re.compile(r'\[([A-Za-z]+)((?: "(?:[^"\\]|\\["\\])*")+)\]')
HEADER = re.compile(
    r"hand ([1-9][0-9]{0,5})(?: kind=pico)? mano=([0-5]) deal=([0-9a-z,/]+)"
    r"(?: muestra=([0-9a-z]+))?(?: perros=[01])?"
)
PART = re.compile(r"hand ([1-9][0-9]{0,5})[abc]")
PLAYS = re.compile(r"[0-5]:[0-9a-z:/()#]+(?: [0-5]:[0-9a-z:/()#]+)*")


def read(text):
    tags, hands = {}, []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line or line.startswith(";"):
            continue
        if not read_line(line, tags, hands):
            raise WrongError(f"line {number} cannot be read")
    return tags, hands


def read_line(line, tags, hands):
    if found := TAG.fullmatch(line):
        if hands or found[1] in tags:
            return False
        values = re.findall(r'"((?:[^"\\]|\\["\\])*)"', found[2])
        tags[found[1]] = [re.sub(r"\\(.)", r"\1", value) for value in values]
    elif found := HEADER.fullmatch(line):
        deal = [hand.split(",") for hand in found[3].split("/")]
        hands.append(Hand(int(found[1]), int(found[2]), deal, found[4] or ""))
    elif found := PART.fullmatch(line):
        return bool(hands) and hands[-1].number == int(found[1])
    elif hands and PLAYS.fullmatch(line):
        hands[-1].plays += [(int(play[0]), play[2:]) for play in line.split(" ")]
    else:
        return False
    return True


def values(tags, name, pattern, count=1):
    """The values of a tag, if there are as many as there should be and each is well written."""
    found = tags.get(name, [])
    if len(found) != count or not all(re.fullmatch(pattern, value) for value in found):
        raise WrongError(f"the tag {name} is missing or badly written")
    return found


# ---- dealing ----


def message(tag, *parts):
    return b"".join(len(part).to_bytes(4, "big") + part for part in (tag.encode(), *parts))


def hashed(tag, *parts):
    return hashlib.sha256(message(tag, *parts)).hexdigest()


def stream(key):
    for block in itertools.count():
        yield from hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()


def below(source, limit):
    usable = 256 - 256 % limit
    return next(byte for byte in source if byte < usable) % limit


def shuffled(deck, tag, seed, game, number, cortes):
    parts = [game.encode(), str(number).encode(), *cortes]
    source = stream(hmac.new(seed, message(tag, *parts), hashlib.sha256).digest())
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


def drawn_mano(cards, seats, deck, rules):
    """Who draws the highest card deals, or with 22 or 26 cards is mano; who ties draws again."""
    order = ORDERS.get(rules, SPANISH)
    steps = [re.fullmatch(r"(\d+)([eboc]+)", step).groups() for step in order.split()]
    strength = {rank + suit: step for step, (rank, suits) in enumerate(steps) for suit in suits}
    cards, drawing = iter(cards), list(range(seats))
    while len(drawing) > 1:
        drawn = {seat: strength[next(cards)] for seat in drawing}
        drawing = [seat for seat in drawing if drawn[seat] == max(drawn.values())]
    return (drawing[0] + (deck not in ("22", "26"))) % seats


# ---- Ed25519 (RFC 8032), in plain numbers ----

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        point, number = add(point, point), number >> 1
    return total


def point_of(data):
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def bytes_of(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(data, signature, key):
    point, s = point_of(key), int.from_bytes(signature[32:], "little")
    if point is None or s >= L:
        return False
    challenge = hashlib.sha512(signature[:32] + key + data).digest()
    k = int.from_bytes(challenge, "little") % L
    against = (P - point[0], point[1], point[2], P - point[3])
    return bytes_of(add(times(s, BASE), times(k, against))) == signature[:32]


# ---- checking: each gives (whether it is so, what was checked) ----

HEX = "[0-9a-f]{64}"


def check(data, keys=None):
    try:
        yield from checked(data.decode("utf-8"), keys)
    except UnicodeDecodeError as error:
        yield False, f"byte {error.start + 1} is no text"
    except WrongError as error:
        yield False, str(error)


def checked(text, keys):
    tags, hands = read(text)
    scheme = values(tags, "Scheme", "[12]")[0] if "Scheme" in tags else "1"
    (game,) = values(tags, "Game", "[0-9]{1,20}")
    (deck,) = values(tags, "Deck", "|".join(DECKS))
    (rules,) = values(tags, "Rules", "[a-z-]{1,40}")
    (commitment,) = values(tags, "Commitment", HEX)
    seed = bytes.fromhex(values(tags, "Seed", HEX)[0])
    seats = len(tags.get("Seats", []))
    if seats not in (2, 4, 6):
        raise WrongError("the tag Seats is missing or badly written")
    fits = hashed(f"truco/{scheme} commit", game.encode(), seed) == commitment
    yield fits, "the seed fits the commitment"
    if scheme == "1":
        (told,) = values(tags, "Cortes", "(?:[0-9a-f]{2}|,)*")
        cortes = [bytes.fromhex(corte) for corte in told.split(",")]
    else:
        cortes = yield from opened(tags, seats, game, commitment)
    tag = f"truco/{scheme} hand"
    yield from deals(
        hands, seats, deck, rules, lambda cards, n: shuffled(cards, tag, seed, game, n, cortes)
    )
    if "Termination" in tags:
        yield ending(tags)
    if scheme == "2":
        yield from names(tags, seats)
        yield from signed(tags, text, keys)


def opened(tags, seats, game, commitment):
    """Every corte against its hash; returns what each seat added to the shuffle."""
    hashes = values(tags, "Hashes", f"{HEX}|{NONE}", seats)
    cortes = values(tags, "Cortes", f"{HEX}|{NONE}|{WITHHELD}", seats)
    added = []
    for seat, (corte, sealed) in enumerate(zip(cortes, hashes, strict=True), start=1):
        is_open = corte not in (NONE, WITHHELD)
        added.append(bytes.fromhex(corte) if is_open else b"")
        if is_open:
            parts = (game.encode(), commitment.encode(), added[-1])
            yield (
                hashed("truco/2 corte", *parts) == sealed,
                f"the corte of seat {seat} fits its hash",
            )
        else:
            fits = (corte == NONE) == (sealed == NONE)
            yield fits, f"seat {seat} added nothing to the shuffle: {corte}"
    return added


def deals(hands, seats, deck, rules, shuffle):
    cards = DECKS[deck]
    if hands:
        first = drawn_mano(shuffle(cards, 0), seats, deck, rules)
        yield hands[0].mano == first, "the first mano is the one that was drawn"
    for place, hand in enumerate(hands, start=1):
        if hand.number != place:
            yield False, f"hand {place} is missing"
            return
        pack = shuffle(cards, hand.number)
        fits = [sorted(held) for held in hand.deal] == [
            sorted(held) for held in dealt(pack, seats, hand.mano)
        ]
        yield fits, f"hand {place} is what the seed deals"
        if hand.muestra:
            turned = pack[3 * seats]
            yield hand.muestra == turned, f"the muestra of hand {place} is what the seed turns up"
        if fits:
            yield are_held(hand), f"the cards of hand {place} are played by their holders, once"


def ending(tags):
    """Check an early end: all agreed on no winner, or the time was up and the ruling named one."""
    (told,) = values(tags, "Termination", "agreed|time")
    result = tags.get("Result", ["annulled"])
    if told == "agreed":
        return result == ["annulled"], "it ended by agreement: nobody won"
    named = "time" if result == ["annulled"] else f"time={result[0]}"
    rulings = tags.get("Rulings", [""])
    return rulings[-1].split(" ")[-1] == named, "it ended by time: the leader won, if anybody"


def are_held(hand):
    held = [set(cards) for cards in hand.deal]
    for seat, token in hand.plays:
        for card in played(token, hand.deal, seat):
            if seat >= len(held) or card not in held[seat]:
                return False
            held[seat].discard(card)
    return True


def played(token, deal, seat):
    if token in ("#1", "#2", "#3"):
        return [deal[seat][int(token[1]) - 1]] if seat < len(deal) else [token]
    return re.findall("[0-9]+[eboc]", token) if token[0] in "(0123456789" else []


def names(tags, seats):
    """A name against its salted hash; one that was taken out has neither, and its hash stays."""
    hashes = values(tags, "Names", HEX, seats + 1)
    salts = values(tags, "Salts", f"[0-9a-f]{{32}}|{NO_SALT}", seats + 1)
    told = [*values(tags, "Event", r"[^\n]*"), *tags["Seats"]]
    for place, (name, salt, sealed) in enumerate(zip(told, salts, hashes, strict=True)):
        whose = f"the name of seat {place}" if place else "the name of the table"
        if salt == NO_SALT:
            yield name == NOBODY, f"{whose} was taken out"
        else:
            fits = hashed("truco/2 name", bytes.fromhex(salt), name.encode()) == sealed
            yield fits, f"{whose} is the one that was signed"


def signed(tags, text, keys):
    (key,) = values(tags, "Key", HEX)
    (digest,) = values(tags, "Digest", HEX)
    (signature,) = values(tags, "Signature", "[0-9a-f]{128}")
    covered = "\n".join(line for line in text.split("\n") if not line.startswith(OUTSIDE))
    yield hashed("truco/2 record", covered.encode()) == digest, "every line is as it was signed"
    data = message("truco/2 signed", bytes.fromhex(digest))
    good = is_signed(data, bytes.fromhex(signature), bytes.fromhex(key))
    yield good, f"the signature is good under the key {key}"
    if keys is not None:
        yield key in keys, "the key is one that the site publishes"


def main(path, keys_path=None):
    keys = None
    if keys_path is not None:
        with open(keys_path, encoding="utf-8") as file:
            keys = json.load(file)["keys"]
    with open(path, "rb") as file:
        findings = list(check(file.read(), keys))
    for is_so, what in findings:
        print("ok     " if is_so else "WRONG  ", what)
    wrong = sum(not is_so for is_so, _ in findings)
    print(f"{wrong} of {len(findings)} wrong" if wrong else f"all {len(findings)} are right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
