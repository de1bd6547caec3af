"""Updates of the ledger, the ratings and the leaderboards after results, and their rebuild.

All of it is derived, so every function is idempotent. Leaderboard lines equal the sums of the
ledger. Ratings depend on the order of results (time written, match), whatever the order of tasks:
a late or revoked result triggers a replay of the later ones (`tournaments.ranking.ratings`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import add
from typing import NamedTuple, TypeVar

from django.db import connection
from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from accounts.common.transactions import transactional
from accounts.models import User
from games.models import Game
from tournaments.common.batches import batches
from tournaments.common.broadcast import Kind, record_event
from tournaments.formats.ranking_points import postings_due
from tournaments.models import (
    Competition,
    Feat,
    Group,
    Leaderboard,
    LeaderboardLine,
    Match,
    MatchGame,
    MatchQuerySet,
    Person,
    PlayerResult,
    PlayerStanding,
    PlayerStatistics,
    PointsEntry,
    RankingTurn,
    RatingChange,
    Slip,
)
from tournaments.models.matches import COMPETITION
from tournaments.ranking.derived_records import rebuild_titles, update_records
from tournaments.ranking.history import PLACE, History
from tournaments.ranking.ledger import (
    PLAYERS,
    REVOKED,
    BoardKey,
    Result,
    boards_of,
    credited_user,
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
    ranked_results,
    rate_match,
)
from tournaments.ranking.statistics import count_match, write_statistics
from tournaments.standings.queries import NEWCOMER, Rating


class Sums(NamedTuple):
    """A player's ledger totals for a leaderboard."""

    points: int
    matches: int
    wins: int
    table_points: int
    table_matches: int
    table_wins: int


NOTHING = Sums(0, 0, 0, 0, 0, 0)
SUMMED = ("total", "played", "won", "table_total", "table_played", "table_won")
USER, PERSON = "user_id", "person_id"
LINES = 100  # in one statement, of nine values each: SQLite before 3.32 takes 999
Lines = dict[tuple[BoardKey, int], Sums]
"""By leaderboard and player: a person on those of a club, an account on the others."""


@dataclass(frozen=True)
class Players:
    """Whose points change: accounts, and persons of clubs."""

    users: Collection[int] = ()
    persons: Collection[int] = ()


def player_column(key: BoardKey) -> str:
    """Return the rows of a leaderboard: persons at a club, accounts elsewhere."""
    return USER if key.club_id is None else PERSON


def board_sums(
    players: Players,
    among: Collection[BoardKey] | None = None,
    history: History | None = None,
) -> Lines:
    """Sum up the ledger of these players per leaderboard; no line without matches there."""
    if history is None:
        history = History.of(players.users, players.persons, with_deeds=False)
    sums: Lines = defaultdict(lambda: NOTHING)
    for cell in history.cells:
        keys = boards_of(*(cell[name] for name in PLACE))
        more = [cell[name] for name in SUMMED]
        for key in keys if among is None else keys.intersection(among):
            player = history.player_on(key, cell)
            if player is not None:
                sums[key, player] = Sums(*map(add, sums[key, player], more))
    return {where: line for where, line in sums.items() if line.matches}


def write_boards(
    players: Players,
    among: Collection[BoardKey] | None = None,
    history: History | None = None,
    *,
    only_adds: bool = False,
) -> None:
    """Write the lines of these players, on all leaderboards or some.

    The caller holds the ranking lock. With `only_adds` nothing of these players was revoked: no
    line can have gone.
    """
    due = board_sums(players, among, history)
    for column, whose in ((USER, players.users), (PERSON, players.persons)):
        lines = {
            (key, player): sums
            for (key, player), sums in due.items()
            if player_column(key) == column
        }
        if not only_adds:
            stored = _written({f"{column}__in": whose}, among)
            rows = stored.values_list("pk", "board__key", column)
            left = {(str(key), player) for key, player in lines}
            stale = [pk for pk, *where in rows if tuple(where) not in left]
            LeaderboardLine.objects.filter(pk__in=stale).delete()
        write_lines(column, lines)


def write_lines(column: str, lines: Lines) -> None:
    """Write lines of accounts or of persons; missing leaderboards are created.

    The caller holds the ranking lock. As models they take most of the time of a rebuild.
    """
    for some in batches(lines.items(), LINES):
        if _insert_lines(column, some) < len(some):
            _create_boards({key for (key, _), _ in some})
            _insert_lines(column, some)


def _insert_lines(column: str, lines: Sequence[tuple[tuple[BoardKey, int], Sums]]) -> int:
    """Write the lines whose leaderboards exist, and return how many they are."""
    columns = (column, *Sums._fields)
    row = f"({', '.join('%s' for _ in ('key', *columns))})"
    statement = (
        f"INSERT INTO tournaments_leaderboardline (board_id, {', '.join(columns)})"
        f" SELECT id, {', '.join(f'column{place}' for place, _ in enumerate(columns, start=2))}"
        f" FROM (VALUES {', '.join(row for _ in lines)}) AS lines"
        f" JOIN tournaments_leaderboard ON key = column1"
        f" WHERE true ON CONFLICT ({column}, board_id) DO UPDATE SET "
        + ", ".join(f"{name} = EXCLUDED.{name}" for name in Sums._fields)
    )
    with connection.cursor() as cursor:
        values = ((str(key), player, *sums) for (key, player), sums in lines)
        cursor.execute(statement, list(chain.from_iterable(values)))
        written: int = cursor.rowcount
    return written


def _written(
    whose: Mapping[str, Collection[int]], among: Collection[BoardKey] | None
) -> QuerySet[LeaderboardLine]:
    lines = LeaderboardLine.objects.filter(**whose)
    return lines if among is None else lines.filter(board__key__in=list(map(str, among)))


def _create_boards(keys: Collection[BoardKey]) -> None:
    """Create those of these leaderboards that do not exist."""
    boards = [Leaderboard(key=str(key), **key._asdict()) for key in keys]
    Leaderboard.objects.bulk_create(boards, ignore_conflicts=True)


def keys_of(lines: Collection[PointsEntry], history: History) -> set[BoardKey]:
    """Return the leaderboards on which lines of the ledger count, of players with this history.

    Of a month in which a season of the club's began it is both seasons.
    """
    places = {tuple(getattr(line, name) for name in PLACE[:-1]) for line in lines}
    cells = (tuple(cell[name] for name in PLACE) for cell in history.cells)
    return {key for cell in cells if cell[:-1] in places for key in boards_of(*cell)}


@transactional
def rank_match(*, match_id: int) -> bool:
    """Update ledger, ratings and leaderboards for a match; return whether it awaited ranking."""
    rows = _with_results().select_for_update(of=("self",))
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
    awaiting = _with_results().filter(pk__in=list(match_ids), awaits_ranking=True)
    update_rankings(list(awaiting.prefetch_related(REVOKED).order_by("pk")))


def update_rankings(matches: Sequence[Match]) -> None:
    """Update all derived data for the results of locked matches; later ratings are queued."""
    turn, moved = acquire_ranking_lock(), dict[int, Rating]()
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
    update_leaderboards(users | moved.keys(), moved, history)
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
    """Recompute everything derived from the ledger for players whose lines changed hands."""
    acquire_ranking_lock()
    history = History.of(players.users, players.persons)
    update_leaderboards(set(players.users), {}, history)
    write_boards(players, history=history)
    write_statistics(players.users, history)
    update_records(players.users, history=history)


def _is_new(match: Match) -> bool:
    """Return whether a match is new to the ranking; it was fetched by `_with_results`."""
    return match.reopened == 0 and not match.is_in_ledger  # type: ignore[attr-defined]


def _has_tables(match: Match) -> bool:
    """Return whether a match may have been played at tables; fetched by `_with_results`."""
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
    update_leaderboards(users | moved.keys(), moved)
    write_boards(Players(users, persons))
    write_statistics(users)
    update_records(users, clubs)
    begin_replay(turn)


def _with_results() -> MatchQuerySet:
    own = OuterRef("pk")
    return (
        Match.objects.select_related(f"{COMPETITION}__club")
        .prefetch_related(Prefetch(PLAYERS, PlayerResult.objects.select_related("person")))
        .annotate(
            is_in_ledger=Exists(PointsEntry.objects.filter(match=own).order_by()),
            has_tables=Exists(MatchGame.objects.filter(match=own).order_by()),
            has_slip=Exists(Slip.objects.filter(match=own).order_by()),
        )
    )


def _complete_ledger(match: Match, results: Iterable[Result]) -> list[PointsEntry]:
    """Add the lines that are missing, and return all that there are.

    One that contradicts its result is refused by constraint.

    A reversal counts in the month of what it reverses, whatever became of the club's zone.
    """
    stored = [] if _is_new(match) else list(match.points.all())
    months, venue = {row.number: row.month for row in stored}, ledger_scope(match)
    results = list(results)
    due = postings_due(list(map(posting_of, stored)), (result.ranked for result in results))
    accounts = {
        scorer_of(player): credited_user(player) for result in results for player in result.scorers
    }
    provenances = {each.number: provenance_of(match, each) for each in results}
    lines = [row_of(each, match.pk, venue, accounts[each.player]) for each in due]
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


def update_leaderboards(
    users: set[int], ratings: dict[int, Rating], history: History | None = None
) -> None:
    """Write the leaderboard lines of these players; `ratings` holds the changed ratings.

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


BATCH = 200
DERIVED = (RatingChange, PlayerStanding, PlayerStatistics, Feat, LeaderboardLine, Leaderboard)
Row = TypeVar("Row")


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
        update_leaderboards(set(users), ratings, history)
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
