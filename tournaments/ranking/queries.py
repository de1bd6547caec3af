"""Leaderboards, as pages show them. The main one covers all competitions."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from accounts.models import Club, User
from accounts.names.collation import by_letters, fold
from accounts.names.validation import confusable_skeleton
from games.house_rules import FAMILIES, family
from tournaments.competitions.format_labels import FORMAT_NAMES
from tournaments.models import (
    Leaderboard,
    LeaderboardLine,
    Person,
    PlayerStanding,
    RankingTurn,
    Season,
)
from tournaments.names.comparison import comparison_key
from tournaments.ranking.ledger import CASUAL, BoardKey, year_of
from tournaments.standings.queries import strength

MAIN, CASUALLY = BoardKey(), BoardKey(kind=CASUAL)


@dataclass(frozen=True)
class LeaderboardRow:
    """One player: place, points, matches played and won, skill.

    The leaderboard of a club lists persons; one without an account (`user`) has no skill.
    """

    user: User | None
    rank: int
    points: int
    matches: int
    wins: int
    skill: float | None
    person: Person | None = None

    @property
    def name(self) -> str:
        return str(self.user) if self.person is None else self.person.public_name


class PointSources(NamedTuple):
    """The points of a club, and how many of them came from tables of the site."""

    total: int
    at_tables: int

    @property
    def percent(self) -> int:
        """Return the percentage of results entered by hand or vouched for."""
        return round(100 * (self.total - self.at_tables) / self.total) if self.total else 0


def point_sources(club_id: int) -> PointSources:
    """Add up the points that a club has given."""
    sums = _lines(BoardKey(club_id=club_id)).aggregate(
        total=Sum("points", default=0), at_tables=Sum("table_points", default=0)
    )
    return PointSources(**sums)


def main_leaderboard_lines() -> QuerySet[LeaderboardLine]:
    """Return the lines, best first."""
    return _lines().order_by("-points", "user_id").select_related("user__standing")


def rows_of(lines: Iterable[LeaderboardLine]) -> Iterator[LeaderboardRow]:
    """Return some of `main_leaderboard_lines()` with their ranks."""
    numbers = numbers_by_points(_lines())
    return (_row(line, rank_of(line.points, numbers)) for line in lines)


def leaders(number: int) -> list[LeaderboardRow]:
    """Return the first lines."""
    places: dict[int, int] = {}
    lines = main_leaderboard_lines()[:number]
    for place, line in enumerate(lines, start=1):
        places.setdefault(line.points, place)
    return [_row(line, places[line.points]) for line in lines]


def numbers_by_points(rows: "QuerySet[Any]", by: str = "points") -> dict[int, int]:
    """Return how many rows have each number of points.

    The query reads an index only, and there are few distinct numbers of points.
    """
    equal = rows.order_by().values(by).annotate(number=Count("pk"))
    return dict(equal.values_list(by, "number"))


def rank_of(points: int, numbers: Mapping[int, int]) -> int:
    """Return the rank of that many points: 1 2 3 3 5.

    A result may be ranked between two queries: nobody else need have these points.
    """
    return 1 + sum(number for more, number in numbers.items() if more > points)


def with_lines(users: QuerySet[User]) -> QuerySet[User]:
    """Fetch along what `line_of` tells, `casual_points`, and whether ratings are replayed."""
    own, casual = (_lines(key).filter(user=OuterRef("pk")) for key in (MAIN, CASUALLY))
    ahead = _lines().filter(points__gt=OuterRef("line_points")).order_by()
    number = ahead.annotate(all=Value(1)).values("all").annotate(number=Count("pk"))
    return users.select_related("standing").annotate(
        line_points=Subquery(own.values("points")),
        line_matches=Subquery(own.values("matches")),
        line_wins=Subquery(own.values("wins")),
        ahead=Coalesce(Subquery(number.values("number")), 0),
        casual_points=Subquery(casual.values("points")),
        replays=Exists(RankingTurn.objects.filter(replay_at__isnull=False)),
    )


def line_of(user: Any) -> LeaderboardRow | None:
    """Return the line of a player of `with_lines`; None before their first competition match."""
    if user.line_points is None:
        return None
    figures = user.line_points, user.line_matches, user.line_wins
    return LeaderboardRow(user, user.ahead + 1, *figures, skill_of(user))


def total_points(user: User) -> int:
    """Return what a player of `with_lines` has in all, casual tables included."""
    standing: PlayerStanding | None = getattr(user, "standing", None)
    return 0 if standing is None else standing.points


def skill_of(user: User | None) -> float | None:
    """Return the figure that orders players by skill; None before a first result."""
    standing: PlayerStanding | None = getattr(user, "standing", None)
    return None if standing is None else strength((standing.mu, standing.sigma))


def _lines(key: BoardKey = MAIN) -> QuerySet[LeaderboardLine]:
    return LeaderboardLine.objects.filter(board__key=str(key))


def _row(line: LeaderboardLine, rank: int) -> LeaderboardRow:
    return LeaderboardRow(
        line.user, rank, line.points, line.matches, line.wins, skill_of(line.user)
    )


PERIOD = re.compile(r"20\d\d(-(0[1-9]|1[0-2]))?|s[1-9]\d{0,5}", re.ASCII)
LONGEST_SEARCH = 60
TABLES = "tables"


@dataclass(frozen=True)
class LeaderboardFilter:
    """A reader's choice of leaderboard and of players on it."""

    period: str = ""
    club: Club | None = None
    format: str = ""
    family: str = ""
    words: str = ""
    kind: str = ""

    @property
    def key(self) -> BoardKey:
        """Return the key of the leaderboard asked for."""
        club_id = None if self.club is None else self.club.pk
        kind = CASUAL if self.is_casual else ""
        return BoardKey(self.period, club_id, self.format, self.family, kind)

    @property
    def tables_only(self) -> bool:
        """Whether what organisers wrote down or vouched for is left out."""
        return self.kind == TABLES

    @property
    def is_casual(self) -> bool:
        """Whether it is about casual tables."""
        return self.kind == CASUAL

    @property
    def is_narrowed(self) -> bool:
        """Whether less than the whole is asked for, whatever the name searched for."""
        return self.key != BoardKey() or self.tables_only

    @property
    def is_known(self) -> bool:
        """Whether its words are those of a form of this site."""
        return (
            (not self.period or PERIOD.fullmatch(self.period) is not None)
            and self.format in ("", *FORMAT_NAMES)
            and self.family in ("", *FAMILIES)
            and self.kind in ("", TABLES, CASUAL)
        )


@dataclass(frozen=True)
class LeaderboardPage:
    """The lines of one leaderboard, best first; empty if it has no results."""

    asked: LeaderboardFilter

    @cached_property
    def found(self) -> QuerySet[LeaderboardLine, int]:
        """Return the pks of the filtered lines; the query reads an index only."""
        lines = self._lines.order_by(*self._order).values_list("pk", flat=True)
        if not self.asked.words:
            return lines
        is_named = _person_named if self._lists_persons else _account_named
        return lines.filter(is_named(self.asked.words))

    def lines(self, pks: Iterable[int]) -> Iterator[LeaderboardRow]:
        """Return some of those lines as rows of the page."""
        rows = LeaderboardLine.objects.filter(pk__in=list(pks)).select_related(*PLAYER)
        return map(self._line, rows.order_by(*self._order))

    def line_of(self, user: User) -> LeaderboardRow | None:
        """Return one player's line, regardless of the search."""
        own = Q(person__user=user) if self._lists_persons else Q(user=user)
        row = self._lines.filter(own).select_related(*PLAYER).first()
        return None if row is None else self._line(row)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return numbers_by_points(self._lines, f"{self._by}points")

    @cached_property
    def _lines(self) -> QuerySet[LeaderboardLine]:
        lines = LeaderboardLine.objects.filter(board__key=str(self.asked.key))
        return lines.filter(table_matches__gt=0) if self.asked.tables_only else lines

    @property
    def _by(self) -> str:
        """Return the prefix of the columns that count."""
        return "table_" if self.asked.tables_only else ""

    @property
    def _order(self) -> tuple[str, ...]:
        return f"-{self._by}points", "user_id", "person_id"

    @property
    def _lists_persons(self) -> bool:
        return self.asked.club is not None

    def _line(self, row: LeaderboardLine) -> LeaderboardRow:
        figures = [getattr(row, f"{self._by}{name}") for name in ("points", "matches", "wins")]
        points, matches, wins = figures
        user = row.user if row.person is None else row.person.user
        rank = rank_of(points, self._numbers)
        return LeaderboardRow(user, rank, points, matches, wins, skill_of(user), row.person)


@dataclass(frozen=True)
class Choices:
    """The choices of the form: periods and clubs with at least one line."""

    years: Mapping[str, list[str]]  # with their months, the latest first
    seasons: Sequence[Season]  # of the club that is asked about
    clubs: list[Club]
    formats: Mapping[str, object]
    families: Mapping[str, str]


def period_at_club(period: str, seasons: Iterable[Season]) -> str:
    """Return the period that is asked for; a season of another club is none, and so all time."""
    is_season = period.startswith("s")
    return "" if is_season and period not in {each.period for each in seasons} else period


def choices(club: Club | None = None, seasons: Sequence[Season] = ()) -> Choices:
    """Read the choices; `seasons` are those of the club that is asked about.

    A club that is not verified may have months that the leaderboards of the site have not.
    """
    plain = Leaderboard.objects.filter(format="", family="").select_related("club")
    boards = list(plain.filter(Q(club=None) | Q(club=club) | Q(period="")))
    periods = sorted({each.period for each in boards if "-" in each.period}, reverse=True)
    years: dict[str, list[str]] = {}
    for month in periods:
        years.setdefault(year_of(month), []).append(month)
    clubs = sorted(
        (each.club for each in boards if each.club and not each.period),
        key=lambda each: by_letters(each.name),
    )
    return Choices(years, seasons, clubs, FORMAT_NAMES, {name: family(name) for name in FAMILIES})


PLAYER = ("user__standing", "person__user__standing")


def _person_named(words: str) -> Q:
    """Return the condition for persons whose name or nickname contains these words."""
    by_name = Q(person__match_key__contains=comparison_key(words))
    is_shown = Q(person__hidden=False) | Q(person__user__isnull=False)
    return is_shown & (by_name | Q(person__nickname__fold__contains=fold(words)))


def _account_named(words: str) -> Q:
    """Return the condition for names that contain these words or look similar."""
    by_name = Q(user__display_name__fold__contains=fold(words)) | Q(user__username__icontains=words)
    skeleton = confusable_skeleton(words)
    looks = Q(user__skeleton__contains=skeleton) if skeleton else Q()
    return Q(user__anonymised_at=None) & (by_name | looks)
