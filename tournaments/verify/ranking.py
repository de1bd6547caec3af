"""I8: the ledger, the leaderboard and the ratings are what follows from the stored results."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import takewhile

from django.db.models import Exists, F, OuterRef, Q

from tournaments.models import (
    Match,
    PlayerResult,
    PlayerStanding,
    PointsEntry,
    RatingChange,
    RevokedResult,
)
from tournaments.results.rating import NEWCOMER, Rating
from tournaments.results.stored import PLAYERS, REVOKED, posting_of, results_of
from tournaments.results.venue import with_venues
from tournaments.services.ranking.keeping import ledger_sums
from tournaments.services.ranking.replaying import pending_mark, ranked_results
from tournaments.verify.leaderboards import (
    boards_are_sums_of_the_ledger,
    points_count_where_they_were_made,
    seasons_of_a_club_share_no_day,
    statistics_are_those_of_the_games,
)
from tournaments.verify.violation import Violation, batches, found

BATCH = 500
Problems = Iterator[str]
Written = tuple[int, int, datetime]
"""A match, which of its results, and when that was written."""


def the_ledger_is_that_of_the_results() -> Iterator[Violation]:
    """I8: every result has its ledger lines, once per player; what was taken back is reversed."""
    with_result = Exists(PlayerResult.objects.filter(match=OuterRef("pk")))
    with_revoked = Exists(RevokedResult.objects.filter(match=OuterRef("pk")))
    with_points = Exists(PointsEntry.objects.filter(match=OuterRef("pk")))
    concerned = Q(with_result) | Q(with_revoked) | Q(with_points) | Q(reopened__gt=0)
    matches = Match.objects.filter(concerned).order_by("pk")
    rows = with_venues(matches).prefetch_related(PLAYERS, REVOKED, "points")
    for match in rows.iterator(chunk_size=BATCH):
        yield from (found("I8", match, what) for what in (*_history(match), *_ledger(match)))


def the_leaderboard_is_the_sum_of_the_ledger() -> Iterator[Violation]:
    """I8: totals are sums of the ledger."""
    for batch in batches(PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH), BATCH):
        sums = ledger_sums([line.user_id for line in batch])
        for line in batch:
            stored = {"points": line.points, "matches": line.matches, "wins": line.wins}
            if stored != sums.get(line.user_id):
                yield found("I8", line, "the leaderboard is not the sum of the ledger")
    missing = PointsEntry.objects.filter(user__standing__isnull=True).order_by("user_id", "pk")
    for entry in missing.iterator(chunk_size=BATCH):
        yield found("I8", entry, "its player is not on the leaderboard")


def ratings_are_those_of_a_replay() -> Iterator[Violation]:
    """I8: replaying all results in order gives the stored ratings, as far as a replay has come."""
    ratings: dict[int, Rating] = {}
    pending = pending_mark()
    settled = takewhile(lambda each: pending is None or each.key < pending, ranked_results())
    for batch in batches(settled, BATCH):
        stored = _stored_ratings(result.match_id for result in batch)
        for result in batch:
            after = result.ratings_after(ratings)
            if after != stored.get((result.match_id, result.number, result.at), {}):
                match = Match.objects.get(pk=result.match_id)
                yield found("I8", match, "its rating changes are not those of a replay")
            ratings |= after
    if pending is not None:
        return
    for line in PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH):
        if ratings.get(line.user_id, NEWCOMER) != (line.mu, line.sigma):
            yield found("I8", line, "the rating is not that of a replay")


def ratings_come_from_results_that_count() -> Iterator[Violation]:
    """I8: a rating moves by a ranked result; one taken back only lingers until it is followed."""
    standing = Q(
        number=F("match__reopened"),
        match__points_reason__in=Match.SCORING,
        match__awaits_ranking=False,
    )
    lingering = Q(number__lt=F("match__reopened"), match__awaits_ranking=True)
    strays = RatingChange.objects.exclude(standing | lingering).order_by("pk")
    for change in strays.iterator(chunk_size=BATCH):
        yield found("I8", change, "a rating change without a result that counts")


Check = Callable[[], Iterator[Violation]]
RANKING_CHECKS: tuple[Check, ...] = (
    the_ledger_is_that_of_the_results,
    the_leaderboard_is_the_sum_of_the_ledger,
    ratings_are_those_of_a_replay,
    ratings_come_from_results_that_count,
    points_count_where_they_were_made,
    boards_are_sums_of_the_ledger,
    seasons_of_a_club_share_no_day,
    statistics_are_those_of_the_games,
)


def _history(match: Match) -> Problems:
    """What was taken back is counted without a gap, and nobody plays in a result that is not."""
    numbers = [row.number for row in match.revoked.all()]
    if sorted(numbers) != list(range(match.reopened)):
        yield "its results taken back are not those that were counted"
    known = {result.number for result in results_of(match)}
    if any(player.number not in known for player in match.player_results.all()):
        yield "it has players of a result that is none"


def _ledger(match: Match) -> Problems:
    """Until the ranking has followed, lines may be missing; there is never one too many."""
    written = Counter(map(posting_of, match.points.all()))
    due = Counter(each for result in results_of(match) for each in result.ranked.postings())
    if written - due or (due != written and not match.awaits_ranking):
        yield "its ledger lines are not those of its results"


def _stored_ratings(match_ids: Iterable[int]) -> dict[Written, dict[int, Rating]]:
    """Return who has which rating after which result."""
    stored: dict[Written, dict[int, Rating]] = {}
    for row in RatingChange.objects.filter(match__in=set(match_ids)):
        players = stored.setdefault((row.match_id, row.number, row.at), {})
        players[row.user_id] = (row.mu, row.sigma)
    return stored
