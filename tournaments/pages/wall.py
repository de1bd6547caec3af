"""What a screen in the hall shows: leaves that turn by themselves, each readable from afar.

Everybody finds themselves by name. Before the draw the leaves show who has entered, at the end the
podium; between the two who plays where, who is waited for, and the standings.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from django.utils.translation import gettext, ngettext

from games.board.names import brief
from games.board.words import together
from tournaments.models import Entry, Match
from tournaments.pages.groups import TableView
from tournaments.pages.matches import MatchView
from tournaments.pages.people.names import Names, Spot
from tournaments.pages.people.rosters import Rosters, rosters
from tournaments.pages.podium import Ended
from tournaments.pages.stages import Event, StageView

FEW = 30  # people on a leaf, each with who sits with them
MANY = 45  # by their names alone
LINES = 16  # of standings
CALLS = 4
WIDEST = 16  # letters of a name

Item = TypeVar("Item")


class Kind(StrEnum):
    """What a leaf shows."""

    FIND = "find"
    CALLS = "calls"
    STANDINGS = "standings"
    ENTERED = "entered"
    PODIUM = "podium"
    CHOOSE = "choose"
    NAMES = "names"
    SIGN = "sign"
    SAID = "said"


@dataclass(frozen=True)
class Seeker:
    """Somebody who looks for their match; `mates` and `rival` as far as there is room.

    `table` is the number of their table of the hall, a dash while they wait for one.
    """

    name: str
    mates: str
    rival: str
    table: str


@dataclass(frozen=True)
class Leaf:
    """One screen; `note` stands beside its title, `span` tells between which names it goes."""

    kind: Kind
    title: str
    rows: Sequence[object]
    note: str = ""
    span: str = ""


def leaves(
    event: Event,
    entries: Sequence[Entry],
    podium: Sequence[Ended],
    names: Names | None = None,
) -> list[Leaf]:
    """Return the leaves of a competition as it is now, at least one.

    While its players take their `names` by phone these come first, until nobody is missing.
    """
    if podium:
        return [Leaf(Kind.PODIUM, gettext("Podio"), podium)]
    choosing = list(_choosing(names)) if names and not names.are_complete else []
    if not event.stages:
        return choosing or list(_entered(entries))
    going = [view for view in event.views if view.match.state in Match.PLAYABLE]
    return [
        *choosing,
        *_find(going),
        *_calls(going),
        *(leaf for stage in event.shown for leaf in _standings(stage)),
    ] or [Leaf(Kind.FIND, gettext("Buscá tu mesa"), ())]


def round_told(event: Event) -> str:
    """Name the round that is being played: `Ronda 2 de 5`; empty where none is."""
    for stage in event.stages:
        for title, views in _rounds(stage):
            if any(not view.match.is_decided for view in views):
                return title + _of_how_many(stage)
    return ""


def _rounds(stage: StageView) -> Iterator[tuple[str, Sequence[MatchView]]]:
    for part in stage.parts:
        yield from ((each.title, each.matches) for each in part.rounds)
    for table in stage.tables:
        yield from ((each.title, each.matches) for each in table.rounds)


def _of_how_many(stage: StageView) -> str:
    rounds = stage.stage.swiss_rounds
    return gettext(" de %(number)s") % {"number": rounds} if rounds else ""


def _entered(entries: Sequence[Entry]) -> Iterator[Leaf]:
    """Who has entered, by name."""
    names = sorted((fitted(str(entry)) for entry in entries), key=str.casefold)
    note = ngettext("%(number)s anotado", "%(number)s anotados", len(names)) % {
        "number": len(names)
    }
    for part in _parts(names, MANY) or [()]:
        yield Leaf(Kind.ENTERED, gettext("Quiénes juegan"), part, note, _span(part, names))


def _choosing(names: Names) -> Iterator[Leaf]:
    """The QR, large, and who is there already; who is not sees it, too."""
    yield Leaf(Kind.CHOOSE, gettext("Elegí tu nombre"), (), _there(names))
    said = [line.player.name for line in names.lines]
    for part in _parts(names.lines, MANY):
        span = _span([line.player.name for line in part], said)
        ticked = [(fitted(line.player.name), line.spot == Spot.TAKEN) for line in part]
        yield Leaf(Kind.NAMES, gettext("Quién está"), ticked, _there(names), span)


def _there(names: Names) -> str:
    told = {"there": names.there, "all": len(names)}
    return gettext("%(there)s de %(all)s ya están") % told


def _find(going: Sequence[MatchView]) -> Iterator[Leaf]:
    """Everybody who plays now, by name, whom they play with and against."""
    players = rosters(side.entry for view in going for side in view.sides if side.entry)
    seekers = sorted(_seekers(going, players), key=lambda seeker: seeker.name.casefold())
    note = ngettext("%(number)s jugador", "%(number)s jugadores", len(seekers)) % {
        "number": len(seekers)
    }
    for part in _parts(seekers, FEW if len(seekers) <= FEW else MANY):
        span = _span([one.name for one in part], [one.name for one in seekers])
        yield Leaf(Kind.FIND, gettext("Buscá tu mesa"), part, note, span)


def _seekers(going: Iterable[MatchView], players: Rosters) -> Iterator[Seeker]:
    for view in going:
        for own, other in (view.sides, view.sides[::-1]):
            assert own.entry is not None, "who can play is known"
            people = players.get(own.entry.pk) or [str(own.entry)]
            for name in people:
                mates = [brief(one) or one for one in people if one != name]
                yield Seeker(
                    name=fitted(name),
                    mates=together(mates) if mates else "",
                    rival=str(other.entry or ""),
                    table=_table(view.match),
                )


def _table(match: Match) -> str:
    if match.hall_table is not None:
        return str(match.hall_table.number)
    return "–" if match.waits_since is not None else ""


def _calls(going: Iterable[MatchView]) -> Iterator[Leaf]:
    """Who is waited for at a table of the site: those whose time runs out first."""
    waiting = [view for view in going if view.is_sitting_down]
    waiting.sort(key=lambda view: (view.match.sit_by is None, view.match.sit_by, view.match.number))
    if waiting:
        yield Leaf(Kind.CALLS, gettext("A la mesa"), waiting[:CALLS], gettext("los esperan"))


def _standings(stage: StageView) -> Iterator[Leaf]:
    """The tables that have begun, each on leaves of its own."""
    for table in stage.tables:
        if not table.has_begun:
            continue
        for part in _parts(table.lines, LINES):
            title = table.title or stage.title or gettext("Posiciones")
            yield Leaf(Kind.STANDINGS, title, part, _columns(table))


def _columns(table: TableView) -> str:
    """Say what stands beside each name: `puntos, diferencia`."""
    heads = [title for _, title in table.heads]
    return ", ".join([gettext("puntos"), *heads[:1]])


def _parts(rows: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Cut a list into leaves that are as full as each other."""
    number = -(-len(rows) // size)
    each = -(-len(rows) // number) if number else 0
    return [rows[start : start + each] for start in range(0, len(rows), each)] if number else []


def _span(part: Sequence[str], whole: Sequence[str]) -> str:
    """Say between which names a leaf goes: `Abe – Gab`; nothing if it has everybody."""
    return "" if len(part) == len(whole) else f"{part[0][:3]} – {part[-1][:3]}"


def fitted(name: str) -> str:
    """Return a name that has room on a screen: a long one shortens its surname."""
    return name if len(name) <= WIDEST else brief(name) or name
