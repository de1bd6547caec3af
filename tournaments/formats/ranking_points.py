"""Ranking points for results, and the postings that keep the ledger in line with them."""

from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)
WIN = 20
LOSS = 5


class Reason(StrEnum):
    """Reason for the points of a result."""

    PLAYED = "played"
    PRESENCIAL = "presencial"
    BY_HAND = "by-hand"
    PRACTICE = "practice"
    WALKOVER = "walkover"
    ANNULLED = "annulled"
    SHARED_IP = "shared-ip"
    SHORT = "short"
    REPEATED = "repeated"
    AUTOMATIC = "automatic"


SCORING = frozenset({Reason.PLAYED, Reason.PRESENCIAL, Reason.BY_HAND})
A_DAY = 3
"""Casual games of two opponents that may score on one day (UTC)."""
TRUSTED_GAMES = 10
TRUSTED_DAYS = 30
"""Scored games at tables of the site, the first so long ago, after which an account is trusted."""
A_GAME = 3
"""Minimum hands for a game to score after the day's first one, which always does."""


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """The circumstances of a result that affect its points.

    `met` is how often two of its opponents have met casually on that day before this game, which
    had `hands` hands.
    """

    competitive: bool = True
    annulled: bool = False
    walkover: bool = False
    presencial: bool = False
    by_hand: bool = False
    shared_network: bool = False
    met: int = 0
    hands: int = A_GAME


def points_reason(how: Circumstances) -> Reason:
    """Return the first rule that applies. Players in one hall (presencial) may share an address."""
    rules = {
        Reason.PRACTICE: not how.competitive,
        Reason.ANNULLED: how.annulled,
        Reason.WALKOVER: how.walkover,
        Reason.PRESENCIAL: how.presencial,
        Reason.SHARED_IP: how.shared_network,
        Reason.BY_HAND: how.by_hand,
        Reason.REPEATED: how.met >= A_DAY,
        Reason.SHORT: how.met > 0 and how.hands < A_GAME,
    }
    return next((reason for reason, applies in rules.items() if applies), Reason.PLAYED)


def share_a_network(
    sightings: Iterable[tuple[Player, Hashable]], trusted: Collection[Player] = ()
) -> bool:
    """Return whether two players were seen on the same network who are not both trusted.

    Equal keys stand for equal networks: a home, a bar, or all phones of a mobile carrier.
    """
    users: dict[Hashable, set[Player]] = {}
    for player, network in sightings:
        users.setdefault(network, set()).add(player)
    return any(len(players) > 1 and players - {*trusted} for players in users.values())


@dataclass(frozen=True)
class Award:
    """Points of one player for one match, with the reason."""

    points: int
    reason: Reason


def award(reason: Reason, *, won: bool | None, automatic: bool = False) -> Award:
    """Return +20 for a winner of a played match, +5 for a loser or in a draw, 0 otherwise.

    A player whose seat ended on automatic gets 0 in any case.
    """
    if reason not in SCORING:
        return Award(0, reason)
    if automatic:
        return Award(0, Reason.AUTOMATIC)
    return Award(WIN if won else LOSS, reason)


@dataclass(frozen=True)
class Posting(Generic[Player]):
    """A line of the ledger of a match; a reversal cancels an earlier line.

    `number` counts the results of a match, `at` is the time of that result.
    """

    number: int
    player: Player
    won: bool | None  # None: a draw
    award: Award
    is_reversal: bool = False
    at: Any = None

    @property
    def points(self) -> int:
        return -self.award.points if self.is_reversal else self.award.points


@dataclass(frozen=True, kw_only=True)
class RankedResult(Generic[Player]):
    """A result of a match, current or revoked."""

    reason: Reason
    winners: Collection[Player]
    losers: Collection[Player]
    level: Collection[Player] = ()  # in a draw
    automatic: Collection[Player] = ()
    number: int = 0
    at: Any = None
    taken_back: bool = False

    def postings(self) -> Iterator[Posting[Player]]:
        """Yield the ledger lines of this result: one per player, and its reversal once revoked."""
        for player in (*self.winners, *self.losers, *self.level):
            won = None if player in self.level else player in self.winners
            awarded = award(self.reason, won=won, automatic=player in self.automatic)
            yield Posting(self.number, player, won, awarded, at=self.at)
            if self.taken_back:
                yield Posting(self.number, player, won, awarded, is_reversal=True, at=self.at)


def postings_due(
    ledger: Collection[Posting[Player]], results: Iterable[RankedResult[Player]]
) -> list[Posting[Player]]:
    """Return the lines missing from the ledger of a match, given its results."""
    posted = frozenset(ledger)
    due = (posting for result in results for posting in result.postings())
    return [posting for posting in due if posting not in posted]
