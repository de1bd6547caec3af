"""The ranking computed anew: all that is derived from the ledger, the results and the games."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.models import Game
from games.services.retry import retrying
from tournaments.models import (
    Feat,
    Leaderboard,
    LeaderboardLine,
    Match,
    PlayerStanding,
    PlayerStatistics,
    RankingTurn,
    RatingChange,
)
from tournaments.results.leaderboards import BoardKey
from tournaments.results.rating import Rating
from tournaments.services.memory.feats import write_feats
from tournaments.services.memory.titles import rebuild_titles
from tournaments.services.ranking.history import History
from tournaments.services.ranking.keeping import refresh
from tournaments.services.ranking.leaderboards import write_boards
from tournaments.services.ranking.replaying import ranked_results, take_turn
from tournaments.services.ranking.statistics import count_match, write_statistics

BATCH = 200
DERIVED = (RatingChange, PlayerStanding, PlayerStatistics, Feat, LeaderboardLine, Leaderboard)
Row = TypeVar("Row")


def rebuild_ranking() -> None:
    """Write ratings, leaderboards, statistics, feats and titles from what they are derived from.

    Who ranks a match waits meanwhile. Games that nobody has counted yet are counted before that.
    """
    _count_games()
    _rebuild()
    rebuild_titles()


def heal_outdated() -> bool:
    """Rebuild the ranking if its ledger is older than what is derived; return whether it was."""
    if not RankingTurn.objects.filter(outdated=True).exists():
        return False
    _count_games()
    if not _rebuild(if_outdated=True):
        return False
    rebuild_titles()
    return True


def _count_games() -> None:
    uncounted = Match.objects.filter(
        games__voided=False,
        games__game__status=Game.Status.FINISHED,
        games__game__seats__user__isnull=False,
        games__game__seats__statistics__isnull=True,
    )
    for match in uncounted.distinct().iterator(chunk_size=BATCH):
        count_match(match)


@retrying
@transaction.atomic
def _rebuild(*, if_outdated: bool = False) -> bool:
    """Rebuild and return True; with `if_outdated` do nothing if another process just did."""
    turn = take_turn()
    if if_outdated and not turn.outdated:
        return False
    for derived in DERIVED:
        derived.objects.all().delete()
    ratings, boards = _rate_everybody(), dict[BoardKey, int]()
    ranked = User.objects.filter(points__isnull=False).order_by("pk").distinct()
    for users in _batches(ranked.values_list("pk", flat=True).iterator(chunk_size=BATCH)):
        history = History.of(users)
        refresh(set(users), ratings, history)
        write_boards(users, boards=boards, history=history)
        write_statistics(users, history)
        write_feats(users, history=history)
    RankingTurn.objects.update(
        outdated=False, replay_at=None, replay_match=None, writers=F("writers") + 1
    )
    return True


def _rate_everybody() -> dict[int, Rating]:
    """Write what every result did to ratings, in their order; return who ends with what."""
    ratings: dict[int, Rating] = {}
    for results in _batches(ranked_results()):
        changes: list[RatingChange] = []
        for result in results:
            after = result.ratings_after(ratings)
            ratings |= after
            changes += result.changes(after)
        RatingChange.objects.bulk_create(changes)
    return ratings


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rest = iter(rows)
    while batch := list(islice(rest, BATCH)):
        yield batch
