"""I8: leaderboards and statistics are the sums of the ledger and of the games."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import (
    Leaderboard,
    LeaderboardLine,
    Match,
    PlayerStatistics,
    PointsEntry,
    Season,
)
from tournaments.results.venue import venue_of, with_venues
from tournaments.services.ranking.leaderboards import Sums, board_sums
from tournaments.services.ranking.statistics import FIGURES, player_statistics
from tournaments.verify.violation import Violation, batches, found

BATCH = 500


def points_count_where_they_were_made() -> Iterator[Violation]:
    """I8: a ledger line has the club, the format and the rules of its match, and a month."""
    matches = with_venues(Match.objects.filter(points__isnull=False).distinct().order_by("pk"))
    for match in matches.prefetch_related("points").iterator(chunk_size=BATCH):
        venue = venue_of(match)
        place = (venue.club_id, venue.format, venue.family)
        for line in match.points.all():
            if (line.club_id, line.format, line.family) != place or not line.month:
                yield found("I8", line, "it does not count where its match was played")


def boards_are_sums_of_the_ledger() -> Iterator[Violation]:
    """I8: every line of every leaderboard is the sum of what counts there, and none is missing."""
    for users in batches(_people(), BATCH):
        due = {(str(key), user): sums for (key, user), sums in board_sums(users).items()}
        lines = (
            LeaderboardLine.objects.filter(user__in=users).select_related("board").order_by("pk")
        )
        for line in lines.iterator(chunk_size=BATCH):
            stored = Sums(*(getattr(line, name) for name in Sums._fields))
            if stored != due.pop((line.board.key, line.user_id), None):
                yield found("I8", line, "the leaderboard line is not the sum of the ledger")
        for (key, user_id), _ in sorted(due.items()):
            player = User.objects.get(pk=user_id)
            yield found("I8", player, f"there is no line on the leaderboard {key}")


def seasons_of_a_club_share_no_day() -> Iterator[Violation]:
    """I8: a ledger line is in one season of its club at most, and a leaderboard of one that is."""
    before = Season.objects.filter(club=OuterRef("club"), begins_at__lt=OuterRef("begins_at"))
    reaching = before.filter(Q(ends_at__isnull=True) | Q(ends_at__gt=OuterRef("begins_at")))
    for season in Season.objects.filter(Exists(reaching)).order_by("pk"):
        yield found("I8", season, "it shares days with another season of its club")
    known = {(each.period, each.club_id) for each in Season.objects.all()}
    for board in Leaderboard.objects.filter(period__startswith="s").order_by("pk"):
        if (board.period, board.club_id) not in known:
            yield found("I8", board, "it is of no season of its club")


def statistics_are_those_of_the_games() -> Iterator[Violation]:
    """I8: computing a player's figures again finds the stored ones, unless a result waits."""
    for users in batches(_people(), BATCH):
        waiting = Match.objects.unranked().filter(player_results__user__in=users)
        settled = set(users) - set(waiting.values_list("player_results__user", flat=True))
        due = player_statistics(settled)
        for row in PlayerStatistics.objects.filter(user__in=settled).order_by("pk"):
            expected = due.pop((row.user_id, row.family), None)
            if expected is None or _figures(row) != _figures(expected):
                yield found("I8", row, "the statistics are not those of the games")
        for user_id, family in sorted(due):
            player = User.objects.get(pk=user_id)
            yield found("I8", player, f"there are no statistics of {family or 'all families'}")


def _people() -> Iterator[int]:
    """Whoever has anything derived, or should."""
    of_ledger = PointsEntry.objects.order_by().values_list("user_id")
    of_boards = LeaderboardLine.objects.order_by().values_list("user_id")
    of_statistics = PlayerStatistics.objects.order_by().values_list("user_id")
    people = of_ledger.union(of_boards, of_statistics).order_by("user_id")
    return (user_id for (user_id,) in people.iterator(chunk_size=BATCH))


def _figures(row: PlayerStatistics) -> tuple[int, ...]:
    return tuple(getattr(row, name) for name in FIGURES)
