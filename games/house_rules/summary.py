"""The rules of a table in sentences, each with the article of the rulebook it comes from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.engine import Rules
from games.house_rules import words


@dataclass(frozen=True)
class Clause:
    """One sentence, and the article that says more (`R-E3`)."""

    words: str
    article: str


def summary(rules: Rules) -> tuple[Clause, ...]:
    """Return what somebody who sits down has to know, the essentials first."""
    return tuple(clause for sentences in _SENTENCES for clause in sentences(rules))


def essentials(rules: Rules) -> str:
    """Return the game, how many play and the target: what tells one table from another."""
    return summary(rules)[0].words.rstrip(".")


def _essentials(rules: Rules) -> Iterator[Clause]:
    names = {
        "preset": words.preset(rules.preset),
        "seats": words.choice("seats", str(rules.seats)),
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
    worth = {"value": words.choice("flor_value", rules.flor_value)}
    yield Clause(_("La flor es obligatoria y vale %(value)s.") % worth, "R-F3")
    contest = "R-F5" if rules.flor_contest == "uruguayan" else "R-F4"
    resto = {"value": words.choice("resto", rules.resto)}
    yield Clause(_("Contraflor al resto: %(value)s.") % resto, contest)


def _envido(rules: Rules) -> Iterator[Clause]:
    if rules.envido_ladder == "none":
        yield Clause(_("Se juega sin envido: truco solo."), "R-E3")
        return
    ladder = {"calls": words.choice("envido_ladder", rules.envido_ladder)}
    yield Clause(_("Envido: %(calls)s.") % ladder, "R-E3")
    falta = {"value": words.choice("falta", rules.falta)}
    yield Clause(_("Falta envido: %(value)s.") % falta, "R-E5")
    refusal = {"value": words.choice("envido_refusal", rules.envido_refusal)}
    yield Clause(_("Un envido no querido paga %(value)s.") % refusal, "R-E3")
    if not rules.envido_first:
        yield Clause(_("Contra el truco ya no se canta envido."), "R-E2")
    if rules.truco_refuses_envido:
        yield Clause(_("Cantar truco también es no querer el envido."), "R-E8")
    if rules.envido_at_end:
        yield Clause(_("El envido se cobra al final de la mano, antes que el truco."), "R-E7")


def _truco(rules: Rules) -> Iterator[Clause]:
    if rules.truco_top == "fuera":
        wins = {"value": words.choice("fuera_wins", rules.fuera_wins)}
        yield Clause(_("Después del vale cuatro hay juego fuera: %(value)s.") % wins, "R-C1")
    if rules.mazo_bonus:
        yield Clause(_("Irse al mazo sin que se haya cantado envido cuesta 2."), "R-M3")
    if rules.covered:
        yield Clause(_("Se puede jugar una carta tapada."), "R-V2")
    if rules.tie_two_cards:
        yield Clause(_("Si la primera es parda se juegan las dos cartas juntas."), "R-V1")


def _company(rules: Rules) -> Iterator[Clause]:
    if rules.pico != "off":
        when = {"when": words.choice("pico", rules.pico), "cap": rules.pico_falta_cap}
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
