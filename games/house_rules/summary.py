"""The rules of a table in sentences, each with the article of the rulebook it comes from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine import Rules
from games.house_rules import words
from games.house_rules.cantos import canto, within


@dataclass(frozen=True)
class Clause:
    """One sentence, and the article that says more (`R-E3`)."""

    words: str
    article: str


def summary(rules: Rules) -> tuple[Clause, ...]:
    """Return what a newcomer to the table has to know, the essentials first."""
    return tuple(clause for sentences in _SENTENCES for clause in sentences(rules))


def essentials(rules: Rules) -> str:
    """Return the game, how many play and the target: what tells one table from another."""
    return summary(rules)[0].words.rstrip(".")


def _choice(rules: Rules, key: str) -> str:
    return words.choice(key, rules.option(key), rules.preset)


def _essentials(rules: Rules) -> Iterator[Clause]:
    names = {
        "preset": words.preset(rules.preset),
        "seats": _choice(rules, "seats"),
        "target": rules.target,
    }
    yield Clause(_("%(preset)s, %(seats)s, a %(target)s puntos.") % names, "R-S1")
    if rules.legs_to_win > 1:
        legs = {"legs": rules.legs_to_win}
        yield Clause(_("Gana quien se lleva %(legs)s chicos.") % legs, "R-S3")
    if cards := words.deck(rules.deck):
        yield Clause(cards, "R-T1")


def _flor(rules: Rules) -> Iterator[Clause]:
    if rules.muestra:
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
