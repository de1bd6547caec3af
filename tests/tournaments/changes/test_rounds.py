"""One round more or fewer, while it is played and after its end."""

from datetime import datetime

import pytest

from tests.tournaments.changes.acts import code_of, play_round, undo
from tests.tournaments.drafts import a_running_event, publish
from tests.tournaments.events import an_event, award_all, draw_what_follows, organiser_of
from tests.tournaments.soundness import faults
from tournaments.changes.rounds import change_rounds
from tournaments.changes.undo import undo_change
from tournaments.models import AuditEvent, Competition, Draft, Match, Round

pytestmark = [pytest.mark.django_db, pytest.mark.both]
State = Competition.State
SHAPES = {"swiss": {"swiss_rounds": 3}, "americano": {"swiss_rounds": 3}}


def change(event: Competition, rounds: int, now: datetime, **more: object) -> None:
    change_rounds(
        competition_id=event.pk, rounds=rounds, actor=organiser_of(event), now=now, **more
    )
    draw_what_follows()
    event.refresh_from_db()


def rounds_of(event: Competition) -> int:
    return Round.objects.filter(group__stage__competition=event).count()


@pytest.mark.parametrize("format_", SHAPES)
def test_fewer_rounds_end_it_after_the_last_of_them(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 8, **SHAPES[format_])
    play_round(event, now)
    change(event, 2, now)
    assert event.state == State.RUNNING
    play_round(event, now)
    assert (event.state, rounds_of(event)) == (State.FINISHED, 2)
    assert faults() == []


@pytest.mark.parametrize("format_", SHAPES)
def test_one_round_more_after_the_end_goes_on_and_is_undone(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 8, **SHAPES[format_])
    award_all(event, now)
    champion = event.champion_id
    change(event, 4, now)
    assert (event.state, rounds_of(event), event.champion_id) == (State.RUNNING, 4, None)
    assert faults() == []
    assert code_of(lambda: change(event, 3, now)) == "round-published"
    play_round(event, now)
    assert (event.state, faults()) == (State.FINISHED, [])
    assert champion is not None


def test_a_round_more_that_is_only_drafted_is_taken_back(now: datetime) -> None:
    event = a_running_event(now, "swiss", 8, choices={"swiss_rounds": 2})
    play_round(event, now)
    publish(event, now)
    play_round(event, now)
    assert event.state == State.FINISHED
    champion = event.champion_id
    change(event, 3, now)
    assert (event.state, Draft.objects.get(competition=event).number) == (State.RUNNING, 3)
    undo(event, now)
    assert (event.state, event.champion_id) == (State.FINISHED, champion)
    assert not Draft.objects.filter(competition=event).exists()
    assert faults() == []


def test_the_last_round_is_drafted_and_falls(now: datetime) -> None:
    event = a_running_event(now, "swiss", 8, choices={"swiss_rounds": 2})
    play_round(event, now)
    assert Draft.objects.filter(competition=event).exists()
    change(event, 1, now)
    assert (event.state, rounds_of(event)) == (State.FINISHED, 1)
    assert faults() == []
    undo(event, now)
    assert (event.state, Draft.objects.get(competition=event).number) == (State.RUNNING, 2)
    assert faults() == []


def test_with_finals_fewer_rounds_lead_to_them(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3, finalists=2)
    play_round(event, now)
    play_round(event, now)
    assert rounds_of(event) == 4  # the third, and the final
    assert code_of(lambda: change(event, 2, now)) == "round-published"
    play_round(event, now)
    final = Match.objects.of(event.pk).get(round__group__stage__number=2)
    assert final.state == Match.State.READY
    change(event, 4, now)
    final.refresh_from_db()
    assert (final.state, final.slots.filter(entry=None).count()) == (Match.State.PENDING, 2)
    assert faults() == []
    award_all(event, now)
    assert (event.state, faults()) == (State.FINISHED, [])


def test_refusals_are_in_words(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    assert code_of(lambda: change(event, 3, now)) == "nothing-changes"
    assert code_of(lambda: change(event, 0, now)) == "round-published"
    assert code_of(lambda: change(event, 33, now)) == "too-many-rounds-in-all"
    assert code_of(lambda: change(event, 4, now, seen="otra cosa")) == "options-changed"
    knockout = an_event(now, "single", 4)
    assert code_of(lambda: change(knockout, 3, now)) == "no-rounds"


def test_only_the_last_change_is_undone(now: datetime) -> None:
    event = an_event(now, "swiss", 8, swiss_rounds=3)
    change(event, 4, now)
    first = AuditEvent.objects.filter(competition=event).latest("pk")
    change(event, 5, now)
    undone = {"event_id": first.pk, "actor": organiser_of(event), "now": now}
    assert code_of(lambda: undo_change(**undone)) == "not-the-last-change"
