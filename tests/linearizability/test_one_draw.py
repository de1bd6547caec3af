"""Draws, undone draws and late entries of one competition at once, some of them cut off."""

import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

import pytest
from django.db.models import Count, F

from tests.games.races import ROUNDS
from tests.linearizability.checker import linearize
from tests.linearizability.recorder import Recorder, Step, history_text, the_end_of
from tests.linearizability.test_one_match import answer_of
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.models import Competition
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
ACTS, THREADS, CAP = 3, 4, 64
Draw = tuple[bool, int, int]
"""Whether it is drawn, how many have entered, and how many are in the draw."""


def one_draw(known: Draw, act: str, arguments: tuple[Any, ...]) -> tuple[Draw, Any]:
    """Who has entered is drawn, once; nobody enters a draw; undone, it is as before."""
    is_drawn, entered, _ = known
    match act:
        case "read":
            return known, known
        case "enter" if is_drawn:
            return known, "undo-the-draw-first"
        case "enter":
            return (False, entered + 1, 0), "done"
        case "draw" if is_drawn:
            return known, "already-drawn"
        case "draw":
            return (True, entered, entered), "done"
        case "undo" if is_drawn:
            return (False, entered, 0), "done"
        case "undo":
            return known, "wrong-state"
    raise AssertionError(act)


def state_of_draw(event: Competition) -> Draw:
    """Read a competition in one statement."""
    rows = Competition.objects.filter(pk=event.pk).annotate(
        entered=Count("entries", distinct=True),
        drawn=Count("stages__groups__slots__entry", distinct=True),
    )
    state, entered, drawn = rows.values_list("state", "entered", F("drawn")).get()
    return state == Competition.State.DRAWN, entered, drawn


def acting(
    event: Competition, organiser: Any, chance: random.Random, names: Iterator[int], now: datetime
) -> Callable[[], Iterator[Step]]:
    """Somebody at the desk."""
    by = {"competition_id": event.pk, "actor": organiser}

    def steps() -> Iterator[Step]:
        for number in range(ACTS):
            if chance.random() < 0.4:
                yield "read", (), partial(state_of_draw, event)
            at = now + timedelta(seconds=number)
            act = chance.choice(("enter", "enter", "draw", "draw", "undo"))
            service: Callable[..., object]
            match act:
                case "enter":
                    player = NamedPlayer(f"Jugador {next(names)}")
                    service = partial(entries.add_entry, players=[player])
                case "draw":
                    service = partial(draw.draw, seed="semilla")
                case _:
                    service = partial(draw.undo_draw, reason="otra vez")
            yield act, (), partial(answer_of, service, now=at, **by)

    return steps


@pytest.mark.parametrize("kills", [False, True])
def test_acts_at_one_draw_happen_in_one_order(kills: bool, now: datetime) -> None:
    chance, names, organiser = random.Random(f"draw {kills}"), count(1), an_organiser()
    for number in range(ROUNDS):
        here = now + timedelta(minutes=number)
        event = a_cup(organiser, here, with_cards=True, cap=CAP)
        for _ in range(3):
            player = NamedPlayer(f"Jugador {next(names)}")
            entries.add_entry(competition_id=event.pk, actor=organiser, players=[player], now=here)
        initial, recorder = state_of_draw(event), Recorder()
        recorder.run(
            *(
                acting(event, organiser, random.Random(chance.random()), names, here)
                for _ in range(THREADS)
            ),
            chance=random.Random(chance.random()) if kills else None,
        )
        history = [*recorder.history, the_end_of(recorder, state_of_draw(event))]
        assert linearize(history, one_draw, initial) is not None, history_text(history)
    assert list(violations(live=False)) == []
