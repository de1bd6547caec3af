"""The two lines between the felt and the buttons: what is awaited, and what it is worth."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.names import TEAMS, Names
from games.board.places import pico
from games.board.words import canto, points, short_canto, together
from games.engine import Canto, PendingView, PlayPair, View
from games.models import Game


@dataclass(frozen=True)
class Prompt:
    """What is awaited. Urgent: a call that this viewer has to answer."""

    line: str
    hint: str = ""
    is_urgent: bool = False
    is_mine: bool = False


def prompt(game: Game, view: View | None, names: Names, thrown: int | None = None) -> Prompt:
    """Say in words what the table waits for; `thrown` is the team that has thrown the dogs."""
    if game.status == Game.Status.FINISHED and game.winner is not None:
        return Prompt(_("Partida para %(name)s") % {"name": names.in_sentence(game.winner)})
    if game.status == Game.Status.JUDGED:
        return Prompt(_("El juez fue llamado"), _("El reloj está parado hasta que resuelva"))
    if game.status == Game.Status.OPENING:
        return Prompt(_("Se abren los cortes"), _("Enseguida se reparte"))
    if game.status != Game.Status.LIVE:
        return Prompt(_STOPPED[Game.Status(game.status)]())
    assert view is not None, "a live game has been dealt"
    if view.over:
        return _between(view, names, thrown)
    return _awaited(view, names)


_STOPPED = {
    Game.Status.WAITING: lambda: _("Esperando jugadores"),
    Game.Status.PAUSED: lambda: _("Mesa en pausa"),
    Game.Status.FROZEN: lambda: _("La mesa está en revisión"),
    Game.Status.ANNULLED: lambda: _("Partida anulada"),
    Game.Status.FINISHED: lambda: _("Partida terminada"),
}


def _between(view: View, names: Names, thrown: int | None) -> Prompt:
    if thrown is not None:
        return Prompt(_called(names.team(thrown), "perros"), _("Se responde al ver las cartas"))
    if view.is_void:
        return Prompt(_("El juez anuló la mano"), _("Se juega de nuevo"))
    if view.hand_winner is None:
        return Prompt(_("Fin de la mano"), _("Enseguida se reparte"))
    line = _("Mano para %(name)s") % {"name": names.in_sentence(view.hand_winner)}
    return Prompt(line, _("Enseguida se reparte"))


def _awaited(view: View, names: Names) -> Prompt:
    is_mine = view.viewer in view.to_act
    return Prompt(
        line=_line(view, names, is_mine),
        hint=" · ".join(_hint(view, names)),
        is_urgent=is_mine and view.pending is not None,
        is_mine=is_mine,
    )


def _line(view: View, names: Names, is_mine: bool) -> str:
    due = together(names.seat(number) for number in view.to_act)
    if view.pending is not None:
        if is_mine:
            return _called(_caller(view.pending, names), view.pending.call)
        call = short_canto(view.pending.call)
        return _("%(call)s: responde %(due)s") % {"call": call, "due": due}
    return _("Te toca") if is_mine else _("Juega %(due)s") % {"due": due}


def _called(name: str, call: str) -> str:
    return _("%(name)s: ¡%(call)s!") % {"name": name, "call": canto(call)}


def _caller(pending: PendingView, names: Names) -> str:
    """Who called; partners throw the dogs together."""
    is_of_team = pending.family == "perros" and len(names.people) > len(TEAMS)
    return names.team(pending.by % 2) if is_of_team else names.first(pending.by)


def _hint(view: View, names: Names) -> Iterator[str]:
    pair = pico(view)
    if pair:
        yield _("Pico: %(names)s") % {"names": together(names.first(seat) for seat in pair)}
    if any(isinstance(action, PlayPair) for action in view.legal):
        yield _("Van las dos: tocá la de arriba")
    elif view.pending is not None:
        yield from _prices(view.pending)
    else:
        worth = _("vale %(points)s") if pair else _("La mano vale %(points)s")
        yield worth % {"points": points(view.stake)}


def _prices(pending: PendingView) -> Iterator[str]:
    """What either answer brings; a plain flor is answered by another one alone (R-F2)."""
    if pending.call == Canto.FLOR:
        yield _("la flor vale %(points)s") % {"points": pending.quiero}
        return
    yield _("quiero vale %(points)s") % {"points": pending.quiero}
    yield _("no quiero, %(points)s") % {"points": pending.no}
