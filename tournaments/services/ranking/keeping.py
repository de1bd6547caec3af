"""Keeping the ledger, the ratings and the leaderboard in step with the stored results.

All of it is derived: running any of this again changes nothing. Ratings depend on their order,
which is that of (when the result was written, match) whatever the order in which tasks arrive: a
match that comes late, or whose result is taken back, moves its players' later ratings too.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import merge

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.models import Game
from games.services.retry import retrying
from tournaments.formats.points import postings_due
from tournaments.models import (
    Competition,
    Group,
    Match,
    PlayerStanding,
    PointsEntry,
    RankingTurn,
    RatingChange,
    RevokedResult,
)
from tournaments.results.rating import NEWCOMER, Rating
from tournaments.results.stored import (
    PLAYERS,
    REVOKED,
    Key,
    Result,
    posting_of,
    results_of,
    revoked_result,
    row_of,
    standing_result,
)
from tournaments.results.venue import venue_of, with_venues
from tournaments.services.ranking.leaderboards import keys_of, write_boards
from tournaments.services.ranking.statistics import count_match, write_statistics

BATCH = 200


@retrying
@transaction.atomic
def rank_match(*, match_id: int) -> bool:
    """Let ledger, ratings and leaderboard follow a match's results; return whether they had to."""
    rows = with_venues(Match.objects.select_for_update(of=("self",)))
    match = rows.prefetch_related(PLAYERS, REVOKED).filter(pk=match_id).first()
    if match is None or not match.awaits_ranking:  # its draw was undone, or it was ranked
        return False
    count_match(match)
    take_turn()
    results = results_of(match)
    _complete_ledger(match, results)
    match.awaits_ranking = False
    match.save(update_fields=["awaits_ranking"])
    moved = _rate_again(match, results)
    players = {player.user_id for result in results for player in result.players}
    refresh(players | moved.keys(), moved)
    write_boards(players, keys_of(match.points.all()))
    write_statistics(players)
    return True


@retrying
@transaction.atomic
def forget_competition(*, competition_id: int) -> None:
    """Delete a competition with its games and results, and rank everybody without it."""
    matches = Match.objects.of(competition_id)
    list(matches.select_for_update(of=("self",)).order_by("pk"))

    def delete() -> None:
        Game.objects.filter(match_game__match__in=matches).delete()
        Competition.objects.get(pk=competition_id).delete()

    _rank_without(matches, delete)


def ranked_results(start: Key | None = None) -> Iterator[Result]:
    """Return the results that ratings were made of, in their order, from `start` on.

    One that was taken back counts until the ranking has followed: its ratings are still there.
    """
    standing = Match.objects.filter(points_reason__in=Match.SCORING, awaits_ranking=False)
    lingering = RevokedResult.objects.filter(match__rating_changes__number=F("number")).distinct()
    if start is not None:
        at, match_id = start
        standing = standing.filter(_from("completed_at", "pk", at, match_id))
        lingering = lingering.filter(_from("completed_at", "match_id", at, match_id))
    standing = standing.order_by("completed_at", "pk").prefetch_related(PLAYERS)
    lingering = lingering.order_by("completed_at", "match_id").select_related("match")
    return merge(
        filter(None, map(standing_result, standing.iterator(chunk_size=BATCH))),
        (revoked_result(row.match, row) for row in lingering),
        key=lambda result: result.key,
    )


def ledger_sums(users: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return what the ledger says of these players: points, matches played to the end, wins."""
    return {
        row["user_id"]: {"points": row["total"], "matches": row["played"], "wins": row["won"]}
        for row in PointsEntry.objects.filter(user__in=users).summed()
    }


def _from(at: str, match_id: str, instant: object, pk: int) -> Q:
    """The condition of being at a place in the order of results, or after it."""
    return Q(**{f"{at}__gt": instant}) | Q(**{at: instant, f"{match_id}__gte": pk})


def forget_draw(groups: QuerySet[Group]) -> None:
    """Delete groups in which nothing was played; walkovers leave the leaderboard with them."""
    _rank_without(Match.objects.filter(round__group__in=groups), groups.delete)


def _rank_without(matches: QuerySet[Match], delete: Callable[[], object]) -> None:
    """Delete matches and rank without them: their players, and all whom that moves later on."""
    take_turn()
    users = set(PointsEntry.objects.filter(match__in=matches).values_list("user_id", flat=True))
    changes = RatingChange.objects.filter(match__in=matches)
    rated = set(changes.values_list("user_id", flat=True))
    start = changes.order_by("at", "match_id").values_list("at", "match_id").first()
    before = dict.fromkeys(rated, NEWCOMER) | (_ratings_before(start, rated) if start else {})
    delete()
    moved = _replay(ranked_results(start), before) if start else {}
    refresh(users | moved.keys(), moved)
    write_boards(users)
    write_statistics(users)


def take_turn() -> None:
    """Have the ranking to oneself until the transaction ends."""
    RankingTurn.objects.get_or_create(pk=1)
    RankingTurn.objects.select_for_update().get(pk=1)


def _complete_ledger(match: Match, results: Iterable[Result]) -> None:
    """Add the lines that are missing; one that contradicts its result is refused by constraint.

    A reversal counts in the month of what it reverses, whatever became of the club's zone.
    """
    known = list(match.points.all())
    months, venue = {row.number: row.month for row in known}, venue_of(match)
    due = postings_due(list(map(posting_of, known)), (result.ranked for result in results))
    lines = [row_of(posting, match.pk, venue) for posting in due]
    for line in lines:
        line.month = months.get(line.number, line.month)
    PointsEntry.objects.bulk_create(lines)


def _rate_again(match: Match, results: Iterable[Result]) -> dict[int, Rating]:
    """Rate what stands, nothing that was taken back, and again all later results this moves.

    Return who has what now.
    """
    changes = list(match.rating_changes.all())
    standing = [result for result in results if not result.taken_back and result.rated]
    keys = [(change.at, match.pk) for change in changes] + [result.key for result in standing]
    if not keys:
        return {}
    users = {change.user_id for change in changes}.union(*(each.rated for each in standing))
    before = dict.fromkeys(users, NEWCOMER) | _ratings_before(min(keys), users)
    match.rating_changes.all().delete()
    return _replay(ranked_results(min(keys)), before)


def _replay(results: Iterable[Result], moved: dict[int, Rating]) -> dict[int, Rating]:
    """Rate again the results of players whose rating has moved."""
    for result in results:
        players = result.rated
        if players.isdisjoint(moved):
            continue
        after = result.ratings_after(_ratings_before(result.key, players - moved.keys()) | moved)
        _store(result, after)
        moved = moved | after
    return moved


def _ratings_before(key: Key, users: Iterable[int]) -> dict[int, Rating]:
    """Return the ratings with which these players come to a result; newcomers have none."""
    at, match_id = key
    earlier = Q(at__lt=at) | Q(at=at, match_id__lt=match_id)
    found = {}
    for user in users:
        last = RatingChange.objects.filter(earlier, user=user).order_by("-at", "-match_id").first()
        if last is not None:
            found[user] = (last.mu, last.sigma)
    return found


def _store(result: Result, ratings: dict[int, Rating]) -> None:
    RatingChange.objects.bulk_create(
        result.changes(ratings),
        update_conflicts=True,
        unique_fields=["match", "user"],
        update_fields=["mu", "sigma"],
    )


def refresh(users: set[int], ratings: dict[int, Rating]) -> None:
    """Write the leaderboard lines of these players; `ratings` holds those that have moved."""
    standing = PlayerStanding.objects.in_bulk(users)
    lines = []
    for user, sums in ledger_sums(users).items():
        known = (standing[user].mu, standing[user].sigma) if user in standing else NEWCOMER
        mu, sigma = ratings.get(user, known)
        lines.append(PlayerStanding(user_id=user, mu=mu, sigma=sigma, **sums))
    PlayerStanding.objects.filter(user__in=users - {line.user_id for line in lines}).delete()
    PlayerStanding.objects.bulk_create(
        lines,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["points", "matches", "wins", "mu", "sigma"],
    )
