"""I8: the ledger, ratings, leaderboards, statistics and titles follow from stored results."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import takewhile

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from tournaments.common.batches import batches
from tournaments.models import (
    Competition,
    Feat,
    Leaderboard,
    LeaderboardLine,
    Match,
    Person,
    PlayerResult,
    PlayerStanding,
    PlayerStatistics,
    PointsEntry,
    RatingChange,
    RevokedResult,
    Season,
    Title,
)
from tournaments.ranking.leaderboard_lines import Lines, Players, Sums, board_sums
from tournaments.ranking.ledger import (
    PLAYERS,
    REVOKED,
    ledger_scope,
    posting_of,
    results_of,
    with_ledger_scopes,
)
from tournaments.ranking.provenance import provenance_of
from tournaments.ranking.ratings import pending_mark, ranked_results
from tournaments.ranking.records import best_of, best_records, key_of, stored_records
from tournaments.ranking.services import ledger_sums
from tournaments.ranking.statistics import FIGURES, player_statistics
from tournaments.ranking.titles import ranks_due, titles_due
from tournaments.standings.queries import NEWCOMER, Rating
from tournaments.verification.games import Check, Violation, make_violation

BATCH = 500


def boards_are_sums_of_the_ledger() -> Iterator[Violation]:
    """I8: every leaderboard line is the sum of its ledger lines, and no line is missing."""
    for users in batches(_people(), BATCH):
        lines = LeaderboardLine.objects.filter(user__in=users)
        yield from _wrong_lines(lines, board_sums(Players(users)), User)
    for persons in batches(Person.objects.order_by("pk").values_list("pk", flat=True), BATCH):
        lines = LeaderboardLine.objects.filter(person__in=persons)
        yield from _wrong_lines(lines, board_sums(Players(persons=persons)), Person)


def _wrong_lines(
    lines: QuerySet[LeaderboardLine], sums: Lines, players: type[User | Person]
) -> Iterator[Violation]:
    due = {(str(key), player): line for (key, player), line in sums.items()}
    for line in lines.select_related("board").order_by("pk").iterator(chunk_size=BATCH):
        stored = Sums(*(getattr(line, name) for name in Sums._fields))
        if stored != due.pop((line.board.key, line.person_id or line.user_id or 0), None):
            yield make_violation("I8", line, "the leaderboard line is not the sum of the ledger")
    for key, pk in sorted(due):
        player = players.objects.get(pk=pk)
        yield make_violation("I8", player, f"there is no line on the leaderboard {key}")


def seasons_of_a_club_share_no_day() -> Iterator[Violation]:
    """I8: a ledger line is in one season of its club at most, and a leaderboard of one that is."""
    before = Season.objects.filter(club=OuterRef("club"), begins_at__lt=OuterRef("begins_at"))
    reaching = before.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=OuterRef("begins_at")))
    for season in Season.objects.filter(Exists(reaching)).order_by("pk"):
        yield make_violation("I8", season, "it shares days with another season of its club")
    seasons = {(each.period, each.club_id) for each in Season.objects.all()}
    for board in Leaderboard.objects.filter(period__startswith="s").order_by("pk"):
        if (board.period, board.club_id) not in seasons:
            yield make_violation("I8", board, "it is of no season of its club")


def statistics_are_those_of_the_games() -> Iterator[Violation]:
    """I8: computing a player's figures again finds the stored ones, unless a result waits."""
    for users in batches(_people(), BATCH):
        waiting = Match.objects.unranked().filter(player_results__user__in=users)
        settled = set(users) - set(waiting.values_list("player_results__user", flat=True))
        due = player_statistics(settled)
        for row in PlayerStatistics.objects.filter(user__in=settled).order_by("pk"):
            expected = due.pop((row.user_id, row.family), None)
            if expected is None or _figures(row) != _figures(expected):
                yield make_violation("I8", row, "the statistics are not those of the games")
        for user_id, family in sorted(due):
            player = User.objects.get(pk=user_id)
            yield make_violation(
                "I8", player, f"there are no statistics of {family or 'all families'}"
            )


def _people() -> Iterator[int]:
    """Whoever has anything derived, or should."""
    of_ledger = PointsEntry.objects.exclude(user=None).order_by().values_list("user_id")
    of_boards = LeaderboardLine.objects.exclude(user=None).order_by().values_list("user_id")
    of_statistics = PlayerStatistics.objects.order_by().values_list("user_id")
    people = of_ledger.union(of_boards, of_statistics).order_by("user_id")
    return (user_id for (user_id,) in people.iterator(chunk_size=BATCH))


def _figures(row: PlayerStatistics) -> tuple[int, ...]:
    return tuple(getattr(row, name) for name in FIGURES)


def titles_are_those_of_the_results() -> Iterator[Violation]:
    """I8: in a finished competition exactly the entries on the podium have a title."""
    has_titles = Exists(Title.objects.filter(competition=OuterRef("pk")))
    settled = Competition.objects.filter(awaits_titles=False)
    over = settled.filter(state__in=Competition.COMPLETED) | settled.filter(has_titles)
    for competition in over.order_by("pk").iterator(chunk_size=BATCH):
        stored = dict(competition.titles.values_list("entry_id", "rank"))
        if stored != titles_due(competition):
            yield make_violation("I8", competition, "its titles are not those of its results")


def final_ranks_are_those_of_the_results() -> Iterator[Violation]:
    """I8: in a finished competition of a series exactly the entries that played have a rank."""
    settled = Competition.objects.filter(awaits_titles=False, state__in=Competition.COMPLETED)
    for competition in settled.exclude(series=None).order_by("pk").iterator(chunk_size=BATCH):
        ranked = competition.entries.exclude(final_rank=None)
        if dict(ranked.values_list("pk", "final_rank")) != ranks_due(competition):
            yield make_violation("I8", competition, "its final ranks are not those of its results")


def feats_are_those_of_the_matches() -> Iterator[Violation]:
    """I8: computing the bests of a player again finds the stored ones, unless a result waits."""
    for users in batches(_people_with_records(), BATCH):
        waiting = Match.objects.unranked().filter(player_results__user__in=users)
        settled = set(users) - set(waiting.values_list("player_results__user", flat=True))
        due = best_records(settled)
        for row in stored_records(settled):
            if best_of(row) != due.pop(key_of(row), None):
                yield make_violation("I8", row, "no match made it so")
        for key in sorted(due):
            player = User.objects.get(pk=key.user_id)
            yield make_violation("I8", player, f"their {key.kind} {key.year} is missing")


MEMORY_CHECKS: tuple[Check, ...] = (
    titles_are_those_of_the_results,
    final_ranks_are_those_of_the_results,
    feats_are_those_of_the_matches,
)


def _people_with_records() -> Iterator[int]:
    of_ledger = PointsEntry.objects.exclude(user=None).order_by().values_list("user_id")
    people = of_ledger.union(Feat.objects.order_by().values_list("user_id")).order_by("user_id")
    return (user_id for (user_id,) in people.iterator(chunk_size=BATCH))


Problems = Iterator[str]
Written = tuple[int, int, datetime]
"""A match, which of its results, and when that was written."""


def the_ledger_is_that_of_the_results() -> Iterator[Violation]:
    """I8: every result has its ledger lines, once per player; what was taken back is reversed.

    A line has the club, the format and the rules of its match, a month, and the provenance of its
    result.
    """
    with_result = Exists(PlayerResult.objects.filter(match=OuterRef("pk")))
    with_revoked = Exists(RevokedResult.objects.filter(match=OuterRef("pk")))
    with_points = Exists(PointsEntry.objects.filter(match=OuterRef("pk")))
    concerned = Q(with_result) | Q(with_revoked) | Q(with_points) | Q(reopened__gt=0)
    matches = Match.objects.filter(concerned).order_by("pk")
    rows = with_ledger_scopes(matches).prefetch_related(PLAYERS, REVOKED, "points")
    for match in rows.iterator(chunk_size=BATCH):
        yield from (
            make_violation("I8", match, problem) for problem in (*_history(match), *_ledger(match))
        )
        yield from _misplaced_lines(match)


def the_leaderboard_is_the_sum_of_the_ledger() -> Iterator[Violation]:
    """I8: totals are sums of the ledger."""
    for batch in batches(PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH), BATCH):
        sums = ledger_sums([line.user_id for line in batch])
        for line in batch:
            stored = {"points": line.points, "matches": line.matches, "wins": line.wins}
            if stored != sums.get(line.user_id):
                yield make_violation("I8", line, "the leaderboard is not the sum of the ledger")
    accounts = PointsEntry.objects.exclude(user=None)
    missing = accounts.filter(user__standing__isnull=True).order_by("user_id", "pk")
    for entry in missing.iterator(chunk_size=BATCH):
        yield make_violation("I8", entry, "its player is not on the leaderboard")


def ratings_are_those_of_a_replay() -> Iterator[Violation]:
    """I8: replaying all results in order yields the stored ratings, up to a pending replay."""
    ratings: dict[int, Rating] = {}
    pending = pending_mark()
    settled = takewhile(lambda each: pending is None or each.key < pending, ranked_results())
    for batch in batches(settled, BATCH):
        stored = _stored_ratings(result.match_id for result in batch)
        for result in batch:
            after = result.ratings_after(ratings)
            if after != stored.get((result.match_id, result.number, result.at), {}):
                match = Match.objects.get(pk=result.match_id)
                yield make_violation("I8", match, "its rating changes are not those of a replay")
            ratings |= after
    if pending is not None:
        return
    for line in PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH):
        if ratings.get(line.user_id, NEWCOMER) != (line.mu, line.sigma):
            yield make_violation("I8", line, "the rating is not that of a replay")


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
        yield make_violation("I8", change, "a rating change without a result that counts")


RANKING_CHECKS: tuple[Check, ...] = (
    the_ledger_is_that_of_the_results,
    the_leaderboard_is_the_sum_of_the_ledger,
    ratings_are_those_of_a_replay,
    ratings_come_from_results_that_count,
    boards_are_sums_of_the_ledger,
    seasons_of_a_club_share_no_day,
    statistics_are_those_of_the_games,
)


def _history(match: Match) -> Problems:
    """Yield gaps in the numbers of revoked results, and players of results that do not exist."""
    numbers = [row.number for row in match.revoked.all()]
    if sorted(numbers) != list(range(match.reopened)):
        yield "its results taken back are not those that were counted"
    known = {result.number for result in results_of(match)}
    if any(player.number not in known for player in match.player_results.all()):
        yield "it has players of a result that is none"


def _ledger(match: Match) -> Problems:
    """Until the ranking has followed, lines may be missing; there is never one too many."""
    posted = Counter(map(posting_of, match.points.all()))
    due = Counter(each for result in results_of(match) for each in result.ranked.postings())
    if posted - due or (due != posted and not match.awaits_ranking):
        yield "its ledger lines are not those of its results"


def _misplaced_lines(match: Match) -> Iterator[Violation]:
    venue = ledger_scope(match)
    place = (venue.club_id, venue.format, venue.family)
    due = {each.number: provenance_of(match, each) for each in results_of(match)}
    for line in match.points.all():
        if (line.club_id, line.format, line.family) != place or not line.month:
            yield make_violation("I8", line, "it does not count where its match was played")
        if line.provenance != due.get(line.number, line.provenance):
            yield make_violation("I8", line, "its provenance is not that of its result")


def _stored_ratings(match_ids: Iterable[int]) -> dict[Written, dict[int, Rating]]:
    """Return the stored ratings after each result."""
    stored: dict[Written, dict[int, Rating]] = {}
    for row in RatingChange.objects.filter(match__in=set(match_ids)):
        players = stored.setdefault((row.match_id, row.number, row.at), {})
        players[row.user_id] = (row.mu, row.sigma)
    return stored
