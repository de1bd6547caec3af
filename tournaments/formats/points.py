"""Points for the ranking of players: what a result is worth, and how a ledger follows it."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)

WIN = 20
LOSS = 5


class Reason(StrEnum):
    """Why a result gives the points it gives."""

    PLAYED = "played"
    PRESENCIAL = "presencial"
    PRACTICE = "practice"
    WALKOVER = "walkover"
    ANNULLED = "annulled"
    SHARED_IP = "shared-ip"


SCORING = frozenset({Reason.PLAYED, Reason.PRESENCIAL})


@dataclass(frozen=True)
class RankedResult(Generic[Player]):
    """A finished match as far as points depend on it.

    `networks` tells who sat behind the same address, by any key that is equal for equal networks;
    `automatic` are the players whose seats ended on automatic.
    """

    winners: Sequence[Player]
    losers: Sequence[Player]
    networks: Mapping[Player, Hashable]
    competitive: bool = True
    walkover: bool = False
    annulled: bool = False
    presencial: bool = False
    automatic: frozenset[Player] = frozenset()


def points_reason(result: RankedResult[Player]) -> Reason:
    """The first rule that applies; an event in one hall (presencial) may share its address."""
    players = (*result.winners, *result.losers)
    networks = [result.networks[player] for player in players if player in result.networks]
    rules = {
        Reason.PRACTICE: not result.competitive,
        Reason.ANNULLED: result.annulled,
        Reason.WALKOVER: result.walkover,
        Reason.PRESENCIAL: result.presencial,
        Reason.SHARED_IP: len(set(networks)) < len(networks),
    }
    return next((reason for reason, applies in rules.items() if applies), Reason.PLAYED)


def ranking_points(result: RankedResult[Player]) -> dict[Player, int]:
    """+20 to each winner and +5 to each loser of a match played, 0 to all otherwise.

    A player whose seat ended on automatic gets 0 in any case.
    """
    scoring = points_reason(result) in SCORING
    worth = dict.fromkeys(result.winners, WIN) | dict.fromkeys(result.losers, LOSS)
    return {
        player: points if scoring and player not in result.automatic else 0
        for player, points in worth.items()
    }


@dataclass(frozen=True)
class Posting(Generic[Player]):
    """One line of the ledger of a match; a reversal takes back what an earlier line gave."""

    player: Player
    points: int
    is_reversal: bool = False


def postings_due(
    ledger: Sequence[Posting[Player]], due: Mapping[Player, int]
) -> tuple[Posting[Player], ...]:
    """What to append so that the ledger of this match says what is due; nothing if it does."""
    said: Counter[Player] = Counter()
    for posting in ledger:
        said[posting.player] += posting.points
    changed = [player for player in {**said, **due} if said[player] != due.get(player, 0)]
    reversals = [Posting(player, -said[player], True) for player in changed if said[player]]
    return (*reversals, *(Posting(player, due[player]) for player in changed if due.get(player)))
