"""The content of a record, not yet checked against the rules of play."""

from dataclasses import dataclass

from ..actions import Action
from ..cards import Card
from ..hand_start import Part
from ..rules import Rules
from ..rulings import Rulings

Tags = tuple[tuple[str, tuple[str, ...]], ...]

TERMINATION, AGREED, TIME = "Termination", "agreed", "time"
"""The tag for a game that ended by agreement or by the bell (R-S5) rather than by the cards."""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand of a record; the three of a pico round share number, mano and deal (R-P2)."""

    number: int
    part: Part
    mano: int
    """The mano of the deal."""
    hands: tuple[tuple[Card, ...], ...]
    muestra: Card | None = None
    perros: int | None = None
    actions: tuple[Action, ...] = ()
    rulings: Rulings = ()

    @property
    def label(self) -> str:
        """`5`, or `5a` in a pico round."""
        return f"{self.number}{self.part}"


@dataclass(frozen=True, slots=True)
class Record:
    """A game as parsed from text."""

    rules: Rules
    seats: tuple[str, ...]
    hands: tuple[HandRecord, ...] = ()
    score: tuple[int, int] = (0, 0)
    tags: Tags = ()
    """Event, date and the other tags of the record, in its order."""

    @property
    def is_agreed(self) -> bool:
        """Whether the players ended the game by agreement, without a winner."""
        return self._termination == [AGREED]

    @property
    def is_by_time(self) -> bool:
        """Whether the bell of a timed round ended the game."""
        return self._termination == [TIME]

    @property
    def _termination(self) -> list[str]:
        by_name = {name.lower(): values for name, values in self.tags}
        return [value.lower() for value in by_name.get(TERMINATION.lower(), ())]
