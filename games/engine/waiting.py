"""What the table waits for, and from whom: the one place that orders pending questions."""

from typing import Final

from games.engine import contraflor, flor
from games.engine.actions import SEATS
from games.engine.legal import waiting
from games.engine.state import NOBODY, Phase, State, Waiting

_ALONE: Final = tuple((seat,) for seat in SEATS)


def asked(state: State) -> Waiting:
    """R-C2: a pending call stops play; any seat still in of the other team answers it."""
    if state.over:
        return NOBODY
    if state.perros_pending:
        return waiting(state, Phase.PERROS, _answering(state, state.deal.perros or 0))
    if state.deal.flores:
        about_flor = _about_flor(state)
        if about_flor is not None:
            return about_flor
    if state.envido.pending:
        return waiting(state, Phase.ENVIDO, _answering(state, state.envido.caller))
    if state.truco.caller is not None:
        return waiting(state, Phase.TRUCO, _answering(state, state.truco.caller))
    return waiting(state, Phase.PLAY, _ALONE[state.turn])


def _about_flor(state: State) -> Waiting | None:
    holder = flor.due(state)
    if holder is not None:
        return waiting(state, Phase.ANNOUNCE, _ALONE[holder])
    if contraflor.is_pending(state):
        return waiting(state, Phase.CHALLENGE, _answering(state, state.flor.challenger))
    if contraflor.is_open(state):
        return waiting(state, Phase.RAISE, _ALONE[state.flor.announced[0]])
    return None


def _answering(state: State, caller: int) -> tuple[int, ...]:
    team = state.deal.teams[(caller + 1) % 2]
    if not state.folded:
        return team
    return tuple(seat for seat in team if seat not in state.folded)
