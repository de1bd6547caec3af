"""Results, corrections and reopenings of one match at once, some of them cut off."""

import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from accounts.common.errors import RefusedError
from tests.games.races import ROUNDS
from tests.linearizability.checker import linearize
from tests.linearizability.recorder import Recorder, Step, history_text, the_end_of
from tests.tournaments.events import an_event, organiser_of, ready
from tournaments.matches import services as matches
from tournaments.models import Match
from tournaments.results import services as result_services
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
ACTS, THREADS = 4, 4
SCORES = ((5, 0), (5, 3), (1, 5))
WHY = "mal anotado"
Result = tuple[int, int] | str
"""What stands: "open", who was awarded it ("walkover 1"), or the points."""


def one_match(result: Result, act: str, arguments: tuple[Any, ...]) -> tuple[Result, Any]:
    """A match is open, or has one result; a correction needs one, and a first one needs none."""
    is_open = result == "open"
    match act:
        case "read":
            return result, result
        case "write":
            return (arguments[0], "done") if is_open else (result, "match-not-open")
        case "award":
            return (f"walkover {arguments[0]}", "done") if is_open else (result, "match-not-open")
        case "reopen":
            return (result, "no-result") if is_open else ("open", "done")
        case "correct":
            return (result, "no-result") if is_open else (arguments[0], "done")
    raise AssertionError(act)


def stored_result(match: Match) -> Result:
    """Read the result of a match in one statement."""
    rows = Match.objects.filter(pk=match.pk).prefetch_related(None)
    state, winner, reopened, number, games = rows.values_list(
        "state", "winner", "reopened", "submissions__number", "submissions__chicos"
    ).order_by("-submissions__number")[0]
    if state == Match.State.COMPLETED:
        assert number == reopened, "a result that was written has its points"
        return tuple(games[0][0])  # type: ignore[no-any-return]
    return f"walkover {winner}" if state == Match.State.WALKOVER else "open"


def acting(match: Match, chance: random.Random, now: datetime) -> Callable[[], Iterator[Step]]:
    """Somebody at the desk."""
    by = {"match_id": match.pk, "actor": organiser_of(match.competition), "reason": WHY}
    services: dict[str, Callable[..., object]] = {
        "write": result_services.submit_result,
        "award": matches.give_walkover,
        "reopen": result_services.reopen_match,
        "correct": result_services.correct_result,
    }

    def steps() -> Iterator[Step]:
        for number in range(ACTS):
            if chance.random() < 0.5:
                yield "read", (), partial(stored_result, match)
            act, at = chance.choice(list(services)), now + timedelta(seconds=number)
            score, winner = chance.choice(SCORES), chance.randrange(2)
            more: dict[str, Any] = {}
            arguments: tuple[Any, ...] = ()
            if act in ("write", "correct"):
                more, arguments = {"games": [score]}, (score,)
            elif act == "award":
                more, arguments = {"winner": winner}, (winner,)
            yield act, arguments, partial(answer_of, services[act], now=at, **by, **more)

    return steps


def answer_of(service: Callable[..., object], **named: Any) -> str:
    """Run a service; return "done" or the code of the refusal."""
    try:
        service(**named)
    except RefusedError as refused:
        return refused.code
    return "done"


@pytest.mark.parametrize("kills", [False, True])
def test_acts_at_one_match_happen_in_one_order(kills: bool, now: datetime) -> None:
    chance = random.Random(f"match {kills}")
    match = ready(an_event(now, "round-robin", 3))[0]
    for number in range(ROUNDS):
        here, initial = now + timedelta(minutes=number), stored_result(match)
        recorder = Recorder()
        recorder.run(
            *(acting(match, random.Random(chance.random()), here) for _ in range(THREADS)),
            chance=random.Random(chance.random()) if kills else None,
        )
        history = [*recorder.history, the_end_of(recorder, stored_result(match))]
        assert linearize(history, one_match, initial) is not None, history_text(history)
    assert list(violations(live=False)) == []
