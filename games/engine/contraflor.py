"""The contest between flores: challenges, refusals and what they pay (R-F4 to R-F6)."""

from typing import Final

from games.engine import score
from games.engine.cantos import Canto
from games.engine.rules import Rules
from games.engine.state import State, replace
from games.engine.tantos import declare

CHALLENGES: Final = {
    "argentine": (Canto.CONTRAFLOR, Canto.RESTO),
    "uruguayan": (Canto.CONFLOR, Canto.RESTO),
}


def achico(rules: Rules) -> tuple[Canto, ...]:
    """*Con flor me achico*, known to the argentine contest alone."""
    return (Canto.ACHICO,) if rules.flor_contest == "argentine" else ()


def is_open(state: State) -> bool:
    """Say whether a flor has been announced and the flores are not settled yet."""
    return bool(state.flor.announced) and not state.flor.settled


def is_pending(state: State) -> bool:
    """Say whether a contraflor, conflor or resto awaits its answer."""
    return is_open(state) and bool(state.flor.challenges)


def raises(state: State) -> tuple[Canto, ...]:
    """R-F4, R-F5: the challenges that may still be made; only a contraflor can be raised."""
    challenges = CHALLENGES[state.deal.rules.flor_contest]
    match state.flor.challenges:
        case ():
            return challenges
        case (Canto.CONTRAFLOR,):
            return (Canto.RESTO,)
        case _:
            return ()


def replies(state: State) -> tuple[Canto, ...]:
    """Return what may answer a challenge, beside quiero and no; achico is the same as no."""
    return (*raises(state), *achico(state.deal.rules))


def challenge(state: State, seat: int, canto: Canto) -> State:
    """The first holder, or the team that was challenged, asks for more."""
    challenges = (*state.flor.challenges, canto)
    return replace(state, flor=state.flor._replace(challenges=challenges, challenger=seat))


def answer(state: State, accepted: bool) -> State:
    """*Quiero* to a challenge or to the other team's plain flor; *no* to a challenge."""
    if accepted:
        return contest(state)
    amount = refusal_points(state)
    return score.pay(settled(state), state.flor.challenger % 2, amount, "flor-refused")


def settle_alone(state: State) -> State:
    """If one team alone has a flor that counts: 3 for each of it."""
    live = state.flor.live
    if len({seat % 2 for seat in live}) == 2:
        return state
    reason = "flor-refused" if state.flor.achicados else "flor"
    return score.pay(settled(state, shown=live), live[0] % 2, 3 * len(live), reason)


def contest(state: State) -> State:
    """The best flor wins; ties go to the seat nearest mano (R-F6)."""
    live = state.flor.live
    declared = declare({s: state.deal.flores[s] for s in state.deal.seats if s in live})
    team = declared.winner % 2
    shown = tuple(seat for seat in live if seat % 2 == team)
    told = settled(replace(state, flor=state.flor._replace(declared=declared)), shown)
    if _is_for_the_game(told):
        return score.pay_game(told, team, "flor")
    return score.pay(told, team, accepted_points(told, team), "flor")


def accepted_points(state: State, team: int) -> int:
    """Return what the contest as it stands pays the team that wins it (R-F4, R-F5)."""
    if Canto.RESTO in state.flor.challenges:
        return _resto_points(state, team)
    if state.deal.rules.flor_contest == "argentine":
        return 6
    if state.flor.challenges:
        return 5
    return 3 * sum(seat % 2 == team for seat in state.flor.live)


def refusal_points(state: State) -> int:
    """Return what refusing the pending challenge costs (R-F4, R-F5)."""
    if state.deal.rules.flor_contest == "argentine":
        return 6 if len(state.flor.challenges) == 2 else 4
    challengers = [s for s in state.flor.live if (s - state.flor.challenger) % 2 == 0]
    return 3 * len(challengers)


def _resto_points(state: State, team: int) -> int:
    """Return the leader's shortfall, or all the team needs; capped in a pico round (R-P2)."""
    rules = state.deal.rules
    if rules.resto == "game":
        return score.capped(state, rules.target - state.score[team])
    return score.capped(state, score.shortfall(rules, state.score))


def _is_for_the_game(state: State) -> bool:
    return (
        state.deal.rules.resto == "game"
        and Canto.RESTO in state.flor.challenges
        and not state.deal.start.part
    )


def settled(state: State, shown: tuple[int, ...] = ()) -> State:
    """Closed; what scored is shown when the hand ends."""
    return replace(state, flor=state.flor._replace(settled=True, shown=shown))
