"""A player's history, read once for totals, leaderboards and statistics."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import F, Q, QuerySet

from games.models import SeatStatistics
from games.play.statistics import SeatFigures
from tournaments.models import Match, PointsEntry
from tournaments.ranking.ledger import BoardKey
from tournaments.ranking.provenance import counts_for_the_site

PLACE: Final = ("month", "club_id", "format", "family", "season")
COUNTED: Final = tuple(sorted(set(PointsEntry.COUNTED) & set(Match.PointsReason.values)))
MATCH: Final = "seat__game__match_game__match"
FIGURES: Final = (*SeatFigures._fields, "comeback")


class Line(NamedTuple):
    """A current line of the ledger: a match played to the end."""

    user: int
    club: int | None
    family: str
    month: str
    won: bool
    at: datetime
    match: int


class Deed(NamedTuple):
    """A player's figures in a game that counts, in the order of FIGURES."""

    user: int
    match: int
    game: int
    preset: str
    figures: Mapping[str, int]


@dataclass(frozen=True)
class History:
    """The ledger of some players and the figures of their games.

    `cells` are sums of the ledger per account, person and PLACE, of lines that count on the site or
    do not; `lines` and `deeds` come in the order of results, account by account. `deeds` is None
    where they were not read.
    """

    cells: Sequence[Mapping[str, Any]]
    lines: Sequence[Line]
    deeds: Sequence[Deed] | None
    users: Collection[int]
    persons: Collection[int]

    @classmethod
    def of(
        cls, users: Collection[int], persons: Collection[int] = (), *, with_deeds: bool = True
    ) -> "History":
        """Read what these accounts, and these persons of clubs, have done."""
        theirs = PointsEntry.objects.filter(Q(user__in=users) | Q(person__in=persons))
        sited = theirs.annotate(for_the_site=counts_for_the_site()).in_seasons()
        cells = list(sited.summed("person_id", *PLACE, "for_the_site"))
        standing = PointsEntry.objects.filter(
            user__in=users,
            reason__in=PointsEntry.COUNTED,
            reversal=False,
            number=F("match__reopened"),
        )
        columns = ("user_id", "club_id", "family", "month", "won", "at", "match_id")
        rows = standing.order_by("user_id", "at", "match_id").values_list(*columns)
        lines = [Line(*row) for row in rows]
        return cls(cells, lines, _deeds(users) if with_deeds else None, {*users}, {*persons})

    def sums(self, *by: str) -> dict[tuple[Any, ...], dict[str, int]]:
        """Add up the cells per account, and further by some columns of PLACE."""
        totals: dict[tuple[Any, ...], dict[str, int]] = {}
        for cell in self.cells:
            if cell["user_id"] not in self.users:
                continue
            key = (cell["user_id"], *(cell[name] for name in by))
            total = totals.setdefault(key, {"points": 0, "matches": 0, "wins": 0})
            total["points"] += cell["total"]
            total["matches"] += cell["played"]
            total["wins"] += cell["won"]
        return totals

    def player_on(self, key: BoardKey, cell: Mapping[str, Any]) -> int | None:
        """Return whose line on a leaderboard a cell adds to; None where it does not count.

        A club lists persons. The leaderboards of the site list accounts, with what counts there.
        """
        if key.club_id is not None:
            return cell["person_id"] if cell["person_id"] in self.persons else None
        counts = cell["user_id"] in self.users and cell["for_the_site"]
        return cell["user_id"] if counts else None

    def ends_with(self, match_id: int) -> bool:
        """Return whether a match is the last one of each of its players in this history."""
        last = {line.user: line.match for line in self.lines}
        return all(last[line.user] == match_id for line in self.lines if line.match == match_id)


def counted_seats() -> QuerySet[SeatStatistics]:
    """Return the figures of the games that count: of matches played to the end, not voided.

    A guest's figures do not count, as a guest's games give no points.
    """
    return SeatStatistics.objects.filter(
        seat__guest=False,
        seat__game__match_game__voided=False,
        seat__game__match_game__match__points_reason__in=COUNTED,
    )


def _deeds(users: Collection[int]) -> list[Deed]:
    seats = counted_seats().filter(seat__user__in=users)
    in_order = seats.order_by("seat__user", f"{MATCH}__completed_at", MATCH, "seat__game")
    columns = ("seat__user", MATCH, "seat__game", "seat__game__preset", *FIGURES)
    return [
        Deed(user, match, game, preset, dict(zip(FIGURES, figures, strict=True)))
        for user, match, game, preset, *figures in in_order.values_list(*columns)
    ]
