"""The expected value of every action now, for practice: computed once, in a second or so."""

import random
from collections.abc import Mapping
from typing import Any, Final

from games.engine import State, view
from games.review.decisions import Decision, decision_at
from games.review.positions import Json, position
from games.review.weighing import Weighed, prices
from games.robots import decide
from games.robots.tables import table_of

LEARNT: Final = 1000
JUDGED: Final = {2: 400, 4: 160, 6: 90}
"""Hands played to their ends, by seats: what robots do by judgement takes five times as long."""
WORLDS: Final = (6, 120)


def asked_at(state: State, seat: int, seed: str) -> Decision:
    """Return what a seat has to decide now, as though the tahúr decided it."""
    seen = view(state, seat)
    return decision_at(state, seat, decide(seen, seen.legal, random.Random(seed)))


def hint(told: Mapping[str, Any], seed: str) -> list[Json]:
    """Return the price of every answer at a position, the best first, as reviews tell them."""
    each = Weighed(asked_at(position(told), told["seat"], seed), seed)
    rules = each.decision.start.rules
    ends = JUDGED[rules.seats] if table_of(rules) is None else LEARNT
    least, most = WORLDS
    each.weigh(max(least, min(most, ends // len(each.answers))))
    return prices(each) if all(each.values.values()) else []
