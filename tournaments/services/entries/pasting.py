"""Entering a pasted list: all good rows at once, while the odd ones stay in it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.entry_files import Row as FileRow
from tournaments.entry_files.mending import without
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.entries.completing import complete
from tournaments.services.entries.importing import Examined, enter_rows
from tournaments.services.entries.listed import Pasted, Row
from tournaments.services.entries.new_entries import NewEntry, write_entries
from tournaments.services.entries.oddities import refusal_of
from tournaments.services.entries.understanding import understand
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition

State = Entry.State


@dataclass(frozen=True)
class Entered:
    """Who went in, and the list with what did not."""

    entries: Sequence[Entry]
    rest: Pasted

    @property
    def waiting(self) -> int:
        """How many found no place."""
        return sum(entry.state == State.WAITING for entry in self.entries)


@retrying
@transaction.atomic
def enter_pasted(*, competition_id: int, actor: User, pasted: Pasted, now: datetime) -> Entered:
    """Enter the good rows of a list in their order before the draw.

    The list is read again under the lock: players who were entered meanwhile are odd now, and stay.
    Raises RefusedError `not-organiser` or `registration-closed`, ListError as `understand` does.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state not in Competition.UNDRAWN:
        raise RefusedError("registration-closed")
    understood = understand(competition, pasted)
    good = understood.good
    waiting = understood.waiting if understood.with_waiting else ()
    size = competition.players_per_side
    whole = [row for row in good if len(row.players) == size]
    fresh = [row for row in whole if row.joins is None]
    entries = [
        *enter_rows(competition, [_examined(row) for row in fresh], now),
        *(_join(row, row.joins, competition, now) for row in whole if row.joins is not None),
        *write_entries(competition, [_alone(row) for row in good if len(row.players) < size], now),
        *enter_rows(competition, [_examined(row) for row in waiting], now),
    ]
    if entries:
        _record(competition, actor, entries, now)
    text = without(pasted.text, {row.line.number for row in (*good, *waiting)})
    return Entered(entries, replace(pasted, text=text))


def _examined(row: Row) -> Examined:
    names = tuple(player.name for player in row.players)
    own = "" if row.waits else _own_name(row)
    return Examined(FileRow(row.line.number, names, own, paid=row.line.paid), row.players)


def _own_name(row: Row) -> str:
    return "" if refusal_of(row.line.team) else row.line.team


def _alone(row: Row) -> NewEntry:
    """People who lack others: those take their places by the entry's link."""
    return NewEntry(row.players, _own_name(row), paid=row.line.paid)


def _join(row: Row, entry: Entry, competition: Competition, now: datetime) -> Entry:
    """Complete an entry that waited for a partner with the others of a row."""
    entry.competition = competition
    complete(entry, row.players, now)
    return entry


def _record(competition: Competition, actor: User, entries: Sequence[Entry], now: datetime) -> None:
    names = [entry.name for entry in entries]
    audit.record(
        AuditEvent.Act.PASTE,
        competition=competition,
        actor=actor,
        now=now,
        after={"entries": names, "number": len(names)},
    )
    announce_competition(competition.pk)
