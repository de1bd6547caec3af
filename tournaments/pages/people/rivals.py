"""Two people against each other: whom somebody met most, and all that two have played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, Q

from accounts.models import User
from games.models import Game
from tournaments.models import PointsEntry
from tournaments.pages.people.history import Asked, HistoryPage, page_of
from tournaments.pages.people.ledger_lines import Lines, is_against, lines_of, seated
from tournaments.pages.people.versus import Versus, versus

MOST: Final = 20
OTHERS: Final = "match__player_results"
GAMES: Final = "match__games"


class Rival(NamedTuple):
    """Somebody met on the other side, how often, and how often that was won."""

    person: User
    met: int
    won: int

    @property
    def lost(self) -> int:
        """How often the rival won."""
        return self.met - self.won


class Games(NamedTuple):
    """Games at tables of the site: a match may have three."""

    won: int
    lost: int


@dataclass(frozen=True)
class HeadToHead:
    """What two people played against each other, from the first one's side."""

    versus: Versus
    games: Games
    last: HistoryPage


def rivals_of(player: User, reader: User | AnonymousUser) -> Sequence[Rival]:
    """Return whom a player met most, in matches that the reader may see."""
    across = Q(**{f"{OTHERS}__board": F("board")}) | Q(**{f"{OTHERS}__board": None})
    met = _counted(player, reader).filter(
        across,
        **{f"{OTHERS}__number": F("number"), f"{OTHERS}__guest": False},
        **{f"{OTHERS}__side": 1 - F("side")},
    )
    sums = (
        met.order_by()
        .values(rival=F(f"{OTHERS}__user"))
        .annotate(met=Count("pk"), victories=Count("pk", filter=Q(won=True)))
    )
    most = sums.order_by("-met", "-victories", "rival")[:MOST]
    rows = list(cast("Iterator[dict[str, Any]]", most))
    people = User.objects.in_bulk([row["rival"] for row in rows])
    return [Rival(people[row["rival"]], row["met"], row["victories"]) for row in rows]


def head_to_head(player: User, rival: User, reader: User | AnonymousUser) -> HeadToHead:
    """Read what two have played."""
    last = page_of(player, reader, Asked(rival=rival))
    return HeadToHead(versus(player, rival, reader), _games(player, rival, reader), last)


def _counted(player: User, reader: User | AnonymousUser) -> Lines:
    return seated(lines_of(player, reader)).filter(reason__in=PointsEntry.COUNTED)


def _games(player: User, rival: User, reader: User | AnonymousUser) -> Games:
    """Count the games of the matches in which they met; what was written down has none.

    From the player's lines, which are few, to their games.
    """
    finished = Q(**{f"{GAMES}__voided": False, f"{GAMES}__game__status": Game.Status.FINISHED})
    faced = _counted(player, reader).filter(is_against(rival)).filter(finished)
    winner = f"{GAMES}__game__winner"
    sums = faced.order_by().aggregate(
        won=Count("pk", filter=Q(**{winner: F("side")})),
        lost=Count("pk", filter=Q(**{winner: 1 - F("side")})),
    )
    return Games(**sums)
