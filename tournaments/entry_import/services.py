"""Services to import entries from a file or a pasted list.

A file is checked against the existing entries and imported all at once. Of a pasted list, valid
rows are entered at once, and rows with warnings stay in the list.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from django.db.models import Q
from django.db.models.functions import Lower

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.batches import batches
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import RegistrationClosedError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser, suspended_from
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.entries.services import complete
from tournaments.entry_import.pasted_list import without
from tournaments.entry_import.resolve import resolve_list
from tournaments.entry_import.rows import Row
from tournaments.entry_import.rows import Row as FileRow
from tournaments.entry_import.warnings import ImportDraft, PastedRow, refusal_of
from tournaments.models import AuditEvent, Competition, Entry, RosterPlayer
from tournaments.names.comparison import comparison_key

ACCOUNT = "@"


@dataclass(frozen=True)
class Examined:
    """A row with its players; a row with problems has none."""

    row: Row
    players: tuple[NamedPlayer, ...] = ()


@dataclass(frozen=True)
class Imported:
    """The new entries, how many of them are confirmed and wait, and the rows left out."""

    entries: Sequence[Entry]
    confirmed: int
    waiting: int
    left_out: tuple[Row, ...]


def examine(competition: Competition, rows: Sequence[Row]) -> list[Examined]:
    """Look up the players of rows. Mark rows with unknown accounts or entered players."""
    accounts = _accounts(rows)
    existing = _People.of(competition, accounts.values())
    return [_examined(row, accounts, existing) for row in rows]


@transactional
def import_entries(
    *, competition_id: int, actor: User, rows: Sequence[Row], now: datetime
) -> Imported:
    """Enter all good rows in order before the draw. Those without a free place wait.

    Raises RefusedError `not-organiser` or `registration-closed`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state not in Competition.UNDRAWN:
        raise RegistrationClosedError()
    examined = examine(competition, rows)
    good = sorted((each for each in examined if each.row.is_good), key=lambda each: each.row.waits)
    entries = enter_rows(competition, good, now)
    waiting = sum(entry.state == Entry.State.WAITING for entry in entries)
    if entries:
        _record(competition, actor, entries, now)
    left_out = tuple(each.row for each in examined if not each.row.is_good)
    return Imported(entries, len(entries) - waiting, waiting, left_out)


@dataclass(frozen=True)
class _People:
    """The people in a competition: accounts by pk, and names."""

    accounts: frozenset[int | None]
    names: frozenset[str]
    only_names: bool  # a rehearsal
    suspended: frozenset[int]  # by the club, among the accounts in question

    @classmethod
    def of(cls, competition: Competition, accounts_named: Collection[User]) -> "_People":
        rows = RosterPlayer.ever.filter(competition=competition).values_list("user_id", "name")
        accounts, names = zip(*rows, strict=True) if rows else ((), ())
        keys = frozenset(map(comparison_key, names))
        return cls(
            frozenset(accounts) - {None},
            keys,
            bool(competition.rehearsal),
            frozenset(suspended_from(competition, accounts_named)),
        )

    def have(self, player: NamedPlayer) -> bool:
        if player.user is not None:
            return player.user.pk in self.accounts
        return comparison_key(player.name) in self.names


def _examined(row: Row, accounts: Mapping[str, User], existing: _People) -> Examined:
    if not row.is_good:
        return Examined(row)
    players = tuple(_player(name, accounts) for name in row.players)
    known = [player for player in players if player is not None]
    if len(known) < len(players):
        return Examined(row.blamed("unknown-account"))
    if existing.only_names and any(player.user for player in known):
        return Examined(row.blamed("only-names"))
    if any(player.user.pk in existing.suspended for player in known if player.user):
        return Examined(row.blamed("suspended-in-club"))
    if any(map(existing.have, known)):
        return Examined(row.blamed("already-entered"))
    return Examined(row, tuple(known))


def _player(name: str, accounts: Mapping[str, User]) -> NamedPlayer | None:
    if not name.startswith(ACCOUNT):
        return NamedPlayer(name)
    user = accounts.get(name.removeprefix(ACCOUNT).casefold())
    return None if user is None else NamedPlayer(str(user), user)


def _accounts(rows: Iterable[Row]) -> dict[str, User]:
    """Return the accounts that good rows name, by their case-folded name."""
    players = chain.from_iterable(row.players for row in rows if row.is_good)
    names = {text.removeprefix(ACCOUNT) for text in players if text.startswith(ACCOUNT)}
    return {user.username.casefold(): user for user in _find(sorted(names))}


def _find(names: Sequence[str]) -> Iterator[User]:
    active = User.objects.filter(is_active=True, is_link=False).annotate(small=Lower("username"))
    for some in batches(names):
        small = [name.lower() for name in some]
        yield from active.filter(Q(username__in=some) | Q(small__in=small))


def enter_rows(competition: Competition, good: Sequence[Examined], now: datetime) -> list[Entry]:
    """Enter rows in order into a locked competition. Those without a free place wait."""
    return write_entries(competition, list(map(_new_entry, good)), now)


def _new_entry(examined: Examined) -> NewEntry:
    row = examined.row
    return NewEntry(examined.players, row.name, row.affiliation, row.seed, row.paid)


def _record(competition: Competition, actor: User, entries: Sequence[Entry], now: datetime) -> None:
    names = [entry.name for entry in entries]
    audit.log_event(
        AuditEvent.Act.IMPORT,
        competition=competition,
        actor=actor,
        now=now,
        after={"entries": names, "number": len(names)},
    )
    broadcast_competition(competition.pk)


State = Entry.State


@dataclass(frozen=True)
class Entered:
    """The new entries, and the list without their lines."""

    entries: Sequence[Entry]
    rest: ImportDraft

    @property
    def waiting(self) -> int:
        """The number of entries without a place."""
        return sum(entry.state == State.WAITING for entry in self.entries)


@transactional
def enter_pasted(
    *, competition_id: int, actor: User, pasted: ImportDraft, now: datetime
) -> Entered:
    """Enter the good rows of a list in order before the draw.

    The list is read again under the lock: rows with players who were entered meanwhile stay as odd.
    Raises RefusedError `not-organiser` or `registration-closed`, ListError as `resolve_list` does.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state not in Competition.UNDRAWN:
        raise RegistrationClosedError()
    understood = resolve_list(competition, pasted)
    good = understood.good
    waiting = understood.waiting if understood.with_waiting else ()
    size = competition.players_per_side
    whole = [row for row in good if len(row.players) == size]
    fresh = [row for row in whole if row.joins is None]
    entries = [
        *enter_rows(competition, [_examine_row(row) for row in fresh], now),
        *(_join(row, row.joins, competition, now) for row in whole if row.joins is not None),
        *write_entries(competition, [_alone(row) for row in good if len(row.players) < size], now),
        *enter_rows(competition, [_examine_row(row) for row in waiting], now),
    ]
    if entries:
        _log_pasted(competition, actor, entries, now)
    text = without(pasted.text, {row.line.number for row in (*good, *waiting)})
    return Entered(entries, replace(pasted, text=text))


def _examine_row(row: PastedRow) -> Examined:
    names = tuple(player.name for player in row.players)
    own = "" if row.waits else _own_name(row)
    return Examined(FileRow(row.line.number, names, own, paid=row.line.paid), row.players)


def _own_name(row: PastedRow) -> str:
    return "" if refusal_of(row.line.team) else row.line.team


def _alone(row: PastedRow) -> NewEntry:
    """Return an incomplete entry. Its other players join by its link."""
    return NewEntry(row.players, _own_name(row), paid=row.line.paid)


def _join(row: PastedRow, entry: Entry, competition: Competition, now: datetime) -> Entry:
    """Complete an entry that waits for a partner with the other players of a row."""
    entry.competition = competition
    complete(entry, row.players, now)
    return entry


def _log_pasted(
    competition: Competition, actor: User, entries: Sequence[Entry], now: datetime
) -> None:
    names = [entry.name for entry in entries]
    audit.log_event(
        AuditEvent.Act.PASTE,
        competition=competition,
        actor=actor,
        now=now,
        after={"entries": names, "number": len(names)},
    )
    broadcast_competition(competition.pk)
