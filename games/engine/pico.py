"""Pico a pico: when six seats play one against one, and the opponents (R-P)."""

from typing import Final, assert_never

from .hand_start import PARTS, Part
from .rules import Rules
from .score import in_buenas, shortfall
from .state import Pair

_FIXED_RANGE: Final = range(5, 25)


def next_part(rules: Rules, score: Pair, after: Part) -> Part:
    """Return the kind of hand after another in the same leg; "" is a redonda (R-P1)."""
    if after in PARTS[:-1]:
        return PARTS[PARTS.index(after) + 1]
    return "a" if after == "" and _is_pico_time(rules, score) else ""


def _is_pico_time(rules: Rules, score: Pair) -> bool:
    match rules.pico:
        case "malas":
            return not in_buenas(rules, score)
        case "range":
            return max(score) >= rules.pico_from and shortfall(rules, score) > rules.pico_left
        case "fixed_range":
            return max(score) in _FIXED_RANGE
        case "off":
            return False
        case _:
            assert_never(rules.pico)


def opponents(mano: int) -> tuple[int, int]:
    """Return two opposite seats, first the one nearer the round's mano (R-P2)."""
    return (mano, (mano + 3) % 6)
