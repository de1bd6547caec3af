"""The start of a hand: its number, its mano and the score so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from .errors import IllegalActionError
from .rules import Rules

Part = Literal["", "a", "b", "c"]
PARTS: Final[tuple[Part, ...]] = ("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Start:
    """A hand before its deal. `part` names one of the three hands of a pico round (R-P2)."""

    rules: Rules
    number: int
    part: Part
    mano: int
    score: tuple[int, int]
    legs: tuple[int, int]

    @property
    def label(self) -> str:
        """The hand's name in records: `5`, or `5a` in a pico round."""
        return f"{self.number}{self.part}"

    @property
    def round_mano(self) -> int:
        """The mano of the deal: in a pico round all three hands come from one deal (R-P2)."""
        if not self.part:
            return self.mano
        return (self.mano - PARTS.index(self.part)) % self.rules.seats

    @property
    def dealer(self) -> int:
        """R-D2: mano sits after the dealer."""
        return (self.round_mano - 1) % self.rules.seats

    def to_json(self) -> dict[str, Any]:
        """Return all fields except the rules, ready for JSON."""
        return {
            "number": self.number,
            "part": self.part,
            "mano": self.mano,
            "score": list(self.score),
            "legs": list(self.legs),
        }

    @classmethod
    def from_json(cls, rules: Rules, data: Mapping[str, Any]) -> "Start":
        """Return the start from the result of `to_json`."""
        score, legs = data["score"], data["legs"]
        return cls(
            rules=rules,
            number=data["number"],
            part=data["part"],
            mano=data["mano"],
            score=(score[0], score[1]),
            legs=(legs[0], legs[1]),
        )


def first_start(rules: Rules, mano: int, score: tuple[int, int] = (0, 0)) -> Start:
    """Return the first hand of a game; with six seats it is a redonda (R-P1).

    Raises IllegalActionError: `wrong-mano` for a nonexistent seat, `bad-score` for a score at which
    the leg is over.
    """
    if mano not in range(rules.seats):
        raise IllegalActionError("wrong-mano")
    if not all(0 <= points < rules.target for points in score):
        raise IllegalActionError("bad-score")
    return Start(rules, 1, "", mano, score, (0, 0))
