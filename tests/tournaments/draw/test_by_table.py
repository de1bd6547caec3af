"""Mexicano and tables by tantos, through services: corrections, absences, withdrawals."""

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import an_event, award, award_all, nobody_comes, organiser_of, ready
from tests.tournaments.soundness import sound
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import add_entry
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match, MatchSlot, sides_of
from tournaments.results.services import reopen_match, submit_result
from tournaments.standings.queries import group_rows
from tournaments.tasks import draw_awaited_rounds
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def an_evening(now, entries, **chosen):
    return an_event(now, "mexicano", entries, **chosen)


def in_order():
    return sound()


def seats(event, number):
    found = Match.objects.of(event.pk).filter(round__number=number).order_by("number")
    return [
        [[slot.entry.pk for slot in side] for side in sides_of(match.slots.all())]
        for match in found
        if match.state != Match.State.BYE
    ]


def places(event):
    group = event.stages.get().groups.get()
    return [row.entry for row in group_rows(group)]


def test_the_second_round_follows_the_table(now):
    event = an_evening(now, 8)
    for match in ready(event):
        award(match, 1, now)
    one, two, three, four, *others = places(event)
    first, second = seats(event, 2)
    assert first == [[one, four], [two, three]]
    assert second == [[others[0], others[3]], [others[1], others[2]]]
    assert in_order()


def test_who_comes_late_rests_no_more_often_than_the_others(now):
    shape = FormatOptions(format="mexicano", swiss_rounds=8)
    organiser = an_organiser()
    event = a_running_cup(organiser, now, entries=6, shape=shape, cap=16, late_entries=True)
    for _ in range(3):  # in three rounds each of the six rests once
        for match in ready(event):
            award(match, 0, now)
    late = add_entry(
        competition_id=event.pk, actor=organiser, players=[NamedPlayer("Zoe")], now=now
    )
    for _ in range(4):
        for match in ready(event):
            award(match, 0, now)
    rests = MatchSlot.objects.filter(match__state=Match.State.BYE, entry=late)
    assert rests.count() <= 2, "three of seven rest in each of four rounds"
    assert in_order()


def test_a_corrected_result_leaves_rounds_that_began(now):
    event = an_evening(now, 4)
    (match,) = ready(event)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    reopen_match(match_id=match.pk, actor=organiser_of(event), reason="mal", now=now)
    award(match, 1, now)
    event.refresh_from_db()
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_who_leaves_and_two_that_do_not_come(now):
    event = an_evening(now, 9)
    nobody_comes(ready(event)[0], now)
    withdraw(entry_id=event.entries.get(seed=9).pk, actor=organiser_of(event), now=now)
    award_all(event, now)
    assert event.state == Competition.State.FINISHED
    assert in_order()


def test_tantos_add_up_and_a_walkover_counts_as_a_won_match(now):
    event = an_evening(now, 5, swiss_rounds=2, by_tantos=True)
    target = event.rules.target
    (match,) = ready(event)
    submit_result(match_id=match.pk, games=[(target, 2)], actor=organiser_of(event), now=now)
    draw_awaited_rounds()
    rows = group_rows(event.stages.get().groups.get())
    scores = sorted(row.values["points"] for row in rows)
    assert scores == [2, 2, target / 2, target, target]
    (match,) = ready(event)
    award(match, 0, now)
    rows = group_rows(event.stages.get().groups.get())
    assert sum(row.values["points"] for row in rows) == 2 * 2 + 5 * target
    page = text_of(a_browser().get(f"/competitions/{event.pk}/"))
    assert "se suman los tantos" in page
    assert "la mitad de los tantos de un partido ganado" in page
    assert in_order()
