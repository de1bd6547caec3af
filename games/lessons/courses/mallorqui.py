"""Lesson hands of Mallorca: l'amo and la madona, the envit step by step, prices of 3, 6, 9."""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses import tricks, truc

AMO: Final = Hand(
    title=_("L'amo"),
    mine="11b 3c 6e",
    robots="1e 7b 4c",
    mano=1,
    opening="1e",
    steps=(
        Step(
            _(
                "El caballo de bastos es l'amo: le gana a todas, siempre. "
                "Te jugaron el 1 de espadas: matalo con l'amo."
            ),
            {"11b": ""},
            _("Solo l'amo y la madona le ganan al 1 de espadas. Jugá el caballo de bastos."),
        ),
        Step(
            _("Te falta una baza. Salí con el 3."),
            {"3c": "7b"},
            _("El 3 es más alto que el 6. Salí con él."),
        ),
    ),
    end=_("Gana quien gana dos bazas de tres, y sin cantar vale 1. Se juega sin los 2."),
)

MADONA: Final = Hand(
    title=_("La madona"),
    mine="10o 1b 5c",
    robots="1e 7o 6b",
    mano=1,
    opening="1e",
    steps=(
        Step(
            _("La sota de oros es la madona: solo l'amo le gana. Matá con ella el 1 de espadas."),
            {"10o": ""},
            _("El 1 de bastos no le gana al de espadas. Jugá la sota de oros."),
        ),
        Step(
            _("Después van el 1 de espadas y el 1 de bastos, que tenés. Salí con él."),
            {"1b": "7o"},
            _("El 1 de bastos es tu carta más alta. Salí con él."),
        ),
    ),
    end=_(
        "L'amo, la madona, los dos ases bravos y los dos sietes bravos: esas son las que mandan."
    ),
)

ORDER: Final = replace(
    tricks.ORDER,
    robots="1b 1c 12c",
    steps=(
        replace(tricks.ORDER.steps[0], good={"4o": "1c"}),
        Step(
            _(
                "Después de las bravas van los 3, los ases de copas y de oros, 12, 11 y 10; "
                "al final los otros 7, los 6, los 5 y los 4. Matá el as con tu 3."
            ),
            {"3c": ""},
            _(
                "El 7 de espadas también gana, pero te va a hacer falta. "
                "Con el 3 alcanza: está justo arriba del as."
            ),
        ),
        tricks.ORDER.steps[2],
    ),
)

ENVIT: Final = Hand(
    title=_("El envit"),
    mine="11b 7e 4o",
    robots="5c 6c 4e",
    steps=(
        Step(
            _(
                "Antes de tu primera carta podés cantar envit: quién suma más. "
                "L'amo suma 28 y la madona 27, más tu mejor otra carta: con 28 + 7 = 35, cantalo."
            ),
            {"envido": "quiero"},
            _("35 es lo más que se puede sumar. Cantá envit antes de jugar."),
        ),
        Step(
            _("Querido vale 2. Ahora la mano: salí con l'amo."),
            {"11b": "5c"},
            _("L'amo no pierde nunca. Salí con él."),
        ),
        Step(
            _("Te falta una baza. Jugá el 7 de espadas."),
            {"7e": "6c"},
            _("El 7 de espadas es mucho más alto que el 4. Jugalo."),
        ),
    ),
    end=_(
        "Sin l'amo ni la madona, dos cartas de un palo suman 20 más las dos; una sola, su número."
    ),
)

RENVIT: Final = Hand(
    title=_("Renvit, val sis y la falta"),
    mine="7e 6e 4o",
    robots="5b 4b 6c",
    mano=1,
    opening="envido",
    steps=(
        Step(
            _(
                "Te cantaron envit y se sube paso a paso: 2, 4, 6 y la falta. "
                "Tenés 33: cantá el segundo."
            ),
            {"envido": "quiero 4b"},
            _("Querer vale 2, y con 33 se puede más. Cantá el segundo envit."),
        ),
        Step(
            _("Quiso: son 4 para el mejor. Matá el 4 con lo justo, el 6."),
            {"6e": ""},
            _("El 7 de espadas también gana, pero te hace falta después. Jugá el 6."),
        ),
        Step(
            _("Salís vos. Jugá el 7 de espadas, una de las bravas."),
            {"7e": "5b"},
            _("El 7 de espadas casi no pierde. Jugalo."),
        ),
    ),
    end=_("No querer el envit paga 1; el segundo, 2; el tercero, 4; y la falta, 6."),
)

VAL_NOU: Final = Hand(
    title=_("Truc, retruc, val nou"),
    mine="1e 7o 4c",
    robots="3o 5b 6c",
    steps=(
        Step(
            _(
                "La mano vale 1; con truc querido, 3. "
                "Tenés el 1 de espadas y el 7 de oros: cantá truc."
            ),
            {"truco": "retruco"},
            _("Con estas cartas conviene que la mano valga más. Cantá truc antes de jugar."),
        ),
        Step(
            _(
                "Te contestaron retruc: quiso, y sube a 6. "
                "Podés querer, no querer por 3, o subir otra vez: cantá val nou."
            ),
            {"vale4": "quiero"},
            _("Vull también sería bueno, pero tu mano da para más. Cantá val nou."),
        ),
        Step(
            _("La mano vale 9. Salí con una de tus cartas altas."),
            {"1e": "3o", "7o": "3o"},
            _("Con 9 puntos en juego no arriesgues el 4. Salí con una alta."),
        ),
        Step(
            _("Una más y son 9 puntos. Jugá la otra carta alta."),
            {"1e": "5b", "7o": "5b"},
            _("Ya ganaste la primera: la otra carta alta cierra la mano."),
        ),
    ),
    end=_("Más arriba queda joc fora, que vale la cama. Solo puede subir quien quiso último."),
)

NO_QUIERO: Final = replace(
    truc.NO_QUIERO,
    steps=(
        truc.NO_QUIERO.steps[0],
        replace(
            truc.NO_QUIERO.steps[1],
            say=_(
                "Te cantaron truc: vull vale 3, no vull 1. "
                "Con un 5 y un 6 se pierde casi siempre: no quieras, o decí me'n vaig."
            ),
        ),
    ),
)

ENVIT_FIRST: Final = replace(
    truc.ENVIT_FIRST,
    steps=(
        truc.ENVIT_FIRST.steps[0],
        Step(
            _("Ganaste 2. Ahora el truc: con estas cartas no conviene, y no vull cuesta 1."),
            {"no": ""},
            _("El truc vale 3 y tu mejor carta es un 7 de bastos. Decí no vull."),
        ),
    ),
    end=_(
        "Ganaste 2 del envit y perdiste 1 del truc. "
        "Quien cantó truc ya no puede abrir el envit en esa mano."
    ),
)

HANDS: Final = (
    AMO,
    MADONA,
    ORDER,
    replace(tricks.PARDA, robots="3c 1c 11e"),
    ENVIT,
    RENVIT,
    VAL_NOU,
    NO_QUIERO,
    ENVIT_FIRST,
    replace(tricks.ALONE, robots="12o 1c 6b"),
)
