"""The first adviser: what was learnt for these house rules; else the others judge by themselves."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.engine import Action, Answer, Call, Canto, Card, PlayCard, View
from games.robots import tables
from games.robots.situation import Seen, seen, situation

CALLS: Final = {
    Canto.ENVIDO: 3,
    Canto.REAL: 4,
    Canto.FALTA: 5,
    **dict.fromkeys((Canto.TRUCO, Canto.RETRUCO, Canto.VALE4), 6),
}
QUIERO, NO, MAZO = 7, 8, 9
"""Where a table keeps an action; the cards held are 0 to 2, from low to high."""

asked: Final[Counter[str]] = Counter()
"""What tables were asked in this process: `answered`, or missing for the `situation` or `rules`."""


def choose(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return what the table draws; None where it knows neither these rules nor this situation."""
    table = tables.table_of(view.rules)
    if table is None:
        asked["rules"] += 1
        return None
    now = seen(view)
    shares = table.shares(situation(now))
    weights = [shares[_place(now, action)] for action in legal] if shares else []
    if not any(weights):
        asked["situation"] += 1
        return None
    asked["answered"] += 1
    return rng.choices(legal, weights)[0]


def _place(now: Seen, action: Action) -> int:
    match action:
        case PlayCard(_, card):
            return _order(now, card)
        case Call(_, canto):
            return CALLS[canto]
        case Answer(_, accepted):
            return QUIERO if accepted else NO
        case _:
            return MAZO


def _order(now: Seen, card: Card) -> int:
    held = [each for each in now.dealt if each in now.view.own]
    return held.index(card)
