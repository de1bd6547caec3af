"""One leaderboard as its page shows it: what was asked, its lines with their ranks, the choices."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q, QuerySet

from accounts.models import Club, User
from accounts.values.collation import by_letters, fold
from accounts.values.skeletons import skeleton
from games.house_rules import FAMILIES, family
from tournaments.models import Leaderboard, LeaderboardLine, Season
from tournaments.pages.people.leaderboard import LeaderboardRow, ranks, skill_of
from tournaments.results.leaderboards import CASUAL, BoardKey, year_of
from tournaments.wording.formats import NAMES

PERIOD = re.compile(r"20\d\d(-(0[1-9]|1[0-2]))?|s[1-9]\d{0,5}", re.ASCII)
LONGEST_SEARCH = 60
TABLES = "tables"


@dataclass(frozen=True)
class Asked:
    """What a reader wants to see: which leaderboard, and whom on it."""

    period: str = ""
    club: Club | None = None
    format: str = ""
    family: str = ""
    words: str = ""
    kind: str = ""

    @property
    def key(self) -> BoardKey:
        """The key of the leaderboard asked for."""
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
            and self.format in ("", *NAMES)
            and self.family in ("", *FAMILIES)
            and self.kind in ("", TABLES, CASUAL)
        )


@dataclass(frozen=True)
class LeaderboardPage:
    """The lines of one leaderboard, best first; none if nobody has played there."""

    asked: Asked

    @cached_property
    def found(self) -> QuerySet[LeaderboardLine, int]:
        """The lines that were asked for, by pk: an index holds all of that."""
        lines = self._lines.order_by(f"-{self._by}points", "user_id").values_list("pk", flat=True)
        return lines.filter(_named(self.asked.words)) if self.asked.words else lines

    def lines(self, pks: Iterable[int]) -> Iterator[LeaderboardRow]:
        """Return some of those lines as they are shown."""
        rows = LeaderboardLine.objects.filter(pk__in=list(pks)).select_related("user__standing")
        return map(self._line, rows.order_by(f"-{self._by}points", "user_id"))

    def line_of(self, user: User) -> LeaderboardRow | None:
        """Return one player's line, whatever was searched for."""
        row = self._lines.filter(user=user).select_related("user__standing").first()
        return None if row is None else self._line(row)

    @cached_property
    def ranks(self) -> dict[int, int]:
        """The rank that so many points give: 1 2 3 3 5."""
        return ranks(self._lines, f"{self._by}points")

    @cached_property
    def _lines(self) -> QuerySet[LeaderboardLine]:
        lines = LeaderboardLine.objects.filter(board__key=str(self.asked.key))
        return lines.filter(table_matches__gt=0) if self.asked.tables_only else lines

    @property
    def _by(self) -> str:
        """The beginning of the names of the figures that count."""
        return "table_" if self.asked.tables_only else ""

    def _line(self, row: LeaderboardLine) -> LeaderboardRow:
        figures = [getattr(row, f"{self._by}{name}") for name in ("points", "matches", "wins")]
        points, matches, wins = figures
        rank = self.ranks[points]
        return LeaderboardRow(row.user, rank, points, matches, wins, skill_of(row.user))


@dataclass(frozen=True)
class Choices:
    """The choices of the form: periods and clubs with at least one line."""

    years: Mapping[str, list[str]]  # with their months, the latest first
    seasons: Sequence[Season]  # of the club that is asked about
    clubs: list[Club]
    formats: Mapping[str, object]
    families: Mapping[str, str]


def of_club(period: str, seasons: Iterable[Season]) -> str:
    """Return the period that is asked for; a season of another club is none, and so all time."""
    is_season = period.startswith("s")
    return "" if is_season and period not in {each.period for each in seasons} else period


def choices(seasons: Sequence[Season] = ()) -> Choices:
    """Read the choices; `seasons` are those of the club that is asked about."""
    plain = Leaderboard.objects.filter(format="", family="").select_related("club")
    boards = list(plain.filter(Q(club=None) | Q(period="")))
    periods = sorted({each.period for each in boards if len(each.period) > 4}, reverse=True)
    years: dict[str, list[str]] = {}
    for month in periods:
        years.setdefault(year_of(month), []).append(month)
    clubs = sorted(
        (each.club for each in boards if each.club), key=lambda club: by_letters(club.name)
    )
    return Choices(years, seasons, clubs, NAMES, {name: family(name) for name in FAMILIES})


def _named(words: str) -> Q:
    """The condition of having these words in one's name, or looking as if."""
    named = Q(user__display_name__fold__contains=fold(words)) | Q(user__username__icontains=words)
    alike = skeleton(words)
    looks = Q(user__skeleton__contains=alike) if alike else Q()
    return Q(user__anonymised_at=None) & (named | looks)
