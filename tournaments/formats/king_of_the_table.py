"""King of the table: the winner stays and plays the one who has waited longest.

There are some tables and one queue. A loser goes to its end; if neither side comes, both do. A win
is one point.
"""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.arena import ARENA, TIE_BREAKS, have_just_met, outline
from tournaments.formats.format import Format
from tournaments.formats.options import KING_TABLES, LATE_ENTRIES, OPEN_MINUTES, FormatOptions
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.play import Field, PairedWhenFree, Pairings
from tournaments.formats.swiss_field import Contender

PER_TABLE = 4  # entries to a table: two play, two wait


def usual_tables(entries: int) -> int:
    """Return the tables at which half of the entries play while the others wait."""
    return max(1, min(entries // PER_TABLE, KING_TABLES.most or entries))


def pair_challengers(field: Sequence[Contender[Id]], tables: int) -> tuple[SwissPairing[Id], ...]:
    """Return the matches at the free tables: the kings first, then empty tables.

    A king won its last match and has not rested since. If more kings are free than tables, only the
    latest winners stay kings, one for each table.
    """
    free = sorted(
        (one for one in field if not one.is_playing), key=lambda one: (one.wait_order, one.seed)
    )
    open_tables = max(0, tables - sum(one.is_playing for one in field) // 2)
    winners = [one for one in free if one.won_last]
    kings = winners[max(0, len(winners) - open_tables) :]
    queue = [one for one in free if one not in kings]
    pairings = []
    for _ in range(min(open_tables, len(free) // 2)):
        king = kings.pop(0) if kings else queue.pop(0)
        rival = queue.pop(0) if queue else kings.pop(0)
        pairings.append(_pairing(king, rival))
    return tuple(pairings)


def _pairing(king: Contender[Id], rival: Contender[Id]) -> SwissPairing[Id]:
    return SwissPairing(
        king.entry,
        rival.entry,
        points=(king.points, rival.points),
        is_rematch=have_just_met(king, rival),
    )


def _pair(shape: FormatOptions, field: Field) -> Pairings:
    return pair_challengers(field, shape.king_tables or usual_tables(len(field)))


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, king_tables=shape.king_tables or usual_tables(entries))


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    tables = min(shape.king_tables or usual_tables(entries), entries // 2)
    return tuple(Batch(tables) for _ in outline(shape, entries))


KING = Format(
    name="king",
    play=PairedWhenFree(_pair),
    choices=(OPEN_MINUTES, KING_TABLES, LATE_ENTRIES),
    tie_breaks=TIE_BREAKS,
    offered=ARENA.offered,
    decide=_decide,
    outline=_outline,
)
