"""A hand as one seat knew it, as JSON can hold it: what others hold in it is dealt anew.

So it can be stored, or be given to another process, without a card that its seat has not seen.
"""

import random
from collections.abc import Mapping
from typing import Any, Final

from games.engine import (
    Start,
    State,
    deal_hands,
    fold,
    from_token,
    lines,
    make_rules,
    parse_card,
    to_token,
)
from games.review.decisions import Decision
from games.review.worlds import worlds

Json = dict[str, Any]
TRIES: Final = 25
"""Worlds tried for one that fits."""


def laid(decision: Decision, seed: str) -> Json | None:
    """Return the hand of a decision with hidden cards that fit; None where none were found."""
    world = next(worlds(decision, random.Random(seed), TRIES), None)
    if world is None:
        return None
    rules, muestra = decision.start.rules, world.deal.muestra
    return {
        "preset": rules.preset,
        "options": rules.options(),
        "start": decision.start.to_json(),
        "hands": [[str(card) for card in hand] for hand in world.deal.hands],
        "muestra": str(muestra) if muestra else "",
        "perros": decision.perros,
        "actions": [[act.seat, to_token(act)] for act in world.actions],
        "seat": decision.seat,
    }


def position(told: Mapping[str, Any]) -> State:
    """Lay the hand again as it stood when the decision was due."""
    rules = make_rules(told["preset"], told["options"])
    hands = [[parse_card(card) for card in hand] for hand in told["hands"]]
    muestra = parse_card(told["muestra"]) if told["muestra"] else None
    dealt = deal_hands(Start.from_json(rules, told["start"]), hands, muestra)
    done = [from_token(seat, token) for seat, token in told["actions"]]
    return fold(dealt, lines(told["perros"], done))
