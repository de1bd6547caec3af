"""Keeping the ledger, the ratings and the leaderboard in step with the stored results.

All of it is derived: running any of this again changes nothing. Ratings depend on their order,
which is that of (when the result was written, match) whatever the order in which tasks arrive: what
comes late, or is taken back, has the later ones replayed (`replaying`).
"""

from collections.abc import Callable, Iterable, Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game
from games.services.retry import retrying
from tournaments.formats.points import postings_due
from tournaments.models import (
    Competition,
    Group,
    Match,
    MatchGame,
    MatchQuerySet,
    PlayerStanding,
    PointsEntry,
    RatingChange,
)
from tournaments.results.rating import NEWCOMER, Rating
from tournaments.results.stored import (
    PLAYERS,
    REVOKED,
    Result,
    posting_of,
    results_of,
    row_of,
)
from tournaments.results.venue import COMPETITION, venue_of
from tournaments.services.memory.feats import write_feats
from tournaments.services.ranking.history import History
from tournaments.services.ranking.leaderboards import keys_of, write_boards
from tournaments.services.ranking.replaying import begin_replay, mark, rate_match, take_turn
from tournaments.services.ranking.statistics import count_match, write_statistics


@retrying
@transaction.atomic
def rank_match(*, match_id: int) -> bool:
    """Let ledger, ratings and leaderboard follow a match's results; return whether they had to."""
    rows = _with_results().select_for_update(of=("self",))
    match = rows.filter(pk=match_id).first()
    if match is None or not match.awaits_ranking:  # its draw was undone, or it was ranked
        return False
    if _has_tables(match):
        count_match(match)
    follow([match])
    return True


def follow_correction(match_ids: Iterable[int]) -> None:
    """Let ledger and totals follow the results that were just taken back, in their transaction.

    The caller has locked the matches.
    """
    awaiting = _with_results().filter(pk__in=list(match_ids), awaits_ranking=True)
    follow(list(awaiting.prefetch_related(REVOKED).order_by("pk")))


def follow(matches: Sequence[Match]) -> None:
    """Let all that is derived follow the results of locked matches; later ratings wait."""
    turn, players, moved = take_turn(), set[int](), dict[int, Rating]()
    lines: list[PointsEntry] = []
    for match in matches:
        results = results_of(match)
        lines += _complete_ledger(match, results)
        match.awaits_ranking = False
        match.save(update_fields=["awaits_ranking"])
        moved |= rate_match(turn, match, results, is_new=_is_new(match))
        players.update(player.user_id for result in results for player in result.players)
    only_adds = all(map(_is_new, matches))
    history = History.of(players, with_deeds=not only_adds or any(map(_has_tables, matches)))
    refresh(players | moved.keys(), moved, history)
    keys = keys_of(lines, history)
    clubs = {line.club_id for line in lines if line.club_id is not None}
    write_boards(players, keys, history=history, only_adds=only_adds)
    write_statistics(players, history, only_adds=only_adds)
    if only_adds and len(matches) == 1 and history.ends_with(matches[0].pk):
        write_feats(players, clubs, history, newest=matches[0].pk)
    else:
        write_feats(players, clubs, history if history.deeds is not None else None)
    begin_replay(turn)


def _is_new(match: Match) -> bool:
    """Tell whether the ranking has nothing of a match yet; it was fetched by `_with_results`."""
    return match.reopened == 0 and not match.is_in_ledger  # type: ignore[attr-defined]


def _has_tables(match: Match) -> bool:
    """Tell whether a match may have been played at tables; the same."""
    return match.reopened > 0 or match.has_tables  # type: ignore[attr-defined]


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


def ledger_sums(users: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return what the ledger says of these players: points, matches played to the end, wins."""
    return {
        row["user_id"]: {"points": row["total"], "matches": row["played"], "wins": row["won"]}
        for row in PointsEntry.objects.filter(user__in=users).summed()
    }


def forget_draw(groups: QuerySet[Group]) -> None:
    """Delete groups in which nothing was played; walkovers leave the leaderboard with them."""
    _rank_without(Match.objects.filter(round__group__in=groups), groups.delete)


def _rank_without(matches: QuerySet[Match], delete: Callable[[], object]) -> None:
    """Delete matches and rank without them: their players, and all whom that moves later on."""
    turn = take_turn()
    lines = PointsEntry.objects.filter(match__in=matches)
    users = set(lines.values_list("user_id", flat=True))
    clubs = set(lines.exclude(club=None).values_list("club_id", flat=True))
    changes = RatingChange.objects.filter(match__in=matches)
    rated = set(changes.values_list("user_id", flat=True))
    start = changes.order_by("at", "match_id").values_list("at", "match_id").first()
    delete()
    moved = mark(turn, start, rated) if start else {}
    refresh(users | moved.keys(), moved)
    write_boards(users)
    write_statistics(users)
    write_feats(users, clubs)
    begin_replay(turn)


def _with_results() -> MatchQuerySet:
    own = OuterRef("pk")
    return (
        Match.objects.select_related(f"{COMPETITION}__club")
        .prefetch_related(PLAYERS)
        .annotate(
            is_in_ledger=Exists(PointsEntry.objects.filter(match=own).order_by()),
            has_tables=Exists(MatchGame.objects.filter(match=own).order_by()),
        )
    )


def _complete_ledger(match: Match, results: Iterable[Result]) -> list[PointsEntry]:
    """Add the lines that are missing, and return all that there are.

    One that contradicts its result is refused by constraint.

    A reversal counts in the month of what it reverses, whatever became of the club's zone.
    """
    known = [] if _is_new(match) else list(match.points.all())
    months, venue = {row.number: row.month for row in known}, venue_of(match)
    due = postings_due(list(map(posting_of, known)), (result.ranked for result in results))
    lines = [row_of(posting, match.pk, venue) for posting in due]
    for line in lines:
        line.month = months.get(line.number, line.month)
    return [*known, *PointsEntry.objects.bulk_create(lines)]


def refresh(users: set[int], ratings: dict[int, Rating], history: History | None = None) -> None:
    """Write the leaderboard lines of these players; `ratings` holds those that have moved.

    `history` is that of some of them, as far as it was read.
    """
    standing = PlayerStanding.objects.in_bulk(users - ratings.keys())
    whole = {user: sums for (user,), sums in history.sums().items()} if history else {}
    if others := users - whole.keys():
        whole |= ledger_sums(others)
    lines = []
    for user, sums in whole.items():
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
