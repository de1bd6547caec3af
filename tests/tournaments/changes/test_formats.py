"""Another format after the draw, until the first result."""

from datetime import datetime
from typing import Any

import pytest

from tests.games.tables import a_person
from tests.tournaments.changes.acts import code_of, undo_latest
from tests.tournaments.changes.test_endings import write_round
from tests.tournaments.cups import a_cup, a_running_cup, an_organiser, enter
from tests.tournaments.events import an_event, award_all, organiser_of, ready
from tests.tournaments.soundness import faults
from tournaments.changes.formats import OFFERED, change_format
from tournaments.draw.services import draw
from tournaments.entries.check_in import check_in_all_present
from tournaments.formats.catalogue import by_challenge
from tournaments.formats.options import FormatOptions
from tournaments.models import AuditEvent, Competition, Entry, Match, MatchSlot

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State


def change(event: Competition, format_: str, now: datetime) -> None:
    change_format(
        competition_id=event.pk, format_=format_, seed="otra", actor=organiser_of(event), now=now
    )
    event.refresh_from_db()


def matches_with_sides(event: Competition) -> list[tuple[object, ...]]:
    """Return the matches with those who meet."""
    slots = MatchSlot.objects.filter(match__in=Match.objects.of(event.pk))
    ordered = slots.order_by("match__number", "side", "number")
    return list(ordered.values_list("match__number", "round__number", "side", "entry", "bye"))


@pytest.mark.parametrize("format_", [name for name in OFFERED if name not in by_challenge()])
def test_a_drawn_competition_is_drawn_anew_in_another_format(format_: str, now: datetime) -> None:
    event = an_event(now, "swiss" if format_ != "swiss" else "groups", 9)
    before, shape = matches_with_sides(event), event.stages.order_by("number")[0].shape
    change(event, format_, now)
    assert (event.state, event.stages.order_by("number")[0].format) == (State.RUNNING, format_)
    assert ready(event)
    assert faults() == []
    undo_latest(event, AuditEvent.Act.CHANGE_FORMAT, now)
    assert (matches_with_sides(event), event.stages.order_by("number")[0].shape) == (before, shape)
    assert faults() == []
    change(event, format_, now)
    award_all(event, now)
    assert (event.state, faults()) == (State.FINISHED, [])


@pytest.mark.parametrize("format_", [name for name in OFFERED if name in by_challenge()])
def test_a_drawn_competition_becomes_a_ladder(format_: str, now: datetime) -> None:
    """Its matches are those that somebody asks for: none yet."""
    event = an_event(now, "swiss", 9)
    before = matches_with_sides(event)
    change(event, format_, now)
    assert (event.state, event.stages.get().format) == (State.RUNNING, format_)
    assert (ready(event), faults()) == ([], [])
    undo_latest(event, AuditEvent.Act.CHANGE_FORMAT, now)
    assert (matches_with_sides(event), faults()) == (before, [])


def test_who_came_late_after_a_check_in_plays_in_the_new_format(now: datetime) -> None:
    organiser = an_organiser()
    event = a_cup(organiser, now, cap=8, shape=FormatOptions(format="swiss", swiss_rounds=3))
    for _ in range(5):
        enter(event, organiser, now, a_person())
    deciding: Any = {"competition_id": event.pk, "actor": organiser, "now": now}
    check_in_all_present(**deciding)
    draw(seed="s", **deciding)
    late = enter(event, organiser, now, a_person())
    change(event, "single", now)
    late.refresh_from_db()
    assert (late.state, event.state) == (Entry.State.CONFIRMED, State.DRAWN)
    assert event.entries.filter(seed__isnull=False).count() == 6
    assert faults() == []


def test_refusals_of_another_format(now: datetime) -> None:
    event = an_event(now, "groups", 6)
    assert code_of(lambda: change(event, "americano", now)) == "not-this-format"
    assert code_of(lambda: change(event, "nada", now)) == "not-this-format"
    americano = an_event(now, "americano", 8)
    assert code_of(lambda: change(americano, "swiss", now)) == "not-this-format"
    write_round(event, now, 1)
    assert code_of(lambda: change(event, "single", now)) == "cards-played"
    boards = a_running_cup(an_organiser(), now, boards="1,1")
    change(boards, "double", now)
    assert faults() == []
