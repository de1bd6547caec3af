"""Pending draws: the last result of a round records one, and it is drawn exactly once."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.games.races import ROUNDS
from tests.tournaments.drafts import a_running_event, publish, the_draft
from tests.tournaments.events import an_event, award_all, organiser_of, ready
from tests.tournaments.refusals import at_once
from tests.tournaments.soundness import sound
from tournaments.draw import drafts
from tournaments.draw.rounds import draw_awaited
from tournaments.draw.services import undo_draw
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, Draft, Group, Match
from tournaments.results import services as result_services
from tournaments.tasks import draw_awaited_round, draw_awaited_rounds
from tournaments.withdrawals import services as withdrawals

pytestmark = [pytest.mark.django_db, pytest.mark.both]
racing = pytest.mark.django_db(transaction=True)
State = Competition.State


def give(match: Match, winner: int, now) -> None:
    """Decide a match without running the worker that draws the next ones."""
    event = match.round.group.stage.competition
    matches.give_walkover(
        match_id=match.pk, winner=winner, actor=organiser_of(event), reason="no vino", now=now
    )


def a_round_over(now, *, alone=True, **choices) -> tuple[Competition, Group]:
    """A Swiss of four whose first round is over, with its group, which awaits the next."""
    begin = partial(an_event, **choices) if alone else partial(a_running_event, choices=choices)
    event = begin(now, "swiss", 4)
    for match in ready(event):
        give(match, 0, now)
    return event, Group.objects.get(stage__competition=event)


def rounds(event: Competition) -> int:
    return Group.objects.get(stage__competition=event).rounds.count()


def once(words: str, act: Callable[[], object]) -> Callable[..., Any]:
    """Return a wrapper of statements that does something before the first such one."""
    done = []

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(words) and not done:
            done.append(sql)
            act()
        return execute(sql, *rest)

    return wrapper


def turned_round(event: Competition, now) -> Callable[[], object]:
    return partial(
        result_services.correct_result,
        match_id=Match.objects.of(event.pk).first().pk,
        games=[(0, 5)],
        actor=organiser_of(event),
        reason="al revés",
        now=now,
    )


@pytest.mark.feature("Formats", "Swiss: the next round is drawn after the last result, not by it")
@pytest.mark.parametrize(
    "draw", [lambda group: draw_awaited_round(group.pk), lambda _: draw_awaited_rounds()]
)
@pytest.mark.parametrize("alone", [True, False])
def test_the_result_notes_what_follows_and_a_task_or_the_sweep_draws_it(draw, alone, now):
    event, group = a_round_over(now, alone=alone)
    assert (group.awaits_round, rounds(event), Draft.objects.count()) == (2, 1, 0)
    assert sound()
    for _ in range(2):
        draw(group)
        group.refresh_from_db()
        assert group.awaits_round is None
        assert (rounds(event), Draft.objects.count()) == ((2, 0) if alone else (1, 1))
    assert len(ready(event)) == (2 if alone else 0)
    assert sound()


def test_after_the_last_round_it_is_closed_by_whoever_draws(now):
    event, group = a_round_over(now, swiss_rounds=1)
    event.refresh_from_db()
    assert (event.state, group.awaits_round) == (State.RUNNING, 2)
    assert sound()
    draw_awaited_round(group.pk)
    event.refresh_from_db()
    assert (event.state, event.champion is None) == (State.FINISHED, False)
    assert sound()


def test_what_was_read_before_a_correction_is_not_written(now):
    event, group = a_round_over(now, alone=False, swiss_rounds=3)
    corrected = turned_round(event, now)
    with connection.execute_wrapper(once("SAVEPOINT", corrected)):
        assert draw_awaited(group_id=group.pk, now=now)
    assert drafts.is_current(the_draft(event))
    assert not the_draft(event).anew
    assert sound()


def test_a_result_taken_back_leaves_the_round_to_the_next_one(now):
    event, group = a_round_over(now)
    match = Match.objects.of(event.pk).first()
    result_services.reopen_match(
        match_id=match.pk, actor=organiser_of(event), reason="mal anotado", now=now
    )
    draw_awaited_round(group.pk)
    group.refresh_from_db()
    assert (group.awaits_round, rounds(event)) == (None, 1)
    match.refresh_from_db()
    give(match, 1, now)
    draw_awaited_round(group.pk)
    assert rounds(event) == 2
    assert sound()


@pytest.mark.parametrize("words", ["SAVEPOINT", "UPDATE", "INSERT"])
def test_whoever_dies_as_they_draw_leaves_it_to_the_sweep(words, now):
    event, group = a_round_over(now)

    def die() -> None:
        raise SystemError("killed")

    with connection.execute_wrapper(once(words, die)), pytest.raises(SystemError):
        draw_awaited(group_id=group.pk, now=now)
    group.refresh_from_db()
    assert (group.awaits_round, rounds(event)) == (2, 1)
    assert sound()
    draw_awaited_rounds()
    assert rounds(event) == 2


def test_nothing_is_drawn_of_what_was_given_up_or_undone(now):
    event, group = a_round_over(now)
    lifecycle.cancel(competition_id=event.pk, actor=organiser_of(event), reason="llueve", now=now)
    draw_awaited_round(group.pk)
    assert (rounds(event), Group.objects.awaiting().count()) == (1, 0)
    undone, group = a_round_over(now)
    undo_draw(competition_id=undone.pk, actor=organiser_of(undone), reason="falta uno", now=now)
    draw_awaited_round(group.pk)
    assert not Match.objects.of(undone.pk).exists()
    assert sound()


def test_who_leaves_before_the_round_is_drawn_is_not_in_it(now):
    event, group = a_round_over(now, swiss_rounds=3)
    leaver = event.entries.get(seed=1)
    withdrawals.withdraw(entry_id=leaver.pk, actor=organiser_of(event), now=now)
    draw_awaited_round(group.pk)
    second = Match.objects.of(event.pk).filter(round__number=2)
    assert leaver.pk not in second.values_list("slots__entry", flat=True)
    assert sound()


@pytest.mark.feature("Formats", "Pages show that a round is being drawn")
def test_pages_say_what_is_being_drawn(now, client: Client):
    event, group = a_round_over(now, alone=False)
    told = "Sorteando la ronda 2…"
    client.force_login(organiser_of(event))
    paths = [f"/competitions/{event.pk}/{page}" for page in ("", "manage/", "draft/")]
    for path in paths:
        assert told in client.get(path).content.decode(), path
    draw_awaited_round(group.pk)
    for path in paths:
        assert told not in client.get(path).content.decode(), path
    publish(event, now)
    award_all(event, now)
    assert told not in client.get(paths[0]).content.decode()


@racing
@pytest.mark.parametrize("alone", [True, False])
def test_of_two_who_draw_at_once_one_writes(alone, now):
    for _ in range(ROUNDS):
        event, group = a_round_over(now, alone=alone)
        draw = partial(draw_awaited, group_id=group.pk, now=now)
        assert list(at_once(draw, draw)) == [True, True]
        drafted = Draft.objects.filter(competition=event).count()
        assert (rounds(event), drafted) == ((2, 0) if alone else (1, 1))
        assert sound()


@racing
def test_a_draft_is_never_of_results_that_were_corrected_as_it_was_drawn(now):
    for _ in range(ROUNDS):
        event, group = a_round_over(now, alone=False, swiss_rounds=3)
        at_once(partial(draw_awaited, group_id=group.pk, now=now), turned_round(event, now))
        draw_awaited_rounds()
        assert drafts.is_current(the_draft(event))
        assert sound()
