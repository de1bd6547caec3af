"""Invariants of competitions: the ledger, the bracket, the places."""

from collections.abc import Callable, Iterable, Iterator

from django.db.models import Count, F, Q

from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchSlot,
    PlayerStanding,
    PointsEntry,
    RatingChange,
)
from tournaments.ranking.rating import NEWCOMER, Rating
from tournaments.services.ranking import ledger_rows, ledger_sums, rated_after
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


def slots_hold_what_their_source_gave() -> Iterator[Violation]:
    """I9: a slot's entry is the outcome of its source; the champion that of the last match."""
    rows = MatchSlot.objects.filter(source__isnull=False).select_related("match", "source")
    for slot in rows.prefetch_related("source__slots").order_by("pk").iterator(chunk_size=BATCH):
        if (slot.entry_id, slot.bye) != _due(slot):
            yield found("I9", slot, "it does not hold the outcome of its source")
        if slot.round_id != slot.match.round_id:
            yield found("I9", slot, "it is not in the round of its match")
    finished = Competition.objects.filter(state=Competition.State.FINISHED).order_by("pk")
    for competition in finished.iterator(chunk_size=BATCH):
        if competition.champion_id != _winner(Match.objects.of(competition.pk).last()):
            yield found("I9", competition, "its champion did not win its last match")


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
    results_are_those_of_the_tables,
    nobody_is_over_the_cap,
)


def _line(row: PointsEntry) -> tuple[int, bool, int, str]:
    return row.user_id, row.won, row.points, str(row.reason)


def _due(slot: MatchSlot) -> tuple[int | None, bool]:
    """Return the entry and the bye that a slot must hold."""
    source = slot.source
    assert source is not None
    if not source.is_decided or source.state == Match.State.ANNULLED:
        return None, False
    winner = _winner(source)
    if slot.outcome == MatchSlot.Outcome.WINNER or winner is None:
        return winner, winner is None
    loser = next(each.entry_id for each in source.slots.all() if each.side != source.winner)
    return loser, loser is None


def _winner(match: Match | None) -> int | None:
    """Return the entry that won a match."""
    if match is None or match.winner is None:
        return None
    return next(slot.entry_id for slot in match.slots.all() if slot.side == match.winner)


def _batches(rows: Iterable[PlayerStanding]) -> Iterator[list[PlayerStanding]]:
    batch: list[PlayerStanding] = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
