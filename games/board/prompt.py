"""The two lines between the felt and the buttons: what is awaited, and what it is worth."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.names import Names
from games.engine import PendingView, View
from games.models import Game
from games.words import canto, points, together


@dataclass(frozen=True)
class Prompt:
    """What is awaited. Urgent: a call that this viewer has to answer."""

    line: str
    hint: str = ""
    is_urgent: bool = False
    is_mine: bool = False


def prompt(game: Game, view: View | None, names: Names) -> Prompt:
    """Say in words what the table waits for."""
    if game.status == Game.Status.FINISHED and game.winner is not None:
        return Prompt(_("Partida para %(name)s") % {"name": names.in_sentence(game.winner)})
    if game.status != Game.Status.LIVE:
        return Prompt(_STOPPED[Game.Status(game.status)]())
    assert view is not None, "a live game has been dealt"
    if view.over:
        return _between(view, names)
    return _awaited(view, names)


_STOPPED = {
    Game.Status.WAITING: lambda: _("Esperando jugadores"),
    Game.Status.PAUSED: lambda: _("Mesa en pausa"),
    Game.Status.FROZEN: lambda: _("La mesa está en revisión"),
    Game.Status.ANNULLED: lambda: _("Partida anulada"),
    Game.Status.FINISHED: lambda: _("Partida terminada"),
}


def _between(view: View, names: Names) -> Prompt:
    if view.hand_winner is None:
        return Prompt(_("Fin de la mano"), _("Enseguida se reparte"))
    line = _("Mano para %(name)s") % {"name": names.in_sentence(view.hand_winner)}
    return Prompt(line, _("Enseguida se reparte"))


def _awaited(view: View, names: Names) -> Prompt:
    is_mine = view.viewer in view.to_act
    return Prompt(
        line=_line(view, names, is_mine),
        hint=" · ".join(_worth(view)),
        is_urgent=is_mine and view.pending is not None,
        is_mine=is_mine,
    )


def _line(view: View, names: Names, is_mine: bool) -> str:
    due = together(names.seat(number) for number in view.to_act)
    if view.pending is not None:
        called = {
            "name": names.first(view.pending.by),
            "call": canto(view.pending.call),
            "due": due,
        }
        if is_mine:
            return _("%(name)s: ¡%(call)s!") % called
        return _("%(call)s: responde %(due)s") % called
    return _("Te toca") if is_mine else _("Juega %(due)s") % {"due": due}


def _worth(view: View) -> Iterator[str]:
    if view.pending is None:
        yield _("La mano vale %(points)s") % {"points": points(view.stake)}
        return
    yield from _prices(view.pending)


def _prices(pending: PendingView) -> Iterator[str]:
    yield _("quiero vale %(points)s") % {"points": pending.quiero}
    yield _("no quiero, %(points)s") % {"points": pending.no}
