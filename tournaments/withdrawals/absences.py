"""Services to mark an entry absent from a round that is not drawn yet, so it is not paired."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_group
from tournaments.entries import rosters
from tournaments.formats.catalogue import paired_by_rounds
from tournaments.formats.pairing import Outcome
from tournaments.formats.swiss_field import ByeTerms
from tournaments.matches.decisions import start_dependent_groups
from tournaments.models import Absence, AuditEvent, Draft, Entry, Group
from tournaments.withdrawals.errors import (
    AlreadyAbsentError,
    NoByesLeftError,
    NoSuchRoundError,
    NotAbsentError,
    RoundDrawnError,
)


@dataclass(frozen=True)
class Rounds:
    """The rounds of a table that are still to be drawn, as an entry may be absent from them."""

    group: Group
    following: int  # the number of the next one
    last: int
    absent: frozenset[int]  # those from which it will be absent
    taken: int  # byes it asked for, past ones too

    @property
    def terms(self) -> ByeTerms:
        """Return the competition's terms for absent entries."""
        competition = self.group.stage.competition
        return ByeTerms(competition.bye_points, competition.byes)

    @property
    def gives(self) -> Outcome:
        """The points of its next requested bye."""
        return self.terms.bye_outcome(self.taken)

    @property
    def open(self) -> range:
        """Return the rounds that are still to be drawn."""
        return range(self.following, self.last + 1)


def rounds_of(entry: Entry) -> Rounds | None:
    """Read the rounds from which an entry may be absent; None where none is drawn by results."""
    if not _may_ask(entry):
        return None
    tables = Group.objects.filter(slots__entry=entry, stage__format__in=paired_by_rounds())
    rows = tables.select_related("stage__competition__club").annotate(drawn=Max("rounds__number"))
    group = rows.first()
    if group is None:
        return None
    drawn: int | None = group.drawn  # type: ignore[attr-defined]  # annotated
    return rounds_in(group, drawn or 0, entry)


def rounds_in(group: Group, drawn: int, entry: Entry, *, is_absent: bool = True) -> Rounds | None:
    """Read the absences of an entry in a table paired by results, after `drawn` rounds.

    The query is skipped if `is_absent` is False: the entry is then known to have none.
    """
    if not _may_ask(entry):
        return None
    absences = entry.absences.filter(group=group) if is_absent else entry.absences.none()
    asked = dict(absences.values_list("number", "asked"))
    rounds = Rounds(
        group,
        drawn + 1,
        group.stage.swiss_rounds or 0,
        frozenset(number for number in asked if number > drawn),
        sum(asked.values()),
    )
    return rounds if rounds.open else None


def next_round_to_miss(entry: Entry) -> int | None:
    """Return the number of the next round if an entry may be marked absent from it."""
    rounds = rounds_of(entry)
    if rounds is None or rounds.following in rounds.absent:
        return None
    return rounds.following


def _may_ask(entry: Entry) -> bool:
    competition = entry.competition
    is_going = competition.is_drawn and not competition.is_over
    return is_going and entry.state == Entry.State.CONFIRMED


@transactional
def mark_absent(
    *,
    entry_id: int,
    actor: User,
    now: datetime,
    number: int | None = None,
    asked: bool | None = None,
) -> None:
    """Mark an entry absent from a round, the next one by default.

    One of its own does, or an organiser. A bye that was `asked` for gives what the competition
    announced, any other absence nothing; by default players ask and organisers note who is
    missing. From the next round anybody may be absent; from a later one an entry that has byes
    left. A draft of the round is drawn again.

    Raises RefusedError `not-in-entry`, `wrong-state` where no round is drawn by results,
    `round-drawn`, `no-such-round`, `already-absent` or `no-byes-left`.
    """
    entry, rounds, number = _locked(entry_id, actor, number)
    if number in rounds.absent:
        raise AlreadyAbsentError()
    if number > rounds.following and rounds.taken >= rounds.terms.most:
        raise NoByesLeftError()
    if asked is None:
        asked = entry.roster.filter(user=actor).exists()
    Absence.objects.create(entry=entry, group=rounds.group, number=number, at=now, asked=asked)
    _update_round(entry, rounds, number, AuditEvent.Act.ABSENT, actor, now)


@transactional
def mark_present(*, entry_id: int, actor: User, now: datetime, number: int | None = None) -> None:
    """Take an absence back, as long as the round is not published.

    Raises RefusedError as `mark_absent` does, and `not-absent`.
    """
    entry, rounds, number = _locked(entry_id, actor, number)
    if number not in rounds.absent:
        raise NotAbsentError()
    Absence.objects.filter(entry=entry, group=rounds.group, number=number).delete()
    _update_round(entry, rounds, number, AuditEvent.Act.PRESENT, actor, now)


def _locked(entry_id: int, actor: User, number: int | None) -> tuple[Entry, Rounds, int]:
    """Lock the table of an entry; closing a round takes the same lock to pair the next."""
    before = rounds_of(rosters.find_entry(entry_id))
    if before is not None:
        lock_group(before.group.pk)
    entry = rosters.lock_entry(entry_id)
    rosters.require_own(entry, actor)
    rounds = rounds_of(entry)
    if rounds is None or before is None:
        raise WrongStateError()
    number = rounds.following if number is None else number
    if number < rounds.following:
        raise RoundDrawnError()
    if number > rounds.last:
        raise NoSuchRoundError()
    return entry, rounds, number


def _update_round(
    entry: Entry, rounds: Rounds, number: int, act: AuditEvent.Act, actor: User, now: datetime
) -> None:
    """Redraw a draft of that round, write the log, and notify the followers."""
    if Draft.objects.filter(group=rounds.group, number=number).exists():
        start_dependent_groups(lock_group(rounds.group.pk), now=now)
    audit.log_event(
        act,
        competition=entry.competition,
        actor=actor,
        now=now,
        after={**rosters.entry_for_audit(entry), "round": number},
    )
    broadcast_competition(entry.competition_id)
