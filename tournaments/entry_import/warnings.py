"""Warnings about the lines of a pasted list, and the fixes offered for each."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from django.core.exceptions import ValidationError

from accounts.names.validation import is_reserved, validate_shown_name
from tournaments.entries.entered_people import Accounts, ExistingEntries
from tournaments.entries.known_teams import KnownPerson, KnownTeams
from tournaments.entries.recognition import ClubPeople, partners_of
from tournaments.entries.rosters import NamedPlayer
from tournaments.entry_import.line import Line, groups_of, write
from tournaments.models import Entry, Person
from tournaments.names.comparison import comparison_key, near_index, near_names
from tournaments.names.given_names import is_given_name


@dataclass(frozen=True)
class ImportDraft:
    """A list and the decisions about its lines, which are identified by their text."""

    text: str
    taken: frozenset[str] = frozenset()  # lines that are names
    # lines whose players are not the known people of that name
    others: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()  # lines of players who look for a partner
    chosen: frozenset[str] = frozenset()  # who a name of a line is (`choice_of`)
    seen: int = 0  # the newest entry at the time of the decision
    with_waiting: bool | None = None  # whether its waiting list enters too; None: not decided


@dataclass(frozen=True)
class LineFix:
    """A correction of a line: other lines in its place, or a decision about it.

    `shown` are names; `gone` is another line that is deleted with it, `mate` a former partner who
    is offered.
    """

    act: str  # "replace", "team", "drop", "others", "alone", "person"
    shown: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    gone: str = ""
    mate: str = ""


@dataclass(frozen=True)
class PastedRow:
    """A line with its players; `number` counts the rows from 1.

    For an odd row `problem` is a code, `about` the name concerned, `first` an earlier row.
    """

    line: Line
    number: int
    players: tuple[NamedPlayer, ...]
    joins: Entry | None = None  # an entry that waits for a partner and is now complete
    problem: str = ""
    about: str = ""
    first: int = 0
    fixes: tuple[LineFix, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether it is on the list's own waiting list."""
        return self.line.why == "waiting"

    @property
    def keys(self) -> list[str]:
        """The normalised names of its players."""
        return [comparison_key(player.name) for player in self.players]


LONGEST: Final = 60  # characters of a name
OFFERED: Final = 4  # people offered for one place
OTHERS: Final = LineFix("others")
DROP: Final = LineFix("drop")


@dataclass(frozen=True)
class ImportContext:
    """Everything a row is compared with."""

    size: int
    pasted: ImportDraft
    memory: KnownTeams
    existing: ExistingEntries
    accounts: Accounts
    rows: Sequence[PastedRow]
    only_names: bool = False  # a rehearsal
    people: ClubPeople = field(default_factory=lambda: ClubPeople(()))

    @cached_property
    def rows_by_key(self) -> Mapping[str, list[PastedRow]]:
        """The rows of each person, by normalised name."""
        rows: dict[str, list[PastedRow]] = {}
        for row in self.rows:
            for key in dict.fromkeys(row.keys):
                rows.setdefault(key, []).append(row)
        return rows

    @cached_property
    def free(self) -> list[KnownPerson]:
        """The club's people outside the list and the competition, most frequent first."""
        busy = self.rows_by_key.keys() | self.existing.names.keys()
        return [person for key, person in self.memory.people.items() if key not in busy]

    @cached_property
    def first_names(self) -> Mapping[str, list[KnownPerson]]:
        """The free people by their first name."""
        people: dict[str, list[KnownPerson]] = {}
        for person in self.free:
            first, *rest = comparison_key(person.name).split()
            if rest:
                people.setdefault(first, []).append(person)
        return people

    @cached_property
    def misspelt(self) -> Mapping[str, list[str]]:
        """Index of the free people's names for finding misspelt ones."""
        return near_index(comparison_key(person.name) for person in self.free)

    def excuses(self, row: PastedRow) -> bool:
        """Return whether the organiser decided that its players are other people."""
        return row.line.written in self.pasted.others

    def mates(self, row: PastedRow) -> set[str]:
        """Return the former partners of a row's players."""
        return {mate for key in row.keys for mate in self.memory.partners.get(key, ())}


def import_warnings(row: PastedRow, context: ImportContext) -> PastedRow:
    """Return a row with its first problem, if it has one."""
    for check in CERTAIN if context.excuses(row) else (*CERTAIN, *DOUBTS):
        if flagged := check(row, context):
            return flagged
    return row


def flag_nameless(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a row of pictures only: a name must be typed."""
    return None if row.players else replace(row, problem="nameless", fixes=(DROP,))


def too_many(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag more names than a team has: several teams in a line, or a name of two parts."""
    names, size, team = row.line.names, context.size, row.line.team
    if len(names) <= size:
        return None
    groups = groups_of(names, size)
    fixes = [LineFix("replace", tuple(map(" / ".join, groups)), tuple(map(write, groups)))] * bool(
        groups
    )
    if len(names) == size + 1:
        merged = [_merged(names, at) for at in row.line.weak]
        fewer = [(*names[:at], *names[at + 1 :]) for at in range(len(names))]
        likeliest = (*reversed(fewer), *merged) if team else (*merged, *fewer)  # reserves come last
        fixes += [LineFix("replace", each, (write(each, team),)) for each in likeliest]
    elif team and not groups:
        first = tuple(names[:size])
        fixes += [LineFix("replace", first, (write(first, team),))]
    return replace(row, problem="too-many", fixes=tuple(fixes))


def too_long(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a name that is too long for its column."""
    long = [player.name for player in row.players if len(player.name) > LONGEST]
    return replace(row, problem="too-long", about=long[0]) if long else None


def forbidden(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a misleading or reserved name."""
    for player in row.players:
        if player.user is None and (problem := refusal_of(player.name)):
            return replace(row, problem=problem, about=player.name, fixes=(DROP,))
    return None


def entered(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a player who is entered already, unless the organiser said that it is a namesake."""
    last_seen = context.pasted.seen if context.excuses(row) else 0
    for player in row.players:
        entry = context.existing.entry_of(player)
        if entry is None or entry == row.joins:
            continue
        if player.user is not None and player.person is None:
            return replace(row, problem="entered", about=player.name, fixes=(DROP,))
        if entry.pk > last_seen:
            return replace(row, problem="entered", about=player.name, fixes=(DROP, OTHERS))
    return None


def kept_out(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag an account that the club suspended, and any account in a rehearsal."""
    for player in row.players:
        if player.user is None:
            continue
        if context.only_names:
            return replace(row, problem="only-names", about=player.name, fixes=(DROP,))
        if player.user.pk in context.accounts.suspended:
            return replace(row, problem="suspended", about=player.name, fixes=(DROP,))
    return None


def too_few(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag fewer names than a team has, unless the players look for a partner."""
    missing = context.size - len(row.players)
    if missing <= 0 or row.line.looks:
        return None
    partners = tuple(_partners(row, context))[:OFFERED] if missing == 1 else ()
    fixes = (*partners, LineFix("alone"), *_unnamed_team(row, context), DROP)
    return replace(row, problem="alone", fixes=fixes)


def repeated(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a player of an earlier row, alone or with the same partners, or twice in this one.

    Two people may have the same name, but an account is one person.
    """
    for key, player in zip(row.keys, row.players, strict=True):
        if context.excuses(row) and player.user is None:
            continue
        fixes = (DROP, OTHERS) if player.user is None else (DROP,)
        if row.keys.count(key) > 1:
            return replace(row, problem="twice-in-row", about=player.name, fixes=fixes)
        earlier = [other for other in context.rows_by_key[key] if other.number < row.number]
        if earlier:
            is_same = sorted(earlier[0].keys) == sorted(row.keys)
            code = "twice" if is_same else "elsewhere"
            first = earlier[0].number
            return replace(row, problem=code, about=player.name, first=first, fixes=fixes)
    return None


def surname_first(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag two names with a comma that may be one person, surname first."""
    whole = row.line.surname_first
    if not whole:
        return None
    fixes = (
        LineFix("replace", (whole,), (write((whole,)),)),
        LineFix("replace", row.line.names, (" / ".join(f"«{name}»" for name in row.line.names),)),
    )
    return replace(row, problem="surname-first", about=whole, fixes=fixes)


def unsure(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a name that two persons have, a nickname, or a person's name with a letter wrong."""
    for at, (key, player) in enumerate(zip(row.keys, row.players, strict=True)):
        if player.user is not None or player.person is not None or context.only_names:
            continue
        candidates = context.people.recognise(player.name).candidates
        free = [each for each in candidates if each.pk not in context.existing.persons][:OFFERED]
        if not free:
            continue
        is_double = all(key == each.match_key for each in free)
        partners = partners_of([each.pk for each in free]) if is_double else {}
        mates = context.mates(row)
        fixes = [
            _as(KnownPerson(each.name), row, at, mates)
            if context.people.is_unique(each)
            else _choose(each, row, at, partners.get(each.pk, ""))
            for each in free
        ]
        code = "double" if is_double else "nearly"
        return replace(row, problem=code, about=player.name, fixes=(*fixes, OTHERS))
    return None


def choice_of(line: str, at: int, person_id: int) -> str:
    """Encode the decision that a name of a line is a person."""
    return json.dumps([line, at, person_id], ensure_ascii=False)


def _choose(person: Person, row: PastedRow, at: int, partner: str) -> LineFix:
    more = person.nickname or (person.user.username if person.user else "")
    label = f"{person.name} ({more})" if more else person.name
    choice = choice_of(row.line.written, at, person.pk)
    return LineFix("person", (label,), (choice,), mate=partner)


def shortened(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a first name that people of the club have; former partners are offered first."""
    mates = context.mates(row)
    for at, (key, player) in enumerate(zip(row.keys, row.players, strict=True)):
        is_known = player.user is not None or player.person is not None
        people = [] if is_known else context.first_names.get(key, [])
        if people and key not in context.memory.people:
            people = sorted(people, key=lambda person: comparison_key(person.name) not in mates)[
                :OFFERED
            ]
            fixes = [_as(person, row, at, mates) for person in people]
            return replace(row, problem="who", about=player.name, fixes=(*fixes, OTHERS))
    return None


def misspelt(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag a name that differs by one letter from a name the club knows."""
    for at, (key, player) in enumerate(zip(row.keys, row.players, strict=True)):
        is_known = player.user is not None or player.person is not None
        if is_known or key in context.memory.people:
            continue
        near = near_names(key, context.misspelt)
        if near:
            people = [context.memory.people[near_key] for near_key in near][:OFFERED]
            fixes = [_as(person, row, at, context.mates(row)) for person in people]
            return replace(row, problem="nearly", about=player.name, fixes=(*fixes, OTHERS))
    return None


def claimed(row: PastedRow, context: ImportContext) -> PastedRow | None:
    """Flag the name of an account: it may be that person."""
    for at, (key, player) in enumerate(zip(row.keys, row.players, strict=True)):
        user = context.accounts.bearers.get(key)
        is_known = player.user is not None or player.person is not None
        if not is_known and user is not None and user.pk not in context.existing.accounts:
            fix = _as(KnownPerson(str(user), user.username), row, at, set())
            fixes = (replace(fix, shown=(f"@{user.username}",)), OTHERS)
            return replace(row, problem="account", about=player.name, fixes=fixes)
    return None


Check = Callable[[PastedRow, ImportContext], PastedRow | None]
CERTAIN: Final[tuple[Check, ...]] = (
    flag_nameless,
    too_many,
    too_long,
    forbidden,
    kept_out,
    entered,
    too_few,
    repeated,
)
DOUBTS: Final[tuple[Check, ...]] = (surname_first, unsure, shortened, misspelt, claimed)
"""Checks that are skipped if the organiser said that the players are other people."""


def refusal_of(name: str) -> str:
    """Return the code for which a name is refused; "" if it is accepted."""
    try:
        validate_shown_name(name)
    except ValidationError:
        return "bad-name"
    return "reserved" if is_reserved(name) else ""


def _merged(names: Sequence[str], at: int) -> tuple[str, ...]:
    """Merge a name with the one before it: `José Ortega y Gasset`."""
    return (*names[: at - 1], f"{names[at - 1]} y {names[at]}", *names[at + 1 :])


def _as(person: KnownPerson, row: PastedRow, at: int, mates: set[str]) -> LineFix:
    """Return the fix that replaces a name of a row by this person."""
    names = [*row.line.names[:at], person.written, *row.line.names[at + 1 :]]
    others = [player.name for number, player in enumerate(row.players) if number != at]
    mate = others[0] if others and comparison_key(person.name) in mates else ""
    return LineFix("replace", (person.name,), (write(names, row.line.team),), mate=mate)


def _unnamed_team(row: PastedRow, context: ImportContext) -> Iterator[LineFix]:
    """Offer to read a single name as a team whose members are added later."""
    names = row.line.names
    if len(names) != 1 or row.line.team or row.players[0].user:
        return
    if is_given_name(names[0].split()[0]):
        return
    team = names[0]
    members = tuple(f"{team} {number}" for number in range(1, context.size + 1))
    if len(members[-1]) <= LONGEST and comparison_key(team) not in context.memory.people:
        yield LineFix("team", members, (write(members, team),))


def _partners(row: PastedRow, context: ImportContext) -> Iterator[LineFix]:
    """Offer other single players, entries without a partner, former partners, then regulars.

    After a team name, another row with one name is rather a member of a team, so it is not offered.
    """
    names, team, missing = row.line.names, row.line.team, 1
    for other in () if team else context.rows:
        is_short = all(len(name) <= LONGEST for name in other.line.names)
        if other.number != row.number and len(other.players) == missing and is_short:
            both = (write((*names, *other.line.names)),)
            yield LineFix("replace", other.line.names, both, gone=other.line.written)
    for entry in context.existing.waiting.values():
        yield LineFix("replace", (entry.name,), (write((*names, entry.name), team),))
    mates = context.mates(row)
    free = sorted(context.free, key=lambda person: comparison_key(person.name) not in mates)
    for person in free[:OFFERED]:
        mate = row.players[0].name if comparison_key(person.name) in mates else ""
        yield LineFix(
            "replace", (person.name,), (write((*names, person.written), team),), mate=mate
        )
