"""Round robin by the Berger tables (FIDE Handbook C.05, annex 1)."""

from collections.abc import Sequence
from typing import Literal

from tournaments.formats.errors import FormatError
from tournaments.formats.format import Format
from tournaments.formats.later_stages import (
    add_later_stages,
    fitting_finals,
    misfits_of_finals,
    with_finals,
)
from tournaments.formats.options import (
    COUNTING,
    CYCLES,
    FINALISTS,
    LAYOUT,
    LEAVING,
    LOSERS,
    PLAY_IN,
    ROUND_GAMES,
    FormatOptions,
)
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, Pairing
from tournaments.formats.play import Fixture
from tournaments.formats.tie_breaks import ROUND_ROBIN as TIE_BREAKS
from tournaments.formats.tie_breaks import TieBreak

Round = tuple[Pairing[Id], ...]
Cycles = Literal[1, 2]
LARGEST_TABLE = 128  # entries: over eight thousand matches a cycle


def round_robin(entries: Sequence[Id], cycles: Cycles = 1) -> tuple[Round[Id], ...]:
    """Return all rounds in order; in an odd field each round has one bye.

    With two cycles the last two rounds of the first are swapped, so that no entry has the same side
    three times in a row, and the second cycle has the sides changed.
    """
    if len(entries) < 2:
        raise FormatError("too-few-entries", *entries)
    first = tuple(_round(entries, number) for number in range(rounds_per_cycle(len(entries))))
    if cycles == 1:
        return first
    returned = tuple(tuple(_return_match(pairing) for pairing in round_) for round_ in first)
    return (*first[:-2], *reversed(first[-2:]), *returned)


def rounds_per_cycle(entries: int) -> int:
    """Return the table's even size, minus one."""
    return entries - 1 + entries % 2


def _round(entries: Sequence[Id], number: int) -> Round[Id]:
    """Pair numbers from the ends inwards; in each round all but the last move by half a table."""
    turning = rounds_per_cycle(len(entries))
    half = (turning + 1) // 2
    shift = number * half
    opponent = (shift % turning, turning)
    ends = [opponent if number % 2 == 0 else (opponent[1], opponent[0])]
    inner = [((shift + offset) % turning, (shift - offset) % turning) for offset in range(1, half)]
    return tuple(_pairing(entries, first, second) for first, second in (*ends, *inner))


def _pairing(entries: Sequence[Id], first: int, second: int) -> Pairing[Id]:
    """Return a pairing by numbers. In an odd field the number after the last is the bye."""
    if first == len(entries):
        return Pairing(entries[second], None)
    if second == len(entries):
        return Pairing(entries[first], None)
    return Pairing(entries[first], entries[second])


def _return_match(pairing: Pairing[Id]) -> Pairing[Id]:
    if pairing.second is None:
        return pairing
    return Pairing(pairing.second, pairing.first)


def table_waves(entries: int, cycles: int) -> tuple[Batch, ...]:
    """Return the waves of a full round robin."""
    return (Batch(entries // 2),) * (rounds_per_cycle(entries) * cycles)


def _rounds(shape: FormatOptions, members: Sequence[Id]) -> tuple[Round[Id], ...]:
    return round_robin(members, 2 if shape.cycles == 2 else 1)


ALL_MEET = Fixture(_rounds)
OFFERED = (
    *TIE_BREAKS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.WON,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.KOYA,
    TieBreak.WINS,
)
"""Tie-breaks on offer in a round robin."""


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    after = add_later_stages(with_finals(shape), [entries])
    return *table_waves(entries, shape.cycles or 1), *after


ROUND_ROBIN = Format(
    name="round-robin",
    play=ALL_MEET,
    choices=(CYCLES, ROUND_GAMES, FINALISTS, PLAY_IN, LAYOUT, LOSERS, LEAVING, *COUNTING),
    most=LARGEST_TABLE,
    tie_breaks=TIE_BREAKS,
    offered=OFFERED,
    stages=with_finals,
    check=lambda shape, entries, _movers: misfits_of_finals(shape, entries),
    nearest=lambda shape, entries, _movers: fitting_finals(shape, entries),
    outline=_outline,
)
