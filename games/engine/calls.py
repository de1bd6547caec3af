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
    RESTO = "resto"
    ACHICO = "achico"
    TRUCO = "truco"
    RETRUCO = "retruco"
    VALE4 = "vale4"
    FUERA = "fuera"


ENVIDOS: Final = frozenset((CallName.ENVIDO, CallName.REAL, CallName.FALTA, CallName.VUELVO))
FLORES: Final = frozenset(
    (CallName.FLOR, CallName.CONTRAFLOR, CallName.CONFLOR, CallName.RESTO, CallName.ACHICO)
)
TRUCOS: Final = (CallName.TRUCO, CallName.RETRUCO, CallName.VALE4, CallName.FUERA)
"""From low to high; the first raises a hand without any truco call (R-C1)."""
