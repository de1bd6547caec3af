"""Legal actions of a seat, exactly those that `apply` accepts, and the pending decision.

`pending_decision` is the only place that orders pending questions.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import permutations
from typing import Final

from . import envido, flor, last_hand, perros, truco
from .actions import (
    BLIND_PLAYS,
    COVERS,
    FOLD,
    FOLD_SHOWING,
    HAND_CHOICES,
    NO_QUIERO,
    PLAYS,
    QUIERO,
    SEATS,
    Action,
    PlayCard,
    PlayPair,
    calls,
)
from .calls import CallName
from .cards import Card
from .state import NO_PENDING, PARDA, Pending, Phase, State


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the seat's legal actions, also those of a seat that may speak out of turn."""
    _, seats, legal = state.waiting
    if seat in seats:
        return legal[seats.index(seat)]
    return () if state.deal.rules.is_plain_turn else _out_of_turn(state, seat)


def make_pending(state: State, phase: Phase, seats: tuple[int, ...]) -> Pending:
    """Return a pending decision of these seats, with the legal actions of each computed once."""
    legal = _LEGAL[phase]
    return Pending(phase, seats, tuple([legal(state, seat) for seat in seats]))


def must_play_pair(state: State) -> bool:
    """Return whether the last two cards must be played together, after a tie (R-V1)."""
    return state.deal.rules.tie_two_cards and _follows_tied_first_trick(state)


def must_show_highest(state: State) -> bool:
    """Return whether the highest card must be played, after a tie (R-T9)."""
    return state.deal.rules.tie_highest and _follows_tied_first_trick(state)


def _follows_tied_first_trick(state: State) -> bool:
    return len(state.tricks) == 2 and state.tricks[0].winner == PARDA


def must_cover(state: State, seat: int) -> bool:
    """Return whether the seat must cover, because it covered in the first trick (R-V2).

    Where no card may be covered now, nothing binds it (R-V4).
    """
    if not state.deal.rules.cover_binds or not may_cover(state):
        return False
    return any(play.covered for play in state.tricks[0].plays if play.seat == seat)


def may_cover(state: State) -> bool:
    """Return whether the seat in turn may play a card face down (R-V2, R-V4)."""
    rules, tricks = state.deal.rules, state.tricks
    if not rules.covered or len(tricks) < rules.cover_from or state.deal.last_hand == "ferro":
        return False
    if not rules.cover_after_tie and len(tricks) > 1 and tricks[-2].winner == PARDA:
        return False
    return rules.cover_lead or bool(tricks[-1].plays)


def plays(state: State, seat: int) -> tuple[Action, ...]:
    """Return the seat's ways to play a card."""
    held = state.held[seat]
    if state.deal.rules.is_one_card_open:
        return _faces(seat, held)
    if must_play_pair(state):
        covered = must_cover(state, seat)
        return tuple(
            [PlayPair(seat, upper, lower, covered) for upper, lower in permutations(held, 2)]
        )
    if must_show_highest(state):
        strength = state.deal.ranking.strength
        highest = max([strength[card] for card in held])
        return _faces(seat, tuple([card for card in held if strength[card] == highest]))
    if not may_cover(state):
        return _faces(seat, held)
    covers = COVERS[seat]
    covered_plays = tuple([covers[card] for card in held])
    return covered_plays if must_cover(state, seat) else _faces(seat, held) + covered_plays


def _ferro_plays(state: State, seat: int) -> tuple[Action, ...]:
    """Return the ways to play a card in a mão de ferro; blind by its place in the deal (R-B5)."""
    if not last_hand.is_blind(state):
        return plays(state, seat)
    held, dealt = state.held[seat], state.deal.hands[seat]
    return tuple(play for play in BLIND_PLAYS[seat] if play.card_of(dealt) in held)


def _faces(seat: int, held: tuple[Card, ...]) -> tuple[PlayCard, ...]:
    faces = PLAYS[seat]
    return tuple([faces[card] for card in held])


def _own_turn(state: State, seat: int) -> tuple[Action, ...]:
    """Return the cards, calls and the mazo of the seat in turn (R-C2, R-E1, R-M1, R-B5)."""
    deal = state.deal
    if deal.last_hand == "ferro":
        return _ferro_plays(state, seat)
    openings, raises = envido.own_turn_calls(state, seat), truco.own_turn_calls(state, seat)
    if deal.last_hand and deal.rules.mao_x_truco != "banned":
        raises = (CallName.TRUCO,)
    legal = plays(state, seat) + _beside_a_card(seat, openings, raises)
    return legal if deal.rules.is_plain_turn else legal + _shown_fold(state, seat)


def _shown_fold(state: State, seat: int) -> tuple[Action, ...]:
    """Return the fold that turns the cards of a won envido, if they do not lie open (R-M5)."""
    return (FOLD_SHOWING[seat],) if envido.is_unshown(state, seat) else ()


def _out_of_turn(state: State, seat: int) -> tuple[Action, ...]:
    """Return the truco call and the mazo of a seat that is not in turn (R-C5, R-M4)."""
    deal, rules = state.deal, state.deal.rules
    if deal.last_hand == "ferro" or not is_free_to_speak(state):
        return ()
    if seat not in deal.seats or seat in state.folded or flor.owes_flor(state, seat):
        return ()
    speaks = rules.truco_turn == "any" and bool(state.held[seat])
    raises = calls(seat, truco.own_turn_calls(state, seat)) if speaks else ()
    if rules.mazo_turn == "own":
        return raises
    return (*raises, FOLD[seat], *_shown_fold(state, seat))


def is_free_to_speak(state: State) -> bool:
    """Return whether nothing is pending, so that seats may speak out of turn (R-C5, R-M4).

    Whether the seat in turn must announce a flor makes no difference: that would reveal it.
    """
    phase = state.waiting.phase
    return phase is Phase.PLAY or (phase is Phase.ANNOUNCE and not flor.is_call_pending(state))


@cache
def _beside_a_card(
    seat: int, openings: tuple[CallName, ...], raises: tuple[CallName, ...]
) -> tuple[Action, ...]:
    return (*calls(seat, openings), *calls(seat, raises), FOLD[seat])


def _answer_truco(state: State, seat: int) -> tuple[Action, ...]:
    return (
        QUIERO[seat],
        NO_QUIERO[seat],
        *calls(seat, truco.reply_calls(state, seat)),
        *calls(seat, envido.primero_calls(state, seat)),
        FOLD[seat],
        *(() if state.deal.rules.is_plain_turn else _shown_fold(state, seat)),
    )


def _answer_envido(state: State, seat: int) -> tuple[Action, ...]:
    """Return the answers to an envido (R-E8)."""
    rules = state.deal.rules
    refuses = rules.truco_refuses_envido and state.truco.caller is None
    return (
        QUIERO[seat],
        NO_QUIERO[seat],
        *calls(seat, envido.raises(rules, state.envido.calls, state.score)),
        *calls(seat, (CallName.TRUCO,) if refuses else ()),
        FOLD[seat],
    )


def _announce_flor(state: State, seat: int) -> tuple[Action, ...]:
    """Return the compulsory announcements of a flor; nothing else is legal (R-F2)."""
    return calls(seat, flor.announcements(state, seat))


def _answer_challenge(state: State, seat: int) -> tuple[Action, ...]:
    return (
        QUIERO[seat],
        NO_QUIERO[seat],
        *calls(seat, flor.replies(state)),
        FOLD[seat],
    )


def _raise_flor(state: State, seat: int) -> tuple[Action, ...]:
    """Return the answers to a flor (R-F4, R-F5).

    The first holder can challenge once; with *quiero* the flores stay plain.
    """
    return (QUIERO[seat], *calls(seat, flor.raises(state)))


def _answer_perros(state: State, seat: int) -> tuple[Action, ...]:
    return (*perros.answers(state, seat), FOLD[seat])


def _choose_hand(_state: State, seat: int) -> tuple[Action, ...]:
    """Return the choices of a seat of the deciding team; the first word of a seat binds (R-B2)."""
    return HAND_CHOICES[seat]


_LEGAL: Final[Mapping[Phase, Callable[[State, int], tuple[Action, ...]]]] = {
    Phase.PERROS: _answer_perros,
    Phase.MAO_X: _choose_hand,
    Phase.ANNOUNCE: _announce_flor,
    Phase.CHALLENGE: _answer_challenge,
    Phase.RAISE: _raise_flor,
    Phase.ENVIDO: _answer_envido,
    Phase.TRUCO: _answer_truco,
    Phase.PLAY: _own_turn,
}
SINGLE_SEATS: Final = tuple((seat,) for seat in SEATS)


def pending_decision(state: State) -> Pending:
    """Return who must decide what. R-C2: a pending call stops play until the other team answers."""
    if state.over:
        return NO_PENDING
    if state.opening:
        return _pending_opening(state)
    if state.deal.flores:
        about_flor = _pending_flor(state)
        if about_flor is not None:
            return about_flor
    if state.envido.pending:
        return make_pending(state, Phase.ENVIDO, _opponents_in_play(state, state.envido.caller))
    if state.truco.caller is not None:
        return make_pending(state, Phase.TRUCO, _opponents_in_play(state, state.truco.caller))
    return make_pending(state, Phase.PLAY, SINGLE_SEATS[state.turn])


def _pending_opening(state: State) -> Pending:
    if state.opening == "perros":
        return make_pending(state, Phase.PERROS, _opponents_in_play(state, state.deal.perros or 0))
    team = last_hand.deciding_team(state.deal)
    return make_pending(state, Phase.MAO_X, state.deal.teams[team])


def _pending_flor(state: State) -> Pending | None:
    holder = flor.due(state)
    if holder is not None:
        return make_pending(state, Phase.ANNOUNCE, SINGLE_SEATS[holder])
    if flor.is_pending(state):
        return make_pending(
            state, Phase.CHALLENGE, _opponents_in_play(state, state.flor.challenger)
        )
    if flor.is_contest_open(state):
        return make_pending(state, Phase.RAISE, SINGLE_SEATS[state.flor.announced[0]])
    return None


def _opponents_in_play(state: State, caller: int) -> tuple[int, ...]:
    team = state.deal.teams[(caller + 1) % 2]
    if not state.folded:
        return team
    return tuple(seat for seat in team if seat not in state.folded)
