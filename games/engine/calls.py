"""The calls of truco with their tokens, and the family of each."""

from enum import StrEnum
from typing import Final


class CallName(StrEnum):
    ENVIDO = "envido"
    REAL = "real"
    FALTA = "falta"
    VUELVO = "vuelvo"
    FLOR = "flor"
    CONTRAFLOR = "contraflor"
    CONFLOR = "conflor"
    CONREAL = "conreal"
    CONFALTA = "confalta"
    RESTO = "resto"
    ACHICO = "achico"
    TRUCO = "truco"
    RETRUCO = "retruco"
    VALE4 = "vale4"
    FUERA = "fuera"


class More(str):
    """`mas:N`, N more on an envido (R-E13)."""

    __slots__ = ()

    @property
    def value(self) -> str:
        """The token, as of a `CallName`."""
        return str(self)

    @property
    def points(self) -> int:
        return int(self.removeprefix("mas:"))


Canto = CallName | More

MORE: Final = tuple(More(f"mas:{points}") for points in range(1, 60))
"""From 1 to what the longest leg can lack; the place of N is N - 1."""
ENVIDOS: Final[frozenset[Canto]] = frozenset(
    (CallName.ENVIDO, CallName.REAL, CallName.FALTA, CallName.VUELVO, *MORE)
)
FLORES: Final[frozenset[Canto]] = frozenset(
    (
        *(CallName.FLOR, CallName.CONTRAFLOR, CallName.RESTO, CallName.ACHICO),
        *(CallName.CONFLOR, CallName.CONREAL, CallName.CONFALTA),
    )
)
TRUCOS: Final = (CallName.TRUCO, CallName.RETRUCO, CallName.VALE4, CallName.FUERA)
"""From low to high; the first raises a hand without any truco call (R-C1)."""
