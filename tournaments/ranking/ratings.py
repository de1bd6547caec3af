"""Ratings in the order of results: a new result is rated at once, others by a replay.

A change that affects stored ratings (a revoked or a late result) marks the point from which they
must be replayed. The replay continues from that mark in small parts, each a transaction that
moves the mark, so it can be resumed and blocks no one. New results are rated when the replay
reaches them. Points and totals never wait for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from itertools import islice

from django.db.models import F, OuterRef, Q, Subquery

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.models import Match, PlayerStanding, RankingTurn, RatingChange, RevokedResult
from tournaments.ranking.ledger import PLAYERS, Key, Result, revoked_result, standing_result
from tournaments.standings.queries import NEWCOMER, Rating

REPLAY_TASK = "tournaments.tasks.replay_ratings"
PART = 100  # results in a transaction
AT_ONCE = 20  # results that may be rated again in the transaction which made that necessary
PARTS = 50  # in one run of the task
LOST = timedelta(seconds=15)  # after which another run is sent
CHUNK = 500
SCORING = Match.SCORING
Ratings = dict[int, Rating]


@dataclass(frozen=True)
class Part:
    """The next results of a replay, with what they leave; `end` is the mark behind them."""

    changed: list[RatingChange]
    standings: list[PlayerStanding]
    ratings: Ratings
    end: Key | None


def ranked_results(start: Key | None = None, most: int | None = None) -> Iterator[Result]:
    """Return the rated results in order, up to `most` from `start` on.

    A revoked result counts until the ranking is updated: its ratings still exist.
    """
    standing = Match.objects.filter(points_reason__in=SCORING, awaits_ranking=False)
    lingering = RevokedResult.objects.filter(
        match__awaits_ranking=True, match__rating_changes__number=F("number")
    ).distinct()
    if start is not None:
        standing = standing.filter(_from("completed_at", "pk", start))
        lingering = lingering.filter(_from("completed_at", "match_id", start))
    standing = standing.order_by("completed_at", "pk").prefetch_related(PLAYERS)
    lingering = lingering.order_by("completed_at", "match_id").select_related("match")
    rows = standing.iterator(chunk_size=CHUNK) if most is None else iter(standing[:most])
    results = merge(
        filter(None, map(standing_result, rows)),
        (revoked_result(row.match, row) for row in lingering),
        key=lambda result: result.key,
    )
    return islice(results, most)


def mark_of(turn: RankingTurn | None) -> Key | None:
    """Return the result from which a turn has to replay ratings; None if they are up to date."""
    if turn is None or turn.replay_at is None or turn.replay_match is None:
        return None
    return turn.replay_at, turn.replay_match


def pending_mark() -> Key | None:
    """Return the result from which ratings have to be replayed, if they are out of date."""
    return mark_of(RankingTurn.objects.filter(pk=1).first())


def acquire_ranking_lock() -> RankingTurn:
    """Lock the ranking until the transaction ends.

    While a replay is pending the lock counts this writer, because the data the replay has read may
    be out of date.
    """
    rows = RankingTurn.objects.select_for_update()
    turn = rows.filter(pk=1).first()
    if turn is None:
        RankingTurn.objects.get_or_create(pk=1)
        turn = rows.get(pk=1)
    if mark_of(turn) is not None:
        turn.writers += 1
        turn.save(update_fields=["writers"])
    return turn


def rate_match(
    turn: RankingTurn, match: Match, results: Iterable[Result], *, is_new: bool = False
) -> Ratings:
    """Rate the current results of a match, revoked ones left out; return the new ratings.

    With `is_new` the match has no rating changes yet.
    """
    changes = [] if is_new else list(match.rating_changes.all())
    standing = [result for result in results if not result.taken_back and result.rated]
    keys = [(change.at, match.pk) for change in changes] + [result.key for result in standing]
    if not keys:
        return {}
    start = min(keys)
    users = {change.user_id for change in changes}.union(*(each.rated for each in standing))
    last = {} if changes else _last_ratings(users)
    if changes or any(key > start for key, _ in last.values()):
        match.rating_changes.all().delete()
        return mark_outdated(turn, start, users)
    pending = mark_of(turn)
    if pending is not None:
        return mark_outdated(turn, start, users) if start < pending else {}
    (result,) = standing
    after = result.ratings_after({user: rating for user, (_, rating) in last.items()})
    _store(list(result.changes(after)))
    return after


def mark_outdated(turn: RankingTurn, start: Key, users: Iterable[int]) -> Ratings:
    """Queue a replay from a result on; return the users' ratings before that result."""
    pending = mark_of(turn)
    turn.replay_at, turn.replay_match = start if pending is None else min(start, pending)
    turn.replayed_at, turn.writers = None, turn.writers + 1
    turn.save(update_fields=["replay_at", "replay_match", "replayed_at", "writers"])
    return dict.fromkeys(users, NEWCOMER) | ratings_before(start, users)


def begin_replay(turn: RankingTurn) -> None:
    """Replay what is little at once; the rest follows this transaction."""
    start = mark_of(turn)
    if start is None:
        return
    behind = Match.objects.filter(_from("completed_at", "pk", start), points_reason__in=SCORING)
    if len(behind.order_by("completed_at", "pk").values_list("pk")[:AT_ONCE]) < AT_ONCE:
        _write(turn, _prepare(start, {}, AT_ONCE * 2))
    else:
        on_commit(enqueue, REPLAY_TASK)


def replay_ratings(*, clock: Callable[[], datetime], size: int = PART, parts: int = PARTS) -> bool:
    """Replay up to `parts` parts of the pending ratings; return whether the replay is complete."""
    ratings: Ratings = {}
    expected: Key | None = None
    for _ in range(parts):
        turn = RankingTurn.objects.filter(pk=1).first()
        start = mark_of(turn)
        if turn is None or start is None:
            return True
        part = _prepare(start, ratings if start == expected else {}, size)
        is_written = _write_part(turn, part, clock())
        ratings, expected = (part.ratings, part.end) if is_written else ({}, None)
    return pending_mark() is None


def resume_replay(*, clock: Callable[[], datetime]) -> None:
    """Go on with a replay whose task was lost."""
    lost = Q(replayed_at__isnull=True) | Q(replayed_at__lt=clock() - LOST)
    if RankingTurn.objects.filter(lost, replay_at__isnull=False).exists():
        continue_replay(clock=clock)


def continue_replay(*, clock: Callable[[], datetime]) -> None:
    """Replay for a while, and have another run sent if that was not all."""
    if not replay_ratings(clock=clock):
        enqueue(REPLAY_TASK)


def ratings_before(key: Key, users: Iterable[int]) -> Ratings:
    """Return the ratings with which these players come to a result; newcomers have none."""
    at, match_id = key
    earlier = RatingChange.objects.filter(Q(at__lt=at) | Q(match_id__lt=match_id), at__lte=at)
    own = earlier.filter(user=OuterRef("pk")).order_by("-at", "-match_id").values("pk")[:1]
    people = User.objects.filter(pk__in=list(users)).order_by()
    last = [row for row in people.values_list(Subquery(own), flat=True) if row is not None]
    changes = RatingChange.objects.filter(pk__in=last).order_by()
    return {user: (mu, sigma) for user, mu, sigma in changes.values_list("user", "mu", "sigma")}


def _prepare(start: Key, previous: Mapping[int, Rating], most: int) -> Part:
    """Rate the next results again, without writing or locking."""
    results = list(ranked_results(start, most))
    users = set().union(*(result.rated for result in results))
    ratings = dict(previous) | ratings_before(start, users - previous.keys())
    due: list[RatingChange] = []
    for result in results:
        after = result.ratings_after(ratings)
        ratings |= after
        due += result.changes(after)
    stored = _stored(result.match_id for result in results)
    changed = [row for row in due if stored.get((row.match_id, row.user_id)) != _figures(row)]
    lines = PlayerStanding.objects.in_bulk(users)
    standings = [
        PlayerStanding(user_id=user, mu=ratings[user][0], sigma=ratings[user][1])
        for user in sorted(users)
        if user not in lines or ratings[user] != (lines[user].mu, lines[user].sigma)
    ]
    is_last = len(results) < most
    return Part(changed, standings, ratings, None if is_last else _key_after(results[-1]))


@transactional
def _write_part(expected: RankingTurn, part: Part, now: datetime) -> bool:
    """Write a part unless the ranking changed since it was read; return whether it was written."""
    turn = RankingTurn.objects.select_for_update().get(pk=1)
    if (mark_of(turn), turn.writers) != (mark_of(expected), expected.writers):
        return False
    _write(turn, part, now)
    return True


def _write(turn: RankingTurn, part: Part, now: datetime | None = None) -> None:
    _store(part.changed)
    PlayerStanding.objects.bulk_create(
        part.standings,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["mu", "sigma"],
    )
    turn.replay_at, turn.replay_match = part.end or (None, None)
    turn.replayed_at, turn.writers = now, turn.writers + 1
    turn.save(update_fields=["replay_at", "replay_match", "replayed_at", "writers"])


def _store(changes: list[RatingChange]) -> None:
    RatingChange.objects.bulk_create(
        changes,
        update_conflicts=True,
        unique_fields=["match", "user"],
        update_fields=["number", "at", "mu", "sigma"],
    )


def _stored(match_ids: Iterable[int]) -> dict[tuple[int, int], tuple[object, ...]]:
    rows = RatingChange.objects.filter(match__in=set(match_ids)).order_by()
    return {(row.match_id, row.user_id): _figures(row) for row in rows}


def _figures(row: RatingChange) -> tuple[object, ...]:
    return row.number, row.at, row.mu, row.sigma


def _last_ratings(users: Iterable[int]) -> dict[int, tuple[Key, Rating]]:
    """Return the latest rating of each player, with its place in the order of results."""
    own = RatingChange.objects.filter(user=OuterRef("pk")).order_by("-at", "-match_id").values("pk")
    people = User.objects.filter(pk__in=list(users)).order_by().values(last=Subquery(own[:1]))
    changes = RatingChange.objects.filter(pk__in=people).order_by()
    rows = changes.values_list("user", "at", "match", "mu", "sigma")
    return {user: ((at, match), (mu, sigma)) for user, at, match, mu, sigma in rows}


def _key_after(result: Result) -> Key:
    at, match_id = result.key
    return at, match_id + 1


def _from(at: str, match_id: str, key: Key) -> Q:
    """Return the condition for results from one on, in a form that uses an index."""
    instant, pk = key
    behind = Q(**{f"{at}__gt": instant}) | Q(**{f"{match_id}__gte": pk})
    return Q(**{f"{at}__gte": instant}) & behind
