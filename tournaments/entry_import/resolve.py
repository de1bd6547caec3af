"""A pasted list resolved against a competition: new entries, warnings, skipped lines."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.common.permissions import suspended_from
from tournaments.entries.entered_people import Accounts, ExistingEntries
from tournaments.entries.known_teams import KnownTeams, RegularTeam, known_teams
from tournaments.entries.recognition import ClubPeople
from tournaments.entries.rosters import NamedPlayer
from tournaments.entry_import.line import Line
from tournaments.entry_import.pasted_list import read_list
from tournaments.entry_import.warnings import (
    ImportContext,
    ImportDraft,
    PastedRow,
    choice_of,
    import_warnings,
)
from tournaments.models import Competition, Entry
from tournaments.names.comparison import comparison_key


@dataclass(frozen=True)
class ResolvedList:
    """A list compared with a competition, line by line."""

    rows: Sequence[PastedRow]
    skipped: Sequence[Line]
    context: ImportContext
    waiting: Sequence[PastedRow] = ()  # of the list's own waiting list
    with_waiting: bool = False  # they enter after the others

    @cached_property
    def good(self) -> list[PastedRow]:
        """The rows without a problem."""
        return [row for row in self.rows if not row.problem]

    @cached_property
    def problem_rows(self) -> list[PastedRow]:
        return [row for row in self.rows if row.problem]

    @cached_property
    def regulars(self) -> list[RegularTeam]:
        """The club's teams of this size without a member in the list or the competition."""
        busy = self.context.rows_by_key.keys() | self.context.existing.names.keys()
        return [
            team
            for team in self.context.memory.teams
            if team.is_whole
            and len(team.people) == self.context.size
            and busy.isdisjoint(comparison_key(person.name) for person in team.people)
        ]


def resolve_list(competition: Competition, pasted: ImportDraft) -> ResolvedList:
    """Read a list for a competition. Raises ListError, as `read_list` does."""
    size = competition.players_per_side
    lines = read_list(pasted.text, size=size, taken=pasted.taken)
    name_lines = [line for line in lines if not line.is_talk]
    waiting = [line for line in lines if line.why == "waiting" and len(line.names) == size]
    club = known_teams(competition.club, besides=competition)
    existing = ExistingEntries.of(competition)
    people = ClubPeople(()) if competition.rehearsal else ClubPeople.of(competition.club_id)
    accounts = Accounts.of(
        competition, [name for line in (*name_lines, *waiting) for name in line.names]
    )
    rows: list[PastedRow] = []
    for number, line in enumerate((*name_lines, *waiting), start=1):
        looks = line.looks or line.written in pasted.alone
        named_players = tuple(_meant(accounts.player(name), club) for name in line.names)
        players = tuple(
            _recognised(player, people, existing, pasted, line.written, at)
            for at, player in enumerate(named_players)
        )
        row = PastedRow(replace(line, looks=looks), number, players)
        joins = _joined(row, existing, size)
        is_first = all(other.joins != joins for other in rows)
        rows.append(replace(row, joins=joins if is_first else None))
    rows = _without_barred(competition, rows)
    only_names = bool(competition.rehearsal)
    context = ImportContext(size, pasted, club, existing, accounts, rows, only_names, people)
    checked = [import_warnings(row, context) for row in rows]
    waits = [row for row in checked if row.waits and not row.problem]
    skipped = [line for line in lines if line.is_talk and line not in [row.line for row in waits]]
    plain = [row for row in checked if not row.waits]
    with_waiting = pasted.with_waiting
    if waits and with_waiting is None:
        whole = sum(len(row.players) == size and not row.problem for row in plain)
        with_waiting = competition.places.free().count() <= whole
    return ResolvedList(plain, skipped, context, waits, bool(with_waiting))


def _meant(player: NamedPlayer, club: KnownTeams) -> NamedPlayer:
    """Return the club's spelling of a name that differs only in accents, capitals and points."""
    person = club.people.get(comparison_key(player.name))
    if player.user is not None or person is None or person.username:
        return player
    return NamedPlayer(person.name)


def _recognised(
    player: NamedPlayer,
    people: ClubPeople,
    existing: ExistingEntries,
    pasted: ImportDraft,
    line: str,
    at: int,
) -> NamedPlayer:
    """Return a player as the person that the name means for sure, or that was chosen.

    In a line of others a person who is in the competition already is not meant.
    """
    if player.user is not None:
        return player
    recognition = people.recognise(player.name)
    person = recognition.person
    for each in recognition.candidates:
        if choice_of(line, at, each.pk) in pasted.chosen:
            person = each
    if person is None or (line in pasted.others and person.pk in existing.persons):
        return player
    user = person.user if person.user is not None and person.user.has_page else None
    return NamedPlayer(person.name if user is None else str(user), user, person)


def _without_barred(competition: Competition, rows: Sequence[PastedRow]) -> list[PastedRow]:
    """Enter recognised persons by name if their account may not play here."""
    recognised = [player for row in rows for player in row.players if player.person is not None]
    users = [player.user for player in recognised if player.user is not None]
    if not users:
        return list(rows)
    barred = suspended_from(competition, users) | {each.pk for each in users if not each.is_active}

    def allowed(player: NamedPlayer) -> NamedPlayer:
        is_barred = player.person and player.user and player.user.pk in barred
        return replace(player, user=None) if is_barred else player

    return [replace(row, players=tuple(map(allowed, row.players))) for row in rows]


def _joined(row: PastedRow, existing: ExistingEntries, size: int) -> Entry | None:
    """Return the incomplete entry that a row completes, or None."""
    return existing.awaiting(row.keys) if len(row.players) == size else None
