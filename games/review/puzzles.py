"""A decision as a puzzle: what its seat saw, without names, and what every answer is worth."""

from typing import Any, Final

from games.engine import Answer, View, to_token
from games.review.weighing import Weighed

LEAD: Final = 0.3
"""Points by which one answer has to be better than the next."""
AGREED: Final = 0.5
"""How often the tahúr gives it, too."""
TOLD: Final = ("card", "call", "answer", "declare", "fold")


def asks(view: View) -> bool:
    """Say whether a call awaits the viewer's answer: *¿querés o no querés?*"""
    if view.pending is None:
        return False
    return {True, False} <= {act.accepted for act in view.legal if isinstance(act, Answer)}


def is_puzzle(each: Weighed) -> bool:
    """Say whether one answer to a call is clearly the best, by the worlds and by the tahúr."""
    is_best = each.lead >= LEAD and each.share(each.best) >= AGREED
    return asks(each.decision.view) and is_best


def puzzle(each: Weighed) -> dict[str, Any]:
    """Return the puzzle of a decision that was weighed twice."""
    view = each.decision.view
    assert view.pending is not None
    return {
        "preset": view.rules.preset,
        "seats": view.seats,
        "target": view.rules.target,
        "score": [view.score[each.decision.seat % 2], view.score[1 - each.decision.seat % 2]],
        "mano": _across(view, view.mano),
        "own": [str(card) for card in view.own],
        "muestra": str(view.muestra) if view.muestra else "",
        "said": [
            [_across(view, event.seat), event.kind, _words(event.token, event.value)]
            for event in view.events
            if event.kind in TOLD and event.seat is not None
        ],
        "pending": {
            "call": str(view.pending.call),
            "quiero": view.pending.quiero,
            "no": view.pending.no,
        },
        "lead": round(each.lead, 3),
        "answers": [
            {
                "token": to_token(price.action),
                "mean": round(price.mean, 3),
                "share": round(price.share, 3),
            }
            for price in each.prices
        ],
    }


def _across(view: View, seat: int) -> int:
    """Return how many places after the viewer a seat sits: 0 is the viewer, odd ones are rivals."""
    assert view.viewer is not None
    return (seat - view.viewer) % view.seats


def _words(token: str | None, value: int | str | None) -> str:
    return str(value) if token is None else token
