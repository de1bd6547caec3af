"""Irse al mazo: who may fold and what it costs (R-M)."""

from games.engine import contraflor, envido, perros
from games.engine.finish import finish
from games.engine.state import State, replace


def fold(state: State, seat: int) -> State:
    """R-M2: silent while a team-mate is still in; R-M3: the team's last seat ends the hand."""
    still_in = [mate for mate in state.deal.teams[seat % 2] if mate not in state.folded]
    if still_in != [seat]:
        return replace(state, folded=(*state.folded, seat))
    return _last_of_team(state, seat)


def _last_of_team(state: State, seat: int) -> State:
    winner = (seat + 1) % 2
    if state.perros_pending:
        passed = perros.answer(state, winner, first=False, truco=False)
        return replace(passed, folded=(*state.folded, seat))
    bonus = state.deal.rules.mazo_bonus if envido.could_open(state) else 0
    refused = _refuse_pending(replace(state, folded=(*state.folded, seat)))
    return finish(refused, winner, "mazo", bonus)


def _refuse_pending(state: State) -> State:
    """A pending envido or flor counts as refused and is paid."""
    if contraflor.is_pending(state):
        return contraflor.answer(state, accepted=False)
    if state.envido.pending:
        return envido.answer(state, accepted=False)
    return state
