"""Rulings of a judge and of the bell as values, and as words of the notation."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from .errors import NotationError


@dataclass(frozen=True, slots=True)
class Proceed:
    """Play continues unchanged."""


@dataclass(frozen=True, slots=True)
class Void:
    """The hand counts for nothing; another is dealt from the same mano and score."""


@dataclass(frozen=True, slots=True)
class SetScore:
    """The judge sets the score of the leg."""

    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Award:
    """The judge awards points to a team, as a sanction against the other."""

    team: int
    points: int


@dataclass(frozen=True, slots=True)
class Loss:
    """A team loses the game."""

    team: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The bell ends a timed round (R-S5). `team` leads and wins; with None there is no winner."""

    team: int | None


Ruling = Proceed | Void | SetScore | Award | Loss | TimeUp
Rulings = tuple[tuple[int, Ruling], ...]
"""The rulings of a hand, each with the number of actions before it."""

_WORD: Final = re.compile(
    r"(continue|void|time)|score=([0-9]{1,2})-([0-9]{1,2})|points=([01]):([0-9]{1,2})"
    r"|loss=([01])|time=([01])"
)

_BARE: Final[Mapping[str, Ruling]] = {"continue": Proceed(), "void": Void(), "time": TimeUp(None)}


def to_word(ruling: Ruling) -> str:
    """Return the notation: `continue`, `void`, `score=7-9`, `points=0:3`, `loss=1`, `time=0`."""
    match ruling:
        case Proceed():
            return "continue"
        case Void():
            return "void"
        case SetScore((first, second)):
            return f"score={first}-{second}"
        case Award(team, points):
            return f"points={team}:{points}"
        case Loss(team):
            return f"loss={team}"
        case TimeUp(None):
            return "time"
        case TimeUp(team):
            return f"time={team}"
        case _:
            assert_never(ruling)


def from_word(word: str) -> Ruling:
    """Return the ruling that a word of the notation stands for.

    Raises NotationError `bad-ruling`.
    """
    matched = _WORD.fullmatch(word.lower())
    if matched is None:
        raise NotationError("bad-ruling")
    bare, first, second, team, points, loser, leader = matched.groups()
    if bare:
        return _BARE[bare]
    if first:
        return SetScore((int(first), int(second)))
    if team:
        return Award(int(team), int(points))
    return Loss(int(loser)) if loser else TimeUp(int(leader))
