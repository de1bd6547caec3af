"""The tag that tells what a judge ruled: `[Rulings "5:3 void" "9:0 score=7-9"]`.

Each value names the hand, how many of its actions came before, and the ruling.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.engine.errors import NotationError
from games.engine.rulings import Ruling, from_word, to_word
from games.engine.tgn.lexing import Tag
from games.engine.tgn.record import HandRecord

_VALUE: Final = re.compile(r"([0-9]{1,6}[abc]?):([0-9]{1,3}) (\S+)")


def told_rulings(hands: Sequence[HandRecord]) -> list[str]:
    """Return the values of the tag, in the order of play."""
    return [
        f"{hand.label}:{index} {to_word(ruling)}"
        for hand in hands
        for index, ruling in hand.rulings
    ]


def with_rulings(hands: Sequence[HandRecord], tags: Sequence[Tag]) -> tuple[HandRecord, ...]:
    """Add what the tag tells to the hands; NotationError `bad-ruling` for a place not there."""
    tag = next((tag for tag in tags if tag.name.lower() == "rulings"), None)
    if tag is None:
        return tuple(hands)
    try:
        told = _by_hand(tag.values)
        ruled = tuple(_with(hand, told.pop(hand.label, [])) for hand in hands)
        if told:
            raise NotationError("bad-ruling")
    except NotationError as error:
        raise tag.at.error(error.code) from error
    return ruled


def _by_hand(values: Sequence[str]) -> dict[str, list[tuple[int, Ruling]]]:
    told: dict[str, list[tuple[int, Ruling]]] = defaultdict(list)
    for value in values:
        found = _VALUE.fullmatch(value.lower())
        if found is None:
            raise NotationError("bad-ruling")
        told[found[1]].append((int(found[2]), from_word(found[3])))
    return told


def _with(hand: HandRecord, rulings: Sequence[tuple[int, Ruling]]) -> HandRecord:
    indexes = [index for index, _ in rulings]
    if indexes != sorted(indexes) or any(index > len(hand.actions) for index in indexes):
        raise NotationError("bad-ruling")
    return replace(hand, rulings=tuple(rulings))
