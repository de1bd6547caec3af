"""Mexicano: players enter alone, and each round is paired by the table.

The first four of the table play together, then the next four, and so on; of every four the first
and the last are partners against the other two, which keeps the table even. The first round is
paired by the draw. Partners may repeat. If players are left over, those with the fewest rests rest:
first who missed the fewest rounds, of these the last of the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.americano import AMERICANO, SEATS, make_table
from tournaments.formats.format import Format
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.play import ChangingPartners
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.swiss_field import Contender

USUAL_ROUNDS = 8


def usual_rounds(entries: int) -> int:
    """Return as many rounds as there are rivals, and no more than an evening holds."""
    return min(rounds_per_cycle(entries), USUAL_ROUNDS)


def pair_by_table(contenders: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """Return the matches of a round, those of the highest places first, then the rests."""
    fewest_rests = sorted(contenders, key=lambda one: (one.byes, one.unplayed, -one.seed))
    resting = [one.entry for one in fewest_rests[: len(contenders) % SEATS]]
    field = sorted(contenders, key=lambda one: one.seed)
    playing = [one.entry for one in field if one.entry not in resting]
    fours = (playing[start : start + SEATS] for start in range(0, len(playing), SEATS))
    tables = (
        make_table((first, fourth), (second, third)) for first, second, third, fourth in fours
    )
    return (*tables, *(SwissPairing(entry, None) for entry in resting))


@dataclass(frozen=True)
class PartnersByTable(ChangingPartners):
    is_paired_by_table = True


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, swiss_rounds=shape.swiss_rounds or usual_rounds(entries))


MEXICANO = Format(
    name="mexicano",
    play=PartnersByTable(pair_by_table, least=SEATS, together=SEATS // 2),
    choices=AMERICANO.choices,
    least=AMERICANO.least,
    most=AMERICANO.most,
    seats=AMERICANO.seats,
    tie_breaks=AMERICANO.tie_breaks,
    offered=AMERICANO.offered,
    decide=_decide,
    outline=AMERICANO.outline,
)
