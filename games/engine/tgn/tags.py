"""The tags of a record: rules, seats, start score, rulings and others.

Each value of the rulings tag names the hand, the number of its actions before the ruling, and the
ruling: `[Rulings "5:3 void" "9:0 score=7-9"]`.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..errors import NotationError, RulesError
from ..rules import FIXED_RANGE, Rules, make_rules
from ..rulings import Ruling, from_word, to_word
from .lexer import Tag
from .record import HandRecord, Record

EDITION: Final = "Edition"
"""The edition of the rulebook that a record is written by; without the tag, the first."""
_OWN_TAGS: Final = ("rules", "edition", "options", "seats", "score", "rulings")
_SCORE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_OPTION: Final = re.compile(r"(\w+)=([\w-]+)", re.ASCII)


def read_heading(tags: Sequence[Tag]) -> Record:
    """Return the record without its hands."""
    by_name = _by_name(tags)
    for name in ("rules", "seats"):
        if name not in by_name:
            raise NotationError(f"no-{name}-tag")
    rules = _read_rules(by_name["rules"], by_name.get("options"), by_name["seats"])
    if "edition" not in by_name:
        rules = of_first_edition(rules)
    score = by_name.get("score")
    return Record(
        rules=rules,
        seats=by_name["seats"].values,
        score=(0, 0) if score is None else _read_score(score, rules),
        tags=tuple(
            (tag.name, tag.values) for name, tag in by_name.items() if name not in _OWN_TAGS
        ),
    )


def means_more(rules: Rules) -> bool:
    """Return whether the first edition read these options otherwise.

    It played a range of picos from 5 to 24 points at every target (R-P1, R-P4).
    """
    return rules.pico == "range" and rules.target != FULL_GAME


FULL_GAME: Final = 30
"""The target at which both editions play the same range."""


def of_first_edition(rules: Rules) -> Rules:
    """Return the rules that the first edition meant by these options."""
    return replace(rules, pico=FIXED_RANGE) if means_more(rules) else rules


def written_options(rules: Rules) -> dict[str, str]:
    """Return the options for the tag, in the words of their edition."""
    options = rules.options()
    return {key: "range" if text == FIXED_RANGE else text for key, text in options.items()}


def _by_name(tags: Sequence[Tag]) -> dict[str, Tag]:
    by_name: dict[str, Tag] = {}
    for tag in tags:
        name = tag.name.lower()
        if name in by_name:
            raise tag.at.error("tag-twice")
        by_name[name] = tag
    return by_name


def _read_rules(preset: Tag, options: Tag | None, seats: Tag) -> Rules:
    """Return the rules; with four or six names the option `seats` can be left out."""
    changed = {} if options is None else _read_options(options)
    try:
        chosen = {"seats": str(len(seats.values)), **changed}
        rules = make_rules(" ".join(preset.values).lower(), chosen)
    except RulesError as error:
        if error.code == "unknown-preset":
            raise preset.at.error(error.code) from error
        blamed = seats if options is None or not changed.keys() & error.keys else options
        raise blamed.at.error(error.code) from error
    if rules.seats != len(seats.values):
        raise seats.at.error("wrong-seats")
    return rules


def _read_options(tag: Tag) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in " ".join(tag.values).lower().split():
        matched = _OPTION.fullmatch(text)
        if matched is None or matched[1] in options:
            raise tag.at.error("bad-option")
        options[matched[1]] = matched[2]
    return options


def _read_score(tag: Tag, rules: Rules) -> tuple[int, int]:
    matched = _SCORE.fullmatch(" ".join(tag.values))
    if matched is None or max(int(matched[1]), int(matched[2])) >= rules.target:
        raise tag.at.error("bad-score")
    return int(matched[1]), int(matched[2])


_VALUE: Final = re.compile(r"([0-9]{1,6}[abc]?):([0-9]{1,3}) (\S+)")


def parse_rulings_tag(hands: Sequence[HandRecord]) -> list[str]:
    """Return the values of the rulings tag, in the order of play."""
    return [
        f"{hand.label}:{index} {to_word(ruling)}"
        for hand in hands
        for index, ruling in hand.rulings
    ]


def add_rulings_tag(hands: Sequence[HandRecord], tags: Sequence[Tag]) -> tuple[HandRecord, ...]:
    """Add the rulings of the tag to the hands.

    Raises NotationError `bad-ruling` for an unknown position.
    """
    tag = next((tag for tag in tags if tag.name.lower() == "rulings"), None)
    if tag is None:
        return tuple(hands)
    try:
        by_hand = _by_hand(tag.values)
        ruled = tuple(_with(hand, by_hand.pop(hand.label, [])) for hand in hands)
        if by_hand:
            raise NotationError("bad-ruling")
    except NotationError as error:
        raise tag.at.error(error.code) from error
    return ruled


def _by_hand(values: Sequence[str]) -> dict[str, list[tuple[int, Ruling]]]:
    by_hand: dict[str, list[tuple[int, Ruling]]] = defaultdict(list)
    for value in values:
        matched = _VALUE.fullmatch(value.lower())
        if matched is None:
            raise NotationError("bad-ruling")
        by_hand[matched[1]].append((int(matched[2]), from_word(matched[3])))
    return by_hand


def _with(hand: HandRecord, rulings: Sequence[tuple[int, Ruling]]) -> HandRecord:
    indexes = [index for index, _ in rulings]
    if indexes != sorted(indexes) or any(index > len(hand.actions) for index in indexes):
        raise NotationError("bad-ruling")
    return replace(hand, rulings=tuple(rulings))
