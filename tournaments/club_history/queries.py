"""A club's hall of fame and its year in review: winners, records and figures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.common.pagination import Cursor, older_rows
from accounts.models import Club, User
from tournaments.models import (
    Competition,
    CompetitionQuerySet,
    Feat,
    LeaderboardLine,
    Person,
    Title,
)
from tournaments.ranking.ledger import BoardKey
from tournaments.ranking.titles import played_in

CROWNED: Final = 10
RECORDS: Final = 3
A_PAGE: Final = 20
BEST_FIRST: Final = ("-value", "at", "user_id")
OF_TITLE: Final = (
    *("rank", "competition__name", "competition__finished_at"),
    *("competition__club__name", "competition__club__slug"),
)
OF_MATCH: Final = "match__round__group__stage__competition__in"


@dataclass(frozen=True)
class Crowned:
    """Number of times a person reached each step of a podium."""

    person: Person
    first: int
    second: int
    third: int


@dataclass(frozen=True)
class Podium:
    """Podium of a finished competition."""

    competition: Competition
    steps: Sequence[tuple[int, Sequence[Title]]]  # by rank


@dataclass(frozen=True)
class Record:
    """First three places of one kind of record."""

    kind: Feat.Kind
    feats: Sequence[Feat]

    @property
    def label(self) -> str:
        """Return the name of the record."""
        return str(self.kind.label)


def seen_at(club: Club, reader: User | AnonymousUser) -> CompetitionQuerySet:
    """Return the competitions of a club that count and that the reader may see."""
    return Competition.objects.visible_to(reader).filter(club=club, rehearsal="", hidden_at=None)


def most_crowned(competitions: CompetitionQuerySet) -> list[Crowned]:
    """Return the persons with the most titles; names of no person yet are only on the podiums."""
    titles = Title.objects.filter(
        competition__in=competitions,
        entry__roster__reserve=False,
        entry__roster__person__isnull=False,
    )
    first, second, third = (Count("pk", filter=Q(rank=rank)) for rank in (1, 2, 3))
    by_person = titles.order_by().values("entry__roster__person")
    by_person = by_person.annotate(first=first, second=second, third=third)
    ordered = by_person.order_by("-first", "-second", "-third", "entry__roster__person")[:CROWNED]
    rows = list(cast("Iterator[dict[str, Any]]", ordered))
    persons = Person.objects.select_related("user")
    person_by_id = persons.in_bulk([row["entry__roster__person"] for row in rows])
    return [Crowned(person_by_id[row.pop("entry__roster__person")], **row) for row in rows]


def podiums(
    competitions: CompetitionQuerySet, before: Cursor | None = None
) -> tuple[list[Podium], Cursor | None]:
    """Return a page of podiums, latest first, and the cursor of the older ones."""
    titles = Title.objects.select_related("entry").only("competition", "rank", "entry__name")
    ordered = Prefetch("titles", titles.order_by("rank", "pk"))
    finished = won_in(competitions).only("name", "finished_at").prefetch_related(ordered)
    page = older_rows(finished, before, "finished_at", A_PAGE)
    return [_podium(each) for each in page.rows], page.older


def won_in(competitions: CompetitionQuerySet) -> CompetitionQuerySet:
    """Keep the finished competitions that have a champion."""
    won = Exists(Title.objects.filter(competition=OuterRef("pk"), rank=1))
    return competitions.filter(won, finished_at__isnull=False)


def records(club: Club, competitions: CompetitionQuerySet, year: str = "") -> list[Record]:
    """Return a club's records, of all time or of a year, from matches that the reader may see."""
    visible = Feat.objects.filter(club=club, **{OF_MATCH: competitions})
    best = Q()
    for kind in Feat.Kind:  # an index serves each kind in this order
        rows = visible.filter(kind=kind)
        if year or kind != Feat.Kind.YEAR:
            rows = rows.filter(year=year)
        best |= Q(pk__in=rows.order_by(*BEST_FIRST).values("pk")[:RECORDS])
    ordered = Feat.objects.filter(best).select_related("user").order_by("kind", *BEST_FIRST)
    groups = groupby(ordered, key=lambda feat: feat.kind)
    by_kind: Mapping[str, Sequence[Feat]] = {kind: list(feats) for kind, feats in groups}
    return [Record(kind, by_kind[kind]) for kind in Feat.Kind if kind in by_kind]


def titles_of(person: User, reader: User | AnonymousUser, most: int = CROWNED) -> Sequence[Title]:
    """Return a user's titles that the reader may see: best rank first, then latest."""
    own = Title.objects.filter(played_in(person, "entry"))
    visible = Competition.objects.visible_to(reader).filter(rehearsal="", hidden_at=None)
    # not `in`: it would let SQLite begin with all competitions instead of the player's titles
    ordered = own.filter(Exists(visible.filter(pk=OuterRef("competition")))).order_by(
        "rank", "-competition__finished_at", "-pk"
    )
    return list(ordered.select_related("competition__club").only(*OF_TITLE)[:most])


def _podium(competition: Competition) -> Podium:
    by_rank = groupby(competition.titles.all(), key=lambda title: title.rank)
    return Podium(competition, [(rank, list(titles)) for rank, titles in by_rank])


FIRST: Final = 2000
MOST: Final = 5


@dataclass(frozen=True)
class Numbers:
    """Totals of a year."""

    competitions: int
    players: int
    appearances: int  # each player of each match
    points: int


@dataclass(frozen=True)
class Year:
    """A year of a club, as a reader may see it."""

    club: Club
    year: int
    numbers: Numbers
    podiums: Sequence[Podium]  # the latest ones
    older: Cursor | None  # cursor of the remaining podiums in the hall of fame
    best: Sequence[LeaderboardLine]
    busiest: Sequence[LeaderboardLine]
    records: Sequence[Record]

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was played in the year."""
        return not self.podiums and not self.numbers.appearances


def year_at(club: Club, year: int, reader: User | AnonymousUser) -> Year:
    """Read a year in the club's time zone."""
    competitions, lines = seen_at(club, reader), _lines(club, year)
    zone = ZoneInfo(club.zone)
    begin, end = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    ended = competitions.filter(finished_at__gte=begin, finished_at__lt=end)
    latest, older = podiums(ended)
    sums = lines.aggregate(
        players=Count("pk"), appearances=Sum("matches", default=0), points=Sum("points", default=0)
    )
    whole = LeaderboardLine.objects.select_related("person__user")
    busiest = ("-matches", "-wins", "person_id")
    return Year(
        club,
        year,
        Numbers(won_in(ended).count(), **sums),
        latest,
        older,
        list(lines.select_related("person__user").order_by("-points", "person_id")[:MOST]),
        list(whole.filter(pk__in=lines.order_by(*busiest).values("pk")[:MOST]).order_by(*busiest)),
        records(club, competitions, str(year)),
    )


def _lines(club: Club, year: int) -> QuerySet[LeaderboardLine]:
    key = BoardKey(period=str(year), club_id=club.pk)
    return LeaderboardLine.objects.filter(board__key=str(key))
