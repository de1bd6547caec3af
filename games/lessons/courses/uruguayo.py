"""Lesson hands about the muestra, its piezas and the flor as it is played in Uruguay."""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses.tricks import ALONE

PIEZAS: Final = Hand(
    title=_("La muestra y las piezas"),
    mine="4o 3c 6b",
    robots="1e 12c 7b",
    muestra="6o",
    mano=1,
    opening="1e",
    steps=(
        Step(
            _(
                "La muestra es de oros: el 2, el 4, el 5, el 11 y el 10 de oros son piezas, "
                "en ese orden, y matan a todas. Matá el 1 de espadas con tu 4."
            ),
            {"4o": ""},
            _("Solo una pieza le gana al 1 de espadas. Jugá el 4 de oros."),
        ),
        Step(
            _(
                "Después de las piezas siguen las matas: 1 de espadas, 1 de bastos, 7 de espadas "
                "y 7 de oros; luego los 3. Salí con tu 3."
            ),
            {"3c": "12c"},
            _("El 3 es más alto que el 6. Salí con él: te falta una sola baza."),
        ),
    ),
    end=_(
        "Una pieza le gana a cualquier otra carta, y entre piezas la mayor es el 2. "
        "Las tuyas llevan una estrella."
    ),
)

TWELVE: Final = Hand(
    title=_("El 12 que reemplaza"),
    mine="12c 3b 4e",
    robots="4c 6b 10e",
    muestra="2c",
    mano=1,
    opening="4c",
    steps=(
        Step(
            _(
                "La muestra misma es una pieza, el 2 de copas: "
                "el 12 de copas ocupa su lugar en todo. Matá el 4 de copas con tu 12."
            ),
            {"12c": ""},
            _("Solo tu 12, que acá es la pieza mayor, le gana al 4 de copas."),
        ),
        Step(
            _("Te falta una baza. Salí con el 3 de bastos."),
            {"3b": "10e"},
            _("El 3 es lo más alto que te queda. Salí con él."),
        ),
    ),
    end=_(
        "Si la muestra no es pieza, su 12 es un rey como los demás. "
        "Si lo es, el 12 vale lo mismo que ella: en la mano, en el envido y en la flor."
    ),
)

ENVIDO_WITH_PIEZA: Final = Hand(
    title=_("El envido con piezas"),
    mine="5e 6b 3o",
    robots="7c 4c 12b",
    muestra="7e",
    steps=(
        Step(
            _(
                "Una pieza sola ya suma 30 (el 2), 29 (el 4), 28 (el 5) o 27 (el 11 y el 10), "
                "más tu mejor otra carta. Tenés 28 + 6 = 34: cantá envido."
            ),
            {"envido": "quiero"},
            _("Con 34 de envido no te calles, y la falta es mucho. Cantá envido."),
        ),
        Step(
            _("34 contra 31: ganaste 2 puntos. Ahora la mano: salí con la pieza."),
            {"5e": "4c"},
            _("Tu pieza casi no pierde. Salí con el 5 de espadas."),
        ),
        Step(
            _("Te falta una baza. Jugá el 3."),
            {"3o": "12b"},
            _("El 3 es más alto que el 6. Jugalo."),
        ),
    ),
    end=_(
        "Al envido se contesta quiero, no quiero, envido otra vez o falta envido. "
        "En estas mesas no querer cuesta siempre 1."
    ),
)

FLOR: Final = Hand(
    title=_("La flor con piezas"),
    mine="11b 6e 4e",
    robots="12c 5o 4c",
    muestra="3b",
    mano=1,
    opening="12c",
    steps=(
        Step(
            _(
                "Es flor: tres cartas de un palo, dos piezas o más, o una pieza y dos de un palo. "
                "Tenés el 11 de la muestra y dos espadas: cantá flor."
            ),
            {"flor": ""},
            _("La flor es obligatoria y va antes que nada. Cantá flor."),
        ),
        Step(
            _("3 puntos, porque nadie más tiene flor. Ahora matá el 12 con tu pieza, el 11."),
            {"11b": ""},
            _("Solo tu 11 de bastos, que es pieza, le gana a ese 12."),
        ),
        Step(
            _("Te falta una baza. Salí con el 6."),
            {"6e": "5o"},
            _("El 6 es más alto que el 4. Salí con él."),
        ),
    ),
    end=_(
        "Una flor vale 3 y cierra el envido de esa mano. "
        "Con pieza se cuenta la pieza mayor y se le suman las otras: 27 + 6 + 4 = 37."
    ),
)

CON_FLOR: Final = Hand(
    title=_("Con flor envido"),
    mine="2c 4c 6e",
    robots="7o 6o 3o",
    muestra="1c",
    steps=(
        Step(
            _("Dos piezas son flor: 30 del 2, 9 del 4 y el 6 hacen 45. Cantala."),
            {"flor": "conflor"},
            _("La flor se canta antes que nada. Cantá flor."),
        ),
        Step(
            _(
                "También tiene flor y te desafía: con flor envido vale 5, no quererlo le da 3. "
                "Con 45 decí quiero."
            ),
            {"quiero": ""},
            _("La flor más alta posible es de 47: con 45 alcanza con decir quiero."),
        ),
        Step(
            _("Ganaste 5. Con tus dos piezas no podés perder la mano: salí con una."),
            {"2c": "3o", "4c": "3o"},
            _("El 6 no le gana a casi nada. Salí con una de las piezas."),
        ),
        Step(
            _("Ahora la otra pieza."),
            {"2c": "6o", "4c": "6o"},
            _("Con la otra pieza ganás seguro. Jugala."),
        ),
    ),
    end=_(
        "Sin desafío, la mejor flor cobra 3. "
        "Más fuerte todavía es contraflor al resto: lo que le falta al que va ganando."
    ),
)

ALONE_WITH_PIEZA: Final = replace(ALONE, mine="10o 7e 5b", robots="3c 12b 6e", muestra="1o")
