"""Withdrawals from a table: the entry ranks last, and its results are annulled as announced."""

from collections import Counter
from datetime import timedelta

import pytest

from tests.tournaments import drafts
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
    the_better_seed,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tournaments.formats.tie_breaks import TieBreak
from tournaments.leagues.services import season_plan
from tournaments.models import Competition, Entry, Group, Match, PlayerStanding
from tournaments.results import services as result_services
from tournaments.standings.queries import group_rows
from tournaments.tasks import heal_rankings
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Match.State
MINUTE = timedelta(minutes=1)
THEN_SWISS = {"group_count": 2, "then_swiss": 2, "finalists": 2}


def seeded(event, number) -> Entry:
    return event.entries.get(seed=number)


def leave(event, entry, now):
    withdraw(entry_id=entry.pk, actor=organiser_of(event), now=now)
    draw_what_follows()


def groups_of(event) -> list[Group]:
    return list(Group.objects.filter(stage__competition=event, stage__number=1).order_by("number"))


def leader(group) -> Entry:
    return Entry.objects.get(pk=group_rows(group)[0].entry)


def play_group(group, now):
    """Write down everything of a group, the better seeds winning."""
    event = group.stage.competition
    while mine := [match for match in ready(event) if match.round.group_id == group.pk]:
        for match in mine:
            play(match, the_better_seed(match), now)


def play(match, winner, now):
    games = [(5, 2) if winner == 0 else (2, 5)]
    event = match.round.group.stage.competition
    result_services.submit_result(
        match_id=match.pk, games=games, actor=organiser_of(event), now=now
    )
    draw_what_follows()


def states(event, entry) -> Counter:
    own = Match.objects.of(event.pk).filter(slots__entry=entry)
    return Counter(own.values_list("state", flat=True))


@pytest.mark.parametrize("publishes_alone", [True, False])
def test_a_later_swiss_with_one_entry_left_ends_without_a_round(publishes_alone, now):
    terms = {"group_count": 1, "qualifiers": 2, "then_swiss": 1, "finalists": 2}
    event = an_event(now, "groups", 4, **terms)
    Competition.objects.update(publishes_alone=publishes_alone)
    for number in (2, 3, 4):
        leave(event, seeded(event, number), now)
    award_all(event, now)
    event.refresh_from_db()
    if not publishes_alone:
        drafts.publish(event, now)
        award_all(event, now)
        event.refresh_from_db()
    assert (event.state, event.champion) == (Competition.State.FINISHED, seeded(event, 1))
    assert in_order()


@pytest.mark.feature(
    "Entries", "An entry that has left neither qualifies, is promoted nor becomes champion"
)
def test_a_leader_who_leaves_while_others_play_does_not_qualify(now):
    event = an_event(now, "groups", 8, group_count=2)
    one, other = groups_of(event)
    play_group(other, now)
    first = Entry.objects.get(slots__round__group=one, seed=1, slots__round__number=1)
    leave(event, first, now)
    play_group(one, now)
    rows = group_rows(one)
    assert (rows[-1].entry, rows[-1].has_left) == (first.pk, True)
    held = list(one.qualifies.order_by("source_rank").values_list("entry", flat=True))
    assert held == [row.entry for row in rows[:2]]
    assert first.pk not in held
    assert in_order()


def test_a_leader_who_leaves_before_the_next_stage_begins_gives_its_place_to_the_next(now):
    event = an_event(now, "groups", 8, group_count=2)
    one, other = groups_of(event)
    play_group(one, now)
    first, second, third, _ = [row.entry for row in group_rows(one)]
    leave(event, Entry.objects.get(pk=first), now)
    held = one.qualifies.order_by("source_rank").values_list("entry", flat=True)
    assert list(held) == [second, third]
    slots = Match.objects.filter(round__group__stage__number=2).values_list("slots__entry")
    assert {entry for (entry,) in slots} == {None, second, third}
    play_group(other, now)
    assert in_order()


def test_who_leaves_once_the_next_stage_has_begun_is_walked_over(now):
    event = an_event(now, "groups", 8, group_count=2)
    for group in groups_of(event):
        play_group(group, now)
    one = groups_of(event)[0]
    first = leader(one)
    leave(event, first, now)
    assert one.qualifies.get(source_rank=1).entry == first
    assert states(event, first) == {State.COMPLETED: 3, State.WALKOVER: 1}
    assert leader(one) == first
    award_all(event, now)
    assert in_order()


def test_in_a_draft_of_the_next_stage_the_next_stands_instead(now):
    event = drafts.a_running_event(now, "groups", 8, choices={"group_count": 2})
    for group in groups_of(event):
        play_group(group, now)
    before, gone = drafts.the_draft(event), leader(groups_of(event)[0])
    leave(event, gone, now)
    after = drafts.the_draft(event)
    drawn = {entry for pool in after.as_it_stands for entry in pool}
    assert (after.pk != before.pk, after.anew, gone.pk in drawn) == (True, True, False)
    drafts.publish(event, now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_a_place_in_a_swiss_that_waits_for_other_groups_goes_to_the_next(now):
    event = an_event(now, "groups", 8, **THEN_SWISS)
    one, other = groups_of(event)
    play_group(one, now)
    first, second, third, _ = [row.entry for row in group_rows(one)]
    leave(event, Entry.objects.get(pk=first), now)
    play_group(other, now)
    held = one.qualifies.order_by("source_rank").values_list("entry", flat=True)
    assert list(held) == [second, third]
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_in_a_draft_of_a_swiss_after_groups_the_next_stands_instead(now):
    event = drafts.a_running_event(now, "groups", 8, choices=THEN_SWISS)
    for group in groups_of(event):
        play_group(group, now)
    one = groups_of(event)[0]
    first, second, third, last = [row.entry for row in group_rows(one)]
    leave(event, Entry.objects.get(pk=first), now)
    drawn = {entry for pool in drafts.the_draft(event).as_it_stands for entry in pool}
    assert drawn & {first, second, third, last} == {second, third}
    drafts.publish(event, now)
    out = {"entry_id": last, "actor": organiser_of(event), "now": now}
    assert refusal(withdraw, **out) == "wrong-state"  # it is too late to have a say
    leave(event, Entry.objects.get(pk=third), now)  # as anybody leaves a Swiss
    assert one.qualifies.get(source_rank=2).entry_id == third
    assert in_order()


def test_when_more_leave_than_go_on_their_matches_are_walked_over(now):
    event = an_event(now, "groups", 4, group_count=2)
    leave(event, leader(groups_of(event)[0]), now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_who_met_somebody_that_left_a_swiss_counts_draws_for_it_since(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    (opening,) = [match for match in ready(event) if seeded(event, 8) in entries_of(match)]
    rival, gone = sorted(entries_of(opening), key=lambda entry: entry.seed)
    play(opening, the_better_seed(opening), now)
    leave(event, gone, now)
    award_all(event, now)
    rows = {row.entry: row for row in group_rows(groups_of(event)[0])}
    own = rows[rival.pk].values
    dummies = 3 * own[TieBreak.POINTS]  # all other opponents were absent
    assert own[TieBreak.BUCHHOLZ] == dummies + 3 * 0.5
    assert in_order()


def entries_of(match) -> set[Entry]:
    return {slot.entry for slot in match.slots.all()}


def test_a_swiss_whose_leader_left_is_won_by_the_best_still_in(now):
    event = an_event(now, "swiss", 4)
    while event.state != Competition.State.FINISHED:
        best = [match for match in ready(event) if 1 in seeds(match)]
        last = Match.objects.of(event.pk).filter(round__number=2).exists()
        for match in best:
            award(match, the_better_seed(match), now)
        if last:
            leave(event, seeded(event, 1), now)
        for match in ready(event)[: 2 - len(best)]:
            award(match, the_better_seed(match), now)
        event.refresh_from_db()
    rows = group_rows(Group.objects.get(stage__competition=event))
    assert rows[-1].entry == seeded(event, 1).pk
    assert rows[-1].values[TieBreak.POINTS] == 2
    assert event.champion_id == rows[0].entry
    assert event.champion.state == Entry.State.CONFIRMED
    assert in_order()


def seeds(match) -> set[int]:
    return set(match.slots.values_list("entry__seed", flat=True))


def test_who_left_a_division_is_not_promoted_and_takes_up_a_place_that_goes_down(now):
    event = an_event(now, "league", 8, divisions=2, cycles=1)
    Competition.objects.filter(pk=event.pk).update(movers=1)
    upper, lower = Group.objects.filter(stage__competition=event).order_by("stage__tier")
    play_group(upper, now)
    entries = list(lower.slots.order_by("number").values_list("entry", flat=True))
    for match in [m for m in ready(event) if m.round.number == 1]:
        play(match, the_better_seed(match), now)
    while mine := ready(event):
        if Match.objects.of(event.pk).undecided().count() <= 1:
            break
        play(mine[0], the_better_seed(mine[0]), now)
    leave(event, Entry.objects.get(pk=entries[0]), now)
    award_all(event, now)
    plan = season_plan(event)
    going_up = [move.entry.pk for move in plan.moves if move.is_promotion]
    assert going_up == [entries[1]]
    assert entries[0] not in [entry.pk for members in plan.divisions for entry in members]
    assert in_order()


@pytest.mark.feature(
    "Entries", "Matches of an entry that leaves a league are annulled or walked over"
)
@pytest.mark.parametrize(
    ("leaving", "rounds", "fallen"),
    [
        ("half", 1, {State.ANNULLED: 2, State.PENDING: 2}),
        ("half", 2, {State.COMPLETED: 2, State.WALKOVER: 1, State.PENDING: 1}),
        ("walkover", 1, {State.COMPLETED: 1, State.WALKOVER: 1, State.PENDING: 2}),
        ("annul", 3, {State.ANNULLED: 4}),
    ],
)
def test_what_falls_with_who_leaves_a_league_is_a_term(leaving, rounds, fallen, now):
    event = an_event(now, "league", 5, cycles=1)
    Competition.objects.filter(pk=event.pk).update(leaving=leaving)
    gone = seeded(event, 1)
    while states(event, gone)[State.COMPLETED] < rounds or not busy(event, gone):
        play(ready(event)[0], the_better_seed(ready(event)[0]), now)
    leave(event, gone, now + MINUTE)
    assert states(event, gone) == fallen
    gone.refresh_from_db()
    assert gone.annulled == (State.ANNULLED in fallen)
    assert in_order()
    award_all(event, now + MINUTE)
    assert event.champion != gone
    assert in_order()


def busy(event, entry) -> bool:
    """Whether it has a match that can be played now."""
    return any(entry.seed in seeds(match) for match in ready(event))


def test_annulled_results_give_nobody_points_and_others_keep_theirs(now):
    event = an_event(now, "round-robin", 5)
    for match in ready(event):
        play(match, the_better_seed(match), now)
    heal_rankings()
    gone = next(e for e in event.entries.all() if states(event, e)[State.COMPLETED] == 1)
    rival = Match.objects.of(event.pk).get(state=State.COMPLETED, slots__entry=gone)
    met = rival.slots.exclude(entry=gone).get().entry
    before = points(event)
    assert sum(before.values()) == 50
    leave(event, gone, now + MINUTE)
    heal_rankings()
    after = points(event)
    assert (after[gone.pk], after[met.pk]) == (0, 0)
    others = set(before) - {gone.pk, met.pk}
    assert {entry: after[entry] for entry in others} == {entry: before[entry] for entry in others}
    assert rival.revoked.get().points_reason == Match.PointsReason.BY_HAND
    assert in_order()


def points(event) -> dict[int, int]:
    held = dict(PlayerStanding.objects.values_list("user", "points"))
    return {entry.pk: held.get(entry.roster.get().user_id, 0) for entry in event.entries.all()}


def test_an_annulled_match_is_not_opened_again_by_hand(now):
    event = an_event(now, "round-robin", 5)
    for match in ready(event):
        play(match, the_better_seed(match), now)
    match = Match.objects.of(event.pk).filter(state=State.COMPLETED).first()
    leave(event, match.slots.first().entry, now)
    again = {"actor": organiser_of(event), "now": now, "reason": "igual cuenta"}
    assert refusal(result_services.reopen_match, match_id=match.pk, **again) == "no-result"
