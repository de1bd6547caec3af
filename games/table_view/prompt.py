"""The two lines above the buttons: the pending decision and its stakes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext_noop

from accounts.i18n.languages import gettext as _
from accounts.names.display import join_names
from games.engine import CallName, PendingView, PlayBlind, PlayPair, View
from games.engine.state import PARDA
from games.house_rules import aloud, canto, dialect_of, essentials, short_canto, within
from games.models import Game, Seat
from games.play.presence import MissedTurns, missed_turns_of
from games.play.seat_names import TEAMS, Names
from games.play.stakes import Stakes, Walkover, in_words
from games.table_view.labels import envidos_said, points
from games.table_view.seats import Sharing


class Prompt(NamedTuple):
    """The pending decision in words. Urgent: a call that this viewer must answer.

    `name` is the part of the line that can be truncated in a narrow place.
    """

    line: str
    hint: str = ""
    name: str = ""
    is_urgent: bool = False
    is_mine: bool = False

    @property
    def parts(self) -> tuple[str, str, str]:
        """The line before, in and after its name."""
        return self.line.partition(self.name) if self.name else (self.line, "", "")


def prompt(
    game: Game,
    view: View | None,
    names: Names,
    seats: Sequence[Seat] = (),
    mine: Seat | None = None,
    thrown: int | None = None,
    shared: Sharing | None = None,
    walkover: Walkover | None = None,
) -> Prompt:
    """Describe the pending decision; `thrown` is the team that has thrown the dogs."""
    if walkover is not None and walkover.is_given:
        return _without_play(walkover, names, seats)
    if (ended := _ended(game, names)) is not None:
        return ended
    if game.status == Game.Status.JUDGED:
        return Prompt(_("El juez fue llamado"), _("El reloj está parado hasta que resuelva"))
    if game.status == Game.Status.OPENING:
        if thrown is not None:
            return _challenged(names.team(thrown), game.preset)
        return Prompt(_("Se mezclan las cartas"), _("Enseguida se reparte"))
    if game.status == Game.Status.WAITING:
        return _waiting(game, names, seats, mine, walkover)
    if game.status != Game.Status.LIVE:
        return Prompt(_STOPPED[Game.Status(game.status)]())
    assert view is not None, "a live game has been dealt"
    awaited = _between(view, names, thrown) if view.over else _make_prompt(view, names, shared)
    return _reminded(awaited, view, mine)


_PLAYED: Final[Mapping[str, str]] = {
    MissedTurns.TIME: gettext_noop("Se te acabó el tiempo: se jugó lo mínimo"),
    MissedTurns.ROBOT: gettext_noop("Jugó un robot por vos"),
    MissedTurns.MAZO: gettext_noop("Un robot te mandó al mazo"),
}


def _reminded(awaited: Prompt, view: View, mine: Seat | None) -> Prompt:
    """Add what was played for a player who has returned, unless the price of a call is shown."""
    if mine is None or awaited.is_urgent or mine.missed_in != view.label:
        return awaited
    missed = missed_turns_of(mine, view.label)
    return awaited._replace(hint=_(_PLAYED[missed])) if missed else awaited


def with_stakes(awaited: Prompt, stakes: Stakes | None) -> Prompt:
    """Show before the first card that opponents who met today play for less."""
    return awaited if stakes is None else awaited._replace(hint=in_words(stakes))


def _ended(game: Game, names: Names) -> Prompt | None:
    """Describe the end of a game: won, ended by the bell, or ended by agreement."""
    if game.status == Game.Status.FINISHED and game.winner is not None:
        name = names.in_sentence(game.winner)
        hint = _("Ganó por tiempo") if game.by_time else ""
        return Prompt(_("Partida para %(name)s") % {"name": name}, hint, name)
    if game.by_time:
        return Prompt(_("Terminó por tiempo"), _("El partido es de quien ganó más partidas"))
    if game.agreed:
        return Prompt(_("Terminada de común acuerdo"), _("Nadie gana ni pierde puntos"))
    return None


def _covered(view: View, names: Names, shared: Sharing) -> Prompt:
    """Ask an awaited player to confirm that they hold the device; no hand is shown before."""
    name = join_names(taker.name for taker in shared.takers)
    line = _("Le toca a %(name)s") % {"name": name}
    if view.pending is not None:
        line, name = _line(view, names, is_mine=False)
    return Prompt(line, _("Pasale el teléfono sin mirar"), name, is_mine=True)


_STOPPED = {
    Game.Status.PAUSED: lambda: _("Mesa en pausa"),
    Game.Status.SAVED: lambda: _("Partida guardada"),
    Game.Status.FROZEN: lambda: _("La mesa está en revisión"),
    Game.Status.ANNULLED: lambda: _("Partida anulada"),
    Game.Status.FINISHED: lambda: _("Partida terminada"),
}
_OF_MATCH: Final = (
    gettext_noop("Nadie ganó el partido"),
    gettext_noop("Ganamos el partido"),
    gettext_noop("Ganaste el partido"),
    gettext_noop("El partido es de %(name)s"),
)
_OF_BOARD: Final = (
    gettext_noop("Nadie ganó la mesa"),
    gettext_noop("Ganamos la mesa"),
    gettext_noop("Ganaste la mesa"),
    gettext_noop("La mesa es de %(name)s"),
)


def _without_play(walkover: Walkover, names: Names, seats: Sequence[Seat]) -> Prompt:
    """Describe a match, or a board, decided without play, and which side was absent."""
    winner, has_partners = walkover.winner, len(seats) > len(TEAMS)
    nobody, ours, mine, theirs = _OF_BOARD if walkover.is_board else _OF_MATCH
    if winner is None:
        return Prompt(_(nobody), _("Nadie se sentó a tiempo"))
    is_own, is_missed = names.viewer is not None, not _is_there(1 - winner, seats)
    if is_own and names.side == winner:
        line = _(ours if has_partners else mine)
    elif is_own and is_missed:
        hint = _("Nadie se sentó a tiempo") if has_partners else _("No te sentaste a tiempo")
        return Prompt(
            _("Perdimos por ausencia") if has_partners else _("Perdiste por ausencia"), hint
        )
    else:
        line = _(theirs) % {"name": names.team(winner)}
    if not is_missed:
        return Prompt(line, _("Se decidió sin jugarlo hasta el final"))
    if has_partners:
        return Prompt(line, _("Del otro lado nadie se sentó a tiempo"))
    return Prompt(line, _("%(name)s no se sentó a tiempo") % {"name": names.team(1 - winner)})


def _is_there(team: int, seats: Sequence[Seat]) -> bool:
    """Return whether a person of a team sat down: a robot in their place does not count."""
    return any(seat.team == team and seat.user_id and seat.sat_at for seat in seats)


def _at_zero(
    game: Game, names: Names, seats: Sequence[Seat], mine: Seat, walkover: Walkover | None
) -> str:
    """Explain to the seated players what happens when the time of the others is up."""
    if game.is_casual or not game.act_by:
        return _("Esperando jugadores")
    if walkover is None or _is_there(1 - mine.team, seats):
        return _("Cuando se acabe el tiempo se empieza igual")
    if len(seats) > len(TEAMS):
        return _("Si del otro lado no llega nadie, ganan ustedes")
    return _("Si %(name)s no llega, ganás vos") % {"name": names.first(1 - mine.number)}


def _waiting(
    game: Game, names: Names, seats: Sequence[Seat], mine: Seat | None, walkover: Walkover | None
) -> Prompt:
    """Describe a waiting table; make clear to a reader that their own seat is not taken."""
    if mine is None:
        return Prompt(_("Esperando jugadores"), essentials(game.rules))
    looking = [names.first(seat.number) for seat in seats if not seat.looked]
    if not mine.looked:
        return Prompt(_("Cambiaron las reglas"), _("Se empieza cuando todos las vieron"))
    if mine.sat_at is not None and looking:
        hint = _("Falta que mire las reglas nuevas: %(names)s")
        return Prompt(_("Ya te sentaste"), hint % {"names": join_names(looking)})
    if mine.sat_at is not None:
        return Prompt(_("Ya te sentaste"), _at_zero(game, names, seats, mine, walkover))
    hint = _("Tocá «Sentarme» antes de que se acabe el tiempo") if game.act_by else ""
    return Prompt(_("Falta que te sientes"), hint)


def _between(view: View, names: Names, thrown: int | None) -> Prompt:
    if thrown is not None:
        return _challenged(names.team(thrown), view.rules.preset)
    if view.is_void:
        return Prompt(_("El juez anuló la mano"), _("Se juega de nuevo"))
    if view.hand_winner is None:
        is_tied = [trick.winner for trick in view.tricks] == [PARDA] * 3  # R-T7
        line = _("Tres pardas: nadie marca") if is_tied else _("Fin de la mano")
        return Prompt(line, _("Enseguida se reparte"))
    name = names.in_sentence(view.hand_winner)
    return Prompt(_("Mano para %(name)s") % {"name": name}, _("Enseguida se reparte"), name)


def _challenged(name: str, preset: str) -> Prompt:
    return Prompt(_called(name, "perros", preset), _("Se responde al ver las cartas"), name)


def _make_prompt(view: View, names: Names, shared: Sharing | None) -> Prompt:
    if shared is not None and shared.takers:
        return _covered(view, names, shared)
    is_mine = view.viewer in view.to_act
    line, name = _line(view, names, is_mine)
    return Prompt(
        line=line,
        hint=" · ".join(_hint(view)),
        name=name,
        is_urgent=is_mine and view.pending is not None,
        is_mine=is_mine,
    )


def _line(view: View, names: Names, is_mine: bool) -> tuple[str, str]:
    """Return the line about the awaited action, and the name in it."""
    if is_mine and view.pending is not None:
        name = _caller(view.pending, names)
        return _called(name, view.pending.call, dialect_of(view.rules), _nth(view)), name
    if is_mine:
        return _("Te toca"), ""
    due = join_names(names.plate(number) for number in view.to_act)
    if view.pending is None:
        return _("Juega %(due)s") % {"due": due}, due
    call = short_canto(view.pending.call, dialect_of(view.rules), _nth(view)).removesuffix("!")
    return _("%(call)s: responde %(due)s") % {"call": call, "due": due}, due


def _nth(view: View) -> int:
    return envidos_said(view.events)


def _called(name: str, call: str, dialect: str, nth: int = 1) -> str:
    return f"{name}: {aloud(canto(call, dialect, nth), dialect)}"


def _caller(pending: PendingView, names: Names) -> str:
    """Return the caller's name; partners throw the dogs, and decide on a hand, together."""
    is_of_team = pending.family in ("perros", "mao_x") and len(names.people) > len(TEAMS)
    return names.team(pending.by % 2) if is_of_team else names.first(pending.by)


def _hint(view: View) -> Iterator[str]:
    if view.part:
        yield _("Pico")
    if any(isinstance(action, PlayPair) for action in view.legal):
        yield _("Van las dos: tocá la de arriba")
    elif any(isinstance(action, PlayBlind) for action in view.legal):
        values = within(dialect_of(view.rules))
        yield capfirst(_("%(ferro)s: elegí una carta sin verla") % values)
    elif view.pending is not None:
        yield from _prices(view.pending, within(dialect_of(view.rules)))
    else:
        if view.viewer in view.to_act and _shows_highest(view):
            yield _("Va la más alta")
        worth = _("vale %(points)s") if view.part else _("La mano vale %(points)s")
        yield worth % {"points": points(view.stake)}


def _shows_highest(view: View) -> bool:
    """Return whether the highest card is played now, after a tied first trick (R-T9)."""
    complete = [trick.winner for trick in view.tricks if trick.winner is not None]
    return view.rules.tie_highest and complete == [PARDA]


def _prices(pending: PendingView, calls: Mapping[str, str]) -> Iterator[str]:
    """Yield the price of each answer; a plain flor can only be answered by another flor (R-F2)."""
    if pending.call == CallName.FLOR:
        yield _("la flor vale %(points)s") % {"points": pending.quiero}
        return
    accepted, refused = ("joga", "corre") if pending.family == "mao_x" else ("quiero", "no")
    yield _("%(quiero)s vale %(points)s") % {"quiero": calls[accepted], "points": pending.quiero}
    yield _("%(no)s, %(points)s") % {"no": calls[refused], "points": pending.no}
