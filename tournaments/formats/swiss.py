"""Swiss rounds: everybody plays every round, against somebody of like score, nobody twice.

A round is the cheapest perfect matching of the field, so there always is one; what could not be
avoided is flagged.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.matching import cheapest_partners
from tournaments.formats.pairing import Id, Pairing
from tournaments.formats.swiss_field import Contender, Field, Ranks

EXACT = 100
"""Up to so many entries all pairs are weighed; in larger fields first those near the ideal."""

REACHES = (8, 32)
"""How many partners of each entry are near."""


@dataclass(frozen=True)
class SwissPairing(Pairing[Id]):
    """A pairing with what is to be said about it: points before the round, what was forced.

    A second bye counts as a rematch.
    """

    points: tuple[float, float | None]
    is_rematch: bool
    is_between_club_mates: bool


def recommended_rounds(entries: int) -> int:
    """As many as a knockout has: ceil(log2 n)."""
    return (entries - 1).bit_length()


def may_join(current_round: int, rounds: int) -> bool:
    """Late entries are taken until half of the rounds are under way."""
    return current_round <= rounds // 2


def pair_round(contenders: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """The next round, best ranked first, with the bye of an odd field last."""
    field = Field(contenders)
    partners = next(found for found in _matchings(field) if len(found) == field.places)
    pairs = [(first, second) for first, second in partners.items() if first < second]
    pairs.sort(key=lambda ranks: (ranks[1] == field.size, ranks))
    return tuple(_pairing(field, ranks) for ranks in pairs)


def _matchings(field: Field[Id]) -> Iterator[Mapping[int, int]]:
    """The last one is perfect in any case: everybody may meet everybody."""
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
        is_between_club_mates=field.are_club_mates(ranks),
    )
