"""Styles of robots: departures from the plain decision of a level.

A taste makes it decide twice and take the decision it prefers, so it does nothing that its level
would not do. A habit goes further and replaces the decision: a robot with a habit bluffs, refuses
to give in, or hurries whatever its level says. Both use the view and chance only.
"""

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine import Action, Answer, Call, CallName, Fold, PlayCard, View
from games.robots.heuristics import Policy


class Style(NamedTuple):
    """Tastes between -1 and 1, and habits as shares, 0 to 1, of the occasions."""

    calls: float = 0.0
    """Positive: likes to call. Negative: likes to stay silent."""
    believes: float = 0.0
    """Positive: likes to refuse calls. Negative: likes to accept them."""
    guards: float = 0.0
    """Positive: likes to keep strong cards. Negative: likes to play them early."""
    slow: float = 0.0
    """Extra share of its thinking time, for any decision."""
    ponders: float = 0.0
    """Share of its turns that take twice as long."""
    bluffs: float = 0.0
    """Habit: calls envido or truco where its level would play a card."""
    stubborn: float = 0.0
    """Habit: accepts where its level would refuse or fold."""
    quiet: float = 0.0
    """Habit: plays a card where its level would call."""
    hurries: float = 0.0
    """Habit: plays its strongest card where that takes the trick."""


PLAIN: Final = Style()
BLUFFS: Final = (CallName.ENVIDO, CallName.TRUCO)
TOO_DEAR: Final = (CallName.FALTA, CallName.RESTO, CallName.CONFALTA, CallName.FUERA)
"""Calls that may decide the game whatever the score is."""
DEAREST_ENVIDO: Final = 7
"""The most that an envido without falta pays where it is not raised at will (R-E3, R-E13)."""


def decide_with_style(
    player: Policy, style: Style, view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Decide by taste, then by habit."""
    chosen = _decide_by_taste(player, style, view, legal, rng)
    if style.stubborn and _gives_in(view, chosen) and rng.random() < style.stubborn:
        accepted = next((a for a in legal if isinstance(a, Answer) and a.accepted), None)
        others = [each for each in legal if not isinstance(each, Fold)]
        chosen = accepted or player(view, others or legal, rng)
    if style.quiet and isinstance(chosen, Call) and rng.random() < style.quiet:
        plays = [each for each in legal if isinstance(each, PlayCard)]
        return player(view, plays, rng) if plays else chosen
    if not isinstance(chosen, PlayCard):
        return chosen
    if style.bluffs and rng.random() < style.bluffs:
        calls = {a.canto: a for a in legal if isinstance(a, Call)}
        return next((calls[canto] for canto in BLUFFS if canto in calls), chosen)
    if style.hurries and rng.random() < style.hurries:
        return _strongest_that_wins(view, legal) or chosen
    return chosen


def _decide_by_taste(
    player: Policy, style: Style, view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Decide; then reconsider where another action suits the style better."""
    first = player(view, legal, rng)
    liked = _liking(style, view, first)
    eager = max((_liking(style, view, action) for action in legal), default=liked) - liked
    if eager <= 0 or rng.random() >= eager:
        return first
    second = player(view, legal, rng)
    return max(first, second, key=lambda action: _liking(style, view, action))


def _liking(style: Style, view: View, action: Action) -> float:
    match action:
        case Call():
            return style.calls
        case Answer(_, accepted):
            return 0.0 if accepted else style.believes
        case PlayCard(_, card):
            rank = view.ranking.strength
            return -style.guards * rank[card] / max(rank.values())
        case _:
            return 0.0


def is_too_dear(view: View) -> bool:
    """Return whether a call is pending that may decide the game where a refusal does not."""
    pending = view.pending
    if pending is None:
        return False
    if pending.call in TOO_DEAR or (pending.family == "envido" and pending.quiero > DEAREST_ENVIDO):
        return True
    points, target = view.score[pending.by % 2], view.rules.target
    return points + pending.no < target <= points + pending.quiero


def _gives_in(view: View, action: Action) -> bool:
    if is_too_dear(view):
        return False
    return isinstance(action, Fold) or (isinstance(action, Answer) and not action.accepted)


def _strongest_that_wins(view: View, legal: Sequence[Action]) -> Action | None:
    """Return the strongest card, if it beats every card of the open trick."""
    rank = view.ranking.strength
    plays = [each for each in legal if isinstance(each, PlayCard) and not each.covered]
    open_tricks = [trick for trick in view.tricks if trick.winner is None]
    played = [play.card for trick in open_tricks for play in trick.plays if play.card is not None]
    strongest = max(plays, key=lambda play: (rank[play.card], play.card), default=None)
    if strongest is None or any(rank[card] >= rank[strongest.card] for card in played):
        return None
    return strongest
