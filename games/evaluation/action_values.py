"""Expected values of the current actions for practice, and the position they start from.

A position is a hand as one seat knew it, in JSON. It holds no unseen card, so it can be stored or
passed to another process; the cards of other seats are dealt again. A computation takes about a
second.
"""

import random
from collections.abc import Mapping
from typing import Any, Final

from games.engine import (
    Start,
    State,
    apply_log,
    deal_hands,
    from_token,
    lines,
    make_rules,
    parse_card,
    to_token,
    view,
)
from games.evaluation.decisions import Decision, decision_at
from games.evaluation.evaluate import Evaluation, action_values
from games.evaluation.sampling import sample_deals
from games.robots import decide
from games.robots.policy_tables import table_of

Json = dict[str, Any]
TRIES: Final = 25
"""Worlds tried until one fits."""


def complete_hand(decision: Decision, seed: str) -> Json | None:
    """Return the hand of a decision with hidden cards that fit; None if none were found."""
    world = next(sample_deals(decision, random.Random(seed), TRIES), None)
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


def position(data: Mapping[str, Any]) -> State:
    """Restore the state of the hand at the decision."""
    rules = make_rules(data["preset"], data["options"])
    hands = [[parse_card(card) for card in hand] for hand in data["hands"]]
    muestra = parse_card(data["muestra"]) if data["muestra"] else None
    dealt = deal_hands(Start.from_json(rules, data["start"]), hands, muestra)
    actions = [from_token(seat, token) for seat, token in data["actions"]]
    return apply_log(dealt, lines(data["perros"], actions))


LEARNT: Final = 1000
JUDGED: Final = {2: 400, 4: 160, 6: 90}
"""Hands played to the end, by seats: play by judgement takes robots five times as long."""
WORLDS: Final = (6, 120)


def decision_to_hint(state: State, seat: int, seed: str) -> Decision:
    """Return the pending decision of a seat, with the tahúr's choice as the action."""
    seat_view = view(state, seat)
    return decision_at(state, seat, decide(seat_view, seat_view.legal, random.Random(seed)))


def hint(data: Mapping[str, Any], seed: str) -> list[Json]:
    """Return the value of each answer at a position, the best first, in the format of reviews.

    `advised` marks those that may be named the best, as in a review: one at least.
    """
    each = Evaluation(decision_to_hint(position(data), data["seat"], seed), seed)
    rules = each.decision.start.rules
    ends = JUDGED[rules.seats] if table_of(rules) is None else LEARNT
    least, most = WORLDS
    each.weigh(max(least, min(most, ends // len(each.answers))))
    if not all(each.values.values()):
        return []
    actions = [price.action for price in each.prices]
    advised = list(filter(each.may_be_advised, actions)) or [max(actions, key=each.share)]
    rows = zip(action_values(each), actions, strict=True)
    return [{**row, "advised": action in advised} for row, action in rows]
