"""Inference about cards from a seat's play: cards thrown, calls made and calls omitted.

None of it is certain: people sometimes play differently from robots.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import Final, NamedTuple

from games.engine import TRUCOS, Card, View
from games.engine.envido import may_open
from games.engine.ranks import COVERED_STRENGTH
from games.engine.state import TrickWinner
from games.robots.declarations import EnvidoBounds, is_within_bounds
from games.robots.trick_plan import Hand, Trick, add_card, next_throw, order

ODD: Final = 0.25
"""Probability assumed for a seat to have acted in a way unusual for its cards."""
QUIET: Final = EnvidoBounds(0, 28)
"""Envido bounds of a seat that could have called envido and did not."""


class Throw(NamedTuple):
    """A card that a seat played, by its strength, and the trick before it."""

    strength: int
    trick: Trick
    winners: tuple[TrickWinner, ...]


class PlaySigns(NamedTuple):
    """Conclusions from one seat's play about its cards."""

    thrown: Sequence[Throw]
    is_quiet: bool
    is_bold: bool


def infer_from_play(view: View) -> Mapping[int, PlaySigns]:
    """Return what the play of each seat has revealed so far."""
    thrown, quiet, bold = _throws_by_seat(view), _quiet(view), _bold(view)
    return {
        seat: PlaySigns(thrown.get(seat, ()), seat in quiet, seat in bold) for seat in view.playing
    }


def is_plausible(view: View, signs: PlaySigns, shown: Sequence[Card], held: Sequence[Card]) -> bool:
    """Return whether a seat with these cards would have acted as this one did."""
    rank = view.ranking.strength
    if signs.thrown and not _throws_so(signs.thrown, sorted([rank[card] for card in held])):
        return False
    return not signs.is_quiet or is_within_bounds(view, QUIET, (*shown, *held))


def _throws_so(thrown: Sequence[Throw], held: Hand) -> bool:
    """Take the cards back one by one and check each against the plan (`tricks`)."""
    for strength, trick, winners in reversed(thrown):
        insort(held, strength)
        if next_throw(held, trick, winners) != strength:
            return False
    return True


def _throws_by_seat(view: View) -> Mapping[int, Sequence[Throw]]:
    """Return each seat's played cards in order; none for a seat that covered a card."""
    throws: defaultdict[int, list[Throw]] = defaultdict(list)
    hidden: set[int] = set()
    winners: tuple[TrickWinner, ...] = ()
    for each in view.tricks:
        seats = {play.seat for play in each.plays}
        if each.winner is None:
            seats.update(seat for seat in view.playing if seat not in view.folded)
        trick = Trick(each.leader, order(tuple(seats), view.seats, each.leader))
        for play in each.plays:
            if play.card is None or play.covered:
                hidden.add(play.seat)
                strength = COVERED_STRENGTH
            else:
                strength = view.ranking.strength[play.card]
            throws[play.seat].append(Throw(strength, trick, winners))
            trick = add_card(trick, play.seat, strength)
        winners = (*winners, each.winner)
    return {seat: thrown for seat, thrown in throws.items() if seat not in hidden}


def _quiet(view: View) -> AbstractSet[int]:
    """Return the seats that played a card before any call, where they might open an envido."""
    quiet: set[int] = set()
    if view.rules.envido_ladder == "none":
        return quiet
    played: set[int] = set()
    folded: set[int] = set()
    for event in takewhile(lambda event: event.kind not in ("call", "trick"), view.events):
        if event.kind == "fold" and event.seat is not None:
            folded.add(event.seat)
        elif event.kind == "card" and event.seat is not None:
            if may_open(view.rules, view.playing, event.seat, played, folded):
                quiet.add(event.seat)
            played.add(event.seat)
    return quiet


def _bold(view: View) -> frozenset[int | None]:
    """Return the seats that called a truco, in games with partners.

    One against one this inference would be too strong: a player who often refuses can be robbed.
    """
    if len(view.playing) == 2:
        return frozenset()
    calls = (event for event in view.events if event.kind == "call" and event.token in TRUCOS)
    return frozenset(event.seat for event in calls)
