"""Texts for presets, options and values, and a summary of the rules with their articles.

Keys are those of the rulebook. Texts use the language that is active at the call; calls keep the
terms of the family in every language.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _

from accounts.names.display import join_names
from games.engine import Rules, RulesError
from games.engine.ranks import RANKS
from games.house_rules.call_names import canto, dialect_of, within

PRESETS: Final[Mapping[str, str]] = {
    "argentino": gettext_noop("Truco argentino"),
    "argentino-flor": gettext_noop("Truco argentino con flor"),
    "trucoestrella": gettext_noop("Truco estrella"),
    "uruguayo": gettext_noop("Truco uruguayo"),
    "uruguayo-online": gettext_noop("Truco uruguayo de las mesas en línea"),
    "truc": gettext_noop("Truc valenciano"),
    "paulista": gettext_noop("Truco paulista"),
    "mineiro": gettext_noop("Truco mineiro"),
    "gauderio": gettext_noop("Truco gaucho de Brasil"),
    "venezolano": gettext_noop("Truco venezolano"),
    "mallorqui": gettext_noop("Truco mallorquín"),
}
FAMILIES: Final[Mapping[str, str]] = {
    "argentino": gettext_noop("Argentino"),
    "uruguayo": gettext_noop("Uruguayo"),
    "truc": gettext_noop("Truc"),
    "paulista": gettext_noop("Paulista"),
    "mineiro": gettext_noop("Mineiro"),
    "venezolano": gettext_noop("Venezolano"),
    "mallorqui": gettext_noop("Mallorquín"),
}
LABELS: Final[Mapping[str, str]] = {
    "seats": gettext_noop("Se juega"),
    "target": gettext_noop("Puntos"),
    "legs_to_win": gettext_noop("Chicos para ganar"),
    "halves": gettext_noop("Malas y buenas"),
    "deck": gettext_noop("Baraja"),
    "muestra": gettext_noop("Muestra y piezas"),
    "flor": gettext_noop("Flor"),
    "flor_value": gettext_noop("Cuánto vale una flor"),
    "flor_contest": gettext_noop("Flor contra flor"),
    "flor_vs_flor": gettext_noop("Flor contra flor, sin subir"),
    "flores_paid": gettext_noop("Dos flores de un equipo"),
    "flor_sung": gettext_noop("Quién canta la flor"),
    "resto": gettext_noop("Contraflor al resto"),
    "resto_flores": gettext_noop("Sumar las flores al resto"),
    "envido_callers": gettext_noop("Quién abre el envido"),
    "declaration": gettext_noop("Cómo se cantan los tantos"),
    "envido_shown": gettext_noop("Mostrar las cartas del envido"),
    "unshown_envido": gettext_noop("Irse al mazo sin mostrar el envido ganado"),
    "prices": gettext_noop("Lo que vale cada grito"),
    "truco_turn": gettext_noop("Cuándo se grita truco"),
    "raise_past": gettext_noop("Subir aunque ya alcance"),
    "mazo_turn": gettext_noop("Cuándo se va al mazo"),
    "cover_from": gettext_noop("Desde cuándo se tapa"),
    "cover_lead": gettext_noop("El que sale puede tapar"),
    "cover_after_tie": gettext_noop("Tapar después de una parda"),
    "cover_binds": gettext_noop("Tapar la primera obliga a tapar el resto"),
    "cover_counts": gettext_noop("La tapada cuenta para el envido"),
    "all_tied": gettext_noop("Tres pardas"),
    "tie_leader": gettext_noop("Quién sale después de una parda"),
    "tie_highest": gettext_noop("Después de la parda, la carta más alta"),
    "tie_beneath": gettext_noop("Qué cartas de abajo se comparan"),
    "mao_x": gettext_noop("Mano de once, mano de diez"),
    "mao_x_sees": gettext_noop("Mano de once: quién mira las cartas del compañero"),
    "mao_x_truco": gettext_noop("Mano de once: gritar truco"),
    "mao_x_tied": gettext_noop("Mano de once: tres pardas"),
    "ferro": gettext_noop("Mano de hierro"),
    "perros_stay": gettext_noop("Los perros quedan echados"),
    "pico_from": gettext_noop("Pico a pico desde los"),
    "pico_left": gettext_noop("Pico a pico hasta que falten"),
    "envido_ladder": gettext_noop("Cantos de envido"),
    "envido_refusal": gettext_noop("Envido no querido"),
    "falta": gettext_noop("Falta envido"),
    "envido_first": gettext_noop("El envido está primero"),
    "truco_refuses_envido": gettext_noop("Truco como respuesta al envido"),
    "truco_top": gettext_noop("Último grito"),
    "fuera_wins": gettext_noop("Juego fuera"),
    "mazo_bonus": gettext_noop("Irse al mazo sin envido"),
    "covered": gettext_noop("Cartas tapadas"),
    "tie_two_cards": gettext_noop("Desempate con dos cartas"),
    "envido_at_end": gettext_noop("Cobrar el envido"),
    "pico": gettext_noop("Pico a pico"),
    "pico_falta_cap": gettext_noop("Tope de la falta en el pico"),
    "perros": gettext_noop("Echar los perros"),
    "signals": gettext_noop("Señas"),
}
HELP: Final[Mapping[str, str]] = {
    "halves": gettext_noop(
        "En un solo tramo la falta es siempre lo que le falta al que va ganando."
    ),
    "muestra": gettext_noop("La carta que se da vuelta después de repartir; manda su palo."),
    "flor_contest": gettext_noop("Qué se canta cuando los dos equipos tienen flor."),
    "flor_sung": gettext_noop("El sistema la canta si el jugador no puede decir otra cosa."),
    "resto_flores": gettext_noop("El resto querido paga además 3 por cada flor."),
    "envido_callers": gettext_noop("Quién lo canta primero; subir y contestar puede cualquiera."),
    "declaration": gettext_noop("Cambia quién habla, y quién gana un empate."),
    "envido_refusal": gettext_noop("Lo que cobra quien lo cantó."),
    "envido_first": gettext_noop("Antes de contestar un %(truco)s se puede cantar %(envido)s."),
    "unshown_envido": gettext_noop("Qué pasa con los tantos que ya había cobrado."),
    "truco_refuses_envido": gettext_noop("Contestar con %(truco)s es no querer el %(envido)s."),
    "falta": gettext_noop("El envido más alto: lo que falta para terminar, según la mesa."),
    "prices": gettext_noop("Sin gritos, y con cada grito querido."),
    "truco_turn": gettext_noop("Fuera de turno, mientras no haya nada por contestar."),
    "mazo_turn": gettext_noop("Fuera de turno, mientras no haya nada por contestar."),
    "raise_past": gettext_noop("Si no, no se grita más de lo que hace falta para ganar."),
    "covered": gettext_noop("Carta jugada boca abajo: no le gana a ninguna."),
    "tie_two_cards": gettext_noop("Después de una primera parda, una arriba y otra abajo."),
    "mao_x": gettext_noop("Cerca del final, un equipo decide si juega la mano."),
    "ferro": gettext_noop("La mano con los dos equipos a una del final."),
    "pico": gettext_noop("De a seis, una mano de uno contra uno con quien se tiene enfrente."),
    "pico_falta_cap": gettext_noop("Lo más que valen la falta y el resto en un pico."),
    "perros": gettext_noop("Desafiar sin ver las cartas, antes de repartir, a todo a la vez."),
    "perros_stay": gettext_noop("Después de cada mano, hasta que el equipo los saca."),
    "deck": gettext_noop("Cada reglamento se juega con algunas."),
    "flor_vs_flor": gettext_noop("Lo que cobra la mejor si nadie sube."),
    "flores_paid": gettext_noop("Cuando dos compañeros tienen flor."),
    "resto": gettext_noop("El último canto de la flor, y lo que paga."),
    "envido_ladder": gettext_noop("Qué se puede cantar, y qué se contesta a qué."),
    "envido_shown": gettext_noop("Al final de la mano se dan vuelta las que contaron."),
    "all_tied": gettext_noop("Quién se lleva la mano si las tres bazas se empatan."),
    "tie_leader": gettext_noop("Quién juega primero en la baza siguiente."),
    "tie_highest": gettext_noop(
        "Si se empata la primera, cada cual muestra la más alta que tiene."
    ),
    "tie_beneath": gettext_noop("Si también se empatan las de arriba."),
    "cover_from": gettext_noop("Antes de esa baza, todas van boca arriba."),
    "cover_lead": gettext_noop("Si no, la primera carta de cada baza va boca arriba."),
    "cover_after_tie": gettext_noop("Si no, después de una baza empatada van todas boca arriba."),
    "cover_binds": gettext_noop("Si no, cada uno tapa las que quiera."),
    "cover_counts": gettext_noop("Si no, los tantos se cuentan sin esa carta."),
    "mao_x_sees": gettext_noop("Hasta que el equipo dice si la juega."),
    "mao_x_truco": gettext_noop("Lo que le cuesta a quien lo grita en esa mano."),
    "mao_x_tied": gettext_noop("Quién cobra si se empatan las tres bazas."),
    "pico_from": gettext_noop("Los puntos del que va ganando con que empiezan los picos."),
    "pico_left": gettext_noop("Lo que le falta al que va ganando cuando ya no hay más picos."),
    "signals": gettext_noop(
        "Un gesto entre compañeros que dice qué carta o cuánto envido se tiene."
    ),
}
"""What an option means, where its label does not say it."""
_YES_NO: Final[Mapping[str, str]] = {"on": gettext_noop("Sí"), "off": gettext_noop("No")}
CHOICES: Final[Mapping[str, Mapping[str, str]]] = {
    "seats": {
        "2": gettext_noop("1 contra 1"),
        "4": gettext_noop("parejas (2 contra 2)"),
        "6": gettext_noop("tríos (3 contra 3)"),
    },
    "legs_to_win": {
        "1": gettext_noop("uno"),
        "2": gettext_noop("dos"),
        "3": gettext_noop("tres"),
    },
    "halves": {
        "two": gettext_noop("malas y buenas"),
        "one": gettext_noop("un solo tramo"),
    },
    "deck": {
        "40": gettext_noop("40 cartas"),
        "38": gettext_noop("38 cartas, sin los ases falsos"),
        "36": gettext_noop("36 cartas, sin los doses"),
        "30": gettext_noop("30 cartas"),
        "26": gettext_noop("26 cartas, con los doses"),
        "24": gettext_noop("24 cartas"),
        "22": gettext_noop("22 cartas"),
    },
    "flor_value": {
        "three": gettext_noop("20 más las tres cartas"),
        "two": gettext_noop("20 más las dos mejores"),
        "piezas": gettext_noop("con piezas"),
        "piezas6": gettext_noop("con piezas, la sota vale 26"),
    },
    "flor_contest": {
        "argentine": gettext_noop("a la argentina"),
        "uruguayan": gettext_noop("a la uruguaya"),
        "ladder": gettext_noop("con flor envido, que se sube"),
    },
    "flor_vs_flor": {
        "6": gettext_noop("vale 6"),
        "4": gettext_noop("vale 4"),
        "each": gettext_noop("3 por cada flor"),
    },
    "flores_paid": {
        "each": gettext_noop("3 por cada una"),
        "best": gettext_noop("3 por las dos"),
    },
    "flor_sung": {
        "seat": gettext_noop("cada jugador"),
        "auto": gettext_noop("el sistema"),
    },
    "resto": {
        "shortfall": gettext_noop("lo que le falta al que va ganando"),
        "game": gettext_noop("la partida"),
        "none": gettext_noop("no se juega"),
    },
    "envido_ladder": {
        "argentine": gettext_noop("%(envido)s, %(envido)s, real, falta"),
        "uruguayan": gettext_noop("%(envido)s y real se repiten, falta"),
        "noreal": gettext_noop("%(envido)s se repite, falta"),
        "vuelvo": gettext_noop("%(envido)s, %(vuelvo)s, falta"),
        "libre": gettext_noop("%(envido)s y los tantos que quieras, falta"),
        "illes": gettext_noop("%(envido)s 2, 4, 6, falta"),
        "none": gettext_noop("sin %(envido)s"),
    },
    "envido_refusal": {
        "accepted": gettext_noop("lo querido hasta ahí"),
        "one": gettext_noop("siempre 1"),
    },
    "envido_callers": {
        "any": gettext_noop("cualquiera antes de su carta"),
        "team": gettext_noop("antes de la primera carta de su equipo"),
        "pies": gettext_noop("los pies"),
    },
    "declaration": {
        "order": gettext_noop("en orden, desde la mano"),
        "alternate": gettext_noop("contesta el otro equipo"),
    },
    "unshown_envido": {
        "kept": gettext_noop("no cuesta nada"),
        "lost": gettext_noop("pierde esos tantos"),
        "passed": gettext_noop("pasan al otro equipo"),
    },
    "falta": {
        "shortfall": gettext_noop("lo que le falta al que va ganando"),
        "malas": gettext_noop("en las malas, el chico"),
        "half": gettext_noop("en las malas, lo que le falta al puntero para las buenas"),
        "half_winner": gettext_noop("en las malas, lo que le falta al que gana para las buenas"),
    },
    "truco_turn": {"own": gettext_noop("en su turno"), "any": gettext_noop("en cualquier momento")},
    "mazo_turn": {"own": gettext_noop("en su turno"), "any": gettext_noop("en cualquier momento")},
    "cover_from": {"1": gettext_noop("la primera"), "2": gettext_noop("la segunda")},
    "all_tied": {
        "mano": gettext_noop("gana la mano"),
        "dealer": gettext_noop("gana el que reparte"),
        "nobody": gettext_noop("no gana nadie"),
    },
    "tie_leader": {
        "led": gettext_noop("el que había salido"),
        "first_tied": gettext_noop("el primero que jugó la carta empatada"),
        "tied_it": gettext_noop("el que empardó"),
        "mano": gettext_noop("quien es mano"),
    },
    "mao_x_sees": {
        "team": gettext_noop("el equipo que decide"),
        "own": gettext_noop("nadie"),
        "both": gettext_noop("los dos equipos"),
    },
    "mao_x_truco": {
        "banned": gettext_noop("no se puede"),
        "loses_hand": gettext_noop("pierde la mano"),
        "loses_leg": gettext_noop("pierde el chico"),
    },
    "mao_x_tied": {
        "hand": gettext_noop("como en cualquier mano"),
        "rivals": gettext_noop("cobran los otros"),
    },
    "ferro": {
        "off": gettext_noop("No"),
        "blind": gettext_noop("a ciegas"),
        "open": gettext_noop("con las cartas a la vista"),
        "first": gettext_noop("a ciegas solo la primera"),
    },
    "tie_beneath": {
        "all": gettext_noop("las de todos"),
        "tied": gettext_noop("las de los que empataron"),
    },
    "truco_top": {"vale4": "%(vale4)s", "fuera": "%(fuera)s"},
    "fuera_wins": {"game": gettext_noop("gana la partida"), "leg": gettext_noop("gana el chico")},
    "mazo_bonus": {"0": gettext_noop("cuesta 1"), "1": gettext_noop("cuesta 2")},
    "envido_at_end": {
        "on": gettext_noop("al final de la mano"),
        "off": gettext_noop("en el momento"),
    },
    "pico": {
        "off": gettext_noop("No"),
        "malas": gettext_noop("en las malas"),
        "range": gettext_noop("en el medio del chico"),
        "fixed_range": gettext_noop("de 5 a 24 puntos"),
    },
}
USUAL_PRICES: Final = (1, 2, 3, 4)
DECKS: Final[Mapping[int, str]] = {
    38: gettext_noop("Se juega con 38 cartas: sin el as de oro ni el de copa."),
    36: gettext_noop("Se juega con 36 cartas: sin los doses."),
    30: gettext_noop("Se juega con 30 cartas: del 1 al 7, la sota de oro y el caballo de basto."),
    26: gettext_noop("Se juega con 26 cartas: del 2 al 7 y los dos ases bravos."),
    24: gettext_noop("Se juega con 24 cartas: figuras, ases, doses y treses."),
    22: gettext_noop("Se juega con 22 cartas: del 3 al 7 y los dos ases bravos."),
}
"""Notes on the unusual decks."""
CLASHES: Final[Mapping[str, str]] = {
    "bad-value": gettext_noop("Ese valor no existe en el reglamento."),
    "flor-needs-40-cards": gettext_noop("La flor se juega con la baraja de 40 cartas."),
    "muestra-needs-40-cards": gettext_noop("La muestra se juega con la baraja de 40 cartas."),
    "piezas-need-muestra": gettext_noop("Para que haya piezas tiene que haber muestra."),
    "muestra-needs-piezas": gettext_noop("Con muestra, la flor vale con piezas."),
    "pico-needs-six-seats": gettext_noop("El pico a pico es para seis jugadores."),
    "perros-need-flor": gettext_noop("Los perros se echan cuando se juega con flor."),
    "perros-need-envido": gettext_noop("Los perros se echan cuando se juega con envido."),
    "bonus-needs-envido": gettext_noop("Sin envido, irse al mazo cuesta 1."),
    "deck-not-for-ranks": gettext_noop("Ese reglamento no se juega con esa baraja."),
    "vira-needs-muestra": gettext_noop("Sin vira no hay manillas: la muestra va siempre."),
    "pico-needs-halves": gettext_noop("El pico a pico en las malas pide malas y buenas."),
    "empty-pico-range": gettext_noop(
        "Pico a pico: entre «desde» y «hasta que falten» no queda ningún tanto."
    ),
    "resto-flores-need-shortfall": gettext_noop(
        "Sumar las flores al resto pide que el resto sea lo que le falta al que va ganando."
    ),
    "ladder-needs-envido": gettext_noop(
        "Con flor envido que se sube pide cantos de envido que se repitan."
    ),
    "ladder-needs-resto-flores": gettext_noop(
        "Con flor envido que se sube y contraflor al resto: el resto suma las flores."
    ),
    "unshown-needs-showing": gettext_noop(
        "Perder el envido que no se mostró pide que se muestren las cartas del envido."
    ),
    "unshown-needs-early-envido": gettext_noop(
        "Perder el envido que no se mostró pide que el envido se cobre en el momento."
    ),
    "one-tie-rule": gettext_noop(
        "Después de la parda va la carta más alta, o van las dos cartas juntas: no las dos reglas."
    ),
    "mao-x-without-envido": gettext_noop("La mano de once se juega sin envido y sin flor."),
    "ferro-needs-mao-x": gettext_noop("La mano de hierro pide la mano de once."),
    "mao-x-without-pico": gettext_noop("Con mano de once no hay pico a pico."),
    "perros-need-resto": gettext_noop("Los perros se echan cuando hay contraflor al resto."),
    "no-fuera-here": gettext_noop("Ese reglamento no tiene juego fuera."),
    "unknown-preset": gettext_noop("No conocemos ese reglamento."),
    "unknown-option": gettext_noop("No conocemos esa opción."),
}


def clash(error: RulesError) -> str:
    """Return why a combination of rules is impossible, with the options that exclude each other."""
    why = gettext(CLASHES.get(error.code, CLASHES["bad-value"]))
    options = [label(key) for key in error.keys if key in LABELS]
    if len(options) < 2:
        return why
    excluded = gettext("No van juntas: %(options)s.") % {"options": join_names(options)}
    return f"{why} {excluded}"


def preset(name: str) -> str:
    return gettext(PRESETS.get(name, name))


def family(name: str) -> str:
    """Return a family's name: that of the preset it is named after."""
    return preset(name)


def short_family(name: str) -> str:
    """Return a family's name in one word."""
    return gettext(FAMILIES[name])


def label(key: str) -> str:
    """Return an option's label."""
    return gettext(LABELS[key])


def help_text(key: str, preset: str) -> str:
    """Return what an option means; "" where its label says it."""
    return gettext(HELP[key]) % within(preset) if key in HELP else ""


def deck(size: int) -> str:
    """Return a description of the deck; empty for the usual forty cards."""
    return gettext(DECKS[size]) if size in DECKS else ""


def choice(key: str, value: str, preset: str) -> str:
    """Return one value of an option, as a choice in a form."""
    if key == "prices":
        return value.replace("-", ", ")
    if key == "target":
        return gettext("a %(points)s") % {"points": value}
    words = CHOICES.get(key, _YES_NO).get(value)
    return gettext(words) % within(preset) if words else value


@dataclass(frozen=True)
class Clause:
    """One sentence of a summary, and the rulebook's article on it (`R-E3`)."""

    words: str
    article: str


def summary(rules: Rules) -> tuple[Clause, ...]:
    """Return the rules that a newcomer to the table must know, the essentials first."""
    return tuple(clause for sentences in _SENTENCES for clause in sentences(rules))


def essentials(rules: Rules) -> str:
    """Return the game, the number of players and the target, which distinguish tables."""
    return summary(rules)[0].words.rstrip(".")


def _choice(rules: Rules, key: str) -> str:
    return choice(key, rules.option(key), rules.preset)


def _essentials(rules: Rules) -> Iterator[Clause]:
    names = {
        "preset": preset(rules.preset),
        "seats": _choice(rules, "seats"),
        "target": rules.target,
    }
    yield Clause(_("%(preset)s, %(seats)s, a %(target)s puntos.") % names, "R-S1")
    if rules.legs_to_win > 1:
        legs = {"legs": rules.legs_to_win}
        yield Clause(_("Gana quien se lleva %(legs)s chicos.") % legs, "R-S3")
    if cards := deck(rules.deck):
        yield Clause(cards, "R-T1")


def _cards(rules: Rules) -> Iterator[Clause]:
    table = RANKS[rules.ranks]
    if rules.muestra and table.manilhas:
        words = _("Las manillas, las más altas: las cuatro del número que sigue al de la vira.")
        yield Clause(words, "R-T1a")
    elif rules.ranks == "mineiro":
        yield Clause(
            _(
                "Las manillas son fijas: 4 de tréboles, 7 de corazones, "
                "as de picas y 7 de diamantes."
            ),
            "R-T1a",
        )
    elif table.fixed_piezas:
        yield Clause(_("Mandan siempre el caballo de bastos y la sota de oros."), "R-T1a")
    elif rules.muestra and table.adds_piezas:
        yield Clause(
            _("La vira da dos piezas de su palo: el caballo, o perico, y la sota, o perica."),
            "R-T2",
        )
    elif rules.muestra:
        yield Clause(_("Hay muestra: mandan las piezas 2, 4, 5, 11 y 10 de su palo."), "R-T2")


def _flor(rules: Rules) -> Iterator[Clause]:
    if not rules.flor:
        if rules.envido_ladder != "none":
            yield Clause(_("Se juega sin flor."), "R-F1")
        return
    worth = {"value": _choice(rules, "flor_value")}
    yield Clause(_("La flor es obligatoria y da 3 puntos; sus tantos: %(value)s.") % worth, "R-F3")
    contest = "R-F5" if rules.flor_contest == "uruguayan" else "R-F4"
    if rules.flor_contest == "ladder":
        contest = "R-F9"
        yield Clause(_("Con flor envido: se sube como el envido."), contest)
    if rules.flor_contest == "argentine" and rules.flor_vs_flor != "6":
        worth = {"value": _choice(rules, "flor_vs_flor")}
        yield Clause(_("Flor contra flor: %(value)s.") % worth, "R-F7")
    if rules.flores_paid == "best":
        yield Clause(_("Dos flores de un equipo valen 3 en total."), "R-F10")
    if rules.flor_sung == "auto":
        yield Clause(_("La flor la canta el sistema."), "R-F11")
    resto = {"value": _choice(rules, "resto")}
    yield Clause(_("Contraflor al resto: %(value)s.") % resto, contest)
    if rules.resto_flores:
        yield Clause(_("Al resto se le suman 3 por cada flor."), "R-F8")


def _envido(rules: Rules) -> Iterator[Clause]:
    calls = within(dialect_of(rules))
    if rules.envido_ladder == "none":
        yield Clause(_("Se juega sin %(envido)s: %(truco)s solo.") % calls, "R-E3")
        return
    ladder = {"call": canto("envido", rules.preset), "value": _choice(rules, "envido_ladder")}
    yield Clause(_("%(call)s: %(value)s.") % ladder, "R-E3")
    if rules.halves == "one":
        yield Clause(_("Se juega en un solo tramo, sin malas ni buenas."), "R-S8")
    falta = {"call": canto("falta", rules.preset), "value": _choice(rules, "falta")}
    yield Clause(_("%(call)s: %(value)s.") % falta, "R-E5")
    refusal = {**calls, "value": _choice(rules, "envido_refusal")}
    yield Clause(_("Un %(envido)s no querido paga %(value)s.") % refusal, "R-E3")
    if rules.envido_callers != "any":
        callers = {"value": _choice(rules, "envido_callers"), **calls}
        yield Clause(_("El %(envido)s lo abren: %(value)s.") % callers, "R-E10")
    if rules.declaration == "alternate":
        yield Clause(_("Los tantos se cantan por turno de equipo."), "R-E11")
    if not rules.envido_shown:
        yield Clause(_("Las cartas del %(envido)s no se muestran.") % calls, "R-E12")
    if rules.unshown_envido != "kept":
        lost = {"value": _choice(rules, "unshown_envido"), **calls}
        words = _("Irse al mazo sin mostrar el %(envido)s ganado: %(value)s.")
        yield Clause(words % lost, "R-M5")
    if not rules.envido_first:
        yield Clause(_("Contra el %(truco)s ya no se canta %(envido)s.") % calls, "R-E2")
    if rules.truco_refuses_envido:
        yield Clause(_("Cantar %(truco)s también es no querer el %(envido)s.") % calls, "R-E8")
    if rules.envido_at_end:
        cashed = _("El %(envido)s se cobra al final de la mano, antes que el %(truco)s.")
        yield Clause(cashed % calls, "R-E7")


def _truco(rules: Rules) -> Iterator[Clause]:
    calls = within(dialect_of(rules))
    if rules.truco_prices != USUAL_PRICES:
        prices = {"prices": _choice(rules, "prices")}
        yield Clause(_("La mano vale %(prices)s: cada grito la sube.") % prices, "R-C7")
    if rules.truco_top == "fuera":
        wins = {**calls, "value": _choice(rules, "fuera_wins")}
        yield Clause(_("Después de %(vale4)s hay %(fuera)s: %(value)s.") % wins, "R-C1")
    if rules.truco_turn == "any":
        yield Clause(_("El %(truco)s se grita en cualquier momento.") % calls, "R-C5")
    if not rules.raise_past:
        yield Clause(_("No se sube más de lo que hace falta para ganar."), "R-C6")
    if rules.mazo_turn == "any":
        yield Clause(_("Uno se va al mazo en cualquier momento."), "R-M4")
    if rules.all_tied != "mano":
        yield Clause(_("Tres pardas: %(value)s.") % {"value": _choice(rules, "all_tied")}, "R-T7")
    if rules.tie_leader != "led":
        leads = {"value": _choice(rules, "tie_leader")}
        yield Clause(_("Después de una parda sale %(value)s.") % leads, "R-T8")
    if rules.tie_highest:
        yield Clause(_("Después de la primera parda va la carta más alta."), "R-T9")
    if rules.mazo_bonus:
        costs = _("Irse al mazo sin que se haya cantado %(envido)s cuesta 2.")
        yield Clause(costs % calls, "R-M3")
    if rules.covered:
        yield Clause(_("Se puede jugar una carta tapada."), "R-V2")
        yield from _covers(rules)
    if rules.tie_two_cards:
        yield Clause(_("Si la primera es parda se juegan las dos cartas juntas."), "R-V1")
        if rules.tie_beneath == "tied":
            words = _("De las cartas de abajo valen las de quienes empataron.")
            yield Clause(words, "R-V3")


def _covers(rules: Rules) -> Iterator[Clause]:
    if rules.cover_from > 1:
        yield Clause(_("La primera baza no se tapa."), "R-V4")
    elif not rules.cover_binds:
        yield Clause(_("Tapar la primera no obliga a tapar el resto."), "R-V4")
    if not rules.cover_lead:
        yield Clause(_("El que sale no tapa."), "R-V4")
    if not rules.cover_after_tie:
        yield Clause(_("Después de una parda no se tapa."), "R-V4")
    if rules.cover_counts and rules.envido_ladder != "none":
        calls = within(dialect_of(rules))
        yield Clause(_("La carta tapada cuenta para el %(envido)s.") % calls, "R-V4")


def _last_hands(rules: Rules) -> Iterator[Clause]:
    if not rules.mao_x:
        return
    first, second = rules.truco_prices[:2]
    values = {"x": rules.target - first, "first": first, "second": second}
    words = _(
        "Con %(x)s tantos el equipo decide si juega la mano por %(second)s o la deja por %(first)s."
    )
    yield Clause(words % values, "R-B2")
    if rules.seats > 2:
        sees = {"value": _choice(rules, "mao_x_sees")}
        yield Clause(_("Antes de decidir mira las cartas del compañero: %(value)s.") % sees, "R-B2")
    truco = {"value": _choice(rules, "mao_x_truco"), **within(dialect_of(rules))}
    yield Clause(_("En esa mano, gritar %(truco)s: %(value)s.") % truco, "R-B3")
    if rules.mao_x_tied == "rivals":
        yield Clause(_("Con tres pardas en esa mano cobran los otros."), "R-B4")
    if rules.ferro != "off":
        ferro = {**values, "value": _choice(rules, "ferro")}
        yield Clause(_("Con %(x)s a %(x)s, mano de hierro: %(value)s.") % ferro, "R-B5")


def _pico_time(rules: Rules) -> str:
    if rules.pico != "range":
        return _choice(rules, "pico")
    last = rules.target - rules.pico_left - 1
    return _("de %(first)s a %(last)s puntos") % {"first": rules.pico_from, "last": last}


def _company(rules: Rules) -> Iterator[Clause]:
    if rules.pico != "off":
        when = {"when": _pico_time(rules), "cap": rules.pico_falta_cap}
        yield Clause(_("Pico a pico %(when)s, con tope de %(cap)s para la falta.") % when, "R-P1")
    if rules.perros:
        yield Clause(_("Se pueden echar los perros."), "R-X1")
        if rules.perros_stay:
            yield Clause(_("Quedan echados hasta que el equipo los saca."), "R-X6")
    if rules.signals and rules.seats > 2:
        yield Clause(_("Los compañeros pueden hacerse señas."), "R-G")


_SENTENCES: Final[tuple[Callable[[Rules], Iterator[Clause]], ...]] = (
    _essentials,
    _cards,
    _flor,
    _envido,
    _truco,
    _last_hands,
    _company,
)
