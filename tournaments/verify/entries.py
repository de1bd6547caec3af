"""Invariants of who takes part: places, line-ups, late entries, what an undone draw leaves."""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q

from tournaments.formats.catalogue import paired_by_results
from tournaments.models import (
    Competition,
    Entry,
    MatchSlot,
    NameClaim,
    Place,
    RosterPlayer,
    StageSlot,
)
from tournaments.verify.violation import Violation, found

BATCH = 500
State = Entry.State
COMPLETE = (State.REQUESTED, State.CONFIRMED, State.WAITING)


def names_are_taken_by_who_counts() -> Iterator[Violation]:
    """I10: who a claim says is the player where it counts, and nobody is where it does not."""
    rows = NameClaim.objects.select_related("player").order_by("pk")
    for claim in rows.iterator(chunk_size=BATCH):
        if claim.player.competition_id != claim.competition_id:
            yield found("I10", claim, "its name is of another competition")
        if claim.player.user_id != (claim.user_id if claim.counts else None):
            yield found("I10", claim, "the name is not whose it says")


def nobody_waits_for_a_free_place() -> Iterator[Violation]:
    """I10: before the draw the waiting list has moved up as far as there are places."""
    free = Place.objects.free().filter(competition=OuterRef("competition"))
    waiting = Entry.objects.waiting().filter(competition__state__in=Competition.UNDRAWN)
    for entry in waiting.filter(Exists(free)).order_by("pk").iterator(chunk_size=BATCH):
        yield found("I10", entry, "it waits while a place is free")


def line_ups_are_whole() -> Iterator[Violation]:
    """I10: as many sit down for a complete entry as the rules say, with no more reserves."""
    complete = Entry.objects.filter(state__in=COMPLETE, awaited=False)
    rows = complete.select_related("competition")
    for entry in rows.prefetch_related("roster").order_by("pk").iterator(chunk_size=BATCH):
        reserves = sum(player.reserve for player in entry.roster.all())
        if len(entry.roster.all()) - reserves != entry.competition.players_per_side:
            yield found("I10", entry, "too many or too few sit down for it")
        if reserves > entry.competition.reserves:
            yield found("I10", entry, "it has more reserves than it may have")
    strays = RosterPlayer.objects.exclude(competition=F("entry__competition")).order_by("pk")
    for player in strays.iterator(chunk_size=BATCH):
        yield found("I10", player, "its entry is in another competition")


def who_is_drawn_has_a_seed() -> Iterator[Violation]:
    """I10: after a draw whoever is in has a seed and a place in a stage, before it nobody has."""
    drawn = Entry.objects.exclude(competition__draw_seed="")
    slots = StageSlot.objects.filter(entry=OuterRef("pk"))
    unseeded = drawn.confirmed().filter(Q(seed__isnull=True) | ~Exists(slots))
    for entry in unseeded.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I10", entry, "it is in and was not drawn")
    undrawn = Entry.objects.filter(competition__draw_seed="")
    seeded = undrawn.filter(Q(seed__isnull=False) | Exists(slots))
    for entry in seeded.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I10", entry, "it has a seed of a draw that is not there")


def late_entries_play_from_their_round_on() -> Iterator[Violation]:
    """I9: who came late has no match before its first round and one in each after."""
    late = Entry.objects.filter(first_round__gt=1).order_by("pk")
    for entry in late.iterator(chunk_size=BATCH):
        slots = MatchSlot.objects.filter(
            entry=entry, round__group__stage__format__in=paired_by_results()
        )
        numbers = sorted(slots.values_list("round__number", flat=True))
        due = list(range(entry.first_round, entry.first_round + len(numbers)))
        if numbers != due:
            yield found("I9", entry, "it does not play from its first round on")


ENTRY_CHECKS = (
    nobody_waits_for_a_free_place,
    line_ups_are_whole,
    who_is_drawn_has_a_seed,
    late_entries_play_from_their_round_on,
    names_are_taken_by_who_counts,
)
