"""The courses by their slug."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.lessons.course import Course, _
from games.lessons.courses import (
    brazil,
    calls,
    flor,
    mallorqui,
    tricks,
    truc,
    uruguayo,
    venezolano,
)

ARGENTINO: Final = Course(
    "argentino",
    (
        tricks.ORDER,
        tricks.PARDA,
        tricks.MANO,
        calls.ENVIDO,
        calls.NO_QUIERO,
        calls.REAL_AND_FALTA,
        calls.TRUCO,
        calls.MAZO,
        calls.ENVIDO_FIRST,
        tricks.ALONE,
    ),
)
ARGENTINO_FLOR: Final = Course(
    "argentino-flor",
    (
        tricks.ORDER,
        tricks.PARDA,
        tricks.MANO,
        calls.ENVIDO,
        calls.NO_QUIERO,
        calls.TRUCO,
        calls.ENVIDO_FIRST,
        flor.FLOR,
        flor.CONTRAFLOR,
        flor.ALONE_WITH_FLOR,
    ),
)
URUGUAYO: Final = Course(
    "uruguayo",
    (  # the muestra makes no dealt card a pieza, unless the hand is about piezas
        uruguayo.PIEZAS,
        replace(tricks.ORDER, muestra="6c"),
        uruguayo.TWELVE,
        replace(tricks.PARDA, muestra="6o"),
        uruguayo.ENVIDO_WITH_PIEZA,
        replace(calls.TRUCO, muestra="6e"),
        replace(calls.ENVIDO_FIRST, muestra="7c"),
        uruguayo.FLOR,
        uruguayo.CON_FLOR,
        uruguayo.ALONE_WITH_PIEZA,
    ),
)
TRUC: Final = Course(
    "truc",
    (
        truc.ORDER,
        truc.TWO_CARDS,
        truc.BENEATH,
        truc.ENVIT,
        truc.TORNE,
        truc.COVERED,
        truc.TRUC,
        truc.NO_QUIERO,
        truc.ENVIT_FIRST,
        truc.ALONE_WITH_22,
    ),
)
PAULISTA: Final = Course(
    "paulista",
    (
        brazil.ORDER,
        brazil.MANILHAS,
        brazil.SUITS,
        brazil.TIE,
        brazil.TRUCO,
        brazil.RAISE,
        brazil.RUN,
        brazil.COVERED,
        brazil.ELEVEN,
        brazil.ALONE_WITH_VIRA,
    ),
)
MINEIRO: Final = Course(
    "mineiro",
    (
        brazil.FIXED,
        replace(brazil.ORDER, muestra="", end=brazil.FIXED.end),
        brazil.FIXED_SUITS,
        brazil.HIGHEST,
        brazil.TRUCO_AT_4,
        brazil.RAISE_FROM_4,
        brazil.RUN_FROM_4,
        brazil.COVERED_BY_ANY,
        brazil.TEN,
        brazil.ALONE_WITH_FIXED,
    ),
)
GAUDERIO: Final = Course(
    "gauderio",
    (
        replace(
            tricks.ORDER,
            end=_(
                "Ganaste dos bazas de tres: la mano vale 1. "
                "Acá se dice quero y não quero, y vou ao baralho por irse al mazo."
            ),
        ),
        *ARGENTINO_FLOR.hands[1:],
    ),
)
VENEZOLANO: Final = Course("venezolano", venezolano.HANDS)
MALLORQUI: Final = Course("mallorqui", mallorqui.HANDS)

COURSES: Final[Mapping[str, Course]] = {
    course.preset: course
    for course in (
        *(ARGENTINO, ARGENTINO_FLOR, URUGUAYO, TRUC),
        *(PAULISTA, MINEIRO, GAUDERIO, VENEZOLANO, MALLORQUI),
    )
}
