"""The hall screen: slides that turn automatically, readable from afar.

Players find themselves by name. Before the draw the slides show the entries, at the end the
podium; in between the tables, the players waited for, and the standings, next to the current
round.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.i18n.time_zones import short_date
from accounts.names.collation import by_letters
from accounts.names.display import join_names
from games.play.seat_names import brief
from tournaments.entries.queries import Rosters, looks_for, rosters
from tournaments.formats.bracket import Part
from tournaments.matches.queries import MatchView, SideView
from tournaments.models import Entry, Match
from tournaments.name_claims.queries import Names, NameStatus
from tournaments.series.labels import in_short
from tournaments.series.queries import SeriesTable
from tournaments.stages.brackets import BracketRound
from tournaments.stages.queries import Ended, Event, StageView
from tournaments.stages.tables import StandingsTableView


def round_told(event: Event) -> str:
    """Name the round that is being played: `Ronda 2 de 5`; empty where none is.

    Groups that are not equally far are at several: `Ronda 2 y Ronda 3`.
    """
    for stage in event.stages:
        if titles := [*_bracket_rounds(stage), *_table_rounds(stage)]:
            return join_names(titles) + _of_how_many(stage)
    return ""


def _bracket_rounds(stage: StageView) -> list[str]:
    """Name the first round of a bracket that is not over; of two brackets those that go on."""
    open_ = [
        (part.name, each)
        for part in stage.parts
        for each in part.rounds
        if not _is_over(each.matches)
    ]
    first = {name: each for name, each in reversed(open_) if name in (Part.MAIN, Part.LOSERS)}
    going = [first[name].title for name in (Part.MAIN, Part.LOSERS) if _goes_on(first.get(name))]
    return going or [each.title for _name, each in open_[:1]]


def _goes_on(round_: BracketRound | None) -> bool:
    """Return whether a match of a round can be played now."""
    return round_ is not None and any(view.match.state in Match.PLAYABLE for view in round_.matches)


def _table_rounds(stage: StageView) -> list[str]:
    """Name the current round of each table, each once, the first round first."""
    rounds = [each for table in stage.tables if (each := table.current) is not None]
    rounds.sort(key=lambda one: one.row.number)
    return list(dict.fromkeys(each.title for each in rounds))


def _is_over(views: Iterable[MatchView]) -> bool:
    return all(view.match.is_decided for view in views)


def _of_how_many(stage: StageView) -> str:
    rounds = stage.stage.swiss_rounds
    return gettext(" de %(number)s") % {"number": rounds} if rounds else ""


FEW = 30  # people on a slide, each with partners and opponents
LISTED = 2 * FEW  # people who are listed one by one; more are listed by sides
MANY = 45  # by their names alone
LINES = 16  # of standings
SERIES_LINES = 48  # of the table of a series, on all its slides
CALLS = 4
COLUMN = 10  # rows of a leaf, as long as there is room for another column
COLUMNS = 3
ROWS = (4, 6, 8, 10, 12, 15)  # how many a column has room for, from large letters to small
Item = TypeVar("Item")


class Kind(StrEnum):
    """Contents of a wall slide."""

    FIND = "find"
    CALLS = "calls"
    STANDINGS = "standings"
    SERIES = "series"
    ENTERED = "entered"
    PODIUM = "podium"
    CHOOSE = "choose"
    NAMES = "names"
    SIGN = "sign"
    SAID = "said"


@dataclass(frozen=True)
class NameSearch:
    """A person looking for their match, with their partners, their opponents and its table.

    `table` is the number of the hall table, or of the match where there is no hall. It is empty
    while the match waits for a hall table, and a dash while the person rests. `when` is the day and
    the hour of the match, if it has them.
    """

    name: str  # of a person, or of a side
    mates: Sequence[str]
    rival: str = ""
    rivals: Sequence[str] = ()
    table: str = "–"
    word: str = ""  # what that is the number of, where there are no tables
    table_name: str = ""
    when: str = ""
    rests: str = ""  # why there is no opponent
    waits: bool = False  # for a table of the hall
    people: Sequence[str] = ()  # of a side

    @property
    def pairing(self) -> str:
        """The partners, the opponents and the hour."""
        return self._pairing_of(self.mates, self.rival)

    @property
    def short_pairing(self) -> str:
        """The same with short names: a word and an initial each."""
        mates, rivals = ([brief(name) or name for name in of] for of in (self.mates, self.rivals))
        return self._pairing_of(mates, join_names(rivals) if rivals else self.rival)

    def _pairing_of(self, mates: Sequence[str], rival: str) -> str:
        parts = []
        if mates:
            parts.append(gettext("con %(mates)s") % {"mates": join_names(mates)})
        if rival:
            parts.append(gettext("contra %(rival)s") % {"rival": rival})
        return " · ".join(filter(None, (self.when, " ".join(parts), self.rests)))

    @property
    def short(self) -> str:
        """What is shown of the name where it does not fit."""
        return _short(self.name, self.people)


@dataclass(frozen=True)
class Named:
    """Somebody or a pair by their name alone, and whether they are there."""

    name: str
    is_there: bool = False
    people: Sequence[str] = ()  # of a pair

    @property
    def short(self) -> str:
        """What is shown of the name where it does not fit."""
        return _short(self.name, self.people)


def _short(name: str, people: Sequence[str]) -> str:
    """Return a shorter name; a side named after its people still names all of them."""
    if len(people) > 1 and all(one in name for one in people):
        return join_names([brief(one) or one for one in people])
    return brief(name)


@dataclass(frozen=True)
class WallSlide:
    """One screen; `note` goes next to its title, `foot` below its rows.

    `span` is the range of names that the screen lists.
    """

    kind: Kind
    title: str
    rows: Sequence[object]
    note: str = ""
    span: str = ""
    foot: str = ""

    @property
    def layout(self) -> str:
        """Return the CSS classes for columns and rows: few rows are large."""
        columns = min(-(-len(self.rows) // COLUMN), COLUMNS) or 1
        needed = -(-len(self.rows) // columns)
        rows = next((rows for rows in ROWS if rows >= needed), ROWS[-1])
        return f"columns-{columns} rows-{rows}"


def wall_slides(
    event: Event,
    entries: Sequence[Entry],
    podium: Sequence[Ended],
    names: Names | None = None,
    series: SeriesTable | None = None,
) -> list[WallSlide]:
    """Return the current slides of a competition, at least one.

    While players choose their `names` by phone these come first, until every name is taken. The
    table of its series is shown before the first match and after the last one.
    """
    if podium:
        return [WallSlide(Kind.PODIUM, gettext("Podio"), podium), *_series(series)]
    choosing = list(_choosing(names)) if names and not names.are_complete else []
    if not event.stages:
        return choosing or [*_entered(entries), *_series(series)]
    going = event.going
    return [
        *choosing,
        *_find(event, going),
        *_calls(going),
        *(leaf for stage in event.ordered_stages for leaf in _standings(stage)),
    ] or [WallSlide(Kind.FIND, _search_prompt(event), ())]


def _entered(entries: Sequence[Entry]) -> Iterator[WallSlide]:
    """Yield the entries by name and the players looking for a partner; not the waiting list."""
    playing = [entry for entry in entries if entry.state == Entry.State.CONFIRMED]
    players = rosters(playing)
    names = [Named(str(entry), people=players.get(entry.pk, ())) for entry in playing]
    alone = [entry for entry in entries if entry.state == Entry.State.FORMING]
    names += [Named(looks_for(entry)) for entry in alone]
    names.sort(key=lambda one: by_letters(one.name))
    note = ngettext("%(number)s anotado", "%(number)s anotados", len(playing)) % {
        "number": len(playing)
    }
    for part in _parts(names, MANY) or [()]:
        span = _span([one.name for one in part], [one.name for one in names])
        yield WallSlide(Kind.ENTERED, gettext("Quiénes juegan"), part, note, span)


def _choosing(names: Names) -> Iterator[WallSlide]:
    """Yield a large QR and the names already taken; missing names are listed, too."""
    yield WallSlide(Kind.CHOOSE, gettext("Elegí tu nombre"), (), _count_checked_in(names))
    all_names = [line.player.name for line in names.lines]
    for part in _parts(names.lines, MANY):
        span = _span([line.player.name for line in part], all_names)
        ticked = [Named(line.player.name, line.spot == NameStatus.TAKEN) for line in part]
        yield WallSlide(Kind.NAMES, gettext("Quién está"), ticked, _count_checked_in(names), span)


def _count_checked_in(names: Names) -> str:
    params = {"there": names.claimed_count, "all": len(names)}
    return gettext("%(there)s de %(all)s ya están") % params


def _find(event: Event, going: Sequence[MatchView]) -> Iterator[WallSlide]:
    """Yield the current players by name, with partners and opponents, and those who rest."""
    resting = event.idle if going else []
    playing = [entry for view in going for side in view.sides for entry in side.entries]
    players = rosters([*playing, *resting])
    listed = [*_seekers(going, players), *_idle(event, resting, players)]
    people, in_pairs = len(listed), any(one.mates for one in listed)
    if in_pairs and len(listed) > LISTED:  # sides are fewer
        listed = [*_sides(going, players), *_resting_sides(event, resting, players)]
    seekers = sorted(listed, key=lambda seeker: by_letters(seeker.name))
    note = ngettext("%(number)s jugador", "%(number)s jugadores", people) % {"number": people}
    for part in _parts(seekers, FEW if in_pairs or len(seekers) <= FEW else MANY):
        span = _span([one.name for one in part], [one.name for one in seekers])
        yield WallSlide(Kind.FIND, _search_prompt(event), part, note, span)


def _search_prompt(event: Event) -> str:
    """Return the meaning of the number next to a name."""
    return gettext("Buscá tu mesa") if event.in_hall else gettext("Buscá tu partido")


def _seekers(going: Iterable[MatchView], players: Rosters) -> Iterator[NameSearch]:
    for view in going:
        for own, other in (view.sides, view.sides[::-1]):
            people, rivals = _people(own, players), _people(other, players)
            for name in people:
                mates = _mates(name, people)
                yield NameSearch(name, mates, other.name, rivals, **_where(view))


def _sides(going: Iterable[MatchView], players: Rosters) -> Iterator[NameSearch]:
    for view in going:
        for own, other in (view.sides, view.sides[::-1]):
            people, rivals = _people(own, players), _people(other, players)
            yield NameSearch(own.name, (), other.name, rivals, people=people, **_where(view))


def _people(side: SideView, players: Rosters) -> list[str]:
    """Return the players on a side, or the entry's name where no player is named."""
    return [name for entry in side.entries for name in players.get(entry.pk) or [str(entry)]]


def _idle(event: Event, resting: Iterable[Entry], players: Rosters) -> Iterator[NameSearch]:
    for entry in resting:
        why = event.why_idle(entry)
        people = players.get(entry.pk) or [str(entry)]
        for name in people:
            yield NameSearch(name, _mates(name, people), rests=why)


def _resting_sides(
    event: Event, resting: Iterable[Entry], players: Rosters
) -> Iterator[NameSearch]:
    for entry in resting:
        people = players.get(entry.pk, ())
        yield NameSearch(str(entry), (), people=people, rests=event.why_idle(entry))


def _mates(name: str, people: Sequence[str]) -> list[str]:
    return [one for one in people if one != name]


def _where(view: MatchView) -> dict[str, Any]:
    """Return the hour of a match, and its table or else its number; in a hall only a table."""
    match, table = view.match, view.match.hall_table
    if table is not None:
        return {"table": str(table.number), "table_name": table.name, "when": _when(view)}
    if match.in_hall:
        return {"table": "", "waits": match.waits_since is not None, "when": _when(view)}
    return {"table": str(match.number), "word": gettext("Partido"), "when": _when(view)}


def _when(view: MatchView) -> str:
    """Return the day and the hour of a match in the active zone; empty if it needs none."""
    if view.match.awaits_date and not view.match.is_decided:
        return gettext("sin fecha")
    at = view.match.scheduled_at
    return short_date(timezone.localtime(at), "D j M H:i") if at else ""


def _calls(going: Iterable[MatchView]) -> Iterator[WallSlide]:
    """Who is waited for at a table of the site: those whose time runs out first."""
    waiting = [view for view in going if view.is_sitting_down]
    waiting.sort(key=lambda view: (view.match.sit_by is None, view.match.sit_by, view.match.number))
    if waiting:
        yield WallSlide(Kind.CALLS, gettext("A la mesa"), waiting[:CALLS], gettext("los esperan"))


def _standings(stage: StageView) -> Iterator[WallSlide]:
    """Yield the tables with a decided match, each on separate slides."""
    for table in (each for stage_table in stage.tables for each in stage_table.with_halves):
        if not table.has_begun:
            continue
        for part in _parts(table.lines, LINES):
            title = table.standings_title or stage.title or gettext("Posiciones")
            yield WallSlide(Kind.STANDINGS, title, part, _columns(table), foot=table.order)


def _series(table: SeriesTable | None) -> Iterator[WallSlide]:
    """Yield the first lines of the table of a series, with what is at stake."""
    lines = table.lines[:SERIES_LINES] if table else ()
    for part in _parts(lines, LINES):
        assert table is not None, "only a table has lines"
        name, foot = table.series.name, in_short(table)
        yield WallSlide(Kind.SERIES, name, part, gettext("puntos"), foot=foot)


def _columns(table: StandingsTableView) -> str:
    """Return the column titles of the numbers next to each name: `puntos, diferencia`."""
    heads = [title for _, title in table.heads]
    return ", ".join([gettext("puntos"), *heads[:1]])


def _parts(rows: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Cut a list into leaves that are as full as each other."""
    number = -(-len(rows) // size)
    each = -(-len(rows) // number) if number else 0
    return [rows[start : start + each] for start in range(0, len(rows), each)] if number else []


def _span(part: Sequence[str], whole: Sequence[str]) -> str:
    """Return the range of names of a slide: `Abe – Gab`; empty if it has everyone."""
    return "" if len(part) == len(whole) else f"{part[0][:3]} – {part[-1][:3]}"
