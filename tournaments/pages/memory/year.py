"""A club's year: what ended in it, who won, who played most, its records and its numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet, Sum

from accounts.models import Club, User
from accounts.values.keyset import Place
from tournaments.models import LeaderboardLine
from tournaments.pages.memory.hall_of_fame import (
    Podium,
    Record,
    podiums,
    records,
    seen_at,
    won_in,
)
from tournaments.results.leaderboards import BoardKey

FIRST: Final = 2000
MOST: Final = 5


@dataclass(frozen=True)
class Numbers:
    """What a year adds up to."""

    competitions: int
    players: int
    appearances: int  # each player of each match
    points: int


@dataclass(frozen=True)
class Year:
    """The year of a club, as far as a reader may see it."""

    club: Club
    year: int
    numbers: Numbers
    podiums: Sequence[Podium]  # the last of them
    older: Place | None  # from where on the hall of fame has the others
    best: Sequence[LeaderboardLine]
    busiest: Sequence[LeaderboardLine]
    records: Sequence[Record]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was played in it."""
        return not self.podiums and not self.numbers.appearances


def year_at(club: Club, year: int, reader: User | AnonymousUser) -> Year:
    """Read a year, by the club's clock."""
    seen, lines = seen_at(club, reader), _lines(club, year)
    zone = ZoneInfo(club.zone)
    begin, end = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    ended = seen.filter(finished_at__gte=begin, finished_at__lt=end)
    shown, older = podiums(ended)
    sums = lines.aggregate(
        players=Count("pk"), appearances=Sum("matches", default=0), points=Sum("points", default=0)
    )
    whole = LeaderboardLine.objects.select_related("user")
    busiest = ("-matches", "-wins", "user_id")
    return Year(
        club,
        year,
        Numbers(won_in(ended).count(), **sums),
        shown,
        older,
        list(lines.select_related("user").order_by("-points", "user_id")[:MOST]),
        list(whole.filter(pk__in=lines.order_by(*busiest).values("pk")[:MOST]).order_by(*busiest)),
        records(club, seen, str(year)),
    )


def _lines(club: Club, year: int) -> QuerySet[LeaderboardLine]:
    key = BoardKey(period=str(year), club_id=club.pk)
    return LeaderboardLine.objects.filter(board__key=str(key))
