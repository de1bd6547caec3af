"""Texts for presets, options and values, and a summary of the rules with their articles.

Keys are those of the rulebook. Texts use the language that is active at the call; calls keep the
terms of the family in every language.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _

from games.engine import Rules
from games.engine.ranks import RANKS
from games.house_rules.call_names import canto, within

PRESETS: Final[Mapping[str, str]] = {
    "argentino": gettext_noop("Truco argentino"),
    "argentino-flor": gettext_noop("Truco argentino con flor"),
    "trucoestrella": gettext_noop("Truco estrella"),
    "uruguayo": gettext_noop("Truco uruguayo"),
    "uruguayo-online": gettext_noop("Truco uruguayo de las mesas en línea"),
    "truc": gettext_noop("Truc valenciano"),
}
FAMILIES: Final[Mapping[str, str]] = {
    "argentino": gettext_noop("Argentino"),
    "uruguayo": gettext_noop("Uruguayo"),
    "truc": gettext_noop("Truc"),
}
LABELS: Final[Mapping[str, str]] = {
    "seats": gettext_noop("Se juega"),
    "target": gettext_noop("Puntos"),
    "legs_to_win": gettext_noop("Chicos para ganar"),
    "deck": gettext_noop("Baraja"),
    "muestra": gettext_noop("Muestra y piezas"),
    "flor": gettext_noop("Flor"),
    "flor_value": gettext_noop("Cuánto vale una flor"),
    "flor_contest": gettext_noop("Flor contra flor"),
    "resto": gettext_noop("Contraflor al resto"),
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
    "deck": {"40": gettext_noop("40 cartas"), "22": gettext_noop("22 cartas")},
    "flor_value": {
        "three": gettext_noop("20 más las tres cartas"),
        "two": gettext_noop("20 más las dos mejores"),
        "piezas": gettext_noop("con piezas"),
        "piezas6": gettext_noop("con piezas, la sota vale 26"),
    },
    "flor_contest": {
        "argentine": gettext_noop("a la argentina"),
        "uruguayan": gettext_noop("a la uruguaya"),
    },
    "resto": {
        "shortfall": gettext_noop("lo que le falta al que va ganando"),
        "game": gettext_noop("el partido"),
    },
    "envido_ladder": {
        "argentine": gettext_noop("%(envido)s, %(envido)s, real, falta"),
        "uruguayan": gettext_noop("%(envido)s y real se repiten, falta"),
        "noreal": gettext_noop("%(envido)s se repite, falta"),
        "vuelvo": gettext_noop("%(envido)s, %(vuelvo)s, falta"),
        "none": gettext_noop("sin %(envido)s"),
    },
    "envido_refusal": {
        "accepted": gettext_noop("lo querido hasta ahí"),
        "one": gettext_noop("siempre 1"),
    },
    "falta": {
        "shortfall": gettext_noop("lo que le falta al que va ganando"),
        "malas": gettext_noop("en las malas, el chico"),
    },
    "truco_top": {"vale4": "%(vale4)s", "fuera": "%(fuera)s"},
    "fuera_wins": {"game": gettext_noop("gana el partido"), "leg": gettext_noop("gana el chico")},
    "mazo_bonus": {"0": gettext_noop("cuesta 1"), "1": gettext_noop("cuesta 2")},
    "envido_at_end": {
        "on": gettext_noop("al final de la mano"),
        "off": gettext_noop("en el momento"),
    },
    "pico": {
        "off": gettext_noop("No"),
        "malas": gettext_noop("en las malas"),
        "range": gettext_noop("de 5 a 24 puntos"),
    },
}
DECKS: Final[Mapping[int, str]] = {
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
    "no-fuera-here": gettext_noop("Ese reglamento no tiene juego fuera."),
    "unknown-preset": gettext_noop("No conocemos ese reglamento."),
    "unknown-option": gettext_noop("No conocemos esa opción."),
}


def clash(code: str) -> str:
    """Return why a combination of rules is impossible."""
    return gettext(CLASHES.get(code, CLASHES["bad-value"]))


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


def deck(size: int) -> str:
    """Return a description of the deck; empty for the usual forty cards."""
    return gettext(DECKS[size]) if size in DECKS else ""


def choice(key: str, value: str, preset: str) -> str:
    """Return one value of an option, as a choice in a form."""
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


def _flor(rules: Rules) -> Iterator[Clause]:
    if rules.muestra and RANKS[rules.ranks].piezas:
        yield Clause(_("Hay muestra: mandan las piezas 2, 4, 5, 11 y 10 de su palo."), "R-T2")
    if not rules.flor:
        yield Clause(_("Se juega sin flor."), "R-F1")
        return
    worth = {"value": _choice(rules, "flor_value")}
    yield Clause(_("La flor es obligatoria y da 3 puntos; sus tantos: %(value)s.") % worth, "R-F3")
    contest = "R-F5" if rules.flor_contest == "uruguayan" else "R-F4"
    resto = {"value": _choice(rules, "resto")}
    yield Clause(_("Contraflor al resto: %(value)s.") % resto, contest)


def _envido(rules: Rules) -> Iterator[Clause]:
    calls = within(rules.preset)
    if rules.envido_ladder == "none":
        yield Clause(_("Se juega sin %(envido)s: %(truco)s solo.") % calls, "R-E3")
        return
    ladder = {"call": canto("envido", rules.preset), "value": _choice(rules, "envido_ladder")}
    yield Clause(_("%(call)s: %(value)s.") % ladder, "R-E3")
    falta = {"call": canto("falta", rules.preset), "value": _choice(rules, "falta")}
    yield Clause(_("%(call)s: %(value)s.") % falta, "R-E5")
    refusal = {**calls, "value": _choice(rules, "envido_refusal")}
    yield Clause(_("Un %(envido)s no querido paga %(value)s.") % refusal, "R-E3")
    if not rules.envido_first:
        yield Clause(_("Contra el %(truco)s ya no se canta %(envido)s.") % calls, "R-E2")
    if rules.truco_refuses_envido:
        yield Clause(_("Cantar %(truco)s también es no querer el %(envido)s.") % calls, "R-E8")
    if rules.envido_at_end:
        cashed = _("El %(envido)s se cobra al final de la mano, antes que el %(truco)s.")
        yield Clause(cashed % calls, "R-E7")


def _truco(rules: Rules) -> Iterator[Clause]:
    calls = within(rules.preset)
    if rules.truco_top == "fuera":
        wins = {**calls, "value": _choice(rules, "fuera_wins")}
        yield Clause(_("Después de %(vale4)s hay %(fuera)s: %(value)s.") % wins, "R-C1")
    if rules.mazo_bonus:
        costs = _("Irse al mazo sin que se haya cantado %(envido)s cuesta 2.")
        yield Clause(costs % calls, "R-M3")
    if rules.covered:
        yield Clause(_("Se puede jugar una carta tapada."), "R-V2")
    if rules.tie_two_cards:
        yield Clause(_("Si la primera es parda se juegan las dos cartas juntas."), "R-V1")


def _company(rules: Rules) -> Iterator[Clause]:
    if rules.pico != "off":
        when = {"when": _choice(rules, "pico"), "cap": rules.pico_falta_cap}
        yield Clause(_("Pico a pico %(when)s, con tope de %(cap)s para la falta.") % when, "R-P1")
    if rules.perros:
        yield Clause(_("Se pueden echar los perros."), "R-X1")
    if rules.signals and rules.seats > 2:
        yield Clause(_("Los compañeros pueden hacerse señas."), "R-G")


_SENTENCES: Final[tuple[Callable[[Rules], Iterator[Clause]], ...]] = (
    _essentials,
    _flor,
    _envido,
    _truco,
    _company,
)
