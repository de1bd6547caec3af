"""Flor: holders, values, announcements and the contest between flores (R-F).

Announcing is compulsory (R-F1 to R-F3). R-F4 to R-F6 define challenges, refusals and their
points.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, assert_never

from . import score
from .calls import CallName
from .cards import Card
from .envido import LADDERS, declare
from .ranks import Pieza, Ranking
from .rules import EnvidoLadder, FlorContest, FlorValue, Resto, Rules
from .state import NO_ENVIDO, State, replace

CHALLENGES: Final = {
    "argentine": (CallName.CONTRAFLOR, CallName.RESTO),
    "uruguayan": (CallName.CONFLOR, CallName.RESTO),
    "ladder": (CallName.CONFLOR, CallName.CONREAL, CallName.CONFALTA, CallName.RESTO),
}
"""From low to high."""
BIDS: Final[Mapping[CallName, int]] = {CallName.CONFLOR: 2, CallName.CONREAL: 3}
"""The bids that may be repeated, and what each adds (R-F9)."""


def challenges(rules: Rules) -> tuple[CallName, ...]:
    """Return the challenges of these rules' contest, from low to high."""
    return _challenges(rules.flor_contest, rules.resto, rules.envido_ladder)


@cache
def _challenges(contest: FlorContest, resto: Resto, ladder: EnvidoLadder) -> tuple[CallName, ...]:
    lacking = {CallName.RESTO} if resto == "none" else set()
    if CallName.REAL not in LADDERS[ladder].answers:
        lacking.add(CallName.CONREAL)
    return tuple(canto for canto in CHALLENGES[contest] if canto not in lacking)


def fold_flor_call(rules: Rules) -> tuple[CallName, ...]:
    """Return *con flor me achico* for the Argentine contest, the only one that has it."""
    return (CallName.ACHICO,) if rules.flor_contest == "argentine" else ()


def is_contest_open(state: State) -> bool:
    """Return whether a flor is announced and the contest is not settled."""
    return bool(state.flor.announced) and not state.flor.settled


def is_pending(state: State) -> bool:
    """Return whether a contraflor, conflor or resto waits for an answer."""
    return is_contest_open(state) and bool(state.flor.challenges)


def raises(state: State) -> tuple[CallName, ...]:
    """Return the challenges still possible.

    Bids are raised (R-F9); of the others only a contraflor is (R-F4, R-F5).
    """
    rules, called = state.deal.rules, state.flor.challenges
    ladder = challenges(rules)
    if not called:
        return ladder
    if rules.flor_contest != "ladder" and called != (CallName.CONTRAFLOR,):
        return ()
    above = ladder[ladder.index(called[-1]) + 1 :]
    may_repeat = called[-1] in BIDS
    if may_repeat and _bid(called) >= score.shortfall(rules, state.score):
        return tuple(canto for canto in above if canto not in BIDS)
    return (called[-1], *above) if may_repeat else above


def _bid(called: Sequence[CallName]) -> int:
    return sum(BIDS.get(canto, 0) for canto in called)


def replies(state: State) -> tuple[CallName, ...]:
    """Return the answers to a challenge other than quiero and no; achico means the same as no."""
    return (*raises(state), *fold_flor_call(state.deal.rules))


def challenge(state: State, seat: int, canto: CallName) -> State:
    """Challenge the other team, as the first holder or as the team that was challenged."""
    called = (*state.flor.challenges, canto)
    return replace(state, flor=state.flor._replace(challenges=called, challenger=seat))


def answer(state: State, accepted: bool) -> State:
    """Answer a challenge, or want a plain flor of the other team."""
    if accepted:
        return contest(state)
    amount = refusal_points(state)
    return score.pay(settled(state), state.flor.challenger % 2, amount, "flor-refused")


def settle_alone(state: State) -> State:
    """Score 3 for each valid flor if only one team has any."""
    live = state.flor.live
    if len({seat % 2 for seat in live}) == 2:
        return state
    reason = "flor-refused" if state.flor.achicados else "flor"
    team = live[0] % 2
    return score.pay(settled(state, shown=live), team, plain_points(state, team), reason)


def plain_points(state: State, team: int) -> int:
    """Return 3 for each flor of a team that is in, or 3 in all (R-F10)."""
    flores = sum(seat % 2 == team for seat in state.flor.live)
    return 3 * (min(flores, 1) if state.deal.rules.flores_paid == "best" else flores)


def _points_of_both(state: State) -> int:
    return plain_points(state, 0) + plain_points(state, 1)


def contest(state: State) -> State:
    """Score the best flor; the seat nearest mano wins ties (R-F6)."""
    live = state.flor.live
    values = {seat: state.deal.flores[seat] for seat in state.deal.seats if seat in live}
    declared = declare(state.deal.rules, values)
    team = declared.winner % 2
    shown = tuple(seat for seat in live if seat % 2 == team)
    declared_state = settled(replace(state, flor=state.flor._replace(declared=declared)), shown)
    if _is_for_the_game(declared_state):
        return score.pay_game(declared_state, team, "flor")
    return score.pay(declared_state, team, accepted_points(declared_state, team), "flor")


def accepted_points(state: State, team: int) -> int:
    """Return what the contest now pays the team that wins it (R-F4, R-F5, R-F7, R-F9)."""
    rules, called = state.deal.rules, state.flor.challenges
    if CallName.RESTO in called:
        return _resto_points(state, team)
    match rules.flor_contest:
        case "argentine":
            return _argentine_points(state)
        case "uruguayan":
            return 5 if called else plain_points(state, team)
        case "ladder":
            bids = _bid_points(state, called, team)
            if CallName.CONFALTA not in called:
                bids = min(bids, score.shortfall(rules, state.score))
            return bids + plain_points(state, team)
        case _:
            assert_never(rules.flor_contest)


def _argentine_points(state: State) -> int:
    if state.deal.rules.flor_vs_flor == "each":
        return _points_of_both(state)
    return 4 if state.deal.rules.flor_vs_flor == "4" and not state.flor.challenges else 6


def _bid_points(state: State, called: Sequence[CallName], team: int) -> int:
    """Return the sum of con-flor bids, or the falta that replaces it (R-F9)."""
    if CallName.CONFALTA in called:
        return score.capped(state, score.falta(state.deal.rules, state.score, team))
    return _bid(called)


def refusal_points(state: State) -> int:
    """Return what refusing the pending challenge costs (R-F4, R-F5, R-F9)."""
    rules, called = state.deal.rules, state.flor.challenges
    if rules.flor_contest == "argentine":
        return 6 if len(called) == 2 else 4
    team = state.flor.challenger % 2
    own = plain_points(state, team)
    if rules.flor_contest == "uruguayan" or len(called) == 1:
        return own
    rivals = plain_points(state, 1 - team) if called[-1] is CallName.RESTO else 0
    return own + _bid_points(state, called[:-1], team) + rivals


def _resto_points(state: State, team: int) -> int:
    """Return the leader's shortfall, or all the team needs; capped in a pico round (R-P2).

    The flores come on top (R-F8).
    """
    rules = state.deal.rules
    if rules.resto == "game":
        return score.capped(state, rules.target - state.score[team])
    points = score.capped(state, score.shortfall(rules, state.score))
    return points + (_points_of_both(state) if rules.resto_flores else 0)


def _is_for_the_game(state: State) -> bool:
    return (
        state.deal.rules.resto == "game"
        and CallName.RESTO in state.flor.challenges
        and not state.deal.start.part
    )


def settled(state: State, shown: tuple[int, ...] = ()) -> State:
    """Return the state with the contest closed.

    The flores that scored are shown at the hand's end.
    """
    return replace(state, flor=state.flor._replace(settled=True, shown=shown))


SOTA: Final = 10
SOTA_IN_PIEZAS6: Final = 26
"""R-F3: the presets in which pieza 10 counts one less in a flor than in an envido."""


def is_flor(cards: Sequence[Card], ranking: Ranking) -> bool:
    """Return whether three cards are a flor (R-F1).

    A flor is three of a suit; with a muestra also two piezas, or one and two others of a suit.
    """
    return len({card.suit for card in cards if card not in ranking.piezas}) <= 1


def value(cards: Sequence[Card], ranking: Ranking, how: FlorValue) -> int:
    """Return the value of a flor (R-F3)."""
    wild = ranking.piezas
    piezas = sorted((_counted(wild[card], how) for card in cards if card in wild), reverse=True)
    plain = sorted(ranking.number[card] for card in cards if card not in wild)
    if piezas:
        return piezas[0] + sum(points % 10 for points in piezas[1:]) + sum(plain)
    return 20 + sum(plain[1:] if how == "two" else plain)


def _counted(pieza: Pieza, how: FlorValue) -> int:
    return SOTA_IN_PIEZAS6 if pieza.rank == SOTA and how == "piezas6" else pieza.tantos


def holders(
    rules: Rules, seats: Sequence[int], hands: Sequence[Sequence[Card]], ranking: Ranking
) -> dict[int, int]:
    """Return the seats that were dealt a flor, each with its value."""
    return {
        seat: value(hands[seat], ranking, rules.flor_value)
        for seat in seats
        if is_flor(hands[seat], ranking)
    }


def cantos(rules: Rules) -> tuple[CallName, ...]:
    """Return the calls these rules know."""
    if not rules.flor:
        return ()
    return (CallName.FLOR, *challenges(rules), *fold_flor_call(rules))


def due(state: State) -> int | None:
    """Return the seat that must announce a flor before anything else (R-F2)."""
    if not state.deal.flores:
        return None
    holder = next((seat for seat in state.deal.seats if owes_flor(state, seat)), None)
    return holder if holder == state.turn or is_call_pending(state) else None


def owes_flor(state: State, seat: int) -> bool:
    """Return whether a seat must still announce a flor in its first trick (R-F2)."""
    return (
        seat in state.deal.flores
        and seat not in state.flor.announced
        and seat not in state.folded
        and not state.has_played(seat)
        and len(state.tricks) == 1
        and state.deal.perros is None
    )


def is_call_pending(state: State) -> bool:
    """Return whether an envido, a truco or a flor waits for an answer (R-F2)."""
    return state.envido.pending or state.truco.caller is not None or is_contest_open(state)


def announcements(state: State, seat: int) -> tuple[CallName, ...]:
    """Return the calls with which a seat can announce; a contest needs a rival flor (R-F2)."""
    if not any((seat - other) % 2 for other in state.flor.live):
        return (CallName.FLOR,)
    if state.flor.challenges and (seat - state.flor.challenger) % 2 == 0:
        return (CallName.FLOR,)
    return (CallName.FLOR, *raises(state), *fold_flor_call(state.deal.rules))


def announce(state: State, seat: int, canto: CallName) -> State:
    """Announce a flor. It voids a pending envido; a pending truco stays (R-F2)."""
    flor = state.flor._replace(announced=(*state.flor.announced, seat))
    if canto is CallName.ACHICO:
        flor = flor._replace(achicados=(*flor.achicados, seat))
    elif canto is not CallName.FLOR:
        flor = flor._replace(challenges=(*flor.challenges, canto), challenger=seat)
    heard = replace(state, flor=flor, envido=NO_ENVIDO)
    return heard if due(heard) is not None else settle_alone(heard)
