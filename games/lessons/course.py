"""What a course is made of: ten hands of one family of truco, each dealt and told in advance.

The learner has seat 0, the robot that plays its part has seat 1. Cards and actions are written as
in records (`7o`, `envido`, `no`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import Rules, make_rules


def _(words: str) -> str:
    """Mark words for the catalogues; they are looked up when they are shown."""
    return words


@dataclass(frozen=True)
class Step:
    """One decision of the learner: what to know, and what is good.

    `good` has each action that is right, with what the robot does then, `other` what is said to
    any other legal action before the learner is asked again.
    """

    say: str
    good: Mapping[str, str]
    other: str


@dataclass(frozen=True)
class Hand:
    """A hand as it is taught: the cards, what the robot opens with, the steps, and a summing up.

    A hand without steps is played alone: every legal action is good, a robot answers, and `alone`
    is said until the end.
    """

    title: str
    mine: str
    robots: str
    end: str
    steps: tuple[Step, ...] = ()
    opening: str = ""
    alone: str = ""
    mano: int = 0
    muestra: str = ""
    score: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Course:
    """Ten hands that begin with the order of the cards and end with one played alone."""

    preset: str
    hands: tuple[Hand, ...]

    @property
    def rules(self) -> Rules:
        """The rules of every hand: the preset's own, one against one."""
        return make_rules(self.preset)
