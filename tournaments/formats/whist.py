"""Whist plans: everyone partners everyone once and opposes everyone exactly twice.

Plans exist for 4n players in 4n - 1 rounds, and for 4n + 1 players in 4n + 1 rounds with one
player resting in each (Anderson, Combinatorial Designs and Tournaments, chapter 11). A plan is
stored as its first round: the other rounds add 1, 2, 3 ... to every number. With 4n players,
numbers count modulo 4n - 1 and one player (∞) stays; with 4n + 1 they count modulo 4n + 1, and 0
rests in the first round. For nine players no such plan exists; theirs adds the digits of two
numbers in base three.
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
    37: (
        "1,36 v 31,6; 2,35 v 25,12; 4,33 v 13,24; 8,29 v 26,11; 16,21 v 15,22; 17,20 v 9,28; "
        "27,10 v 23,14; 32,5 v 30,7; 34,3 v 18,19"
    ),
    41: (
        "1,40 v 32,9; 6,35 v 28,13; 10,31 v 33,8; 11,30 v 24,17; 19,22 v 34,7; "
        "25,16 v 21,20; 27,14 v 3,38; 29,12 v 26,15; 36,5 v 4,37; 39,2 v 18,23"
    ),
    53: (
        "1,52 v 30,23; 2,51 v 7,46; 4,49 v 14,39; 8,45 v 28,25; 11,42 v 12,41; "
        "15,38 v 26,27; 16,37 v 3,50; 17,36 v 33,20; 22,31 v 24,29; 32,21 v 6,47; "
        "34,19 v 13,40; 35,18 v 43,10; 44,9 v 48,5"
    ),
    61: (
        "1,60 v 11,50; 2,59 v 22,39; 3,58 v 33,28; 4,57 v 44,17; 6,55 v 5,56; 8,53 v 27,34; "
        "9,52 v 38,23; 12,49 v 10,51; 16,45 v 54,7; 18,43 v 15,46; 24,37 v 20,41; "
        "32,29 v 47,14; 35,26 v 19,42; 36,25 v 30,31; 48,13 v 40,21"
    ),
    73: (
        "1,72 v 27,46; 2,71 v 54,19; 3,70 v 8,65; 4,69 v 35,38; 5,68 v 62,11; 6,67 v 16,57; "
        "9,64 v 24,49; 10,63 v 51,22; 15,58 v 40,33; 20,53 v 29,44; 25,48 v 18,55; "
        "30,43 v 7,66; 31,42 v 34,39; 41,32 v 12,61; 45,28 v 47,26; 50,23 v 36,37; "
        "52,21 v 17,56; 59,14 v 60,13"
    ),
    89: (
        "1,88 v 34,55; 2,87 v 68,21; 3,86 v 13,76; 6,83 v 26,63; 9,80 v 39,50; "
        "14,75 v 31,58; 17,72 v 44,45; 18,71 v 78,11; 20,69 v 57,32; 22,67 v 36,53; "
        "27,62 v 28,61; 37,52 v 12,77; 41,48 v 59,30; 42,47 v 4,85; 51,38 v 43,46; "
        "54,35 v 56,33; 60,29 v 82,7; 64,25 v 40,49; 65,24 v 74,15; 66,23 v 19,70; "
        "73,16 v 79,10; 81,8 v 84,5"
    ),
    97: (
        "1,96 v 22,75; 5,92 v 13,84; 6,91 v 35,62; 8,89 v 79,18; 21,76 v 74,23; "
        "25,72 v 65,32; 27,70 v 12,85; 28,69 v 34,63; 29,68 v 56,41; 30,67 v 78,19; "
        "36,61 v 16,81; 38,59 v 60,37; 40,57 v 7,90; 43,54 v 73,24; 46,51 v 42,55; "
        "48,49 v 86,11; 53,44 v 2,95; 64,33 v 50,47; 71,26 v 10,87; 77,20 v 45,52; "
        "82,15 v 58,39; 83,14 v 80,17; 93,4 v 9,88; 94,3 v 31,66"
    ),
    101: (
        "1,100 v 10,91; 2,99 v 20,81; 4,97 v 40,61; 5,96 v 50,51; 7,94 v 70,31; "
        "8,93 v 80,21; 11,90 v 9,92; 14,87 v 39,62; 16,85 v 59,42; 22,79 v 18,83; "
        "27,74 v 68,33; 28,73 v 78,23; 32,69 v 17,84; 44,57 v 36,65; 49,52 v 86,15; "
        "53,48 v 25,76; 54,47 v 35,66; 56,45 v 55,46; 64,37 v 34,67; 75,26 v 43,58; "
        "77,24 v 63,38; 88,13 v 72,29; 89,12 v 82,19; 95,6 v 41,60; 98,3 v 71,30"
    ),
    109: (
        "1,108 v 33,76; 4,105 v 23,86; 6,103 v 89,20; 10,99 v 3,106; 15,94 v 59,50; "
        "16,93 v 92,17; 24,85 v 29,80; 26,83 v 95,14; 31,78 v 42,67; 35,74 v 65,44; "
        "36,73 v 98,11; 37,72 v 22,87; 38,71 v 55,54; 39,70 v 88,21; 47,62 v 25,84; "
        "57,52 v 28,81; 60,49 v 18,91; 61,48 v 51,58; 64,45 v 41,68; 77,32 v 34,75; "
        "79,30 v 100,9; 90,19 v 27,82; 96,13 v 7,102; 97,12 v 40,69; 101,8 v 63,46; "
        "104,5 v 53,56; 107,2 v 43,66"
    ),
    113: (
        "1,112 v 98,15; 2,111 v 83,30; 3,110 v 68,45; 4,109 v 53,60; 6,107 v 23,90; "
        "7,106 v 8,105; 9,104 v 91,22; 12,101 v 46,67; 13,100 v 31,82; 14,99 v 16,97; "
        "17,96 v 84,29; 18,95 v 69,44; 21,92 v 24,89; 27,86 v 47,66; 34,79 v 55,58; "
        "36,77 v 25,88; 39,74 v 93,20; 40,73 v 78,35; 42,71 v 48,65; 49,64 v 56,57; "
        "51,62 v 26,87; 54,59 v 94,19; 63,50 v 72,41; 76,37 v 103,10; 80,33 v 43,70; "
        "81,32 v 28,85; 102,11 v 52,61; 108,5 v 75,38"
    ),
}
"""The first round by the number of people: `a,b v c,d` is a table."""


@dataclass(frozen=True)
class WhistRound:
    """Tables of two pairs, and the resting players."""

    tables: tuple[tuple[Pair, Pair], ...]
    resting: tuple[int, ...]


@lru_cache(maxsize=8)
def whist_plan(people: int) -> tuple[WhistRound, ...]:
    """Return all rounds for people 0, 1, 2 ...; empty if no plan is known."""
    return tuple(_rounds(people)) if people in STARTERS else ()


def _rounds(people: int) -> Iterator[WhistRound]:
    first = [_table(text, people) for text in STARTERS[people].split("; ")]
    turning = people - (people % 4 == 0)
    for shift in range(turning):
        moved = [[_shift_player(each, shift, people) for each in table] for table in first]
        resting = () if turning < people else (shift,)
        yield WhistRound(tuple((make_pair(a, b), make_pair(c, d)) for a, b, c, d in moved), resting)


def _table(text: str, people: int) -> list[int]:
    words = text.replace(" v ", ",").split(",")
    return [people - 1 if word == "∞" else int(word) for word in words]


def _shift_player(number: int, shift: int, people: int) -> int:
    if people == NINE:
        return 3 * ((number // 3 + shift // 3) % 3) + (number + shift) % 3
    turning = people - (people % 4 == 0)
    return (number + shift) % turning if number < turning else number


def make_pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
