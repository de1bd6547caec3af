"""The courses by their slug."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.lessons.course import Course
from games.lessons.courses import calls, flor, tricks, truc, uruguayo

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

COURSES: Final[Mapping[str, Course]] = {
    course.preset: course for course in (ARGENTINO, ARGENTINO_FLOR, URUGUAYO, TRUC)
}
