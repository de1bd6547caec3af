"""Lesson hands of the Valencian truc: 22 cards, two-card ties, covered cards, envit, torne."""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses.tricks import ALONE

ORDER: Final = Hand(
    title=_("Las 22 cartas y su orden"),
    mine="7o 6b 4e",
    robots="3c 5o 4b",
    mano=1,
    opening="3c",
    steps=(
        Step(
            _(
                "De mayor a menor: 1 de espadas, 1 de bastos, 7 de espadas, 7 de oros; "
                "después los 3, los otros 7, los 6, los 5 y los 4. Matá el 3 con tu 7 de oros."
            ),
            {"7o": ""},
            _("Solo el 7 de oros le gana a ese 3. Jugalo."),
        ),
        Step(
            _("Gana quien gana dos bazas de tres, y ahora salís vos. Jugá el 6."),
            {"6b": "5o"},
            _("El 6 es más alto que el 4. Salí con él."),
        ),
    ),
    end=_(
        "No hay figuras ni 2, y de los ases solo el de espadas y el de bastos. "
        "La mano ganada sin cantar vale 1."
    ),
)

TWO_CARDS: Final = Hand(
    title=_("Parda: van las dos cartas"),
    mine="3e 7e 5c",
    robots="3o 6c 4b",
    steps=(
        Step(
            _("Salís vos, que sos mano. Probá con el 3 y guardá el 7 de espadas."),
            {"3e": "3o"},
            _("Guardá el 7 de espadas por si hay que desempatar. Salí con el 3."),
        ),
        Step(
            _(
                "Primera parda: cada uno juega las dos que le quedan, una arriba y otra debajo. "
                "Decide la de arriba: tocá el 7 de espadas."
            ),
            {"7e/5c": "6c/4b"},
            _("Arriba va la mejor: decide ella sola si no hay otro empate. Tocá el 7."),
        ),
    ),
    end=_("La de arriba decidió la mano. Solo si también empata se mira la de abajo."),
)

BENEATH: Final = Hand(
    title=_("La carta de abajo"),
    mine="3b 7c 6e",
    robots="3c 7b 4o",
    steps=(
        Step(
            _("Otra vez salís vos. Jugá el 3 de bastos."),
            {"3b": "3c"},
            _("El 3 es lo más alto que tenés. Salí con él."),
        ),
        Step(
            _(
                "Parda de nuevo: van las dos. "
                "La de abajo solo vale si es menor que la de arriba: poné el 7 arriba del 6."
            ),
            {"7c/6e": "7b/4o"},
            _("Con el 6 arriba, el 7 de abajo quedaría sin valor. Tocá el 7 de copas."),
        ),
    ),
    end=_(
        "Empataron los 7 y decidió la de abajo: tu 6 contra su 4. "
        "Si todo empata gana quien es mano."
    ),
)

ENVIT: Final = Hand(
    title=_("El envit"),
    mine="7e 6e 4o",
    robots="5b 4b 6c",
    steps=(
        Step(
            _(
                "Antes de jugar tu primera carta podés cantar envit, el envido de esta mesa. "
                "Dos cartas de un palo suman 20 más las dos: con 20 + 7 + 6 = 33, cantalo."
            ),
            {"envido": "quiero"},
            _("33 es lo más que se puede sumar. Cantá envit antes de jugar."),
        ),
        Step(
            _("Querido vale 2, y se cobra al final de la mano. Ahora salí con el 7 de espadas."),
            {"7e": "4b"},
            _("El 7 de espadas casi no pierde. Salí con él."),
        ),
        Step(
            _("Con la primera ganada te alcanza con una parda. Jugá el 6."),
            {"6e": "6c"},
            _("El 6 le gana al 5 y al 4 y empata con otro 6. Jugalo."),
        ),
    ),
    end=_(
        "El envit querido se cobra al final, antes que el truc. "
        "No quererlo cuesta 1, y ese se paga en el momento."
    ),
)

TORNE: Final = Hand(
    title=_("El torne"),
    mine="7c 6c 3e",
    robots="7b 5b 4e",
    mano=1,
    opening="envido",
    steps=(
        Step(
            _(
                "Te cantaron envit y tenés 33: podés subir. "
                "El torne (vuelvo) duplica, de 2 a 4: cantalo."
            ),
            {"vuelvo": "quiero 4e"},
            _("Querer vale 2 y la falta es demasiado. Con 33, subí con el torne."),
        ),
        Step(
            _("Quiso: son 4 puntos para el mejor. Ahora matá el 4 con lo justo, el 6."),
            {"6c": ""},
            _("El 7 y el 3 también ganan, pero con el 6 alcanza. Guardá las altas."),
        ),
        Step(
            _("Salís vos. Jugá el 3, tu carta más alta."),
            {"3e": "5b"},
            _("El 3 es tu carta más alta y te falta una baza. Jugalo."),
        ),
    ),
    end=_(
        "Cada torne duplica lo que había, y después queda la falta. "
        "En estas mesas no querer el envit cuesta siempre 1."
    ),
)

COVERED: Final = Hand(
    title=_("Jugar tapada"),
    mine="7e 4c 3b",
    robots="6o 5c 4o",
    steps=(
        Step(
            _("Salí con el 7 de espadas, tu carta más alta."),
            {"7e": "6o"},
            _("Quien tapa en la primera baza tapa las demás. Salí con el 7 a la vista."),
        ),
        Step(
            _(
                "Una carta tapada no le gana a nada, pero el otro no ve cuál era. "
                "Guardá el 3 y jugá el 4 con el botón Tapada."
            ),
            {"(4c)": "5c 4o"},
            _("El 3 lo vas a usar al final. Debajo del 4 de copas está el botón Tapada."),
        ),
        Step(
            _("Una baza cada uno. Matá el 4 de oros con tu 3."),
            {"3b": ""},
            _("Con el 3 a la vista ganás la mano; tapado no le gana a nada."),
        ),
    ),
    end=_(
        "Quien tapa en la primera baza tiene que tapar las que siguen. "
        "Una carta tapada no cuenta para el envit."
    ),
)

TRUC: Final = Hand(
    title=_("Truc, retruc, val quatre"),
    mine="1e 7o 4c",
    robots="3o 5b 6c",
    steps=(
        Step(
            _(
                "La mano vale 1; con truc querido, 2. "
                "Tenés el 1 de espadas y el 7 de oros: cantá truc."
            ),
            {"truco": "retruco"},
            _("Con estas cartas conviene que la mano valga más. Cantá truc antes de jugar."),
        ),
        Step(
            _(
                "Te contestaron retruc: quiso, y sube a 3. "
                "Podés querer, no querer por 2, o subir otra vez: cantá val quatre."
            ),
            {"vale4": "quiero"},
            _("Vull también sería bueno, pero tu mano da para más. Cantá val quatre."),
        ),
        Step(
            _("La mano vale 4. Salí con una de tus cartas altas."),
            {"1e": "3o", "7o": "3o"},
            _("Con 4 puntos en juego, ni el 4 ni una carta tapada. Salí con una alta."),
        ),
        Step(
            _("Una más y son 4 puntos. Jugá la otra carta alta."),
            {"1e": "5b", "7o": "5b"},
            _("Ya ganaste la primera: la otra carta alta cierra la mano."),
        ),
    ),
    end=_(
        "Más arriba queda joc fora, que vale la partida; no quererlo cuesta 4. "
        "Solo puede subir quien quiso último."
    ),
)

NO_QUIERO: Final = Hand(
    title=_("Saber no querer"),
    mine="5e 4b 6c",
    robots="3e 1b 6o",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _("Malas cartas, y nada tuyo le gana al 3. Tirá la más baja, el 4, y esperá."),
            {"4b": "truco"},
            _("Cantar o tapar no mejora estas cartas. Tirá el 4 de bastos."),
        ),
        Step(
            _(
                "Te cantaron truc: vull vale 2, no vull 1. "
                "Con un 5 y un 6 se pierde casi siempre: no quieras, o decí me'n vaig."
            ),
            {"no": "", "mazo": ""},
            _("Querer o subir con un 5 y un 6 es regalar puntos. Decí no vull."),
        ),
    ),
    end=_(
        "Perder 1 a tiempo también es jugar bien. "
        "Irse al mazo (me'n vaig) cuesta lo que valía la mano: sin cantos, 1."
    ),
)

ENVIT_FIRST: Final = Hand(
    title=_("El envit está primero"),
    mine="7b 5b 4o",
    robots="6o 5o 3c",
    mano=1,
    opening="truco",
    steps=(
        Step(
            _(
                "Te cantaron truc, pero el envit está primero: en la primera baza, "
                "quien no jugó carta puede cantarlo antes de contestar. Tenés 32: cantá envit."
            ),
            {"envido": "quiero"},
            _("Si contestás el truc, el envit se pierde. Con 32, cantá envit antes."),
        ),
        Step(
            _(
                "Quiso, y el envit se cobra cuando termine la mano. "
                "Ahora el truc: con estas cartas, no vull cuesta 1."
            ),
            {"no": ""},
            _("El truc vale 2 y tu mejor carta es un 7 de bastos. Decí no vull."),
        ),
    ),
    end=_(
        "Cobraste 2 del envit y perdiste 1 del truc. "
        "Quien cantó truc ya no puede abrir el envit en esa mano."
    ),
)

ALONE_WITH_22: Final = replace(ALONE, mine="1b 6o 4o", robots="7e 5c 3b")
