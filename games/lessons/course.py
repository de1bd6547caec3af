"""The structure of a course: ten hands of one family, with cards and steps set in advance.

The learner has seat 0, the robot that plays its part seat 1. Cards and actions are written as in
records (`7o`, `envido`, `no`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine import Rules, make_rules


def _(words: str) -> str:
    """Mark a text for the catalogues; it is translated when it is shown."""
    return words


@dataclass(frozen=True)
class Step:
    """One decision of the learner: the explanation, and the good actions.

    `good` maps each right action to the robot's response, `other` is the text for any other legal
    action before the learner tries again.
    """

    say: str
    good: Mapping[str, str]
    other: str


@dataclass(frozen=True)
class Hand:
    """A hand of a course: the cards, the robot's opening, the steps, and a summary.

    In a hand without steps every legal action is good, a robot answers, and `alone` is shown until
    the end.
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
    """Ten hands, from the order of the cards to a hand played without guidance."""

    preset: str
    hands: tuple[Hand, ...]

    @property
    def rules(self) -> Rules:
        """The rules of every hand: the preset's, one against one."""
        return make_rules(self.preset, {"seats": "2"})
