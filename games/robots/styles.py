"""How the named robots of a table differ: a taste among what their level might do anyway.

A robot with a style thinks twice now and then, and takes of both decisions the one it likes better.
Where its level is sure, both are the same: a style moves no more than what is mixed or in doubt.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import Action, Answer, Call, PlayCard, View
from games.robots.judgement import Player
from games.robots.names import NAMES


class Style(NamedTuple):
    """Tastes between -1 and 1: how often it thinks again in favour of what it likes."""

    calls: float = 0.0
    """Likes to call; less than 0: to keep silent."""
    believes: float = 0.0
    """Likes to refuse what is called; less than 0: to see it."""
    guards: float = 0.0
    """Likes to keep its strong cards; less than 0: to be rid of them."""
    slow: float = 0.0
    """Likes to think: a share of its time more, whatever it thinks of."""


PLAIN: Final = Style()
STYLES: Final = (
    Style(calls=0.6, slow=-0.1),
    Style(calls=-0.5, guards=0.3, slow=0.15),
    Style(believes=0.5),
    Style(believes=-0.3, slow=-0.05),
    Style(guards=0.5, slow=0.1),
    Style(calls=0.3, guards=-0.5, slow=-0.15),
    Style(calls=0.3, believes=-0.3, slow=0.05),
)
"""By turns along the names of each family: so every table of seven has all of them."""
_BY_NAME: Final[Mapping[str, Style]] = {
    name: STYLES[place % len(STYLES)]
    for names in NAMES.values()
    for place, name in enumerate(names)
}


def style_of(name: str) -> Style:
    """Return the style of a robot of this name; a plain one for anybody else."""
    return _BY_NAME.get(name, PLAIN)


def biased(
    player: Player, style: Style, view: View, legal: Sequence[Action], rng: random.Random
) -> Action:
    """Decide; and where another thought may please more, by that."""
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
