"""Lesson hands about card order and winning a hand, and the hand played without help.

No seat holds a flor, so these hands are valid in every family with the deck of 40.
"""

from typing import Final

from games.lessons.course import Hand, Step, _

ORDER: Final = Hand(
    title=_("El orden de las cartas"),
    mine="7e 3c 4o",
    robots="1b 2e 12c",
    mano=1,
    opening="1b",
    steps=(
        Step(
            _(
                "Las bravas, de mayor a menor: 1 de espadas, 1 de bastos, 7 de espadas, 7 de oros. "
                "Salió el 1 de bastos y no le ganás: tirá tu carta más baja, el 4."
            ),
            {"4o": "2e"},
            _("Esta baza ya está perdida, así que no gastes una buena. Tirá el 4 de oros."),
        ),
        Step(
            _(
                "Después de las bravas van los 3, los 2, los ases de copas y de oros, 12, 11 y 10; "
                "al final los otros 7, los 6, los 5 y los 4. Matá el 2 con tu 3."
            ),
            {"3c": ""},
            _(
                "El 7 de espadas también gana, pero te va a hacer falta. "
                "Con el 3 alcanza: está justo arriba del 2."
            ),
        ),
        Step(
            _("Una baza cada uno, y sale quien ganó la última: vos. Jugá el 7 de espadas."),
            {"7e": "12c"},
            _("Para cantar ya habrá tiempo. Jugá el 7 de espadas y llevate la tercera baza."),
        ),
    ),
    end=_(
        "Ganaste dos bazas de tres: la mano es tuya y vale 1 punto. "
        "Los cuatro 3 son iguales: si se cruzan dos, nadie gana esa baza."
    ),
)

PARDA: Final = Hand(
    title=_("Mejor de tres, y la parda"),
    mine="3e 7o 4c",
    robots="3c 2b 11e",
    steps=(
        Step(
            _(
                "Gana la mano quien gana dos bazas de tres. "
                "Salís vos: probá con el 3 y guardá el 7 de oros, que es tu mejor carta."
            ),
            {"3e": "3c"},
            _("Guardá el 7 de oros por si hay que desempatar. Salí con el 3 de espadas."),
        ),
        Step(
            _(
                "Dos 3: la baza es parda, no la ganó nadie, y vuelve a salir quien salió. "
                "Ahora la segunda decide la mano: jugá tu mejor carta."
            ),
            {"7o": "11e"},
            _("Quien gana esta baza gana la mano. Va la mejor que tenés: el 7 de oros."),
        ),
    ),
    end=_(
        "Con la primera parda gana quien gana la segunda. "
        "Si la parda viene después, gana quien había ganado la primera."
    ),
)

MANO: Final = Hand(
    title=_("Ser mano"),
    mine="3e 2c 12o",
    robots="3c 2b 12e",
    steps=(
        Step(
            _(
                "Sos mano y salís primero; quien reparte es el pie y juega último. "
                "En cada mano se cambia: esta vez salí vos, con el 3."
            ),
            {"3e": "3c"},
            _("Acá conviene empezar por la más alta. Salí con el 3 de espadas."),
        ),
        Step(
            _("Otra parda, y salís de nuevo vos. Seguí con el 2 de copas."),
            {"2c": "2b"},
            _("Te quedan el 2 y el 12, y el 2 es el más alto. Jugalo."),
        ),
        Step(
            _("Dos pardas: decide la tercera. Te queda el 12 de oros."),
            {"12o": "12e"},
            _("Ni cantar ni irse: si también esta es parda, ganás vos. Jugá el 12."),
        ),
    ),
    end=_(
        "Tres pardas: gana la mano, o sea vos. "
        "La mano también gana el envido empatado: por eso vale tanto."
    ),
)

ALONE: Final = Hand(
    title=_("Una mano entera, sin ayuda"),
    mine="7o 3e 5e",
    robots="12o 2c 6b",
    alone=_(
        "Ahora jugás sin ayuda: cantá, contestá y jugá lo que quieras. "
        "Un botón apagado dice por qué no se puede."
    ),
    end=_("Ya jugaste una mano entera de truco. Lo demás se aprende en la mesa."),
)
