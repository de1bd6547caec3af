"""Other qualifiers and other later stages, until the first match of them."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.changes.acts import code_of, undo_latest
from tests.tournaments.changes.test_endings import write_round
from tests.tournaments.drafts import a_running_event
from tests.tournaments.events import an_event, award_all, draw_what_follows, organiser_of, ready
from tests.tournaments.soundness import faults
from tournaments.changes.stages import change_stages
from tournaments.models import AuditEvent, Competition, Draft, Match, StageSlot

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State
MINUTE = timedelta(minutes=1)
CHANGED: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("groups", {"group_count": 2}, {"qualifiers": 1}),
    ("groups", {"group_count": 2}, {"qualifiers": 3}),
    ("groups", {"group_count": 3}, {"best_next": 2}),
    ("groups", {"group_count": 2}, {"silver": True}),
    ("groups", {"group_count": 2, "silver": True}, {"silver": False}),
    ("groups", {"group_count": 2, "then_swiss": 2}, {"then_swiss": 0}),
    ("groups", {"group_count": 2}, {"then_swiss": 2, "finalists": 2}),
    ("groups", {"group_count": 2}, {"third_place": True}),
    ("groups", {"group_count": 2, "qualifiers": 3}, {"losers": "places"}),
    ("round-robin", {"finalists": 4}, {"layout": "page"}),
    ("swiss", {"swiss_rounds": 2}, {"finalists": 4}),
    ("swiss", {"swiss_rounds": 2, "finalists": 4}, {"finalists": 0}),
    ("swiss", {"swiss_rounds": 2, "finalists": 4}, {"finalists": 2, "play_in": 1}),
    ("round-robin", {}, {"finalists": 2}),
    ("round-robin", {"finalists": 4}, {"finalists": 0}),
)


def change(event: Competition, now: datetime, **changed: Any) -> None:
    change_stages(competition_id=event.pk, changed=changed, actor=organiser_of(event), now=now)
    draw_what_follows()
    event.refresh_from_db()


def plan(event: Competition) -> list[Any]:
    """Return the stages with where each takes its entries."""
    slots = StageSlot.objects.filter(stage__competition=event).order_by("stage__number", "number")
    return list(
        slots.values_list(
            "stage__number", "stage__format", "number", "source_group__number", "source_rank"
        )
    )


@pytest.mark.parametrize(("format_", "shape", "changed"), CHANGED)
def test_later_stages_change_while_the_first_is_played(
    format_: str, shape: dict[str, Any], changed: dict[str, Any], now: datetime
) -> None:
    event = an_event(now, format_, 8 if shape.get("group_count") != 3 else 9, **shape)
    write_round(event, now)
    before = plan(event)
    change(event, now, **changed)
    assert plan(event) != before or changed.keys() & {"third_place", "losers", "layout"}
    assert faults() == []
    changed_to = plan(event)
    undo_latest(event, AuditEvent.Act.CHANGE_STAGES, now)
    assert plan(event) == before
    change(event, now, **changed)
    assert plan(event) == changed_to
    award_all(event, now + MINUTE)
    assert (event.state, faults()) == (State.FINISHED, [])
    numbers = list(Match.objects.of(event.pk).values_list("number", flat=True))
    assert len(numbers) == len({*numbers})


def test_finals_that_are_known_are_others_until_a_match_of_them(now: datetime) -> None:
    event = an_event(now, "groups", 8, group_count=2)
    while not Match.objects.of(event.pk).filter(round__group__stage__number=2, state="ready"):
        write_round(event, now)
    change(event, now, qualifiers=1)
    final = Match.objects.of(event.pk).get(round__group__stage__number=2)
    assert (final.state, faults()) == ("ready", [])
    change(event, now, qualifiers=2)
    write_round(event, now, 1)
    assert code_of(lambda: change(event, now, qualifiers=1)) == "later-stage-started"


def test_a_finished_table_gets_finals_and_loses_them(now: datetime) -> None:
    event = an_event(now, "swiss", 6, swiss_rounds=2)
    award_all(event, now)
    champion = event.champion_id
    change(event, now, finalists=2)
    assert (event.state, len(ready(event)), faults()) == (State.RUNNING, 1, [])
    undo_latest(event, AuditEvent.Act.CHANGE_STAGES, now)
    assert (event.state, event.champion_id, faults()) == (State.FINISHED, champion, [])


def test_drafted_finals_are_drafted_again(now: datetime) -> None:
    event = a_running_event(now, "groups", 8, choices={"group_count": 2})
    while not Draft.objects.filter(competition=event).exists():
        write_round(event, now)
    change(event, now, qualifiers=1)
    assert len(Draft.objects.get(competition=event).as_it_stands) == 1
    assert faults() == []


def test_refusals_of_other_stages(now: datetime) -> None:
    event = an_event(now, "groups", 8, group_count=2)
    assert code_of(lambda: change(event, now, qualifiers=2)) == "nothing-changes"
    assert code_of(lambda: change(event, now, qualifiers=4)) == "too-many-qualifiers"
    assert code_of(lambda: change(event, now, group_count=1)) == "no-later-stages"
    knockout = an_event(now, "single", 4)
    assert code_of(lambda: change(knockout, now, third_place=True)) == "no-later-stages"
