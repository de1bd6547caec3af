"""Lesson hands about envido and truco as they are called in Argentina, without flor."""

from typing import Final

from games.lessons.course import Hand, Step, _

ENVIDO: Final = Hand(
    title=_("El envido: contar los tantos"),
    mine="7e 6e 4c",
    robots="5b 4b 6c",
    steps=(
        Step(
            _(
                "Antes de jugar tu primera carta podés cantar envido: quién suma más tantos. "
                "Dos cartas de un palo suman 20 más las dos: con 20 + 7 + 6 = 33, cantalo."
            ),
            {"envido": "quiero"},
            _(
                "33 es el tanto más alto que hay sin flor ni piezas, y %(quiero)s vale 2. "
                "Primero cantá envido; las cartas se juegan después."
            ),
        ),
        Step(
            _(
                "Ganaste el envido: 2 puntos, y la mano sigue aparte. "
                "Ahora las cartas: salí con el 7 de espadas."
            ),
            {"7e": "4b"},
            _("Tu 7 de espadas casi no pierde. Salí con él."),
        ),
        Step(
            _("Con la primera ganada te alcanza con una parda. Jugá el 6."),
            {"6e": "6c"},
            _("El 6 le gana al 5 y al 4 y empata con otro 6. Jugalo."),
        ),
    ),
    end=_(
        "Las figuras suman 0: rey y 7 de un palo son 27. "
        "Sin dos cartas de un palo vale solo la más alta."
    ),
)

NO_QUIERO: Final = Hand(
    title=_("%(quiero)s y %(no)s"),
    mine="1b 5o 12e",
    robots="7c 3c 12b",
    mano=1,
    opening="envido",
    steps=(
        Step(
            _(
                "Te cantaron envido: %(quiero)s vale 2 para el mejor, %(no)s le da 1 al otro. "
                "Sin dos cartas de un palo, tenés apenas 5: no quieras."
            ),
            {"no": "3c"},
            _("Con 5 casi seguro perdés 2 puntos o más. Decí %(no)s y perdés 1 solo."),
        ),
        Step(
            _(
                "Perdiste 1, pero tus cartas sirven para la mano. "
                "Matá el 3 con el 1 de bastos, la segunda carta del mazo."
            ),
            {"1b": ""},
            _("Solo el 1 de bastos le gana a ese 3. Jugalo y salís vos."),
        ),
        Step(
            _("Ahora te alcanza con una parda. Salí con el 12."),
            {"12e": "12b"},
            _("El 12 es más alto que el 5: con él te alcanza hasta una parda."),
        ),
    ),
    end=_(
        "No querer un envido paga lo que ya estaba querido, y 1 como mínimo. "
        "Si a un envido se contesta con otro, no querer este segundo paga 2."
    ),
)

REAL_AND_FALTA: Final = Hand(
    title=_("Real envido y falta envido"),
    mine="7e 6e 3c",
    robots="6o 5o 2c",
    score=(20, 24),
    steps=(
        Step(
            _(
                "Se puede cantar más fuerte: el real envido vale 3. "
                "Con 33 nadie te gana, y siendo mano tampoco te empata: cantá real envido."
            ),
            {"real": "falta"},
            _("El envido solo vale 2 y jugar sin cantar no vale nada. Con 33, cantá real envido."),
        ),
        Step(
            _(
                "Falta envido: vale lo que le falta al que va ganando, 30 - 24 = 6 puntos, "
                "y no querer cuesta los 3 del real. Con 33 se quiere."
            ),
            {"quiero": ""},
            _("Tenés 33 y sos mano: no podés perder. Decí quiero."),
        ),
        Step(
            _("Ganaste 6 puntos. Para la mano tenés el 7 de espadas y un 3: jugá uno de los dos."),
            {"7e": "5o", "3c": "5o"},
            _("El 6 guardalo para el final. Jugá el 7 de espadas o el 3."),
        ),
        Step(
            _("Ganaste la primera. Seguí con la otra carta alta."),
            {"7e": "2c", "3c": "2c"},
            _("Tus dos cartas altas son mucho más seguras; el 6 guardalo."),
        ),
    ),
    end=_(
        "Si los dos están en malas, con menos de 15, la falta vale todo lo que le falta "
        "al que la gana: el chico entero."
    ),
)

TRUCO: Final = Hand(
    title=_("Truco, %(retruco)s, %(vale4)s"),
    mine="1e 7o 4c",
    robots="3o 2b 12c",
    steps=(
        Step(
            _(
                "La mano vale 1; con truco querido vale 2. "
                "Tenés el 1 de espadas y el 7 de oros, dos cartas bravas: cantá truco."
            ),
            {"truco": "retruco"},
            _("Con estas cartas conviene que la mano valga más. Cantá truco antes de jugar."),
        ),
        Step(
            _(
                "Te contestaron %(retruco)s: quiso tu truco y sube a 3. "
                "Ahora podés querer, no querer por 2, o subir otra vez: cantá %(vale4)s."
            ),
            {"vale4": "quiero"},
            _("%(quiero)s también sería bueno, pero tu mano da para más. Cantá %(vale4)s."),
        ),
        Step(
            _("La mano vale 4 y ya no sube más. Salí con una de las bravas."),
            {"1e": "3o", "7o": "3o"},
            _("Con 4 puntos en juego no arriesgues el 4 de copas. Salí con una brava."),
        ),
        Step(
            _("Una más y son 4 puntos. Jugá la otra brava."),
            {"1e": "2b", "7o": "2b"},
            _("Ya ganaste la primera: la otra carta brava cierra la mano."),
        ),
    ),
    end=_(
        "Truco 2, %(retruco)s 3, %(vale4)s 4; solo puede subir quien quiso último. "
        "No querer paga lo que la mano ya valía: 1, 2 o 3."
    ),
)

MAZO: Final = Hand(
    title=_("No querer, y el mazo"),
    mine="4e 5c 6b",
    robots="3e 1b 7c",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _(
                "Malas cartas. Irte ya al mazo cuesta 2, porque nadie cantó envido y "
                "todavía se podía: mejor tirá el 4 y esperá."
            ),
            {"4e": "truco"},
            _("Nada tuyo le gana al 3, y cantar con estas cartas es regalar. Tirá el 4."),
        ),
        Step(
            _(
                "Te cantaron truco: quiero vale 2, no quiero 1. "
                "Con un 5 y un 6 se pierde casi siempre: no quieras, o andate al mazo."
            ),
            {"no": "", "mazo": ""},
            _("Querer o subir con un 5 y un 6 es regalar puntos. Decí no quiero."),
        ),
    ),
    end=_(
        "Perder 1 a tiempo también es jugar bien. "
        "Después de la primera baza, el mazo y el no quiero a un truco cuestan lo mismo."
    ),
)

ENVIDO_FIRST: Final = Hand(
    title=_("El envido está primero"),
    mine="6o 5o 2b",
    robots="7b 12b 3e",
    mano=1,
    opening="truco",
    steps=(
        Step(
            _(
                "Te cantaron truco, pero el envido está primero: en la primera baza, "
                "quien no jugó carta puede cantarlo antes de contestar. Tenés 31: cantá envido."
            ),
            {"envido": "quiero"},
            _("Si contestás el truco, el envido se pierde. Con 31, cantá envido antes."),
        ),
        Step(
            _(
                "Ganaste 2 puntos y ahora hay que contestar el truco. "
                "Para matar tenés poco, un 2: %(no)s cuesta 1."
            ),
            {"no": ""},
            _("El truco vale 2 y tu mejor carta es un 2. Decí %(no)s: el saldo es tuyo."),
        ),
    ),
    end=_(
        "Ganaste 2 y perdiste 1. "
        "Quien cantó truco ya no puede abrir el envido en esa mano; el otro sí."
    ),
)
