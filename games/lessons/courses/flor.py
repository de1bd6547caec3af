"""Lesson hands about the flor as it is played in Argentina."""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses.tricks import ALONE

FLOR: Final = Hand(
    title=_("La flor"),
    mine="7e 4e 2e",
    robots="6o 5o 12c",
    mano=1,
    opening="envido",
    steps=(
        Step(
            _(
                "Tres cartas de un palo son flor: es obligatorio cantarla, y anula el envido "
                "que te cantaron. Cantá flor."
            ),
            {"flor": "12c"},
            _("Con flor no se contesta otra cosa. Cantá flor."),
        ),
        Step(
            _(
                "3 puntos: nadie más tiene flor, y el envido quedó anulado. "
                "Ahora la mano: matá el 12 con tu 2."
            ),
            {"2e": ""},
            _("Con el 2 alcanza: le gana al 12. Guardá el 7 de espadas."),
        ),
        Step(
            _("Salís vos, y el 7 de espadas casi no pierde. Jugalo."),
            {"7e": "6o"},
            _("Con una baza ya ganada, el 7 de espadas cierra la mano. Jugalo."),
        ),
    ),
    end=_(
        "Una flor vale 3 puntos, y entre flores gana la mayor: 20 más las tres cartas. "
        "La tuya era de 20 + 7 + 4 + 2 = 33."
    ),
)

CONTRAFLOR: Final = Hand(
    title=_("Flor contra flor"),
    mine="7o 6o 5o",
    robots="6b 5b 4b",
    steps=(
        Step(
            _("Tenés flor de 20 + 7 + 6 + 5 = 38, la mejor que se puede tener. Cantala."),
            {"flor": "contraflor"},
            _("La flor se canta antes que nada. Cantá flor."),
        ),
        Step(
            _(
                "También tiene flor, y te desafía con contraflor: %(quiero)s vale 6, %(no)s 4. "
                "Con 38 no podés perder: decí %(quiero)s."
            ),
            {"quiero": ""},
            _("Con 38 no hay por qué achicarse. Acá alcanza con decir %(quiero)s."),
        ),
        Step(
            _("Ganaste 6 puntos. Ahora la mano: salí con el 7 de oros, una de las bravas."),
            {"7o": "4b"},
            _("Tu mejor carta es el 7 de oros. Salí con él."),
        ),
        Step(
            _("Con la primera ganada te alcanza con una parda. Jugá el 6 de oros."),
            {"6o": "6b"},
            _("El 6 es más alto que el 5: con él te alcanza hasta una parda."),
        ),
    ),
    end=_(
        "Sin desafío, flor contra flor vale 6 para la mayor; quien dice me achico paga 3. "
        "Al resto vale lo que le falta al que va ganando."
    ),
)

ALONE_WITH_FLOR: Final = replace(ALONE, mine="1b 7b 12c", robots="2o 7e 5c")
