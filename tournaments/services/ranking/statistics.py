"""Keeping what players did equal to the ledger and to the figures of their games."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Any, cast

from django.db import transaction
from django.db.models import F, Max, QuerySet, Sum

from games.house_rules import family_of
from games.models import Game, SeatStatistics
from games.records.statistics import SeatFigures
from games.services.statistics import count_figures
from tournaments.models import Match, PlayerStatistics, PointsEntry
from tournaments.results.streaks import streaks

logger = logging.getLogger(__name__)

ALL = ""  # families together
COUNTED = tuple(sorted(set(PointsEntry.COUNTED) & set(Match.PointsReason.values)))
FIGURES = ("matches", "wins", "streak", "best_streak", *SeatFigures._fields, "comeback")
Rows = dict[tuple[int, str], PlayerStatistics]
"""By player and family."""


def count_match(match: Match) -> None:
    """Count what was done at a match's tables; a log that does not fold costs no points."""
    finished = match.games.filter(voided=False, game__status=Game.Status.FINISHED)
    for game_id in finished.values_list("game_id", flat=True):
        try:
            with transaction.atomic():
                count_figures(game_id=game_id)
        except Exception:
            logger.exception("game %s cannot be counted", game_id)


def counted_seats() -> QuerySet[SeatStatistics]:
    """Return the figures of the games that count: of matches played to the end, not voided.

    A guest's figures do not count, as a guest's games give no points.
    """
    return SeatStatistics.objects.filter(
        seat__guest=False,
        seat__game__match_game__voided=False,
        seat__game__match_game__match__points_reason__in=COUNTED,
    )


def player_statistics(users: Collection[int]) -> Rows:
    """Compute the figures of these players, per family and in all."""
    rows: Rows = {}
    _add_matches(rows, users)
    _add_streaks(rows, users)
    _add_deeds(rows, users)
    return rows


def write_statistics(users: Collection[int]) -> None:
    """Write the figures of these players; the caller has the turn."""
    rows = player_statistics(users)
    written = PlayerStatistics.objects.filter(user__in=users)
    gone = [row.pk for row in written if (row.user_id, row.family) not in rows]
    PlayerStatistics.objects.filter(pk__in=gone).delete()
    PlayerStatistics.objects.bulk_create(
        rows.values(),
        update_conflicts=True,
        unique_fields=["user", "family"],
        update_fields=FIGURES,
    )


def _add_matches(rows: Rows, users: Collection[int]) -> None:
    for sums in PointsEntry.objects.filter(user__in=users).summed("family"):
        if sums["played"]:
            for row in _rows(rows, sums["user_id"], sums["family"]):
                row.matches += sums["played"]
                row.wins += sums["won"]


def _add_streaks(rows: Rows, users: Collection[int]) -> None:
    """Go through what stands of the ledger in its order."""
    standing = PointsEntry.objects.filter(
        user__in=users,
        reason__in=PointsEntry.COUNTED,
        reversal=False,
        number=F("match__reopened"),
    )
    in_order = standing.order_by("user", "at", "match")
    won = defaultdict(list)
    for user, family, victory in in_order.values_list("user_id", "family", "won"):
        for each in dict.fromkeys((family, ALL)):
            won[user, each].append(victory)
    for key, victories in won.items():
        if key in rows:
            rows[key].streak, rows[key].best_streak = streaks(victories)


def _add_deeds(rows: Rows, users: Collection[int]) -> None:
    seats = counted_seats().filter(seat__user__in=users).order_by()
    sums = {name: Sum(name) for name in SeatFigures._fields} | {"comeback": Max("comeback")}
    found = seats.values("seat__user", "seat__game__preset").annotate(**sums)
    for done in cast("Iterable[dict[str, Any]]", found):
        family = family_of(done["seat__game__preset"])
        for row in _rows(rows, done["seat__user"], family):
            for name in SeatFigures._fields:
                setattr(row, name, getattr(row, name) + done[name])
            row.comeback = max(row.comeback, done["comeback"])


def _rows(rows: Rows, user: int, family: str) -> Iterator[PlayerStatistics]:
    for each in dict.fromkeys((family, ALL)):
        yield rows.setdefault((user, each), PlayerStatistics(user_id=user, family=each))
