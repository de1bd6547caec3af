"""Rotation: fixed teams and another rival in each of some rounds, whatever the results.

A round is an unplayed row of the Berger tables, so the rounds of a field that stays the same are
the beginning of a round robin; if there are several, the bye is not of an entry that has just come.
If entries came or left, no such row may exist: then the round has as few rematches and second byes
as possible, regardless of points.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.americano import TIE_BREAKS
from tournaments.formats.format import FEWEST, Format, Misfit
from tournaments.formats.options import (
    BYE_POINTS,
    BYES,
    LATE_ENTRIES,
    LATE_POINTS,
    ROUND_GAMES,
    SWISS_ROUNDS,
    FormatOptions,
)
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, Pairing, SwissPairing
from tournaments.formats.play import PairedByResults
from tournaments.formats.round_robin import LARGEST_TABLE, round_robin, rounds_per_cycle
from tournaments.formats.swiss import SWISS, pair_round
from tournaments.formats.swiss_field import Contender

USUAL_ROUNDS = 5


def pair_in_rotation(contenders: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """Return the next unplayed row of the Berger tables, or the round of fewest rematches."""
    by_entry = {one.entry: one for one in sorted(contenders, key=lambda one: one.seed)}
    rows = round_robin(list(by_entry)) if len(by_entry) >= FEWEST else ()
    unplayed = (
        row for row in rows if not any(_was_played(by_entry[one.first], one) for one in row)
    )
    row = min(unplayed, key=lambda row: _missed(by_entry, row), default=None)
    if row is None:
        return pair_round([replace(one, points=0) for one in contenders])
    return tuple(_pairing(by_entry, one) for one in sorted(row, key=lambda one: one.is_bye))


def _was_played(first: Contender[Id], one: Pairing[Id]) -> bool:
    return bool(first.byes) if one.second is None else one.second in first.opponents


def _missed(by_entry: Mapping[Id, Contender[Id]], row: Iterable[Pairing[Id]]) -> int:
    """Return the rounds that the entry with the bye has not played so far."""
    return sum(by_entry[one.first].unplayed for one in row if one.is_bye)


def _pairing(by_entry: Mapping[Id, Contender[Id]], one: Pairing[Id]) -> SwissPairing[Id]:
    first, second = by_entry[one.first], None if one.second is None else by_entry[one.second]
    return SwissPairing(
        one.first,
        one.second,
        points=(first.points, second.points if second else None),
    )


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    rounds = min(rounds_per_cycle(entries), USUAL_ROUNDS)
    return replace(shape, swiss_rounds=shape.swiss_rounds or rounds)


def _check(shape: FormatOptions, entries: int, _movers: int) -> Iterator[Misfit]:
    if (shape.swiss_rounds or 1) > rounds_per_cycle(entries):
        yield SWISS_ROUNDS.name, "too-many-rounds"


def _nearest(shape: FormatOptions, entries: int, _movers: int) -> FormatOptions:
    rounds = shape.swiss_rounds and min(shape.swiss_rounds, rounds_per_cycle(entries))
    return replace(shape, swiss_rounds=rounds)


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    return (Batch(entries // 2),) * (shape.swiss_rounds or 0)


@dataclass(frozen=True)
class InRotation(PairedByResults):
    """Rounds that follow from who is there and has met; points pair nobody."""

    pairs_by_points = False


ROTATION = Format(
    name="rotation",
    play=InRotation(pair_in_rotation),
    choices=(SWISS_ROUNDS, ROUND_GAMES, LATE_ENTRIES, LATE_POINTS, BYES, BYE_POINTS),
    most=LARGEST_TABLE,
    tie_breaks=TIE_BREAKS,
    offered=SWISS.offered,
    decide=_decide,
    check=_check,
    nearest=_nearest,
    outline=_outline,
)
