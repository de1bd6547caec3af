"""Lesson hands of Venezuela: perico and perica, piedras, the passed card."""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses import flor, tricks, truc

PERICO: Final = Hand(
    title=_("Perico y perica"),
    mine="11o 3b 6c",
    robots="1e 7c 4b",
    muestra="5o",
    mano=1,
    opening="1e",
    steps=(
        Step(
            _(
                "La vira es de oros: su caballo es el perico y su sota la perica, "
                "y le ganan a todas. Matá el 1 de espadas con el perico."
            ),
            {"11o": ""},
            _("Solo una pieza le gana al 1 de espadas. Jugá el caballo de oros."),
        ),
        Step(
            _("Te falta una vuelta. Salí con el 3 de bastos."),
            {"3b": "7c"},
            _("El 3 es más alto que el 6. Salí con él."),
        ),
    ),
    end=_(
        "El perico le gana a la perica, y las dos a la espadilla. Las tuyas llevan una estrella."
    ),
)

TWELVE: Final = Hand(
    title=_("Cuando la vira es pieza"),
    mine="12c 2b 5e",
    robots="1b 6o 4e",
    muestra="11c",
    mano=1,
    opening="1b",
    steps=(
        Step(
            _(
                "La vira es el caballo de copas, que sería el perico: "
                "el rey de copas ocupa su lugar. Matá el 1 de bastos con tu rey."
            ),
            {"12c": ""},
            _("Solo tu rey, que acá es el perico, le gana al 1 de bastos."),
        ),
        Step(
            _("Te falta una vuelta. Salí con el 2 de bastos."),
            {"2b": "6o"},
            _("El 2 es más alto que el 5. Salí con él."),
        ),
    ),
    end=_("Si la vira es otra carta, su rey es un rey como los demás."),
)

ENVIDO: Final = Hand(
    title=_("El envido con perico"),
    mine="11o 7b 4c",
    robots="5c 4e 6b",
    muestra="2o",
    steps=(
        Step(
            _(
                "El perico suma 30 y la perica 29, más tu mejor otra carta. "
                "Tenés 30 + 7 = 37: cantá envido antes de jugar."
            ),
            {"envido": "quiero"},
            _("Con 37 no te calles, y la falta es mucho. Cantá envido."),
        ),
        Step(
            _("Querido vale 2 piedras y se cobra en el momento. Salí con el perico."),
            {"11o": "5c"},
            _("El perico no pierde. Salí con él."),
        ),
        Step(
            _("Con la primera ganada te alcanza con una parda. Jugá el 7."),
            {"7b": "4e"},
            _("El 7 es más alto que el 4. Jugalo."),
        ),
    ),
    end=_(
        "Sin pieza, dos cartas de una pinta suman 20 más las dos. "
        "Con perico y perica juntos son 39."
    ),
)

RAISE: Final = Hand(
    title=_("Quiero y tantas piedras más"),
    mine="7e 6e 4o",
    robots="5b 4b 6c",
    muestra="3b",
    mano=1,
    opening="envido",
    steps=(
        Step(
            _(
                "Te cantaron envido y tenés 33. Se sube 2 con otro envido, "
                "o las piedras que uno diga: cantá envido."
            ),
            {"envido": "quiero 4b"},
            _("Querer vale 2, y con 33 se puede más. Subí con otro envido."),
        ),
        Step(
            _("Quiso: son 4 piedras para el mejor. Matá el 4 con lo justo, el 6."),
            {"6e": ""},
            _("El 7 de espadas también gana, pero te hace falta después. Jugá el 6."),
        ),
        Step(
            _("Salís vos. Jugá el 7 de espadas, una de las bravas."),
            {"7e": "5b"},
            _("El 7 de espadas casi no pierde. Jugalo."),
        ),
    ),
    end=_(
        "«Quiero y 5 piedras más» sube 5. "
        "Arriba de todo está la falta, que vale lo que le falta al que va ganando."
    ),
)

TRUCO: Final = Hand(
    title=_("Truco, retruco, vale nueve"),
    mine="1e 7o 4c",
    robots="3o 2b 12c",
    muestra="5b",
    steps=(
        Step(
            _(
                "La base vale 1; con truco querido, 3. "
                "Tenés la espadilla y el 7 de oros, dos bravas: cantá truco."
            ),
            {"truco": "quiero"},
            _("Con estas cartas conviene que la mano valga más. Cantá truco antes de jugar."),
        ),
        Step(
            _("Quiso, y la base vale 3. Salí con una de las bravas."),
            {"1e": "3o", "7o": "3o"},
            _("Con 3 piedras en juego no arriesgues el 4. Salí con una brava."),
        ),
        Step(
            _("Una más y son 3 piedras. Jugá la otra brava."),
            {"1e": "2b", "7o": "2b"},
            _("La otra carta brava cierra la mano. Jugala."),
        ),
    ),
    end=_(
        "Después van retruco, 6, vale nueve, 9, y vale juego, el chico. "
        "No querer paga lo que la base ya valía."
    ),
)

PASSED: Final = replace(
    truc.COVERED,
    title=_("Pasar una carta"),
    muestra="2b",
    steps=(
        replace(
            truc.COVERED.steps[0],
            other=_("El 7 de espadas casi no pierde: pasado no gana nada. Salí con él a la vista."),
        ),
        replace(
            truc.COVERED.steps[1],
            say=_(
                "Una carta pasada, boca abajo, no le gana a nada, pero el otro no ve cuál era. "
                "Guardá el 3 y jugá el 4 con el botón Tapada."
            ),
        ),
        truc.COVERED.steps[2],
    ),
    end=_("Pasar una no obliga a pasar las otras. La carta pasada cuenta igual para el envido."),
)

HANDS: Final = (
    PERICO,
    replace(tricks.ORDER, muestra="6e"),
    TWELVE,
    replace(truc.TWO_CARDS, muestra="6o"),
    ENVIDO,
    RAISE,
    replace(flor.FLOR, muestra="3b"),
    TRUCO,
    PASSED,
    replace(tricks.ALONE, mine="7o 3e 5b", robots="12o 2c 6b", muestra="4c"),
)
