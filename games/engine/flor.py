"""Flor: who holds one, what it is worth, and announcing it, which is compulsory (R-F1 to R-F3)."""

from collections.abc import Sequence
from typing import Final

from games.engine import contraflor
from games.engine.cantos import Canto
from games.engine.cards import Card
from games.engine.ranks import Pieza, Ranking
from games.engine.rules import FlorValue, Rules
from games.engine.state import NO_ENVIDO, State, replace

SOTA: Final = 10
SOTA_IN_PIEZAS6: Final = 26
"""R-F3: where the pieza 10 counts one less in a flor than in an envido."""


def is_flor(cards: Sequence[Card], ranking: Ranking) -> bool:
    """R-F1: three of a suit; with a muestra also two piezas, or one and two others of a suit."""
    return len({card.suit for card in cards if card not in ranking.piezas}) <= 1


def value(cards: Sequence[Card], ranking: Ranking, how: FlorValue) -> int:
    """R-F3: what a flor is worth."""
    known = ranking.piezas
    piezas = sorted((_counted(known[card], how) for card in cards if card in known), reverse=True)
    plain = sorted(ranking.number[card] for card in cards if card not in known)
    if piezas:
        return piezas[0] + sum(points % 10 for points in piezas[1:]) + sum(plain)
    return 20 + sum(plain[1:] if how == "two" else plain)


def _counted(pieza: Pieza, how: FlorValue) -> int:
    return SOTA_IN_PIEZAS6 if pieza.rank == SOTA and how == "piezas6" else pieza.tantos


def holders(
    rules: Rules, seats: Sequence[int], hands: Sequence[Sequence[Card]], ranking: Ranking
) -> dict[int, int]:
    """Return which of the seats were dealt a flor, and its value."""
    return {
        seat: value(hands[seat], ranking, rules.flor_value)
        for seat in seats
        if is_flor(hands[seat], ranking)
    }


def cantos(rules: Rules) -> tuple[Canto, ...]:
    """Return the calls these rules know."""
    if not rules.flor:
        return ()
    contest = contraflor.CHALLENGES[rules.flor_contest]
    return (Canto.FLOR, *contest, *contraflor.achico(rules))


def due(state: State) -> int | None:
    """R-F2: the seat that must announce now, before anything else."""
    if len(state.tricks) > 1 or not state.deal.flores or state.deal.perros is not None:
        return None
    holder = next((seat for seat in state.deal.seats if _has_unannounced(state, seat)), None)
    return holder if holder == state.turn or _something_pending(state) else None


def _has_unannounced(state: State, seat: int) -> bool:
    return (
        seat in state.deal.flores
        and seat not in state.flor.announced
        and seat not in state.folded
        and not state.has_played(seat)
    )


def _something_pending(state: State) -> bool:
    return state.envido.pending or state.truco.caller is not None or contraflor.is_open(state)


def announcements(state: State, seat: int) -> tuple[Canto, ...]:
    """R-F2: what a seat may announce with; contesting needs a flor announced by the others."""
    if not any((seat - other) % 2 for other in state.flor.live):
        return (Canto.FLOR,)
    if state.flor.challenges and (seat - state.flor.challenger) % 2 == 0:
        return (Canto.FLOR,)
    return (Canto.FLOR, *contraflor.raises(state), *contraflor.achico(state.deal.rules))


def announce(state: State, seat: int, canto: Canto) -> State:
    """The seat announces; a pending envido is void, a pending truco stays (R-F2)."""
    flor = state.flor._replace(announced=(*state.flor.announced, seat))
    if canto is Canto.ACHICO:
        flor = flor._replace(achicados=(*flor.achicados, seat))
    elif canto is not Canto.FLOR:
        flor = flor._replace(challenges=(*flor.challenges, canto), challenger=seat)
    heard = replace(state, flor=flor, envido=NO_ENVIDO)
    return heard if due(heard) is not None else contraflor.settle_alone(heard)
