"""Invariants of competitions: results and places; those of the ranking and of stages apart."""

from collections.abc import Callable, Iterator

from django.db.models import Count, F, Q

from tournaments.models import Competition, Entry, Match, ResultSubmission
from tournaments.verify.boards import BOARD_CHECKS
from tournaments.verify.drafts import DRAFT_CHECKS
from tournaments.verify.entries import ENTRY_CHECKS
from tournaments.verify.feeders import FEEDER_CHECKS
from tournaments.verify.hall import HALL_CHECKS
from tournaments.verify.leagues import LEAGUE_CHECKS
from tournaments.verify.leaving import LEAVING_CHECKS
from tournaments.verify.memory import MEMORY_CHECKS
from tournaments.verify.ranking import RANKING_CHECKS
from tournaments.verify.sheets import (
    sheets_are_those_of_their_matches,
    sheets_are_what_their_marks_add_up_to,
)
from tournaments.verify.stages import (
    champions_came_first,
    later_stages_wait_for_earlier_ones,
    qualifiers_are_those_of_the_standings,
    slots_hold_what_their_source_gave,
    stages_take_whom_they_announced,
    tables_are_played_by_their_members,
    tables_play_their_rounds_in_order,
    the_best_over_groups_are_those_of_the_standings,
    what_is_not_over_has_a_match_to_play,
)
from tournaments.verify.submissions import (
    matches_with_cards_were_written_down,
    results_by_hand_are_those_of_their_matches,
)
from tournaments.verify.timed import TIMED_CHECKS
from tournaments.verify.violation import Violation, found

BATCH = 500


def results_are_those_of_the_tables() -> Iterator[Violation]:
    """I9: who won a played match won most of its games."""
    won = Count("games", filter=Q(games__voided=False, games__game__winner=F("winner")))
    lost = Count("games", filter=Q(games__voided=False, games__game__winner=1 - F("winner")))
    written = ResultSubmission.objects.standing().values("match")
    at_tables = Match.objects.filter(state=Match.State.COMPLETED).exclude(pk__in=written)
    played = at_tables.annotate(won=won, lost=lost)
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
COMPETITION_CHECKS: tuple[Check, ...] = (
    *RANKING_CHECKS,
    *MEMORY_CHECKS,
    slots_hold_what_their_source_gave,
    champions_came_first,
    later_stages_wait_for_earlier_ones,
    what_is_not_over_has_a_match_to_play,
    qualifiers_are_those_of_the_standings,
    stages_take_whom_they_announced,
    the_best_over_groups_are_those_of_the_standings,
    tables_play_their_rounds_in_order,
    tables_are_played_by_their_members,
    *DRAFT_CHECKS,
    *LEAGUE_CHECKS,
    results_are_those_of_the_tables,
    results_by_hand_are_those_of_their_matches,
    matches_with_cards_were_written_down,
    sheets_are_what_their_marks_add_up_to,
    sheets_are_those_of_their_matches,
    *BOARD_CHECKS,
    *TIMED_CHECKS,
    nobody_is_over_the_cap,
    *ENTRY_CHECKS,
    *FEEDER_CHECKS,
    *LEAVING_CHECKS,
    *HALL_CHECKS,
)
