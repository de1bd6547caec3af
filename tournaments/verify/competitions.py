"""Invariants of competitions: the ledger, the results, the places; those of stages apart."""

from collections.abc import Callable, Iterable, Iterator

from django.db.models import Count, F, Q

from tournaments.models import (
    Competition,
    Entry,
    Match,
    PlayerStanding,
    PointsEntry,
    RatingChange,
)
from tournaments.ranking.rating import NEWCOMER, Rating
from tournaments.services.ranking import ledger_rows, ledger_sums, rated_after
from tournaments.verify.stages import (
    champions_came_first,
    qualifiers_are_those_of_the_standings,
    slots_hold_what_their_source_gave,
    tables_are_played_by_their_members,
    tables_play_their_rounds_in_order,
    what_is_not_over_has_a_match_to_play,
)
from tournaments.verify.violation import Violation, found

BATCH = 500


def the_ledger_is_that_of_the_results() -> Iterator[Violation]:
    """I8: every ranked result has exactly its ledger lines, once per player."""
    results = Match.objects.filter(player_results__isnull=False).distinct()
    rows = results.prefetch_related("player_results", "points").order_by("pk")
    for match in rows.iterator(chunk_size=BATCH):
        written = sorted(map(_line, match.points.all()))
        expected = sorted(map(_line, ledger_rows(match, match.player_results.all())))
        if written != ([] if match.awaits_ranking else expected):
            yield found("I8", match, "its ledger lines are not those of its result")
    orphans = PointsEntry.objects.filter(match__player_results__isnull=True)
    for line in orphans.iterator(chunk_size=BATCH):
        yield found("I8", line, "a ledger line without a result")


def the_leaderboard_is_the_sum_of_the_ledger() -> Iterator[Violation]:
    """I8: totals are sums of the ledger."""
    for batch in _batches(PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH)):
        sums = ledger_sums([line.user_id for line in batch])
        for line in batch:
            stored = {"points": line.points, "matches": line.matches, "wins": line.wins}
            if stored != sums.get(line.user_id):
                yield found("I8", line, "the leaderboard is not the sum of the ledger")
    missing = PointsEntry.objects.filter(user__standing__isnull=True).order_by("user_id", "pk")
    for entry in missing.iterator(chunk_size=BATCH):
        yield found("I8", entry, "its player is not on the leaderboard")


def ratings_are_those_of_a_replay() -> Iterator[Violation]:
    """I8: replaying all results in order gives the stored ratings."""
    ratings: dict[int, Rating] = {}
    ranked = Match.objects.filter(points_reason__in=Match.SCORING, awaits_ranking=False)
    rows = ranked.order_by("completed_at", "pk").prefetch_related("player_results")
    for match in rows.prefetch_related("rating_changes").iterator(chunk_size=BATCH):
        after = rated_after(match, ratings)
        if after != {one.user_id: (one.mu, one.sigma) for one in match.rating_changes.all()}:
            yield found("I8", match, "its rating changes are not those of a replay")
        ratings |= after
    for line in PlayerStanding.objects.order_by("pk").iterator(chunk_size=BATCH):
        if ratings.get(line.user_id, NEWCOMER) != (line.mu, line.sigma):
            yield found("I8", line, "the rating is not that of a replay")
    unrated = RatingChange.objects.exclude(match__points_reason__in=Match.SCORING)
    for change in unrated.iterator(chunk_size=BATCH):
        yield found("I8", change, "a rating change without a result that counts")


def results_are_those_of_the_tables() -> Iterator[Violation]:
    """I9: who won a played match won most of its games."""
    won = Count("games", filter=Q(games__voided=False, games__game__winner=F("winner")))
    lost = Count("games", filter=Q(games__voided=False, games__game__winner=1 - F("winner")))
    played = Match.objects.filter(state=Match.State.COMPLETED).annotate(won=won, lost=lost)
    for match in played.filter(won__lte=F("lost")).order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", match, "its winner did not win its games")


def nobody_is_over_the_cap() -> Iterator[Violation]:
    """I10: a competition has at most as many confirmed entries as its cap."""
    confirmed = Count("entries", filter=Q(entries__state=Entry.State.CONFIRMED))
    full = Competition.objects.annotate(confirmed=confirmed).filter(confirmed__gt=F("cap"))
    for competition in full.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I10", competition, "more confirmed entries than its cap")
    strays = Entry.objects.exclude(place__competition=F("competition")).filter(place__isnull=False)
    for entry in strays.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I10", entry, "its place is in another competition")


Check = Callable[[], Iterator[Violation]]
RANKING_CHECKS: tuple[Check, ...] = (
    the_ledger_is_that_of_the_results,
    the_leaderboard_is_the_sum_of_the_ledger,
    ratings_are_those_of_a_replay,
)
COMPETITION_CHECKS: tuple[Check, ...] = (
    *RANKING_CHECKS,
    slots_hold_what_their_source_gave,
    champions_came_first,
    what_is_not_over_has_a_match_to_play,
    qualifiers_are_those_of_the_standings,
    tables_play_their_rounds_in_order,
    tables_are_played_by_their_members,
    results_are_those_of_the_tables,
    nobody_is_over_the_cap,
)


def _line(row: PointsEntry) -> tuple[int, bool, int, str]:
    return row.user_id, row.won, row.points, str(row.reason)


def _batches(rows: Iterable[PlayerStanding]) -> Iterator[list[PlayerStanding]]:
    batch: list[PlayerStanding] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
