"""Another target or best-of: rounds that have started keep theirs, in every format."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.changes.acts import code_of, undo_latest
from tests.tournaments.changes.test_endings import SHAPES, write, write_round
from tests.tournaments.cups import a_running_cup, an_organiser, call
from tests.tournaments.events import an_event, award_all, draw_what_follows, organiser_of, ready
from tests.tournaments.soundness import faults
from tournaments.changes.lengths import change_length
from tournaments.formats.catalogue import FORMATS, open_for_a_time
from tournaments.formats.options import FormatOptions
from tournaments.models import AuditEvent, Competition, Match, Round
from tournaments.results.services import submit_result

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE = timedelta(minutes=1)


def change(event: Competition, now: datetime, **length: Any) -> None:
    change_length(competition_id=event.pk, actor=organiser_of(event), now=now, **length)
    event.refresh_from_db()


@pytest.mark.parametrize("format_", [name for name in FORMATS if name not in open_for_a_time()])
def test_the_round_in_play_keeps_its_target_and_the_next_has_the_new_one(
    format_: str, now: datetime
) -> None:
    event = an_event(now, format_, 8, **SHAPES[format_])
    write_round(event, now, 1)
    change(event, now, target=15)
    assert event.rules.target == 15
    write_round(event, now)  # five points still win the first round
    assert faults() == []
    second = ready(event)[0]
    assert second.measure.target == 15
    assert code_of(lambda: write(second, now)) == "impossible-score"
    write(second, now, (15, 3))
    assert faults() == []
    undo_latest(event, AuditEvent.Act.CHANGE_LENGTH, now)
    assert event.rules.target == 5
    assert Match.objects.get(pk=second.pk).measure.target == 15
    award_all(event, now + MINUTE)
    assert (event.state, faults()) == (Competition.State.FINISHED, [])


def test_a_table_that_is_open_goes_on_to_its_target(now: datetime) -> None:
    event = an_event(now, "single", 4)
    first, second = ready(event)
    game = call(first, now)
    change(event, now, target=15)
    assert (first.measure.target, game.rules.target) == (5, 5)
    assert call(Match.objects.get(pk=second.pk), now).rules.target == 5  # of the same round
    write(first, now)
    write(second, now)
    final = Match.objects.of(event.pk).get(round__number=2)
    assert call(final, now).rules.target == 15


def test_more_games_a_match_from_the_next_round_on(now: datetime) -> None:
    shape = FormatOptions(format="single", third_place=True, final_best_of=1)
    event = a_running_cup(an_organiser(), now, entries=8, shape=shape)
    write_round(event, now, 1)
    change(event, now, best_of=3)
    rounds = Round.objects.filter(group__stage__competition=event).order_by("part", "number")
    found = [(one.part, one.number, one.best_of) for one in rounds]
    assert found == [("main", 1, 1), ("main", 2, 3), ("main", 3, 1), ("third", 1, 3)]
    undo_latest(event, AuditEvent.Act.CHANGE_LENGTH, now)
    assert {one.best_of for one in rounds.all()} == {1}


def test_a_swiss_round_that_is_paired_later_has_the_new_length(now: datetime) -> None:
    event = an_event(now, "swiss", 4, swiss_rounds=2)
    change(event, now, best_of=3, target=10)
    for match in ready(event):
        assert (match.best_of, match.measure.target) == (3, 10)  # nobody has sat down yet
        games = [(10, 0), (10, 0)]
        submit_result(match_id=match.pk, games=games, actor=organiser_of(event), now=now)
    draw_what_follows()
    second = Match.objects.of(event.pk).filter(round__number=2).first()
    assert (second.best_of, second.measure.target) == (3, 10)


def test_refusals_of_another_length(now: datetime) -> None:
    event = an_event(now, "swiss", 4, swiss_rounds=2)
    assert code_of(lambda: change(event, now, target=5)) == "nothing-changes"
    assert code_of(lambda: change(event, now, target=4)) == "badly-written"
    assert code_of(lambda: change(event, now, target=61)) == "badly-written"
    assert code_of(lambda: change(event, now, best_of=2)) == "even-best-of"
    write_round(event, now)
    write_round(event, now, 1)
    assert code_of(lambda: change(event, now, target=15)) == "no-rounds-to-come"
    boards = a_running_cup(an_organiser(), now, boards="1,1")
    assert code_of(lambda: change(boards, now, best_of=3)) == "boards-are-games"
    award_all(event, now)
    assert code_of(lambda: change(event, now, target=15)) == "wrong-state"
