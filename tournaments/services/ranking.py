"""Keeping the ledger, the ratings and the leaderboard in step with the stored results.

All of it is derived: running any of this again changes nothing. Ratings depend on their order,
which is that of (completed_at, pk) whatever the order in which tasks arrive: a match that comes
late moves its players' later ratings too.
"""

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import Count, Q, Sum

from games.models import Game
from games.services import retrying
from tournaments.models import (
    Competition,
    Match,
    PlayerResult,
    PlayerStanding,
    PointsEntry,
    RankingTurn,
    RatingChange,
)
from tournaments.ranking.points import award
from tournaments.ranking.rating import NEWCOMER, Rating, rate

BATCH = 200


@retrying
@transaction.atomic
def rank_match(*, match_id: int) -> bool:
    """Write a decided match into ledger, ratings and leaderboard; return whether it was new."""
    _take_turn()
    match = Match.objects.prefetch_related("player_results").get(pk=match_id)
    results = list(match.player_results.all())
    if not match.awaits_ranking:
        return False
    PointsEntry.objects.bulk_create(ledger_rows(match, results))
    match.awaits_ranking = False
    match.save(update_fields=["awaits_ranking"])
    moved = _rate(match)
    _refresh({result.user_id for result in results} | moved.keys(), moved)
    return True


def ledger_rows(match: Match, results: Iterable[PlayerResult]) -> Iterator[PointsEntry]:
    """Compute a match's ledger from its stored result."""
    reason = Match.PointsReason(match.points_reason)
    for result in results:
        won = result.side == match.winner
        given = award(reason=reason, won=won, automatic=result.automatic)
        yield PointsEntry(
            match=match,
            user_id=result.user_id,
            won=won,
            points=given.points,
            reason=given.reason,
        )


def rated_sides(match: Match) -> tuple[list[int], list[int]] | None:
    """Return the players whose skill this match tells something about; None if it does not."""
    if match.points_reason not in Match.SCORING:
        return None
    results = match.player_results.all()
    first, second = ([each.user_id for each in results if each.side == side] for side in (0, 1))
    return (first, second) if first and second else None


def rated_after(match: Match, before: dict[int, Rating]) -> dict[int, Rating]:
    """Return the ratings a match leaves; `before` holds its players', newcomers are missing."""
    sides = rated_sides(match)
    if sides is None or match.winner is None:
        return {}
    ratings = [[before.get(user, NEWCOMER) for user in side] for side in sides]
    after = rate(ratings, match.winner)
    return {
        user: rating
        for side, new in zip(sides, after, strict=True)
        for user, rating in zip(side, new, strict=True)
    }


@retrying
@transaction.atomic
def forget_competition(*, competition_id: int) -> None:
    """Delete a competition with its games and results, and rank its players without it."""
    _take_turn()
    matches = Match.objects.of(competition_id)
    first = matches.filter(player_results__isnull=False).order_by("completed_at", "pk").first()
    users = set(matches.filter(points__isnull=False).values_list("points__user", flat=True))
    moved = dict.fromkeys(users, NEWCOMER)
    if first is not None:
        moved |= _ratings_before(first, users)
    Game.objects.filter(match_game__match__in=matches).delete()
    Competition.objects.get(pk=competition_id).delete()
    if first is not None:
        _refresh(users, _replay(_ranked_after(first), moved))


def _take_turn() -> None:
    RankingTurn.objects.get_or_create(pk=1)
    RankingTurn.objects.select_for_update().get(pk=1)


def _rate(match: Match) -> dict[int, Rating]:
    """Rate a match, and again the later ones of everybody it moves; return who has what now."""
    sides = rated_sides(match)
    if sides is None:
        return {}
    after = rated_after(match, _ratings_before(match, {*sides[0], *sides[1]}))
    _store(match, after)
    return _replay(_ranked_after(match), after)


def _replay(matches: Iterable[Match], moved: dict[int, Rating]) -> dict[int, Rating]:
    """Rate those of the matches again in which somebody takes part whose rating has moved."""
    for match in matches:
        sides = rated_sides(match)
        players = {*sides[0], *sides[1]} if sides else set()
        if players.isdisjoint(moved):
            continue
        after = rated_after(match, _ratings_before(match, players - moved.keys()) | moved)
        _store(match, after)
        moved = moved | after
    return moved


def _ranked_after(match: Match) -> Iterator[Match]:
    later = Q(completed_at__gt=match.completed_at) | Q(
        completed_at=match.completed_at, pk__gt=match.pk
    )
    ranked = Match.objects.filter(later, points_reason__in=Match.SCORING, awaits_ranking=False)
    in_order = ranked.order_by("completed_at", "pk").prefetch_related("player_results")
    return in_order.iterator(chunk_size=BATCH)


def _ratings_before(match: Match, users: Iterable[int]) -> dict[int, Rating]:
    """Return the ratings with which these players come to a match; newcomers have none."""
    earlier = Q(match__completed_at__lt=match.completed_at) | Q(
        match__completed_at=match.completed_at, match_id__lt=match.pk
    )
    found = {}
    for user in users:
        changes = RatingChange.objects.filter(earlier, user=user)
        last = changes.order_by("-match__completed_at", "-match_id").first()
        if last is not None:
            found[user] = (last.mu, last.sigma)
    return found


def _store(match: Match, ratings: dict[int, Rating]) -> None:
    RatingChange.objects.bulk_create(
        [
            RatingChange(match=match, user_id=user, mu=mu, sigma=sigma)
            for user, (mu, sigma) in ratings.items()
        ],
        update_conflicts=True,
        unique_fields=["match", "user"],
        update_fields=["mu", "sigma"],
    )


def _refresh(users: set[int], ratings: dict[int, Rating]) -> None:
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


def ledger_sums(users: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return what the ledger says of these players: points, matches played to the end, wins."""
    played = Q(reason__in=PointsEntry.COUNTED)
    rows = PointsEntry.objects.filter(user__in=users).order_by().values("user_id")
    sums = rows.annotate(
        total=Sum("points"),
        matches=Count("pk", filter=played),
        wins=Count("pk", filter=played & Q(won=True)),
    )
    return {
        row["user_id"]: {"points": row["total"], "matches": row["matches"], "wins": row["wins"]}
        for row in sums
    }
