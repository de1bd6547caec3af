"""Floats of Swiss rounds: opponents of different scores (FIDE C.04.3, article A.4)."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from tournaments.formats.pairing import Id
from tournaments.formats.results_table import Appearance, Table

DOWN, LEVEL, UP = -1, 0, 1


def floats_of(table: Table[Id]) -> dict[Id, tuple[int, ...]]:
    """Return each entry's float in every round of the table, the latest last.

    Rounds in which an entry was absent or has no result yet are level.
    """
    rounds = max((one.round for own in table.appearances.values() for one in own), default=0)
    before = {entry: _scores_before(table, own, rounds) for entry, own in table.appearances.items()}

    def floats(entry: Id) -> Iterator[int]:
        by_round = {one.round: one for one in table.appearances[entry]}
        for number in range(1, rounds + 1):
            one = by_round.get(number)
            if one is None:
                yield LEVEL
            elif one.is_unplayed_win:
                yield DOWN
            elif one.opponent is None:
                yield LEVEL
            else:
                own, other = (before[each][number - 1] for each in (entry, one.opponent))
                yield (own < other) - (own > other)

    return {entry: tuple(floats(entry)) for entry in before}


def _scores_before(table: Table[Id], own: Sequence[Appearance[Id]], rounds: int) -> Sequence[float]:
    gained = dict.fromkeys(range(1, rounds + 1), 0.0)
    for one in own:
        gained[one.round] += table.score(one)
    return list(accumulate(gained.values(), initial=0.0))
