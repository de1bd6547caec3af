"""Swiss rounds: each entry meets an opponent of similar score, and no opponent twice.

A round is the cheapest perfect matching of the field, so there is always one; violations that
could not be avoided are flagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.format import Format, Misfit
from tournaments.formats.later_stages import (
    add_later_stages,
    fitting_finals,
    misfits_of_finals,
    with_finals,
)
from tournaments.formats.options import (
    BYE_POINTS,
    BYES,
    COUNTING,
    FINALISTS,
    LATE_ENTRIES,
    LATE_POINTS,
    LAYOUT,
    LOSERS,
    PLAY_IN,
    ROUND_GAMES,
    SWISS_ROUNDS,
    FormatOptions,
)
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.play import PairedByResults
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.swiss_field import Contender, Field, Ranks
from tournaments.formats.tie_breaks import SWISS as TIE_BREAKS
from tournaments.formats.tie_breaks import TieBreak

EXACT = 100
"""Number of entries up to which all pairs are weighed; larger fields try those near the ideal."""

REACHES = (8, 32)
"""Numbers of near partners to try for each entry."""


def recommended_rounds(entries: int) -> int:
    """Return the number of rounds of a knockout: ceil(log2 n)."""
    return (entries - 1).bit_length()


def pair_round(contenders: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """Return the pairings of the next round, best ranked first, with any bye last."""
    field = Field(contenders)
    partners = next(matching for matching in _matchings(field) if len(matching) == field.places)
    pairs = [(first, second) for first, second in partners.items() if first < second]
    pairs.sort(key=lambda ranks: (ranks[1] == field.size, ranks))
    return tuple(_pairing(field, ranks) for ranks in pairs)


def _matchings(field: Field[Id]) -> Iterator[Mapping[int, int]]:
    """Yield matchings. The last one is perfect, as all pairs are candidates."""
    if field.size > EXACT:
        for reach in REACHES:
            yield _matching(field, field.near(reach))
    yield _matching(field, field.everybody())


def _matching(field: Field[Id], candidates: Iterator[Ranks]) -> Mapping[int, int]:
    return cheapest_partners({ranks: field.cost(ranks) for ranks in candidates})


def _pairing(field: Field[Id], ranks: Ranks) -> SwissPairing[Id]:
    first = field.ranked[ranks[0]]
    second = field.ranked[ranks[1]] if ranks[1] < field.size else None
    return SwissPairing(
        first.entry,
        second.entry if second else None,
        points=(first.points, second.points if second else None),
        is_rematch=field.times_met(ranks) > 0,
    )


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, swiss_rounds=shape.swiss_rounds or recommended_rounds(entries))


def _check(shape: FormatOptions, entries: int, _movers: int) -> Iterator[Misfit]:
    if (shape.swiss_rounds or 1) > rounds_per_cycle(entries):
        yield SWISS_ROUNDS.name, "too-many-rounds"
    yield from misfits_of_finals(shape, entries)


def _nearest(shape: FormatOptions, entries: int, _movers: int) -> FormatOptions:
    """Return the shape with no more rounds than rivals, and no more finalists than entries."""
    most = rounds_per_cycle(entries)
    rounds = shape.swiss_rounds and min(shape.swiss_rounds, most)
    return fitting_finals(replace(shape, swiss_rounds=rounds), entries)


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    """Return the waves: in every round all entries play except one with a bye."""
    rounds = (Batch(entries // 2),) * (shape.swiss_rounds or 0)
    return *rounds, *add_later_stages(with_finals(shape), [entries])


SWISS = Format(
    name="swiss",
    play=PairedByResults(pair_round),
    choices=(
        *(SWISS_ROUNDS, ROUND_GAMES, FINALISTS, PLAY_IN, LAYOUT, LOSERS),
        *(LATE_ENTRIES, LATE_POINTS, BYES, BYE_POINTS),
        *COUNTING,
    ),
    tie_breaks=TIE_BREAKS,
    offered=(
        *TIE_BREAKS,
        TieBreak.WON,
        TieBreak.BUCHHOLZ_MEDIAN,
        TieBreak.PROGRESSIVE,
        TieBreak.GAMES,
        TieBreak.CHICO_POINTS,
        TieBreak.FEWEST_WALKOVERS,
        TieBreak.WINS,
    ),
    stages=with_finals,
    decide=_decide,
    check=_check,
    nearest=_nearest,
    outline=_outline,
)
