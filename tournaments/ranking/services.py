"""Updates of the ledger, the ratings and the leaderboards after results.

All of it is derived, so every function is idempotent. Leaderboard lines equal the sums of the
ledger. Ratings depend on the order of results (time written, match), whatever the order of tasks:
a late or revoked result triggers a replay of the later ones (`tournaments.ranking.ratings`).
"""

from collections.abc import Callable, Iterable, Sequence

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, prefetch_related_objects
from django.utils import timezone

from accounts.common.transactions import transactional
from games.models import Game
from tournaments.common.broadcast import Kind, record_event
from tournaments.formats.ranking_points import postings_due
from tournaments.models import (
    Competition,
    Group,
    Match,
    MatchGame,
    MatchQuerySet,
    PlayerResult,
    PlayerStanding,
    PointsEntry,
    RatingChange,
    Slip,
)
from tournaments.models.matches import COMPETITION
from tournaments.ranking.history import History
from tournaments.ranking.leaderboard_lines import Players, keys_of, write_boards
from tournaments.ranking.ledger import (
    PLAYERS,
    REVOKED,
    Result,
    credited_users,
    ledger_scope,
    posting_of,
    results_of,
    row_of,
    scorer_of,
)
from tournaments.ranking.provenance import provenance_of
from tournaments.ranking.ratings import (
    acquire_ranking_lock,
    begin_replay,
    mark_outdated,
    rate_match,
)
from tournaments.ranking.records import update_records
from tournaments.ranking.statistics import count_match, write_statistics
from tournaments.standings.queries import NEWCOMER, Rating


@transactional
def rank_match(*, match_id: int) -> bool:
    """Update ledger, ratings and leaderboards for a match; return whether it awaited ranking."""
    rows = _to_rank().select_for_update(of=("self",))
    match = rows.filter(pk=match_id).first()
    if match is None or not match.awaits_ranking:  # its draw was undone, or it was ranked
        return False
    if _has_tables(match):
        count_match(match)
    update_rankings([match])
    return True


def update_after_correction(match_ids: Iterable[int]) -> None:
    """Update ledger and totals after results were revoked, in the same transaction.

    The caller has locked the matches.
    """
    awaiting = _to_rank().filter(pk__in=list(match_ids), awaits_ranking=True)
    update_rankings(list(awaiting.order_by("pk")))


def update_rankings(matches: Sequence[Match]) -> None:
    """Update all derived data for the results of locked matches; later ratings are queued.

    Results are read under the lock of the ranking: with it persons are merged and get accounts.
    """
    turn, moved = acquire_ranking_lock(), dict[int, Rating]()
    players = Prefetch(PLAYERS, PlayerResult.objects.select_related("person"))
    prefetch_related_objects(matches, players)
    prefetch_related_objects([match for match in matches if match.reopened], REVOKED)
    users, persons = set[int](), set[int]()
    lines: list[PointsEntry] = []
    for match in matches:
        results = results_of(match)
        lines += _complete_ledger(match, results)
        match.awaits_ranking = False
        match.save(update_fields=["awaits_ranking"])
        moved |= rate_match(turn, match, results, is_new=_is_new(match))
    users.update(line.user_id for line in lines if line.user_id is not None)
    persons.update(line.person_id for line in lines if line.person_id is not None)
    only_adds = all(map(_is_new, matches))
    with_deeds = not only_adds or any(map(_has_tables, matches))
    history = History.of(users, persons, with_deeds=with_deeds)
    write_standings(users | moved.keys(), moved, history)
    keys = keys_of(lines, history)
    clubs = {line.club_id for line in lines if line.club_id is not None}
    write_boards(Players(users, persons), keys, history=history, only_adds=only_adds)
    write_statistics(users, history, only_adds=only_adds)
    if only_adds and len(matches) == 1 and history.ends_with(matches[0].pk):
        update_records(users, clubs, history, newest=matches[0].pk)
    else:
        update_records(users, clubs, history if history.deeds is not None else None)
    begin_replay(turn)


def refresh_players(players: Players) -> None:
    """Recompute everything derived from the ledger for players whose lines changed hands.

    The caller holds the lock of the ranking.
    """
    history = History.of(players.users, players.persons)
    write_standings(set(players.users), {}, history)
    write_boards(players, history=history)
    write_statistics(players.users, history)
    update_records(players.users, history=history)


def _is_new(match: Match) -> bool:
    """Return whether a match is new to the ranking; it was fetched by `_to_rank`."""
    return match.reopened == 0 and not match.is_in_ledger  # type: ignore[attr-defined]


def _has_tables(match: Match) -> bool:
    """Return whether a match may have been played at tables; fetched by `_to_rank`."""
    return match.reopened > 0 or match.has_tables  # type: ignore[attr-defined]


@transactional
def forget_competition(*, competition_id: int) -> None:
    """Delete a competition with its games and results, and update the ranking."""
    matches = Match.objects.of(competition_id)
    list(matches.select_for_update(of=("self",)).order_by("pk"))

    def delete() -> None:
        Game.objects.filter(match_game__match__in=matches).delete()
        Competition.objects.get(pk=competition_id).delete()

    _rank_without(matches, delete)


def ledger_sums(users: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return the ledger totals of these players: points, matches played to the end, wins."""
    return {
        row["user_id"]: {"points": row["total"], "matches": row["played"], "wins": row["won"]}
        for row in PointsEntry.objects.filter(user__in=users).summed()
    }


def forget_draw(groups: QuerySet[Group]) -> None:
    """Delete groups in which nothing was played; walkovers leave the leaderboard with them."""
    _rank_without(Match.objects.filter(round__group__in=groups), groups.delete)


def _rank_without(matches: QuerySet[Match], delete: Callable[[], object]) -> None:
    """Delete matches, then re-rank their players and everyone whose ratings change as a result."""
    turn = acquire_ranking_lock()
    lines = PointsEntry.objects.filter(match__in=matches)
    users = set(lines.exclude(user=None).values_list("user_id", flat=True))
    persons = set(lines.exclude(person=None).values_list("person_id", flat=True))
    clubs = set(lines.exclude(club=None).values_list("club_id", flat=True))
    changes = RatingChange.objects.filter(match__in=matches)
    rated = set(changes.values_list("user_id", flat=True))
    start = changes.order_by("at", "match_id").values_list("at", "match_id").first()
    delete()
    moved = mark_outdated(turn, start, rated) if start else {}
    write_standings(users | moved.keys(), moved)
    write_boards(Players(users, persons))
    write_statistics(users)
    update_records(users, clubs)
    begin_replay(turn)


def _to_rank() -> MatchQuerySet:
    own = OuterRef("pk")
    return Match.objects.select_related(f"{COMPETITION}__club").annotate(
        is_in_ledger=Exists(PointsEntry.objects.filter(match=own).order_by()),
        has_tables=Exists(MatchGame.objects.filter(match=own).order_by()),
        has_slip=Exists(Slip.objects.filter(match=own).order_by()),
    )


def _complete_ledger(match: Match, results: Iterable[Result]) -> list[PointsEntry]:
    """Add the missing lines of a match, and return all its lines.

    A constraint refuses a line that contradicts its result. A reversal counts in the month of what
    it reverses, with its account and its provenance, whatever has changed since.
    """
    stored = [] if _is_new(match) else list(match.points.all())
    scope, results = ledger_scope(match), list(results)
    due = postings_due(list(map(posting_of, stored)), (result.ranked for result in results))
    accounts = {
        (result.number, scorer): user
        for result in results
        for scorer, user in credited_users(result).items()
    }
    accounts |= {(row.number, scorer_of(row)): row.user_id for row in stored}
    months = {row.number: row.month for row in stored}
    provenances = {row.number: row.provenance for row in stored}
    new = (result for result in results if result.number not in provenances)
    provenances |= {result.number: provenance_of(match, result) for result in new}
    lines = [row_of(each, match.pk, scope, accounts[each.number, each.player]) for each in due]
    for line in lines:
        line.month = months.get(line.number, line.month)
        line.provenance = provenances[line.number]
    added = PointsEntry.objects.bulk_create(lines)
    _announce_points(match, added)
    return [*stored, *added]


def _announce_points(match: Match, lines: Sequence[PointsEntry]) -> None:
    """Write the event of new ledger lines of a competition's match."""
    if match.competition is None or not lines:
        return
    columns = ("person_id", "user_id", "points", "reversal")
    points = [{name.removesuffix("_id"): getattr(line, name) for name in columns} for line in lines]
    record_event(Kind.POINTS, match.competition, timezone.now(), match=match.pk, points=points)


def write_standings(
    users: set[int], ratings: dict[int, Rating], history: History | None = None
) -> None:
    """Write the standings of these players; `ratings` holds the changed ratings.

    `history` holds the lines of some of them that the caller has read already.
    """
    standing = PlayerStanding.objects.in_bulk(users - ratings.keys())
    totals = {user: sums for (user,), sums in history.sums().items()} if history else {}
    if others := users - totals.keys():
        totals |= ledger_sums(others)
    lines = []
    for user, sums in totals.items():
        previous = (standing[user].mu, standing[user].sigma) if user in standing else NEWCOMER
        mu, sigma = ratings.get(user, previous)
        lines.append(PlayerStanding(user_id=user, mu=mu, sigma=sigma, **sums))
    PlayerStanding.objects.filter(user__in=users - {line.user_id for line in lines}).delete()
    PlayerStanding.objects.bulk_create(
        lines,
        update_conflicts=True,
        unique_fields=["user"],
        update_fields=["points", "matches", "wins", "mu", "sigma"],
    )
