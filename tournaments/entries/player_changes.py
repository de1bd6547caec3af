"""Consequences of changes of players, shown for confirmation, in the active language.

`tournaments.entries.partner_changes` makes the changes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from accounts.names.display import join_names
from tournaments.entries.rosters import NamedPlayer, has_played
from tournaments.models import Competition, Entry, Match, RosterPlayer


@dataclass(frozen=True)
class PlayerChange:
    """A change of players that waits for confirmation."""

    title: str
    follows: Sequence[str]
    fields: Sequence[tuple[str, str]]  # what the confirmation sends


def substitution(entry: Entry, goes: RosterPlayer, player: NamedPlayer) -> PlayerChange:
    """Return the consequences of replacing a player by a newcomer."""
    names = {"comes": player.name, "goes": goes.name}
    return PlayerChange(
        gettext("%(comes)s juega en lugar de %(goes)s") % names,
        list(_after_substitution(entry, goes, player)),
        [("goes", str(goes.pk)), ("player", _written(player))],
    )


def swap(one: RosterPlayer, other: RosterPlayer) -> PlayerChange:
    """Return the consequences of exchanging two players."""
    names = {"one": one.name, "other": other.name}
    return PlayerChange(
        gettext("%(one)s y %(other)s cambian de lugar") % names,
        list(_after_swap(one, other)),
        [("goes", str(one.pk)), ("comes", str(other.pk))],
    )


def move(player: RosterPlayer, target: Entry) -> PlayerChange:
    """Return the consequences of moving a player to an entry that lacks one."""
    names = {"player": player.name, "target": join_names(_names(target))}
    return PlayerChange(
        gettext("%(player)s pasa a jugar con %(target)s") % names,
        list(_after_move(player)),
        [("goes", str(player.pk)), ("to", str(target.pk))],
    )


def _after_substitution(entry: Entry, goes: RosterPlayer, player: NamedPlayer) -> Iterator[str]:
    after = [player.name if one.pk == goes.pk else one.name for one in _players(entry)]
    yield _from_now_on([after])
    yield from _played([entry])
    competition, name = entry.competition, {"name": goes.name}
    if entry.roster.filter(reserve=True).count() < competition.reserves:
        yield gettext("%(name)s queda de suplente y puede volver.") % name
    elif goes.user_id is not None and has_played(goes):
        yield gettext("%(name)s puede volver acá, pero no jugar con otros.") % name
    else:
        yield gettext("%(name)s puede volver de la misma manera.") % name


def _after_swap(one: RosterPlayer, other: RosterPlayer) -> Iterator[str]:
    teams = [
        [trade.name if player.pk == own.pk else player.name for player in _players(own.entry)]
        for own, trade in ((one, other), (other, one))
    ]
    yield _from_now_on(teams)
    yield from _played([one.entry, other.entry])
    yield gettext("Se deshace cambiándolos otra vez.")


def _after_move(player: RosterPlayer) -> Iterator[str]:
    remaining = [name for name in _names(player.entry) if name != player.name]
    if remaining:
        text = gettext("%(names)s queda sin compañero y deja su lugar hasta tener otro.")
        yield text % {"names": join_names(remaining)}
        waiting = player.entry.competition.entries.waiting().first()
        if waiting is not None:
            yield gettext("Ese lugar pasa a %(entry)s, de la lista de espera.") % {"entry": waiting}
    yield gettext("Se deshace pasándolo de vuelta.")


def _from_now_on(teams: Iterable[Sequence[str]]) -> str:
    names = "; ".join(join_names(team) for team in teams)
    return gettext("Desde ahora juegan: %(names)s.") % {"names": names}


def _played(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield whose the points are of what was played so far."""
    if not entries[0].competition.is_drawn:
        return
    own = Match.objects.of(entries[0].competition_id).filter(state=Match.State.COMPLETED)
    number = own.filter(slots__entry__in=entries).distinct().count()
    if number:
        yield ngettext(
            "Para el ranking, %(number)s partido jugado queda de quienes lo jugaron.",
            "Para el ranking, los %(number)s partidos jugados quedan de quienes los jugaron.",
            number,
        ) % {"number": number}
    yield ngettext(
        "En la tabla la inscripción sigue en su fila, con los puntos que tiene.",
        "En la tabla cada inscripción sigue en su fila, con los puntos que tiene.",
        len(entries),
    )


def _players(entry: Entry) -> list[RosterPlayer]:
    return list(entry.roster.playing())


def _names(entry: Entry) -> list[str]:
    return [player.name for player in _players(entry)]


def _written(player: NamedPlayer) -> str:
    return f"@{player.user.username}" if player.user is not None else player.name


@dataclass(frozen=True)
class ChangeChoices:
    """Whom a player of an entry may be changed for."""

    entry: Entry

    @property
    def competition(self) -> Competition:
        return self.entry.competition

    @property
    def players(self) -> list[RosterPlayer]:
        return _players(self.entry)

    @property
    def others(self) -> list[tuple[str, list[RosterPlayer]]]:
        """The players of the other entries, by entry; none where everybody enters alone."""
        if self.competition.players_per_side == 1:
            return []
        players = RosterPlayer.objects.playing().filter(competition=self.competition)
        others = players.exclude(entry=self.entry).select_related("entry")
        grouped: dict[str, list[RosterPlayer]] = {}
        for player in others.order_by("entry__name", "entry", "number"):
            grouped.setdefault(str(player.entry), []).append(player)
        return list(grouped.items())

    @property
    def alone(self) -> list[Entry]:
        """The entries that lack a player."""
        forming = self.competition.entries.filter(state=Entry.State.FORMING)
        is_fixed = self.competition.is_drawn and self.entry.state != Entry.State.FORMING
        return [] if is_fixed else list(forming.exclude(pk=self.entry.pk).order_by("name"))
