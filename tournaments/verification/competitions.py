"""Invariants of competitions: results, entries, places, drafts, feeders, halls, departures.

- I9: a draft has no matches and contains every entry once; qualifiers are those that the standings
  of the source send; requested byes belong to absent entries, and annulled results count for no
  one; where rounds are paired entries play from their first round on; called matches stand at
  tables of their hall.
- I10: a competition never exceeds its capacity, the waiting list moves up while places are free,
  and rosters are complete.

A database constraint ensures that no table is assigned twice.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from django.db.models import Count, Exists, F, OuterRef, Q

from tournaments.common.locks import WHOLE
from tournaments.formats.catalogue import brackets, paired_by_rounds
from tournaments.models import (
    Absence,
    Berth,
    Competition,
    Draft,
    Entry,
    Feeder,
    Group,
    HallTable,
    Match,
    MatchQuerySet,
    MatchSlot,
    NameClaim,
    Place,
    ResultSubmission,
    RosterPlayer,
    StageSlot,
)
from tournaments.models.matches import COMPETITION
from tournaments.qualifiers.places import due_to, holders_for, is_lost
from tournaments.verification.games import Check, Violation, make_violation
from tournaments.verification.matches import (
    BOARD_CHECKS,
    TIMED_CHECKS,
    matches_with_cards_were_written_down,
    results_by_hand_are_those_of_their_matches,
    sheets_are_those_of_their_matches,
    sheets_are_what_their_marks_add_up_to,
)
from tournaments.verification.ranking import MEMORY_CHECKS, RANKING_CHECKS
from tournaments.verification.stages import (
    LEAGUE_CHECKS,
    challenges_are_those_of_the_ladder,
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

BATCH = 500


def drafts_are_not_played() -> Iterator[Violation]:
    """I9: what is drafted has no match, and what has been published is no draft any more."""
    rows = Draft.objects.select_related("competition", "group__stage").order_by("pk")
    for draft in rows.iterator(chunk_size=BATCH):
        if draft.competition.state in Competition.OVER:
            yield make_violation("I9", draft, "its competition is over")
        if _is_published(draft):
            yield make_violation("I9", draft, "its round is played already")


def drafts_hold_everybody_once() -> Iterator[Violation]:
    """I9: a draft holds every drawn entry exactly once, also after swaps."""
    for draft in Draft.objects.order_by("pk").iterator(chunk_size=BATCH):
        drawn, standing = (
            Counter(entry for pool in pools for entry in pool)
            for pools in (draft.as_drawn, draft.as_it_stands)
        )
        if drawn != standing or any(n > 1 for entry, n in standing.items() if entry is not None):
            yield make_violation("I9", draft, "not everybody is in it once")


def _is_published(draft: Draft) -> bool:
    if draft.group is None:
        groups = Group.objects.filter(stage__competition=draft.competition)
        return draft.competition.is_drawn or groups.exists()
    if draft.group.stage.is_bracket:
        matches = Match.objects.filter(round__group=draft.group)
        return matches.exclude(state=Match.State.PENDING).exists()
    return draft.group.rounds.filter(number__gte=draft.number).exists()


DRAFT_CHECKS = (drafts_are_not_played, drafts_hold_everybody_once)
State = Entry.State
COMPLETE = (State.REQUESTED, State.CONFIRMED, State.WAITING)


def names_are_taken_by_who_counts() -> Iterator[Violation]:
    """I10: a claim that counts sets its player's user; one that does not leaves it empty."""
    rows = NameClaim.objects.select_related("player").order_by("pk")
    for claim in rows.iterator(chunk_size=BATCH):
        if claim.player.competition_id != claim.competition_id:
            yield make_violation("I10", claim, "its name is of another competition")
        if claim.player.user_id != (claim.user_id if claim.counts else None):
            yield make_violation("I10", claim, "the name is not whose it says")


def nobody_waits_for_a_free_place() -> Iterator[Violation]:
    """I10: before the draw no entry waits while a place is free, unless the check-in misses it."""
    free = Place.objects.free().filter(competition=OuterRef("competition"))
    waiting = Entry.objects.waiting().filter(competition__state__in=Competition.UNDRAWN)
    missing = Q(competition__state=Competition.State.CHECK_IN, checked_in_at__isnull=True)
    for entry in waiting.filter(~missing, Exists(free)).order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I10", entry, "it waits while a place is free")


def line_ups_are_whole() -> Iterator[Violation]:
    """I10: a complete entry has the number of players and at most the reserves of the rules."""
    complete = Entry.objects.filter(state__in=COMPLETE, awaited=False)
    rows = complete.select_related("competition")
    for entry in rows.prefetch_related("roster").order_by("pk").iterator(chunk_size=BATCH):
        reserves = sum(player.reserve for player in entry.roster.all())
        if len(entry.roster.all()) - reserves != entry.competition.players_per_side:
            yield make_violation("I10", entry, "too many or too few sit down for it")
        if reserves > entry.competition.reserves:
            yield make_violation("I10", entry, "it has more reserves than it may have")
    strays = RosterPlayer.objects.exclude(competition=F("entry__competition")).order_by("pk")
    for player in strays.iterator(chunk_size=BATCH):
        yield make_violation("I10", player, "its entry is in another competition")


def who_is_drawn_has_a_seed() -> Iterator[Violation]:
    """I10: after a draw every confirmed entry has a seed and a stage slot; before it none has."""
    drawn = Entry.objects.exclude(competition__draw_seed="")
    slots = StageSlot.objects.filter(entry=OuterRef("pk"))
    unseeded = drawn.confirmed().filter(Q(seed__isnull=True) | ~Exists(slots))
    for entry in unseeded.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I10", entry, "it is in and was not drawn")
    undrawn = Entry.objects.filter(competition__draw_seed="")
    seeded = undrawn.filter(Q(seed__isnull=False) | Exists(slots))
    for entry in seeded.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I10", entry, "it has a seed of a draw that is not there")


def entries_play_from_their_first_round_on() -> Iterator[Violation]:
    """I9: where rounds are paired an entry has no match before its first round, and one in each
    after it, up to its last, unless it was absent. Byes for being late stand before it.
    """
    for group in Group.objects.filter(stage__format__in=paired_by_rounds()).order_by("pk"):
        played, absent = _rounds_by_entry(group), _absences_by_entry(group)
        entries = Entry.objects.filter(pk__in=played).order_by("pk")
        for entry in entries.iterator(chunk_size=BATCH):
            due = set(range(entry.first_round, max(played[entry.pk]) + 1))
            for_late = {number for number in absent[entry.pk] if number < entry.first_round}
            own = played[entry.pk] - for_late
            if not own <= due <= own | absent[entry.pk]:
                yield make_violation("I9", entry, "it does not play from its first round on")


def _rounds_by_entry(group: Group) -> dict[int, set[int]]:
    rows = MatchSlot.objects.filter(round__group=group, entry__isnull=False)
    return _numbers_by_entry(rows.values_list("entry", "round__number"))


def _absences_by_entry(group: Group) -> dict[int, set[int]]:
    return _numbers_by_entry(group.absences.values_list("entry", "number"))


def _numbers_by_entry(rows: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    numbers: dict[int, set[int]] = defaultdict(set)
    for entry, number in rows:
        numbers[entry].add(number)
    return numbers


ENTRY_CHECKS = (
    nobody_waits_for_a_free_place,
    line_ups_are_whole,
    who_is_drawn_has_a_seed,
    entries_play_from_their_first_round_on,
    names_are_taken_by_who_counts,
)
BerthState = Berth.State


def berths_are_held_by_whom_the_source_sends() -> Iterator[Violation]:
    """I9: a taken berth belongs to the entry that ended there, unless the drawn one was kept.

    Sources with an unprocessed change are skipped.
    """
    settled = Feeder.objects.agreed().filter(is_due=False).select_related("source")
    going = settled.exclude(final__state=Competition.State.CANCELLED)
    for feeder in going.order_by("pk").iterator(chunk_size=BATCH):
        if is_lost(feeder.source):
            continue
        earned = holders_for(feeder)
        berths = feeder.berths.filter(state__in=(BerthState.OPEN, BerthState.FILLED))
        for berth in berths.exclude(entry__state=Entry.State.WITHDRAWN):
            due = due_to(berth, earned[berth.rank - 1]) if earned is not None else None
            if berth.state == BerthState.OPEN and due is not None:
                yield make_violation("I9", berth, "its source is over and nobody took it")
            elif (
                earned is not None and berth.state == BerthState.FILLED and berth.taken_by_id != due
            ):
                yield make_violation("I9", berth, "it is not held by who ended there")


def who_is_awaited_has_an_open_berth() -> Iterator[Violation]:
    """I9: an entry without people is awaited, by an open berth; one that was taken has them."""
    going = Entry.objects.exclude(competition__state__in=Competition.OVER)
    astray = going.filter(Q(awaited=True) & ~Q(berth__state=BerthState.OPEN))
    for entry in astray.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", entry, "it is awaited, and nothing sends it")
    peopled = Entry.objects.filter(awaited=True, roster__isnull=False).distinct()
    for entry in peopled.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", entry, "it is awaited, and has players")
    filled = Entry.objects.filter(awaited=False, berth__state=BerthState.OPEN)
    for entry in filled.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", entry, "it is known, and its berth is open")


FEEDER_CHECKS: tuple[Check, ...] = (
    berths_are_held_by_whom_the_source_sends,
    who_is_awaited_has_an_open_berth,
)


def called_matches_stand_at_tables_of_their_room() -> Iterator[Violation]:
    """I9: no match is at a table that is out of use, or in another room than its own."""
    called = Match.objects.filter(state=Match.State.CALLED, hall_table__isnull=False)
    astray = ~Q(hall_table__club=F(f"{COMPETITION}__club"))
    is_rehearsed = ~Q(**{f"{COMPETITION}__rehearsal": ""})
    astray |= Q(hall_table__rehearsal__isnull=False) & ~Q(hall_table__rehearsal=F(COMPETITION))
    astray |= is_rehearsed & Q(hall_table__rehearsal=None)
    for match in _iterate_matches(called.filter(Q(hall_table__is_out=True) | astray)):
        yield make_violation("I9", match, "stands at a table that it cannot stand at")


def whoever_has_no_table_waits_for_one() -> Iterator[Violation]:
    """I9: where tables of a room are used a called match has one or waits; elsewhere none waits."""
    tables = HallTable.competitions.through.objects
    undecided = Match.objects.undecided().filter(round__isnull=False)
    annotated = undecided.annotate(used=Exists(tables.filter(competition=OuterRef(COMPETITION))))
    forgotten = Q(state=Match.State.CALLED, hall_table=None, waits_since=None, used=True)
    in_vain = Q(waits_since__isnull=False, used=False)
    for match in _iterate_matches(annotated.filter(forgotten | in_vain)):
        yield make_violation("I9", match, "does not wait for a table as it should")


def _iterate_matches(matches: MatchQuerySet) -> Iterator[Match]:
    return matches.order_by("pk").iterator(chunk_size=BATCH)


HALL_CHECKS = (called_matches_stand_at_tables_of_their_room, whoever_has_no_table_waits_for_one)


def who_is_absent_is_free() -> Iterator[Violation]:
    """I9: in a published round the requested byes are those of the absent entries."""
    absences = Absence.objects.filter(
        entry=OuterRef("entry"),
        group=OuterRef("round__group"),
        number=OuterRef("round__number"),
    )
    slots = MatchSlot.objects.filter(
        entry__isnull=False, round__group__stage__format__in=paired_by_rounds()
    ).annotate(is_absent=Exists(absences))
    paired = slots.filter(is_absent=True, match__asked_bye="")
    unasked = slots.filter(is_absent=False).exclude(match__asked_bye="")
    for slot in paired.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", slot, "its entry is absent from that round")
    for slot in unasked.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", slot, "its entry asked for no bye")


def who_was_annulled_has_no_result() -> Iterator[Violation]:
    """I9: in a table that an entry left as it was annulled no match of it counts."""
    theirs = MatchSlot.objects.filter(entry__annulled=True, match__state__in=Match.WITH_RESULT)
    results = theirs.exclude(round__group__stage__format__in=brackets())
    for slot in results.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", slot, "its entry was annulled, and this result was not")


LEAVING_CHECKS = (who_is_absent_is_free, who_was_annulled_has_no_result)


def results_are_those_of_the_tables() -> Iterator[Violation]:
    """I9: the winner of a played match won most of its games; if it is drawn both won as many."""
    first, second = (
        Count("games", filter=Q(games__voided=False, games__game__winner=side)) for side in (0, 1)
    )
    submitted = ResultSubmission.objects.standing().values("match")
    at_tables = Match.objects.filter(state=Match.State.COMPLETED).exclude(pk__in=submitted)
    played = at_tables.annotate(first=first, second=second).exclude(
        Q(winner=0, first__gt=F("second"))
        | Q(winner=1, second__gt=F("first"))
        | Q(winner__isnull=True, first=F("second"))
    )
    for match in played.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I9", match, "its winner did not win its games")


def drawn_matches_may_be_drawn() -> Iterator[Violation]:
    """I9: no match ended level in a bracket, or where the settings know no draws."""
    drawn = Match.objects.filter(state=Match.State.COMPLETED, winner__isnull=True)
    for match in drawn.select_related(WHOLE).order_by("pk").iterator(chunk_size=BATCH):
        if not match.may_be_drawn:
            yield make_violation("I9", match, "it is drawn where no match is")


def nobody_is_over_the_cap() -> Iterator[Violation]:
    """I10: a competition has at most as many confirmed entries as its cap."""
    confirmed = Count("entries", filter=Q(entries__state=Entry.State.CONFIRMED))
    full = Competition.objects.annotate(confirmed=confirmed).filter(confirmed__gt=F("cap"))
    for competition in full.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I10", competition, "more confirmed entries than its cap")
    strays = Entry.objects.exclude(place__competition=F("competition")).filter(place__isnull=False)
    for entry in strays.order_by("pk").iterator(chunk_size=BATCH):
        yield make_violation("I10", entry, "its place is in another competition")


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
    challenges_are_those_of_the_ladder,
    *DRAFT_CHECKS,
    *LEAGUE_CHECKS,
    results_are_those_of_the_tables,
    drawn_matches_may_be_drawn,
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
