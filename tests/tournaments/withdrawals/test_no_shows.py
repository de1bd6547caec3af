"""No-shows: the verdict, the next round of the absent entry, and its return."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.events import an_event, draw_what_follows, organiser_of, ready
from tests.tournaments.halls import an_evening, write
from tests.tournaments.refusals import refusal
from tests.tournaments.reopening import in_order
from tests.tournaments.timed import a_timed_cup
from tournaments.formats.options import FormatOptions
from tournaments.formats.score_sheet import Point
from tournaments.lifecycle.services import pause, resume
from tournaments.matches.services import call_match
from tournaments.matches.tables import add_mark, awaited_until, sheet_of
from tournaments.models import AuditEvent, Entry, Group, Match
from tournaments.results.services import reopen_match
from tournaments.standings.queries import group_table
from tournaments.withdrawals.no_shows import missed_matches, record_no_show
from tournaments.withdrawals.queries import frequent_absentees, no_show
from tournaments.withdrawals.services import reinstate

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Match.State
SWISS = FormatOptions(format="swiss", swiss_rounds=5)


def stay_away(match, now, *sides, **stays):
    """Record that these sides did not come; `stays` is by side: `side_0="leaves"`."""
    plans = {entry_of(match, int(key[-1])).pk: stay for key, stay in stays.items()}
    record_no_show(
        match_id=match.pk,
        absent=sides,
        stays=plans,
        actor=organiser_of(match.round.group.stage.competition),
        reason="No vino",
        now=now,
    )
    draw_what_follows()
    match.refresh_from_db()


def entry_of(match, side) -> Entry:
    return match.slots.get(side=side).entry


def points(event, entry) -> float:
    group = Group.objects.get(stage__competition=event)
    return group_table(group).scores[entry.pk]


def play_the_others(event, now):
    for match in ready(event):
        write(match, now)
    draw_what_follows()


@pytest.mark.parametrize(("sides", "state"), [((0,), "walkover"), ((0, 1), "double_walkover")])
def test_an_absence_scores_nothing_and_is_logged(sides, state, now):
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    match = ready(event)[0]
    stay_away(match, now, *sides)
    assert match.state == state
    assert [points(event, entry_of(match, side)) for side in (0, 1)] == [
        0,
        1 if sides == (0,) else 0,
    ]
    assert event.audit.get(match=match).act == AuditEvent.Act.WALKOVER
    assert in_order()


def test_a_no_show_at_real_cards_frees_the_table(now):
    event = an_evening(now, shape=SWISS, tables=2)
    match = Match.objects.of(event.pk).filter(state=State.CALLED).first()
    assert match.hall_table is not None
    stay_away(match, now, 1)
    assert (match.state, match.winner) == (State.WALKOVER, 0)
    assert match.hall_table_id not in Match.objects.of(event.pk).filter(
        state=State.CALLED
    ).values_list("hall_table", flat=True)


def test_a_no_show_in_a_timed_round(organiser, now):
    event = a_timed_cup(organiser, now, with_cards=True)
    match = ready(event)[0]
    call_match(match_id=match.pk, now=now)
    stay_away(match, now, 0)
    assert (match.state, match.winner) == (State.WALKOVER, 1)


def test_nobody_is_absent_once_points_are_on_the_sheet(now):
    event = an_evening(now, shape=SWISS)
    match = Match.objects.of(event.pk).filter(state=State.CALLED).first()
    add_mark(sheet_of(match), Point(0, 2), action_id="1", by=organiser_of(event), now=now)
    told = {"match_id": match.pk, "absent": [0], "actor": organiser_of(event), "now": now}
    assert refusal(record_no_show, **told, reason="No vino") == "played-already"


def test_a_no_show_is_undone_like_any_result(now):
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    match = ready(event)[0]
    stay_away(match, now, 0)
    reopen_match(match_id=match.pk, actor=organiser_of(event), reason="llegó", now=now)
    match.refresh_from_db()
    assert match.state == State.READY
    assert missed_matches(entry_of(match, 0)) == 0


def test_who_rests_is_not_paired_in_the_next_round(now):
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    match = ready(event)[0]
    away = entry_of(match, 0)
    stay_away(match, now, 0, side_0="rests")
    play_the_others(event, now)
    second = Match.objects.of(event.pk).filter(round__number=2, slots__entry=away).get()
    assert (second.state, second.asked_bye) == (State.BYE, "zero-bye")
    assert points(event, away) == 0


@pytest.mark.parametrize(
    ("format_", "entries", "shape"),
    [
        ("swiss", 8, {"swiss_rounds": 3}),
        ("round-robin", 4, {}),  # the match is annulled until they return
        ("groups", 8, {"group_count": 2}),
        ("league", 4, {"cycles": 1}),
    ],
)
def test_who_left_at_a_no_show_comes_back_without_that_match(format_, entries, shape, now):
    event = an_event(now, format_, entries, **shape)
    match = ready(event)[0]
    away = entry_of(match, 0)
    stay_away(match, now, 0, side_0="leaves")
    away.refresh_from_db()
    assert away.state == Entry.State.WITHDRAWN
    reinstate(entry_id=away.pk, actor=organiser_of(event), now=now + timedelta(minutes=1))
    match.refresh_from_db()
    away.refresh_from_db()
    assert (match.state, match.winner) == (State.WALKOVER, 1)
    assert away.state == Entry.State.CONFIRMED
    assert in_order()


def test_a_second_no_show_proposes_to_withdraw(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    match = ready(event)[0]
    away = entry_of(match, 0)
    (absentee,) = no_show(match, [0], now).absentees
    assert not absentee.is_proposed_to_leave
    stay_away(match, now, 0)
    play_the_others(event, now)
    second = next(m for m in ready(event) if m.slots.filter(entry=away).exists())
    side = second.slots.get(entry=away).side
    (absentee,) = no_show(second, [side], now).absentees
    assert absentee.is_proposed_to_leave
    assert frequent_absentees(event) == []
    stay_away(second, now, side)
    (one,) = frequent_absentees(event)
    assert (one.entry, one.missed) == (away, 2)


def test_nobody_asks_what_the_loser_of_a_knockout_does_next(now):
    event = an_event(now, "single", 4)
    (absentee,) = no_show(ready(event)[0], [0], now).absentees
    assert not absentee.can_play_on


def test_two_taps_in_the_row_of_a_match(now):
    event = an_evening(now, shape=SWISS)
    match = Match.objects.of(event.pk).filter(state=State.CALLED).first()
    browser, address = a_browser(organiser_of(event)), f"/competitions/{event.pk}/results/"
    names = [str(entry_of(match, side)) for side in (0, 1)]
    page = text_of(browser.get(address))
    assert f"No vino {names[0]}" in page
    asked = text_of(browser.get(f"{address}{match.pk}/absent/?who=0"))
    assert f"Gana {names[1]} por ausencia." in asked
    assert f"No vino: {names[0]}, " in asked
    browser.post(f"{address}{match.pk}/absent/", {"who": "0"})
    match.refresh_from_db()
    assert (match.state, match.winner) == (State.WALKOVER, 1)
    assert event.audit.get(match=match, act="walkover").reason.startswith(f"No vino: {names[0]}, ")


def test_the_row_says_until_when_they_are_awaited(now):
    event = an_evening(now, shape=SWISS)
    match = Match.objects.of(event.pk).filter(state=State.CALLED).first()
    browser, address = a_browser(organiser_of(event)), f"/competitions/{event.pk}/results/"
    answer = browser.post(f"{address}{match.pk}/absent/", {"who": "0", "wait": "5"}, follow=True)
    assert "se espera hasta las" in text_of(answer)
    match.refresh_from_db()
    assert match.state == State.CALLED
    assert awaited_until(match, timezone.now()) == match.sit_by


def test_nobody_is_awaited_until_an_hour_that_a_pause_moved(now):
    event = an_evening(now, shape=SWISS)
    match = Match.objects.of(event.pk).filter(state=State.CALLED).first()
    by, later = organiser_of(event), now + timedelta(minutes=20)
    pause(competition_id=event.pk, actor=by, now=now + timedelta(minutes=1))
    resume(competition_id=event.pk, actor=by, now=later)
    match.refresh_from_db()
    assert match.sit_by > later
    assert awaited_until(match, later) is None
