"""The calls of truco by their tokens, and the family each belongs to."""

from enum import StrEnum
from typing import Final


class Canto(StrEnum):
    """A call, by its token."""

    ENVIDO = "envido"
    REAL = "real"
    FALTA = "falta"
    VUELVO = "vuelvo"
    FLOR = "flor"
    CONTRAFLOR = "contraflor"
    CONFLOR = "conflor"
    RESTO = "resto"
    ACHICO = "achico"
    TRUCO = "truco"
    RETRUCO = "retruco"
    VALE4 = "vale4"
    FUERA = "fuera"


ENVIDOS: Final = frozenset((Canto.ENVIDO, Canto.REAL, Canto.FALTA, Canto.VUELVO))
FLORES: Final = frozenset((Canto.FLOR, Canto.CONTRAFLOR, Canto.CONFLOR, Canto.RESTO, Canto.ACHICO))
TRUCOS: Final = (Canto.TRUCO, Canto.RETRUCO, Canto.VALE4, Canto.FUERA)
"""From low to high: the first raises the hand that nobody has called, and so on (R-C1)."""
