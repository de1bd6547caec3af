"""Rebuild of everything that is derived from results."""

from django.db.models import F

from accounts.common.transactions import transactional
from accounts.models import User
from games.models import Game
from tournaments.common.batches import batches
from tournaments.models import (
    Feat,
    Leaderboard,
    LeaderboardLine,
    Match,
    Person,
    PlayerStanding,
    PlayerStatistics,
    RankingTurn,
    RatingChange,
)
from tournaments.ranking.history import History
from tournaments.ranking.leaderboard_lines import Players, write_boards
from tournaments.ranking.ratings import acquire_ranking_lock, ranked_results
from tournaments.ranking.records import update_records
from tournaments.ranking.services import write_standings
from tournaments.ranking.statistics import count_match, write_statistics
from tournaments.ranking.titles import rebuild_titles
from tournaments.standings.queries import Rating

BATCH = 200
DERIVED = (RatingChange, PlayerStanding, PlayerStatistics, Feat, LeaderboardLine, Leaderboard)


def rebuild_ranking() -> None:
    """Rebuild ratings, leaderboards, statistics, feats and titles from their sources.

    Other rankings wait meanwhile. Uncounted games are counted first.
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


@transactional
def _rebuild(*, if_outdated: bool = False) -> bool:
    """Rebuild and return True; with `if_outdated` do nothing if another process just did."""
    turn = acquire_ranking_lock()
    if if_outdated and not turn.outdated:
        return False
    for derived in DERIVED:
        derived.objects.all().delete()
    ratings = _rate_everybody()
    ranked = User.objects.filter(points__isnull=False).order_by("pk").distinct()
    persons = Person.objects.filter(points__isnull=False).order_by("pk").distinct()
    for some in batches(persons.values_list("pk", flat=True).iterator(chunk_size=BATCH), BATCH):
        write_boards(Players(persons=some))
    for users in batches(ranked.values_list("pk", flat=True).iterator(chunk_size=BATCH), BATCH):
        history = History.of(users)
        write_standings(set(users), ratings, history)
        write_boards(Players(users), history=history)
        write_statistics(users, history)
        update_records(users, history=history)
    RankingTurn.objects.update(
        outdated=False, replay_at=None, replay_match=None, writers=F("writers") + 1
    )
    return True


def _rate_everybody() -> dict[int, Rating]:
    """Write the rating changes of every result, in order; return the final ratings."""
    ratings: dict[int, Rating] = {}
    for results in batches(ranked_results(), BATCH):
        changes: list[RatingChange] = []
        for result in results:
            after = result.ratings_after(ratings)
            ratings |= after
            changes += result.changes(after)
        RatingChange.objects.bulk_create(changes)
    return ratings
