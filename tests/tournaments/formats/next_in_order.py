"""A format for tests alone: one round, in which everybody plays the next in order."""

from collections.abc import Sequence
from typing import Any

from tournaments.formats.format import Format
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Pairing
from tournaments.formats.play import Fixture
from tournaments.formats.tie_breaks import TieBreak


def neighbours(_shape: FormatOptions, members: Sequence[Any]) -> list[list[Pairing[Any]]]:
    """The first against the second, the third against the fourth; an odd last one rests."""
    seconds = [*members[1::2], *[None] * (len(members) % 2)]
    return [[Pairing(*pair) for pair in zip(members[::2], seconds, strict=True)]]


NEXT_IN_ORDER = Format(
    name="in-order",
    play=Fixture(neighbours),
    outline=lambda _shape, entries: (Batch(entries // 2),),
    tie_breaks=(TieBreak.POINTS, TieBreak.LOT),
    offered=(TieBreak.POINTS, TieBreak.WINS, TieBreak.LOT),
)
