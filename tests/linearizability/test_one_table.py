"""Acts at one table at once, answers lost with their connections, against the engine alone."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest

from accounts.common.errors import RefusedError
from games.common.errors import StaleError
from games.engine import (
    IllegalActionError,
    State,
    apply,
    from_token,
    legal_actions,
    to_token,
)
from games.models import Game
from games.play import actions
from tests.games.races import ROUNDS
from tests.games.tables import a_table, state_of
from tests.linearizability.checker import linearize
from tests.linearizability.recorder import Recorder, Step, history_text, the_end_of
from tests.tournaments.soundness import sound

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
ACTS = 6  # of each thread
THREADS = 4
TOKENS = ("truco", "quiero", "no", "mazo", "envido")


@dataclass(frozen=True)
class Table:
    """A hand as the model has it; the acts with their outcomes determine the engine's state."""

    hand: State = field(compare=False)
    version: int
    outcomes: frozenset[tuple[int, str, str, int]] = frozenset()

    def known(self, seat: int, act: str) -> tuple[str, int] | None:
        found = ((token, at) for who, one, token, at in self.outcomes if (who, one) == (seat, act))
        return next(found, None)


def one_table(table: Table, act: str, arguments: tuple[Any, ...]) -> tuple[Table, Any]:
    """Return what `play` and a read answer, one after the other."""
    if act == "read":
        return table, table.version
    seat, token, seen, action_id = arguments
    if (known := table.known(seat, action_id)) is not None:
        return table, known[1] if known[0] == token else "other-action"
    if table.hand.winner is not None:
        return table, "closed"
    try:
        if seen != table.version:
            raise StaleError(table.version)
        hand = apply(table.hand, from_token(seat, token))
    except (StaleError, IllegalActionError) as refused:
        return table, refused.code
    outcome = (seat, action_id, token, table.version + 1)
    return Table(hand, table.version + 1, table.outcomes | {outcome}), table.version + 1


def acting(game: Game, chance: random.Random, now: datetime) -> Callable[[], Iterator[Step]]:
    """A player with a few action ids, some used twice: what is known is read now and then."""

    def version() -> int:
        return Game.objects.values_list("version", flat=True).get(pk=game.pk)

    def play(seat: int, token: str, seen: int, action_id: str) -> Any:
        try:
            return actions.play(
                game_id=game.pk,
                seat=seat,
                token=token,
                seen_version=seen,
                action_id=action_id,
                now=now,
            ).version
        except (IllegalActionError, RefusedError) as refused:
            return refused.code

    def steps() -> Iterator[Step]:
        seen, legal = game.version, cards_and_calls(game)
        for _ in range(ACTS):
            if chance.random() < 0.3:
                yield "read", (), version
            seat, token = chance.choice(legal)
            action_id = f"action-{chance.randrange(8)}"
            arguments = (seat, token, seen, action_id)
            yield "play", arguments, lambda sent=arguments: play(*sent)
            seen += chance.choice((0, 1, 1))

    return steps


def cards_and_calls(game: Game) -> list[tuple[int, str]]:
    """What the two seats might try in a hand that goes on: its cards and some calls."""
    state, found = state_of(game), set[tuple[int, str]]()
    for seat in (0, 1):
        found |= {(seat, str(card)) for card in state.deal.hands[seat]}
        found |= {(seat, token) for token in TOKENS[:3]}
    found |= {(seat, to_token(one)) for seat in state.to_act for one in legal_actions(state, seat)}
    return sorted(each for each in found if each[1] != "mazo")


@pytest.mark.parametrize("kills", [False, True])
def test_acts_at_one_table_happen_in_one_order(kills: bool, now: datetime) -> None:
    """A retry gets its first answer, whoever else acts, and a lost answer was an act or none."""
    chance = random.Random(f"table {kills}")
    for _ in range(ROUNDS):
        game = a_table(now, turn_seconds=3600)
        initial = Table(state_of(game), game.version)
        recorder = Recorder()
        recorder.run(
            *(acting(game, random.Random(chance.random()), now) for _ in range(THREADS)),
            chance=random.Random(chance.random()) if kills else None,
        )
        game.refresh_from_db()
        history = [*recorder.history, the_end_of(recorder, game.version)]
        assert linearize(history, one_table, initial) is not None, history_text(history)
    assert sound()
