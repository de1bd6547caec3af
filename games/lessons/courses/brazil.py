"""Lesson hands of Brazil: manilhas of the vira and fixed ones, ties, prices, the last hands.

The 10 is the queen, the 11 the jack and the 12 the king (R-D8).
"""

from dataclasses import replace
from typing import Final

from games.lessons.course import Hand, Step, _
from games.lessons.courses.tricks import ALONE

ORDER: Final = Hand(
    title=_("El orden de Brasil"),
    mine="3o 12b 7e",
    robots="2c 6b 5o",
    muestra="4c",
    mano=1,
    opening="2c",
    steps=(
        Step(
            _(
                "De mayor a menor: 3, 2, as, rey, jota, dama, 7, 6, 5 y 4, de cualquier palo. "
                "Te jugaron un 2: matalo con tu 3."
            ),
            {"3o": ""},
            _("Solo el 3 le gana a ese 2. Jugalo."),
        ),
        Step(
            _("Gana quien gana dos bazas de tres, y ahora salís vos. Jugá el rey de tréboles."),
            {"12b": "6b"},
            _("El rey es más alto que el 7. Salí con él."),
        ),
    ),
    end=_("Ganada sin gritar, la mano vale 1 tanto. El partido es a 12."),
)

MANILHAS: Final = Hand(
    title=_("La vira y las manillas"),
    mine="7b 3o 11e",
    robots="3e 2o 12c",
    muestra="6c",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _(
                "La vira es un 6: los cuatro 7, el número que sigue, son las manillas y le ganan "
                "a todo. Matá el 3 con tu 7 de tréboles."
            ),
            {"7b": ""},
            _("Con el 3 empatás. Solo la manilla le gana: jugá el 7 de tréboles."),
        ),
        Step(
            _("Te falta una baza. Salí con el 3 de diamantes."),
            {"3o": "2o"},
            _("El 3 es tu carta más alta ahora. Salí con él."),
        ),
    ),
    end=_(
        "Cada mano tiene otra vira y otras manillas. "
        "Después del 7 sigue la dama, después la jota, el rey, el as, el 2 y el 3; y del 3, el 4."
    ),
)

SUITS: Final = Hand(
    title=_("Manilla contra manilla"),
    mine="4c 2e 5o",
    robots="4o 1b 6c",
    muestra="3e",
    mano=1,
    opening="4o",
    steps=(
        Step(
            _(
                "La vira es un 3: las manillas son los 4, y entre ellas mandan tréboles (el zap), "
                "corazones, picas y diamantes. Matá el 4 de diamantes con el de corazones."
            ),
            {"4c": ""},
            _("A una manilla solo le gana otra de un palo más alto. Jugá el 4 de corazones."),
        ),
        Step(
            _("Ahora salís vos. Jugá el 2 de picas."),
            {"2e": "1b"},
            _("El 2 es más alto que el 5. Salí con él."),
        ),
    ),
    end=_("Dos manillas nunca empatan. La más alta, la de tréboles, gana siempre: es el zap."),
)

TIE: Final = Hand(
    title=_("El empate"),
    mine="12b 3c 6e",
    robots="12e 2o 7c",
    muestra="4o",
    steps=(
        Step(
            _("Salís vos. Probá con el rey y guardá el 3."),
            {"12b": "12e"},
            _("El 3 te puede hacer falta para desempatar. Salí con el rey."),
        ),
        Step(
            _(
                "Empataron los reyes: la segunda decide, y sale quien puso primero la carta "
                "empatada. Jugá el 3."
            ),
            {"3c": "2o"},
            _("Quien gana esta baza gana la mano. Va la más alta, el 3."),
        ),
    ),
    end=_(
        "Si empata la segunda o la tercera, gana quien ganó la primera. "
        "Con tres empates no anota nadie."
    ),
)

TRUCO: Final = Hand(
    title=_("Truco, seis, nove, doze"),
    mine="3b 3c 5o",
    robots="1e 7o 6b",
    muestra="2b",
    steps=(
        Step(
            _(
                "La mano vale 1; con truco aceptado, 3. "
                "Tenés el zap y el 3 de corazones, las dos manillas más altas: gritá truco."
            ),
            {"truco": "quiero"},
            _("Con las dos manillas más altas conviene que la mano valga más. Gritá truco."),
        ),
        Step(
            _("Aceptó: la mano vale 3. Salí con una manilla."),
            {"3b": "1e", "3c": "1e"},
            _("Con 3 tantos en juego no arriesgues el 5. Salí con una manilla."),
        ),
        Step(
            _("Una más y son tuyos los 3 tantos. Jugá la otra manilla."),
            {"3b": "7o", "3c": "7o"},
            _("La otra manilla cierra la mano. Jugala."),
        ),
    ),
    end=_(
        "Arriba del truco van seis, nove y doze, cada uno por lo que dice. "
        "Se contesta aceito, corro, o el grito que sigue."
    ),
)

RAISE: Final = Hand(
    title=_("Subir a seis"),
    mine="1b 1e 2c",
    robots="3o 6c 7e",
    muestra="12e",
    mano=1,
    opening="truco",
    steps=(
        Step(
            _(
                "Te gritaron truco: aceito vale 3, corro deja 1. "
                "Con el zap y la espadilla se sube: pedí seis."
            ),
            {"retruco": "quiero 3o"},
            _("Aceptar también sería bueno, pero tus manillas dan para más. Pedí seis."),
        ),
        Step(
            _("La mano vale 6. Matá el 3 con una manilla."),
            {"1e": "", "1b": ""},
            _("El 2 no le gana al 3. Jugá una manilla."),
        ),
        Step(
            _("Una más y son 6 tantos. Salí con la otra manilla."),
            {"1e": "6c", "1b": "6c"},
            _("La manilla es más segura que el 2. Jugala."),
        ),
    ),
    end=_(
        "Pedir seis es aceptar el truco y subirlo; ahora solo puede subir el otro. "
        "No aceptar el seis habría dejado 3."
    ),
)

RUN: Final = Hand(
    title=_("Saber correr"),
    mine="4b 7c 11e",
    robots="3e 6b 2o",
    muestra="5o",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _("Nada tuyo le gana al 3. Tirá la más baja, el 4, y esperá."),
            {"4b": "truco"},
            _("Esta baza ya está perdida: no gastes una carta mejor ni subas. Tirá el 4."),
        ),
        Step(
            _(
                "Te gritaron truco: aceito vale 3, corro deja 1. "
                "Con un 7 y una jota se pierde casi siempre: decí corro."
            ),
            {"no": "", "mazo": ""},
            _("Aceptar o subir con estas cartas es regalar tantos. Decí corro."),
        ),
    ),
    end=_(
        "Perder 1 a tiempo también es jugar bien. Sin truco, desistir cuesta lo que vale la mano."
    ),
)

COVERED: Final = Hand(
    title=_("La carta encubierta"),
    mine="5e 4b 7c",
    robots="3b 3c 6o",
    muestra="2o",
    mano=1,
    opening="3b",
    steps=(
        Step(
            _(
                "Te jugaron el zap: no hay carta que le gane. "
                "En la primera baza no se encubre, así que tirá tu 4."
            ),
            {"4b": "3c"},
            _("Al zap no le gana nadie. Tirá el 4, tu carta más baja."),
        ),
        Step(
            _(
                "Otra manilla, y la mano está perdida. "
                "Encubrí una carta con el botón Tapada: así el otro no sabe qué tenías."
            ),
            {"(5e)": "", "(7c)": ""},
            _("Ni el 5 ni el 7 le ganan, y a la vista le muestran tu juego. Jugá una tapada."),
        ),
    ),
    end=_(
        "Una carta encubierta pierde con todas y no se muestra nunca. "
        "Se encubre desde la segunda baza, y no quien sale."
    ),
)

ELEVEN: Final = Hand(
    title=_("La mano de once"),
    mine="10b 3c 4e",
    robots="2e 12o 6c",
    muestra="7b",
    score=(11, 6),
    steps=(
        Step(
            _(
                "Con 11 decidís antes de la primera carta: vamos jogar vale 3, corremos deja 1. "
                "Tenés el zap y un 3: jugala."
            ),
            {"joga": ""},
            _("Con el zap y un 3 no hay que correr. Decí vamos jogar."),
        ),
        Step(
            _("La mano vale 3 y nadie puede gritar truco. Salí con una de las altas."),
            {"3c": "6c", "10b": "6c"},
            _("El 4 guardalo para el final. Salí con el 3 o con el zap."),
        ),
        Step(
            _("Una baza más y ganás el partido. Jugá la otra alta."),
            {"3c": "2e", "10b": "2e"},
            _("La otra carta alta cierra el partido. Jugala."),
        ),
    ),
    end=_(
        "De a cuatro, antes de decidir los compañeros se miran las cartas. "
        "Con 11 a 11 es mano de hierro: se juega a ciegas y gana el partido."
    ),
)

ALONE_WITH_VIRA: Final = replace(ALONE, mine="5e 3c 11o", robots="2b 12e 7c", muestra="4b")

FIXED: Final = Hand(
    title=_("Las manillas fijas"),
    mine="4b 2o 11e",
    robots="3e 1c 12c",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _(
                "Acá no hay vira: mandan siempre el 4 de tréboles (el zap), el 7 de corazones, "
                "el as de picas y el 7 de diamantes. Matá el 3 con el zap."
            ),
            {"4b": ""},
            _("Solo una manilla le gana al 3. Jugá el 4 de tréboles."),
        ),
        Step(
            _("Te falta una baza. Salí con el 2 de diamantes."),
            {"2o": "1c"},
            _("El 2 es más alto que la jota. Salí con él."),
        ),
    ),
    end=_("Las otras cartas van como en todo Brasil, y la mano ganada sin gritar vale 2 tantos."),
)

FIXED_SUITS: Final = Hand(
    title=_("Manilla contra manilla"),
    mine="7c 3b 5o",
    robots="1e 2b 6c",
    mano=1,
    opening="1e",
    steps=(
        Step(
            _(
                "Te jugaron el as de picas, la tercera manilla. "
                "Le gana tu 7 de corazones, la segunda: jugalo."
            ),
            {"7c": ""},
            _("Un 3 no le gana a una manilla. Jugá el 7 de corazones."),
        ),
        Step(
            _("Ahora salís vos. Jugá el 3 de tréboles."),
            {"3b": "2b"},
            _("El 3 es más alto que el 5. Salí con él."),
        ),
    ),
    end=_("Dos manillas nunca empatan. Los otros ases y los otros 7 y 4 son cartas comunes."),
)

HIGHEST: Final = Hand(
    title=_("El empate, con la más alta"),
    mine="12b 3c 6e",
    robots="12e 2o 7e",
    steps=(
        Step(
            _("Salís vos. Probá con el rey y guardá el 3."),
            {"12b": "12e 2o"},
            _("El 3 te puede hacer falta para desempatar. Salí con el rey."),
        ),
        Step(
            _(
                "Empataron: sale quien empató, y cada uno muestra su carta más alta. "
                "La tuya es el 3: jugalo."
            ),
            {"3c": ""},
            _("Después del empate va la más alta. Jugá el 3."),
        ),
    ),
    end=_(
        "Si empata la segunda o la tercera, gana quien ganó la primera. "
        "Con tres empates no anota nadie."
    ),
)

TRUCO_AT_4: Final = Hand(
    title=_("Truco, seis, dez, doze"),
    mine="4b 7c 5o",
    robots="1c 6o 6b",
    steps=(
        Step(
            _(
                "La mano vale 2; con truco aceptado, 4. "
                "Tenés el zap y el 7 de corazones, las dos manillas más altas: gritá truco."
            ),
            {"truco": "quiero"},
            _("Con las dos manillas más altas conviene que la mano valga más. Gritá truco."),
        ),
        Step(
            _("Aceptó: la mano vale 4. Salí con una manilla."),
            {"4b": "1c", "7c": "1c"},
            _("Con 4 tantos en juego no arriesgues el 5. Salí con una manilla."),
        ),
        Step(
            _("Una más y son tuyos los 4 tantos. Jugá la otra manilla."),
            {"4b": "6o", "7c": "6o"},
            _("La otra manilla cierra la mano. Jugala."),
        ),
    ),
    end=_(
        "Arriba del truco van seis, dez y doze, cada uno por lo que dice. "
        "Se contesta aceito, corro, o el grito que sigue."
    ),
)

RAISE_FROM_4: Final = Hand(
    title=_("Subir a seis"),
    mine="4b 1e 2c",
    robots="3o 6c 5e",
    mano=1,
    opening="truco",
    steps=(
        Step(
            _(
                "Te gritaron truco: aceito vale 4, corro deja 2. "
                "Con el zap y la espadilla se sube: pedí seis."
            ),
            {"retruco": "quiero 3o"},
            _("Aceptar también sería bueno, pero tus manillas dan para más. Pedí seis."),
        ),
        Step(
            _("La mano vale 6. Matá el 3 con una manilla."),
            {"1e": "", "4b": ""},
            _("El 2 no le gana al 3. Jugá una manilla."),
        ),
        Step(
            _("Una más y son 6 tantos. Salí con la otra manilla."),
            {"1e": "6c", "4b": "6c"},
            _("La manilla es más segura que el 2. Jugala."),
        ),
    ),
    end=_(
        "Pedir seis es aceptar el truco y subirlo; ahora solo puede subir el otro. "
        "No aceptar el seis habría dejado 4."
    ),
)

RUN_FROM_4: Final = Hand(
    title=_("Saber correr"),
    mine="4e 6c 11e",
    robots="3e 4b 2o",
    mano=1,
    opening="3e",
    steps=(
        Step(
            _("Nada tuyo le gana al 3. Tirá la más baja, el 4, y esperá."),
            {"4e": "truco"},
            _("Esta baza ya está perdida: no gastes una carta mejor ni subas. Tirá el 4."),
        ),
        Step(
            _(
                "Te gritaron truco: aceito vale 4, corro deja 2. "
                "Con un 6 y una jota se pierde casi siempre: decí corro."
            ),
            {"no": "", "mazo": ""},
            _("Aceptar o subir con estas cartas es regalar tantos. Decí corro."),
        ),
    ),
    end=_(
        "Perder 2 a tiempo también es jugar bien. Sin truco, desistir cuesta lo que vale la mano."
    ),
)

COVERED_BY_ANY: Final = replace(
    COVERED,
    mine="5e 4c 6e",
    robots="4b 7c 6o",
    muestra="",
    opening="4b",
    steps=(
        replace(COVERED.steps[0], good={"4c": "7c"}),
        Step(
            COVERED.steps[1].say,
            {"(5e)": "", "(6e)": ""},
            _("Ni el 5 ni el 6 le ganan, y a la vista le muestran tu juego. Jugá una tapada."),
        ),
    ),
    end=_(
        "Una carta encubierta pierde con todas y no se muestra nunca. "
        "Acá la puede encubrir también quien sale, desde la segunda baza."
    ),
)

TEN: Final = Hand(
    title=_("La mano de diez"),
    mine="4b 3c 5e",
    robots="2e 12o 6c",
    score=(10, 6),
    steps=(
        Step(
            _(
                "Con 10 decidís antes de la primera carta: vamos jogar vale 4, corremos deja 2. "
                "Tenés el zap y un 3: jugala."
            ),
            {"joga": ""},
            _("Con el zap y un 3 no hay que correr. Decí vamos jogar."),
        ),
        Step(
            _("La mano vale 4 y nadie puede gritar truco. Salí con una de las altas."),
            {"3c": "6c", "4b": "6c"},
            _("El 5 guardalo para el final. Salí con el 3 o con el zap."),
        ),
        Step(
            _("Una baza más y ganás el partido. Jugá la otra alta."),
            {"3c": "2e", "4b": "2e"},
            _("La otra carta alta cierra el partido. Jugala."),
        ),
    ),
    end=_(
        "De a cuatro, antes de decidir los compañeros se miran las cartas. "
        "Con 10 a 10 es mano de hierro: se juega a ciegas y gana el partido."
    ),
)

ALONE_WITH_FIXED: Final = replace(ALONE, mine="7c 3o 11e", robots="2b 12e 5c")
