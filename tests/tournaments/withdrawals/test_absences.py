"""Rounds without an entry: it says so before they are drawn, is not paired, and gets its bye."""

import pytest

from tests.games.tables import a_person
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
from tests.tournaments.withdrawals.test_tables_left import leave, play, seeded
from tournaments.draw.drafts import is_current
from tournaments.models import Absence, AuditEvent, Competition, Draft, Group, Match
from tournaments.stages.queries import read_event
from tournaments.standings.queries import group_rows, group_table
from tournaments.withdrawals import absences

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Match.State


def absent(event, entry, now, **more):
    who = {"actor": organiser_of(event), "asked": True}
    absences.mark_absent(entry_id=entry.pk, now=now, **{**who, **more})
    draw_what_follows()


def present(event, entry, now, **more):
    absences.mark_present(entry_id=entry.pk, now=now, **{"actor": organiser_of(event), **more})
    draw_what_follows()


def end_round(event, now):
    for match in ready(event):
        award(match, the_better_seed(match), now)
    event.refresh_from_db()


def in_round(event, entry, number) -> Match:
    return Match.objects.of(event.pk).get(round__number=number, slots__entry=entry)


def score(event, entry) -> float:
    return group_table(Group.objects.get(stage__competition=event)).scores[entry.pk]


def terms(event, **values):
    Competition.objects.filter(pk=event.pk).update(**values)


@pytest.mark.feature(
    "Entries", '"Ausente esta ronda" and byes asked for, worth nothing, half a point or a point'
)
@pytest.mark.parametrize(("points", "gained"), [("none", 0), ("half", 0.5), ("full", 1)])
def test_who_is_absent_is_not_paired_and_gets_what_was_announced(points, gained, now):
    event = an_event(now, "swiss", 7)
    terms(event, bye_points=points)
    gone = seeded(event, 1)
    absent(event, gone, now, actor=gone.roster.get().user)
    before = score(event, gone)
    end_round(event, now)
    match = in_round(event, gone, 2)
    assert (match.state, match.winner, match.slots.count()) == (State.BYE, 0, 2)
    assert score(event, gone) == before + 1  # a bye counts from the first result of its round on
    award(ready(event)[0], 0, now)
    assert score(event, gone) == before + 1 + gained
    assert Match.objects.of(event.pk).filter(round__number=2).count() == 4
    assert not Match.objects.of(event.pk).filter(round__number=2, asked_bye="", state=State.BYE)
    end_round(event, now)
    assert in_round(event, gone, 3).state == State.READY
    assert in_order()
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_a_no_show_that_an_organiser_notes_gives_nothing_and_takes_no_bye(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    gone = seeded(event, 8)
    absent(event, gone, now, asked=None)  # as a tap of the organiser says it
    end_round(event, now)
    absent(event, gone, now, asked=None, actor=gone.roster.get().user)
    end_round(event, now)
    assert [in_round(event, gone, each).asked_bye for each in (2, 3)] == ["zero-bye", "half-bye"]
    award(ready(event)[0], 0, now)
    assert score(event, gone) == 0.5
    assert in_order()


def test_more_absences_than_were_offered_give_nothing(now):
    event = an_event(now, "swiss", 8, swiss_rounds=5)
    terms(event, byes=2)
    gone = seeded(event, 8)
    for number in (2, 3, 4):
        absent(event, gone, now, number=number if number < 4 else None)
        end_round(event, now)
    given = [in_round(event, gone, number).asked_bye for number in (2, 3, 4)]
    assert given == ["half-bye", "half-bye", "zero-bye"]
    assert score(event, gone) == 1
    assert in_order()


def test_a_bye_is_asked_for_ahead_as_often_as_was_announced(now):
    event = an_event(now, "swiss", 8, swiss_rounds=4)
    gone = seeded(event, 3)
    absent(event, gone, now, number=4)
    assert refusal(absent, event=event, entry=gone, now=now, number=3) == "no-byes-left"
    assert refusal(absent, event=event, entry=gone, now=now, number=4) == "already-absent"
    assert refusal(absent, event=event, entry=gone, now=now, number=5) == "no-such-round"
    assert refusal(absent, event=event, entry=gone, now=now, number=1) == "round-drawn"
    absent(event, gone, now)
    terms(event, byes=0)
    other = seeded(event, 4)
    assert refusal(absent, event=event, entry=other, now=now, number=3) == "no-byes-left"
    absent(event, other, now)
    end_round(event, now)
    assert in_round(event, other, 2).asked_bye == "zero-bye"
    assert in_order()


def test_it_is_taken_back_until_the_round_is_drawn(now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 2)
    assert refusal(present, event=event, entry=gone, now=now) == "not-absent"
    absent(event, gone, now)
    present(event, gone, now)
    absent(event, gone, now)
    acts = [AuditEvent.Act.ABSENT, AuditEvent.Act.PRESENT, AuditEvent.Act.ABSENT]
    assert (
        list(event.audit.filter(act__in=acts).order_by("pk").values_list("act", flat=True)) == acts
    )
    end_round(event, now)
    assert refusal(present, event=event, entry=gone, now=now, number=2) == "round-drawn"
    assert in_order()


def test_a_draft_is_drawn_anew_without_who_is_absent_and_with_who_is_back(now):
    event = drafts.a_running_event(now, "swiss", 6)
    drafts.win_round(event, now)
    gone, first = seeded(event, 1), drafts.the_draft(event)
    absent(event, gone, now)
    without = drafts.the_draft(event)
    assert (without.pk != first.pk, without.anew, is_current(without)) == (True, True, True)
    assert gone.pk not in {entry for pool in without.as_it_stands for entry in pool}
    assert in_order()
    present(event, gone, now)
    assert gone.pk in {entry for pool in drafts.the_draft(event).as_it_stands for entry in pool}
    absent(event, gone, now)
    drafts.swap(event, *(pool[0] for pool in drafts.the_draft(event).as_it_stands[:2]), now)
    drafts.publish(event, now)
    assert in_round(event, gone, 2).asked_bye == "half-bye"
    assert in_order()


def test_an_absence_of_a_later_round_leaves_the_draft_as_it_is(now):
    event = drafts.a_running_event(now, "swiss", 6)
    drafts.win_round(event, now)
    before = drafts.the_draft(event)
    absent(event, seeded(event, 1), now, number=3)
    assert drafts.the_draft(event).pk == before.pk


@pytest.mark.parametrize("there", [0, 1])
def test_a_round_from_which_nearly_all_are_absent_is_passed_and_the_next_is_played(there, now):
    event = an_event(now, "swiss", 4, swiss_rounds=3)
    for number in range(1 + there, 5):
        absent(event, seeded(event, number), now)
    end_round(event, now)
    assert set(states_in(event, 2)) == {State.BYE}
    assert State.READY in states_in(event, 3)
    assert in_order()
    award_all(event, now)
    assert event.state == Competition.State.FINISHED


def test_such_a_round_is_also_passed_where_rounds_are_published_by_hand(now):
    event = drafts.a_running_event(now, "swiss", 4, choices={"swiss_rounds": 3})
    for number in range(1, 5):
        absent(event, seeded(event, number), now)
    drafts.win_round(event, now)
    drafts.publish(event, now)
    assert Draft.objects.get(competition=event).number == 3
    assert in_order()


def states_in(event, number) -> list[str]:
    return list(
        Match.objects.of(event.pk).filter(round__number=number).values_list("state", flat=True)
    )


def test_an_asked_bye_of_less_than_a_point_does_not_spare_the_draws_own(now):
    event = an_event(now, "swiss", 5, swiss_rounds=4)
    last = seeded(event, 5)
    absent(event, last, now)
    before = {e.pk for e in event.entries.filter(slots__bye=True)}
    end_round(event, now)
    assert in_round(event, last, 2).asked_bye == "half-bye"
    end_round(event, now)
    free = Match.objects.of(event.pk).get(round__number=3, state=State.BYE)
    assert (free.asked_bye, free.rematch) == ("", False)
    assert free.slots.get(side=0).entry_id not in before - {last.pk}
    assert in_order()


@pytest.mark.parametrize("entries", [5, 7])
def test_who_won_a_point_without_playing_gets_no_bye(entries, now):
    """They lose from then on, down to where byes are given."""
    event = an_event(now, "swiss", entries, swiss_rounds=4)
    first, *others = ready(event)
    lucky = first.slots.get(side=1).entry_id
    award(first, 1, now)
    while others:
        for match in others:
            sides = list(match.slots.order_by("side").values_list("entry", flat=True))
            play(match, 1 - sides.index(lucky) if lucky in sides else 0, now)
        others = ready(event)
    byes = set(event.entries.filter(slots__match__state=State.BYE).values_list("pk", flat=True))
    assert byes
    assert lucky not in byes
    assert in_order()


def test_only_its_own_and_organisers_say_it(now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 1)
    assert refusal(absent, event=event, entry=gone, now=now, actor=a_person()) == "not-in-entry"
    leave(event, gone, now)
    assert refusal(absent, event=event, entry=gone, now=now) == "wrong-state"
    assert Absence.objects.count() == 0


@pytest.mark.parametrize("format_", ["single", "league", "groups"])
def test_where_no_round_is_drawn_by_results_nobody_is_absent_from_one(format_, now):
    event = an_event(now, format_, 6, **({"group_count": 2} if format_ == "groups" else {}))
    assert refusal(absent, event=event, entry=seeded(event, 1), now=now) == "wrong-state"


@pytest.mark.parametrize(("asked", "words"), [(None, "ausente"), (True, "libre pedida: ½ punto")])
def test_on_the_wall_and_on_paper_who_is_absent_does_not_rest(asked, words, now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 6)
    absent(event, gone, now, asked=asked)
    end_round(event, now)
    shown = read_event(event, event.entries.all())
    rested = next(entry for entry in shown.idle if entry != gone)
    assert (shown.why_idle(gone), shown.why_idle(rested)) == (words, "descansa")


def test_who_was_absent_and_leaves_is_in_no_later_round(now):
    event = an_event(now, "swiss", 6)
    gone = seeded(event, 6)
    absent(event, gone, now)
    leave(event, gone, now)
    end_round(event, now)
    assert not Match.objects.of(event.pk).filter(round__number=2, slots__entry=gone).exists()
    assert group_rows(Group.objects.get(stage__competition=event))[-1].entry == gone.pk
    assert in_order()
