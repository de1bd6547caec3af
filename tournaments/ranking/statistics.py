"""Player statistics, kept equal to the ledger and to the statistics of their games."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator

from django.db import transaction

from games.house_rules import family_of
from games.models import Game
from games.play.statistics import SeatFigures, count_figures
from tournaments.models import Match, PlayerStatistics
from tournaments.ranking.achievements import streaks
from tournaments.ranking.history import History

logger = logging.getLogger(__name__)
ALL = ""  # families together
LEDGER_FIGURES = ("matches", "wins", "streak", "best_streak")
FIGURES = (*LEDGER_FIGURES, *SeatFigures._fields, "comeback")
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


def player_statistics(users: Collection[int], history: History | None = None) -> Rows:
    """Compute the figures of these players, per family and in all; without deeds those are 0."""
    history = History.of(users) if history is None else history
    rows: Rows = {}
    for (user, family), sums in history.sums("family").items():
        if sums["matches"]:
            for row in _rows(rows, user, family):
                row.matches += sums["matches"]
                row.wins += sums["wins"]
    _add_streaks(rows, history)
    for deed in history.deeds or ():
        for row in _rows(rows, deed.user, family_of(deed.preset)):
            for name in SeatFigures._fields:
                setattr(row, name, getattr(row, name) + deed.figures[name])
            row.comeback = max(row.comeback, deed.figures["comeback"])
    return rows


def write_statistics(
    users: Collection[int], history: History | None = None, *, only_adds: bool = False
) -> None:
    """Write the figures of these players; the caller holds the ranking lock.

    With `only_adds` nothing of them was taken back: no row can have gone. A history without deeds
    leaves what was done at tables as it is.
    """
    history = History.of(users) if history is None else history
    rows = player_statistics(users, history)
    if not only_adds:
        stored = PlayerStatistics.objects.filter(user__in=users)
        stale = [row.pk for row in stored if (row.user_id, row.family) not in rows]
        PlayerStatistics.objects.filter(pk__in=stale).delete()
    PlayerStatistics.objects.bulk_create(
        rows.values(),
        update_conflicts=True,
        unique_fields=["user", "family"],
        update_fields=LEDGER_FIGURES if history.deeds is None else FIGURES,
    )


def _add_streaks(rows: Rows, history: History) -> None:
    """Add the streaks, from the valid ledger lines in order."""
    won = defaultdict(list)
    for line in history.lines:
        for each in dict.fromkeys((line.family, ALL)):
            won[line.user, each].append(line.won is True)
    for key, victories in won.items():
        if key in rows:
            rows[key].streak, rows[key].best_streak = streaks(victories)


def _rows(rows: Rows, user: int, family: str) -> Iterator[PlayerStatistics]:
    for each in dict.fromkeys((family, ALL)):
        yield rows.setdefault((user, each), PlayerStatistics(user_id=user, family=each))
