"""Dependent results of a withdrawn result, in every format: removed or kept."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F

from accounts.common.errors import RefusedError
from games.models import Game
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    play_cup,
    play_match,
    players_of,
    sit,
)
from tests.tournaments.drafts import a_running_event, publish, swap, win_round
from tests.tournaments.events import (
    an_event,
    award,
    award_all,
    draw_what_follows,
    organiser_of,
    ready,
)
from tests.tournaments.league_factories import a_league
from tests.tournaments.reopening import HOUR, State, entries_at, in_order, reopen, states
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Draft, Group, Match, PointsEntry, StageSlot
from tournaments.results import services as result_services
from tournaments.standings.queries import group_rows
from tournaments.tasks import heal_rankings
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db


def test_a_reopened_result_waits_to_be_played_and_the_final_with_it(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    semifinal, other, final = (match_at(cup, *at) for at in ((1, 1), (1, 2), (2, 1)))
    award(semifinal, 0, now)
    award(other, 1, now)
    staying = entries_at(match_at(cup, 2, 1))[1]
    falls = reopen(semifinal, now + HOUR)
    assert [match.pk for match in falls.dependents] == [final.pk]
    assert states(cup) == [State.READY, State.WALKOVER, State.PENDING]
    assert entries_at(final) == [None, staying]
    assert (semifinal.winner, semifinal.points_reason, semifinal.reopened) == (None, "", 1)
    assert in_order()
    award(semifinal, 1, now + 2 * HOUR)
    assert entries_at(final) == [semifinal.slots.get(side=1).entry_id, staying]
    assert in_order()


@pytest.mark.feature("Corrections", "A result is taken back with everything that depends on it")
def test_the_whole_way_of_the_wrong_winner_falls_and_nothing_beside_it(now: datetime) -> None:
    """Quarter-finals and semi-finals are played; the first quarter-final was wrong."""
    event = an_event(now, "single", 8)
    for match in ready(event):
        award(match, 0, now)
    for match in ready(event):
        award(match, 0, now)
    quarter, semi, other, final = (match_at(event, *at) for at in ((1, 1), (2, 1), (2, 2), (3, 1)))
    was = entries_at(other), entries_at(final)[1]
    falls = reopen(quarter, now + HOUR)
    assert [match.pk for match in falls.results] == [semi.pk]
    award(quarter, 1, now + HOUR)
    semi.refresh_from_db()
    assert semi.state == State.READY
    assert entries_at(semi)[0] == quarter.slots.get(side=1).entry_id
    assert entries_at(final) == [None, was[1]]
    assert entries_at(other) == was[0]
    assert in_order()


def test_a_finished_competition_goes_on_without_its_champion(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=3)
    play_cup(cup, now)
    cup.refresh_from_db()
    champion = cup.champion
    heal_rankings()
    falls = reopen(match_at(cup, 1, 2), now + HOUR)
    assert (falls.champion, falls.reopens_competition) == (champion, True)
    cup.refresh_from_db()
    assert (cup.state, cup.champion, cup.finished_at) == (Competition.State.RUNNING, None, None)
    assert in_order()
    assert {row["total"] for row in PointsEntry.objects.summed()} == {0}
    award_all(cup, now + 2 * HOUR)
    assert cup.state == Competition.State.FINISHED
    assert in_order()


def test_cards_on_the_move_at_a_dependent_table_are_void(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    for position in (1, 2):
        now = play_match(match_at(cup, 1, position), 0, now)
    final = match_at(cup, 2, 1)
    call(final, now)
    game = everybody_sits(final, now)
    falls = reopen(match_at(cup, 1, 1), now)
    assert [match.pk for match in falls.tables] == [final.pk]
    game.refresh_from_db()
    assert (game.status, bool(game.revealed_seed)) == (Game.Status.ANNULLED, True)
    assert in_order()
    first = match_at(cup, 1, 1)
    assert first.games.get().voided
    now = play_match(first, 1, now + HOUR)
    now = play_match(match_at(cup, 2, 1), 0, now)
    cup.refresh_from_db()
    assert cup.champion_id == first.slots.get(side=1).entry_id
    assert in_order()


def test_the_second_grand_final_and_its_bye_are_open_again(now: datetime) -> None:
    event = an_event(now, "double", 4)
    award_all(event, now)
    grand = Match.objects.of(event.pk).get(round__part="final", round__number=1)
    reset = Match.objects.of(event.pk).get(round__part="final", round__number=2)
    assert reset.state == State.BYE
    reopen(grand, now + HOUR)
    reset.refresh_from_db()
    assert (reset.state, entries_at(reset)) == (State.PENDING, [None, None])
    assert in_order()
    award(grand, 1, now + 2 * HOUR)
    reset.refresh_from_db()
    assert reset.state == State.READY
    award(reset, 1, now + 3 * HOUR)
    event.refresh_from_db()
    assert event.champion_id == entries_at(grand)[1]
    assert in_order()


def test_in_a_double_elimination_losers_fall_too_and_byes_are_found_anew(now: datetime) -> None:
    event = an_event(now, "double", 6)
    byes = states(event).count(State.BYE)
    award_all(event, now)
    first = Match.objects.of(event.pk).filter(state=State.WALKOVER).first()
    falls = reopen(first, now + HOUR)
    assert {match.round.part for match in falls.dependents} == {"main", "losers", "final"}
    assert in_order()
    award_all(event, now + 2 * HOUR)
    assert event.state == Competition.State.FINISHED
    assert states(event).count(State.BYE) >= byes
    assert in_order()


def test_who_lost_a_semifinal_by_mistake_leaves_the_match_for_the_third_place(
    now: datetime,
) -> None:
    event = an_event(now, "single", 4, third_place=True)
    award_all(event, now)
    semifinal = Match.objects.of(event.pk).first()
    falls = reopen(semifinal, now + HOUR)
    assert len(falls.results) == 2
    assert {match.round.part for match in falls.results} == {"main", "third"}
    award_all(event, now + 2 * HOUR)
    assert in_order()


def test_other_rounds_of_a_table_stay_and_the_next_one_waits(now: datetime) -> None:
    event = an_event(now, "round-robin", 6)
    first = ready(event)[0]
    for match in ready(event):
        award(match, 0, now)
    falls = reopen(first, now + HOUR)
    assert (list(falls.dependents), list(falls.rounds_that_stay)) == ([], [2])
    assert in_order()
    for match in [match for match in ready(event) if match.pk != first.pk]:
        award(match, 0, now + HOUR)
    assert ready(event) == [first]
    assert in_order()
    award(first, 1, now + 2 * HOUR)
    assert {match.round.number for match in ready(event)} == {3}
    assert in_order()


def test_nobody_is_called_to_a_reopened_match_while_at_another_table(now: datetime) -> None:
    event = an_event(now, "round-robin", 4)
    first, second = ready(event)
    award(first, 0, now)
    award(second, 0, now)
    busy = ready(event)[0]
    call(busy, now)
    reopen(first, now)
    assert not matches_services.call_match(match_id=first.pk, now=now)
    award(busy, 0, now)
    assert matches_services.call_match(match_id=first.pk, now=now)


def test_a_swiss_round_that_was_paired_stays_and_the_next_is_paired_with_the_right_result(
    now: datetime,
) -> None:
    event = an_event(now, "swiss", 8)
    first = ready(event)[0]
    for match in ready(event):
        award(match, 0, now)
    second = [entries_at(match) for match in ready(event)]
    falls = reopen(first, now + HOUR)
    assert list(falls.rounds_that_stay) == [2]
    for match in [match for match in ready(event) if match.pk != first.pk]:
        award(match, 0, now + HOUR)
    assert Group.objects.get(stage__competition=event).rounds.count() == 2
    award(first, 1, now + 2 * HOUR)
    group = Group.objects.get(stage__competition=event)
    assert group.rounds.count() == 3
    paired = Match.objects.of(event.pk).filter(round__number=2).order_by("number")
    assert [entries_at(match) for match in paired] == second
    scores = dict(paired.last().round.group.rounds.get(number=3).matches.values_list("pk", "pk"))
    assert len(scores) == 4
    assert in_order()


def test_the_last_round_of_a_finished_swiss_is_corrected(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    award_all(event, now)
    final = Match.objects.of(event.pk).filter(round__number=2).first()
    champion = event.champion
    reopen(final, now + HOUR)
    assert in_order()
    award(final, 1, now + 2 * HOUR)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert event.champion != champion
    assert in_order()


def test_a_group_that_is_open_again_sends_nobody_on(now: datetime) -> None:
    event = an_event(now, "groups", 8)
    award_all(event, now)
    first = Match.objects.of(event.pk).first()
    falls = reopen(first, now + HOUR)
    assert len(falls.qualified) == 2
    assert len(falls.results) == 3
    assert StageSlot.objects.filter(source_group=first.round.group, entry=None).count() == 2
    assert in_order()
    award_all(event, now + 2 * HOUR)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_the_group_goes_on_only_when_its_reopened_match_is_decided_too(now: datetime) -> None:
    event = an_event(now, "groups", 8)
    group = Group.objects.get(stage__competition=event, stage__number=1, number=1)

    def mine() -> list[Match]:
        return [match for match in ready(event) if match.round.group_id == group.pk]

    first = mine()[0]
    while (
        len({match.round.number for match in Match.objects.filter(round__group=group)})
        > (matches := mine())[0].round.number
    ):
        for match in matches:
            award(match, 0, now)
    reopen(first, now + HOUR)
    for match in [match for match in mine() if match.pk != first.pk]:
        award(match, 0, now + HOUR)
    assert not group.qualifies.filter(entry__isnull=False).exists()
    assert in_order()
    award(first, 1, now + 2 * HOUR)
    assert not group.qualifies.filter(entry=None).exists()
    assert in_order()


def test_a_walkover_is_reopened_and_played(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    sit(call(match, now), *players_of(match, 0), now=now)
    matches_services.end_sit_down_window(match_id=match.pk, now=match.sit_by)
    heal_rankings()
    reopen(match, now + HOUR)
    now = play_match(match, 1, now + 2 * HOUR)
    heal_rankings()
    assert sorted(row["total"] for row in PointsEntry.objects.summed()) == [5, 20]
    assert match.points.count() == 6
    assert in_order()


def test_a_double_walkover_is_reopened_and_the_bye_it_gave_taken_away(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    first, second = match_at(cup, 1, 1), match_at(cup, 1, 2)
    call(first, now)
    matches_services.end_sit_down_window(match_id=first.pk, now=first.sit_by)
    award(second, 0, now)
    cup.refresh_from_db()
    assert cup.state == Competition.State.FINISHED
    reopen(first, now + HOUR)
    assert states(cup) == [State.READY, State.WALKOVER, State.PENDING]
    award_all(cup, now + 2 * HOUR)
    assert in_order()


def test_what_follows_from_a_withdrawal_is_not_reopened(now: datetime) -> None:
    event = an_event(now, "single", 4)
    match = ready(event)[0]
    leaver = match.slots.get(side=0).entry
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    match.refresh_from_db()
    with pytest.raises(RefusedError, match="left-since"):
        reopen(match, now + HOUR)


def test_who_left_after_a_match_loses_it_once_it_is_reopened(now: datetime) -> None:
    event = an_event(now, "single", 4)
    first, second = ready(event)
    award(first, 0, now)
    leaver = first.slots.get(side=0).entry
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    award(second, 0, now)
    reopen(first, now + HOUR)
    assert (first.state, first.winner) == (State.WALKOVER, 1)
    final = match_at(event, 2, 1)
    assert (final.state, entries_at(final)) == (
        State.READY,
        [first.slots.get(side=1).entry_id, second.slots.get(side=0).entry_id],
    )
    assert in_order()


def test_ranks_of_a_group_that_come_out_the_same_keep_their_matches(now: datetime) -> None:
    """The last of the group now beats an opponent; the qualifiers stay the same."""
    event = an_event(now, "groups", 8)
    award_all(event, now)
    first = Group.objects.get(stage__competition=event, stage__number=1, number=1)
    last, third = (event.entries.get(stage_slots__group=first, seed=seed) for seed in (8, 5))
    match = Match.objects.filter(slots__entry=last).get(
        pk__in=Match.objects.filter(slots__entry=third)
    )
    side = match.slots.get(entry=last).side
    falls = result_services.correct_result(
        match_id=match.pk,
        games=[(5, 2) if side == 0 else (2, 5)],
        actor=organiser_of(event),
        reason="al revés",
        now=now + HOUR,
    )
    assert (list(falls.dependents), list(falls.qualified)) == ([], [])
    event.refresh_from_db()
    assert (event.state, event.champion.seed) == (Competition.State.FINISHED, 1)
    assert in_order()


def test_ranks_of_a_group_that_change_hands_fall_alone(now: datetime) -> None:
    """The second and the third of a group change places; its first stays where it is."""
    event = an_event(now, "groups", 8)
    award_all(event, now)
    group = Group.objects.get(stage__competition=event, stage__number=1, number=1)
    second, third = (event.entries.get(stage_slots__group=group, seed=seed) for seed in (4, 5))
    match = Match.objects.filter(slots__entry=second).get(
        pk__in=Match.objects.filter(slots__entry=third)
    )
    side = match.slots.get(entry=third).side
    falls = result_services.correct_result(
        match_id=match.pk,
        games=[(5, 2) if side == 0 else (2, 5)],
        actor=organiser_of(event),
        reason="al revés",
        now=now + HOUR,
    )
    assert [slot.source_rank for slot in falls.qualified] == [2]
    assert group.qualifies.get(source_rank=2).entry == third
    assert group.qualifies.get(source_rank=1).entry.seed == 1
    knockout = Match.objects.filter(round__group__stage__number=2).order_by("number")
    assert [each.state for each in knockout].count(State.WALKOVER) == 1
    assert in_order()
    award_all(event, now + 2 * HOUR)
    assert event.state == Competition.State.FINISHED
    assert in_order()


@pytest.mark.parametrize("format_", ["round-robin", "swiss"])
def test_play_offs_published_by_hand_stay_if_the_ranks_of_their_table_do(
    format_: str, now: datetime
) -> None:
    event = a_running_event(now, format_, 5, choices={"finalists": 4})
    while not Draft.objects.filter(competition=event, group__stage__number=2).exists():
        win_round(event, now)
        if Draft.objects.filter(competition=event, group__stage__number=1).exists():
            publish(event, now)
    table = Group.objects.get(stage__competition=event, stage__number=1)
    first, *_, fourth, _ = (row.entry for row in group_rows(table))
    entries = list(event.entries.order_by("seed"))
    swap(event, entries[0].pk, entries[1].pk, now)
    publish(event, now)
    win_round(event, now)
    before = states(event)
    seeds = StageSlot.objects.filter(stage__competition=event, stage__number=2)
    seeded = list(seeds.order_by("number").values_list("entry", flat=True))
    match = Match.objects.filter(round__group=table, slots__entry=first).get(slots__entry=fourth)
    falls = result_services.correct_result(
        match_id=match.pk,
        games=[(5, 4) if match.winner == 0 else (4, 5)],
        actor=organiser_of(event),
        reason="eran 4",
        now=now + HOUR,
    )
    assert (list(falls.dependents), list(falls.qualified)) == ([], [])
    assert not Draft.objects.filter(competition=event).exists()
    assert list(seeds.order_by("number").values_list("entry", flat=True)) == seeded
    assert [*states(event)].count(State.READY) == before.count(State.READY)
    assert in_order()


def test_a_league_match_whose_date_has_passed_is_played_at_that_hour_of_the_next_day(
    now: datetime,
) -> None:
    league = a_league(now)
    match = Match.objects.of(league.pk).first()
    played = match.scheduled_at + HOUR
    award(match, 0, played)
    reopen(match, played)
    assert match.scheduled_at - (played - HOUR) == timedelta(days=1)
    assert in_order()


@pytest.mark.parametrize(
    ("format_", "shape"),
    [
        *((name, {"swiss_rounds": 2}) for name in ("swiss", "rotation", "americano", "mexicano")),
        *((name, {}) for name in ("arena", "king")),
    ],
)
def test_a_correction_keeps_the_end_of_a_table_paired_by_results(
    format_: str, shape: dict[str, int], now: datetime
) -> None:
    event = an_event(now, format_, 4, **shape)
    terms = {"actor": organiser_of(event), "reason": "era así"}
    while matches := ready(event):
        for match in matches:
            result_services.submit_result(match_id=match.pk, games=[(5, 2)], now=now, **terms)
        draw_what_follows()
    event.refresh_from_db()
    end, champion = event.finished_at, event.champion_id
    assert end is not None
    won = Match.objects.of(event.pk).filter(slots__entry=champion, slots__side=F("winner"))
    later = {"now": now + HOUR, **terms}
    result_services.correct_result(match_id=won.earliest("pk").pk, games=[(5, 1)], **later)
    draw_what_follows()
    event.refresh_from_db()
    assert (event.state, event.champion_id) == (Competition.State.FINISHED, champion)
    assert event.finished_at == end
    assert in_order()


@pytest.mark.feature(
    "Corrections",
    "A correction that keeps the winner of a match of a bracket changes only its figures",
)
@pytest.mark.parametrize("format_", ["single", "double"])
def test_a_correction_that_keeps_the_winner_changes_only_that_match(
    format_: str, now: datetime
) -> None:
    event = an_event(now, format_, 4)
    first = ready(event)[0]
    result_services.submit_result(
        match_id=first.pk, games=[(5, 1)], actor=organiser_of(event), now=now
    )
    award_all(event, now)
    heal_rankings()
    others = Match.objects.of(event.pk).exclude(pk=first.pk).order_by("pk", "slots__side")
    read = ("pk", "state", "winner", "completed_at", "reopened", "slots__entry", "slots__bye")
    before, end = list(others.values_list(*read)), (event.champion_id, event.finished_at)
    terms = {"actor": organiser_of(event), "reason": "eran 4", "now": now + HOUR}
    result_services.correct_result(match_id=first.pk, games=[(5, 4)], **terms)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert (event.champion_id, event.finished_at) == end
    assert list(others.values_list(*read)) == before
    assert first.submissions.standing().get().chicos == [[[5, 4]]]
    assert in_order()
    result_services.correct_result(match_id=first.pk, games=[(4, 5)], **terms)
    event.refresh_from_db()
    assert (event.state, event.champion) == (Competition.State.RUNNING, None)
    assert in_order()
