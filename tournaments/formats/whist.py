"""Whist plans: everybody partners everybody once and opposes everybody exactly twice.

They exist for 4n people in 4n - 1 rounds and for 4n + 1 in as many rounds, in each of which another
one rests (Anderson, Combinatorial Designs and Tournaments, chapter 11). A plan is kept as its first
round: the other rounds add 1, 2, 3 ... to every number. Of 4n people numbers count modulo 4n - 1
and one person (∞) stays; of 4n + 1 they count modulo 4n + 1, and 0 rests in the first round. Of
nine there is no such plan: theirs adds the digits of two numbers to the base of three.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

Pair = tuple[int, int]
"""Two numbers, the lower first."""

NINE = 9
STARTERS: Mapping[int, str] = {
    4: "∞,0 v 1,2",
    5: "1,4 v 3,2",
    8: "∞,3 v 6,5; 2,0 v 4,1",
    9: "1,2 v 3,6; 4,8 v 5,7",
    12: "∞,8 v 0,9; 5,2 v 1,7; 10,6 v 3,4",
    13: "4,3 v 8,6; 7,2 v 10,1; 9,12 v 11,5",
    16: "11,12 v ∞,5; 6,4 v 2,9; 10,0 v 13,1; 14,8 v 3,7",
    17: "1,7 v 3,15; 6,9 v 11,10; 13,5 v 12,2; 14,16 v 8,4",
    20: "∞,3 v 2,15; 4,12 v 8,18; 5,1 v 10,7; 13,14 v 6,11; 17,0 v 16,9",
    21: "11,7 v 12,17; 14,8 v 9,6; 16,18 v 3,4; 19,5 v 15,2; 20,10 v 1,13",
    24: "∞,4 v 5,15; 6,2 v 7,21; 8,0 v 11,14; 10,9 v 16,18; 12,19 v 17,22; 13,1 v 20,3",
    25: ("3,4 v 10,23; 8,24 v 20,22; 13,2 v 5,12; 14,6 v 15,18; 16,11 v 19,9; 17,21 v 7,1"),
    28: (
        "∞,0 v 10,6; 2,13 v 25,11; 5,17 v 14,9; 8,15 v 16,22; 12,4 v 26,1; 18,19 v 7,24; "
        "21,3 v 20,23"
    ),
    29: (
        "2,11 v 19,15; 4,25 v 9,26; 5,23 v 8,6; 7,12 v 14,1; 13,28 v 22,3; 21,24 v 10,16; "
        "27,20 v 18,17"
    ),
    32: (
        "14,28 v ∞,9; 2,13 v 3,26; 5,15 v 29,25; 12,10 v 8,27; 17,4 v 6,22; 19,20 v 11,16; "
        "23,1 v 7,0; 24,30 v 21,18"
    ),
    33: (
        "5,28 v 27,13; 7,4 v 23,11; 9,14 v 22,2; 10,17 v 19,8; 15,6 v 12,20; 16,32 v 31,29; "
        "25,26 v 21,3; 30,1 v 24,18"
    ),
    36: (
        "8,30 v 1,∞; 2,28 v 3,23; 4,12 v 18,19; 5,9 v 21,27; 6,16 v 33,17; 22,29 v 25,20; "
        "24,26 v 14,0; 32,15 v 13,10; 34,11 v 7,31"
    ),
}
"""The first round by the number of people: `a,b v c,d` is a table."""


@dataclass(frozen=True)
class WhistRound:
    """Tables of two pairs, and who rests."""

    tables: tuple[tuple[Pair, Pair], ...]
    resting: tuple[int, ...]


@lru_cache(maxsize=8)
def whist_plan(people: int) -> tuple[WhistRound, ...]:
    """Return all rounds for people 0, 1, 2 ...; none where no plan is known."""
    return tuple(_rounds(people)) if people in STARTERS else ()


def _rounds(people: int) -> Iterator[WhistRound]:
    first = [_table(text, people) for text in STARTERS[people].split("; ")]
    turning = people - (people % 4 == 0)
    for shift in range(turning):
        moved = [[_moved(each, shift, people) for each in table] for table in first]
        resting = () if turning < people else (shift,)
        yield WhistRound(tuple((_pair(a, b), _pair(c, d)) for a, b, c, d in moved), resting)


def _table(text: str, people: int) -> list[int]:
    words = text.replace(" v ", ",").split(",")
    return [people - 1 if word == "∞" else int(word) for word in words]


def _moved(number: int, shift: int, people: int) -> int:
    if people == NINE:
        return 3 * ((number // 3 + shift // 3) % 3) + (number + shift) % 3
    turning = people - (people % 4 == 0)
    return (number + shift) % turning if number < turning else number


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
