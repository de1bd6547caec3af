"""Services to withdraw an entry, to annul its results, and to reinstate it.

Before the draw the place goes to the next in line; afterwards the matches are lost, or their
results annulled, and a late entry may take the place. Preview and withdrawal read the same
`Departure`. A withdrawal can be undone until the next draw, which restores the entry and its
results. Where rounds are paired by results the entry can still come back afterwards, from the next
round on.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Exists, F, Max, Min, OuterRef, Q, QuerySet

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.club_matches.tables import forget_who_left
from tournaments.common import audit, hooks
from tournaments.common.broadcast import (
    Kind,
    broadcast_competition,
    record_entries,
    record_match_event,
)
from tournaments.common.errors import WrongStateError, refused
from tournaments.common.locks import WHOLE, lock_competition, lock_group, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.entries.places import promote_waiting, remove_entry
from tournaments.formats.catalogue import (
    brackets,
    by_challenge,
    paired_by_rounds,
    paired_in_play,
)
from tournaments.formats.withdrawal import annuls_results
from tournaments.matches.decisions import (
    Decision,
    advance_stage,
    finish_if_over,
    is_open,
    open_for,
    propagate,
    record_decision,
    start_dependent_groups,
    without_playing,
)
from tournaments.matches.player_results import RANKING_TASK
from tournaments.matches.qualification import (
    dependent_groups,
    empty_seeds,
    is_over,
    later_groups,
    seeds_sent_by,
)
from tournaments.matches.tables import void_games
from tournaments.models import (
    Absence,
    AuditEvent,
    Challenge,
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    MatchQuerySet,
    PlayerResult,
    ResultSubmission,
    RevokedResult,
    RoundClock,
    StageSlot,
)
from tournaments.results.cascade import cascade_of
from tournaments.results.services import (
    CHANGED,
    archive_result,
    decide_by_withdrawal,
    resume_after_correction,
    revoke_result,
)

State = Match.State
Numbered = TypeVar("Numbered", PlayerResult, ResultSubmission)


def annul_results(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Annul a locked match of a table: its result becomes history, what is being played is void."""
    if match.is_decided:
        archive_result(match, actor, reason, now)
        match.state = State.CALLED  # as if it were still at its table: no result stands
        match.save(update_fields=["reopened", "awaits_ranking"])
    else:
        void_games(match, now=now)
    record_decision(match, Decision.annulled(), now=now)


def restore_results(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Restore a locked match's annulled result as a new one; without one the match is pending."""
    assert match.completed_at is not None, "what was annulled has its hour"
    before = match.revoked.filter(number=match.reopened - 1, revoked_at=match.completed_at).first()
    archive_result(match, actor, reason, now)
    match.completed_at = None
    if before is None:
        match.state, match.points_reason = State.PENDING, ""
        match.called_at = match.sit_by = match.hall_table = None
        Challenge.objects.reopen(match, now)
    else:
        _write_again(match, before)
    match.save(update_fields=CHANGED)
    if before is not None:
        record_match_event(Kind.DECIDED, match, now)
    if match.awaits_ranking:
        on_commit(enqueue, RANKING_TASK, match.pk)


def close(match: Match, *, actor: User, reason: str, now: datetime) -> None:
    """Close a locked match of a round that opened too early until its round opens again.

    If it was decided without playing that is kept in its history.
    """
    if match.is_decided:
        archive_result(match, actor, reason, now)
    void_games(match, now=now)
    match.state, match.winner, match.points_reason = State.PENDING, None, ""
    match.completed_at = match.called_at = match.sit_by = match.hall_table = None
    match.waits_since, match.by_time = None, False
    match.save(update_fields=CHANGED)
    RoundClock.objects.forget(match)


def _write_again(match: Match, before: RevokedResult) -> None:
    """Restore an annulled result with its players and its submissions."""
    match.state, match.winner = Match.State(before.state), before.winner
    match.points_reason, match.by_time = before.points_reason, before.by_time
    match.completed_at, match.awaits_ranking = before.completed_at, True
    PlayerResult.objects.bulk_create(
        _renumbered(row, match.reopened)
        for row in match.player_results.filter(number=before.number)
    )
    ResultSubmission.objects.bulk_create(
        _renumbered(row, match.reopened) for row in match.submissions.filter(number=before.number)
    )


def _renumbered(row: Numbered, number: int) -> Numbered:
    """Make a copy of a row that says something of a result, for another result."""
    row.pk, row.number = None, number
    row._state.adding = True
    return row


@dataclass(frozen=True)
class Departure:
    """The matches of an entry, as they will be once it has left."""

    annuls: bool  # whether its results count no more
    annulled: Sequence[Match]  # its matches so far, played or not
    lost: Sequence[Match]  # playable now, and won by the others
    to_come: int  # matches of later rounds that fall in the same way
    played: int  # of the table whose matches are all known,
    matches: int  # of so many
    tables: Sequence[StageSlot]  # where it stands below all others from now on


def departure_of(entry: Entry) -> Departure:
    """Read the consequences if a confirmed entry of a drawn competition leaves now."""
    own = Match.objects.of(entry.competition_id).filter(slots__entry=entry)
    fixture = list(_fixture(own).prefetch_related("slots"))
    played = sum(_was_there(match, entry) for match in fixture)
    falls = bool(fixture) and annuls_results(entry.competition.leaving, played, len(fixture))
    annulled = [match for match in fixture if match.state != State.PENDING] if falls else []
    lost = own.filter(state__in=Match.PLAYABLE).exclude(pk__in=[match.pk for match in annulled])
    return Departure(
        falls,
        annulled,
        list(lost.select_related(WHOLE)),
        own.filter(state=State.PENDING).count(),
        played,
        len(fixture),
        list(_open_tables().filter(entry=entry).select_related("group__stage")),
    )


def has_more_to_play(entry: Entry) -> bool:
    """Whether it has a match, or its table still decides something: it may be paired again."""
    return not entry.competition.is_over and with_more_to_play([entry.pk]).exists()


def with_more_to_play(pks: Collection[int]) -> QuerySet[Entry]:
    """Return those of the entries of a competition in play that have more to play."""
    own = OuterRef("pk")
    matches = Match.objects.undecided().filter(slots__entry=own)
    tables = _open_tables().filter(entry=own)
    return Entry.objects.filter(Exists(matches) | Exists(tables), pk__in=pks)


def _fixture(own: MatchQuerySet) -> MatchQuerySet:
    """Return the matches of tables with a fixed schedule, while some are still unplayed."""
    not_known = [*brackets(), *paired_in_play()]
    to_play = own.undecided().exclude(round__group__stage__format__in=not_known)
    table = own.filter(round__group__in=to_play.values("round__group"))
    return table.exclude(state=State.ANNULLED).select_related(WHOLE)


def _was_there(match: Match, entry: Entry) -> bool:
    """Whether an entry played a match, or won it because the others were missing."""
    if match.state == State.WALKOVER:
        return any(s.side == match.winner for s in match.slots.all() if s.entry_id == entry.pk)
    return match.state == State.COMPLETED


def _open_tables() -> QuerySet[StageSlot]:
    """Return the places in tables that decide something: more is played, or nothing after began."""
    group, stage = OuterRef("group"), OuterRef("stage")
    to_play = Match.objects.undecided().filter(round__group=group)
    sent_on = StageSlot.objects.filter(Q(source_group=group) | Q(source_stage=stage))
    after = Q(round__group__slots__source_group=group) | Q(round__group__slots__source_stage=stage)
    begun = Match.objects.filter(after).exclude(state=State.PENDING)  # a Swiss has none yet
    goes_on = Q(stage__format__in=paired_in_play()) | Exists(sent_on)
    tables = StageSlot.objects.filter(left=False).exclude(stage__format__in=brackets())
    return tables.filter(Exists(to_play) | ~Exists(begun) & goes_on)


def withdraw(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Leave: before the draw the entry goes and the next in line comes in.

    After it the entry loses what it had still to play, or its results in a table are annulled, as
    the competition was announced; `reinstate` undoes it.

    Players withdraw their own entry, organisers any. Raises RefusedError `not-in-entry` or
    `wrong-state`.
    """
    leaving: Any = {"entry_id": entry_id, "actor": actor, "now": now, "reason": reason}
    while not (_withdraw_before_draw(**leaving) or _withdraw_from_play(**leaving)):
        continue  # its draw was undone meanwhile


@transactional
def _withdraw_before_draw(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    """Remove an entry that was not drawn; return False for one that plays, or played."""
    competition = lock_competition(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    is_undrawn = competition.state in Competition.UNDRAWN
    has_part = entry.state in (Entry.State.CONFIRMED, Entry.State.WITHDRAWN)
    if not is_undrawn and (has_part or competition.is_over):
        return False
    rosters.require_own(entry, actor)
    if entry.state == Entry.State.WITHDRAWN:
        raise WrongStateError()
    _record(entry, actor, now, reason)
    record_entries(Kind.LEFT, competition, [entry], now)
    hooks.qualifiers.give_up_place(entry)
    remove_entry(entry)
    if is_undrawn:
        promote_waiting(competition, now)
    broadcast_competition(competition.pk)
    return True


@transactional
def _withdraw_from_play(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    """Leave a drawn competition; return False if its draw has been undone meanwhile."""
    competition = lock_whole(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    if competition.state in Competition.UNDRAWN:
        return False
    rosters.require_own(entry, actor)
    if entry.state != Entry.State.CONFIRMED or not has_more_to_play(entry):
        raise WrongStateError()
    _record(entry, actor, now, reason)
    if entry.awaited:
        hooks.qualifiers.give_up_place(entry)
    leave_play(entry, actor=actor, reason=reason, now=now)
    record_entries(Kind.LEFT, competition, [entry], now)
    broadcast_competition(entry.competition_id)
    return True


def leave_play(entry: Entry, *, actor: User, reason: str, now: datetime) -> None:
    """Withdraw an entry from its pending matches; its drawn competition is locked whole."""
    falls, waits = departure_of(entry), entry.awaited or _meets_who_is_awaited(entry)
    entry.state, entry.left_at, entry.annulled = Entry.State.WITHDRAWN, now, falls.annuls
    entry.place, entry.awaited = None, False
    entry.save(update_fields=["state", "place", "left_at", "annulled", "awaited"])
    StageSlot.objects.filter(pk__in=[slot.pk for slot in falls.tables]).update(left=True)
    are_open = [match for match in falls.annulled if not match.is_decided]
    for match in falls.annulled:
        annul_results(match, actor=actor, reason=reason, now=now)
    for match in are_open:
        advance_stage(match, now=now)
    _walk_over(entry, now)
    if waits:
        open_for(entry, now=now)
    for slot in falls.tables:
        start_dependent_groups(lock_group(slot.group_id), now=now)


def _meets_who_is_awaited(entry: Entry) -> bool:
    """Return whether the rival in a pending match is still awaited: the rival then wins."""
    to_come = Match.objects.filter(slots__entry=entry, state=Match.State.PENDING)
    return to_come.filter(slots__entry__awaited=True).exists()


def _walk_over(entry: Entry, now: datetime) -> None:
    """Lose what could be played now; a match to come is lost once its other side is known."""
    open_now = Match.objects.filter(slots__entry=entry, state__in=Match.PLAYABLE)
    while (match := open_now.select_related(WHOLE).order_by("pk").first()) is not None:
        slots = list(match.slots.select_related("entry").order_by("side"))
        outcome = without_playing(match, slots)
        assert outcome is not None, "it has left"
        void_games(match, now=now)
        record_decision(match, outcome, now=now)
        advance_stage(match, now=now)


def _record(entry: Entry, actor: User, now: datetime, reason: str) -> None:
    payment = {"paid": True, "paid_by": entry.paid_by} if entry.paid else {}
    audit.log_event(
        AuditEvent.Act.WITHDRAW,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before={**rosters.entry_for_audit(entry), "state": entry.state, **payment},
    )


FELL = (State.WALKOVER, State.DOUBLE_WALKOVER, State.ANNULLED)


@transactional
def reinstate(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Reinstate an entry that left a drawn competition, and reopen the matches it lost by that.

    Results that were annulled stand again, and rounds that opened since because of it are closed if
    nothing of them has started. If a round was paired without it, nothing is reopened: it was away
    from that round and plays from the next one on. Raises RefusedError `not-organiser`,
    `wrong-state` if it has not left, `no-free-place` if a late entry took its place, `ended-early`,
    `drawn-since` once there is no such round, or anything else was drawn or played without it, or
    as `rosters.require_able` and `rosters.require_in_no_other` do.
    """
    competition = lock_whole(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    require_organiser(competition, actor)
    if refusal := refusal_to_reinstate(entry):
        raise refused(refusal)
    fallen, tables = list(_fallen(entry).values_list("pk", flat=True)), list(_tables_left(entry))
    missed = [absence for slot in tables for absence in _absences_since(entry, slot, now)]
    current = {slot.group_id: _first_open(slot.group) for slot in tables}
    entry.state, entry.left_at, entry.annulled = Entry.State.CONFIRMED, None, False
    entry.place = competition.places.free().first()
    entry.save(update_fields=["state", "place", "left_at", "annulled"])
    StageSlot.objects.filter(pk__in=[slot.pk for slot in tables]).update(left=False)
    resume_after_correction(competition)
    _store_absences(missed)
    for pk in () if missed else fallen:
        _restore(pk, actor, reason, now)
    for slot in tables:
        _close_what_opened(slot.group, current[slot.group_id], actor, reason, now)
    audit.log_event(
        AuditEvent.Act.REINSTATE,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        after=rosters.entry_for_audit(entry),
    )
    record_entries(Kind.ENTERED, competition, [entry], now)
    for slot in tables:
        group = lock_group(slot.group_id)
        start_dependent_groups(group, now=now)
        _withdraw_ranks(group)
    finish_if_over(competition.pk, now=now)
    broadcast_competition(competition.pk)


def refusal_to_reinstate(entry: Entry) -> str | None:
    """Return why a withdrawal cannot be taken back, as a code; None if it can."""
    if entry.left_at is None or entry.competition.state not in Competition.CORRECTABLE:
        return "wrong-state"
    if entry.competition.early_end:
        return "ended-early"
    if not entry.roster.exists():
        return "nobody-came"
    try:
        rosters.require_able(entry.competition, entry.roster.playing().select_related("user"))
        rosters.require_in_no_other(entry)
    except RefusedError as error:
        return error.code
    if Competition.objects.filter(previous=entry.competition_id).exists():
        return "drawn-since"
    if any(_went_on_without(entry)):
        return "drawn-since"
    return None if entry.competition.places.free().exists() else "no-free-place"


def _went_on_without(entry: Entry) -> Iterator[bool]:
    """Yield whether a round, stage or match proceeded that the withdrawal had changed.

    A round paired without it is no obstacle while another one is to come.
    """
    tables = list(_tables_left(entry))
    for slot in tables:
        if missed := _rounds_since(entry, slot):
            yield missed[-1] >= (slot.stage.swiss_rounds or 0)
        after = Match.objects.filter(round__group__in=later_groups(slot.group))
        yield after.exclude(state=State.PENDING).exists()
    if any(_rounds_since(entry, slot) for slot in tables):
        return
    for match in _fallen(entry).exclude(state=State.ANNULLED):
        yield any(map(_has_begun, cascade_of(match.pk).dependents))


def round_to_return(entry: Entry) -> int | None:
    """Return the round from which an entry that left can play again; None if it missed none."""
    numbers = [number for slot in _tables_left(entry) for number in _rounds_since(entry, slot)]
    return max(numbers) + 1 if numbers else None


def _rounds_since(entry: Entry, slot: StageSlot) -> range:
    """Return the rounds of a table that were paired without an entry since it left."""
    if slot.stage.format not in paired_by_rounds():
        return range(0)
    last = slot.group.rounds.aggregate(last=Max("number"))["last"] or 0
    own = entry.slots.filter(round__group=slot.group).aggregate(last=Max("round__number"))["last"]
    return range(max(entry.first_round, (own or 0) + 1), last + 1)


def _absences_since(entry: Entry, slot: StageSlot, now: datetime) -> list[Absence]:
    """Return its absences, not asked for, from the rounds that were paired without it."""
    return [
        Absence(entry=entry, group=slot.group, number=number, at=now, asked=False)
        for number in _rounds_since(entry, slot)
    ]


def _store_absences(missed: Sequence[Absence]) -> None:
    """Store absences from past rounds; byes asked for there were not needed."""
    Absence.objects.bulk_create(
        missed,
        update_conflicts=True,
        unique_fields=["entry", "group", "number"],
        update_fields=["asked"],
    )


def _has_begun(match: Match) -> bool:
    """Whether a match was played, or awarded for another reason than a withdrawal."""
    if match.state in (State.WALKOVER, State.DOUBLE_WALKOVER):
        return without_playing(match, list(match.slots.order_by("side"))) is None
    played = Match.objects.filter(pk=match.pk)
    return played.with_play().exists() or played.live().exists()


def _tables_left(entry: Entry) -> QuerySet[StageSlot]:
    """Return where an entry stands last because it left."""
    slots = StageSlot.objects.filter(entry=entry, left=True)
    return slots.order_by("group").select_related("group__stage")


def _first_open(group: Group) -> int | None:
    """Return the number of the first round of a table that is not decided; None if all are."""
    undecided = Match.objects.filter(round__group=group).undecided()
    number: int | None = undecided.aggregate(first=Min("round__number"))["first"]
    return number


def _close_what_opened(
    group: Group, until: int | None, actor: User, reason: str, now: datetime
) -> None:
    """Close the rounds of a table that opened because matches before them fell.

    `until` is the round that was played before those were open again, None if the table was over.
    A round that has started stays, with those before it.
    """
    first = _first_open(group)
    if first is None or group.stage.is_scheduled or not group.stage.how.play.is_round_by_round:
        return
    if group.stage.how.play.is_paired_in_play:
        Draft.objects.filter(group=group).delete()
        group.awaits_round = None
        group.save(update_fields=["awaits_round"])
        return
    if until == first:
        return
    later = Match.objects.filter(round__group=group, round__number__gt=first)
    opened = list(later.exclude(state=State.PENDING).select_related(WHOLE).order_by("pk"))
    stays = max((_number_of(match) for match in opened if _is_played(match)), default=first)
    for match in opened:
        if _number_of(match) > stays:
            close(match, actor=actor, reason=reason, now=now)


def _number_of(match: Match) -> int:
    """Return the number of the round of a match of a competition."""
    assert match.round is not None, "casual matches have no round"
    return match.round.number


def _is_played(match: Match) -> bool:
    """Return whether a match may have started: the first card at a real table is not recorded."""
    assert match.competition is not None, "casual matches have no rounds"
    return _has_begun(match) or (match.state == State.CALLED and match.competition.with_cards)


def _withdraw_ranks(group: Group) -> None:
    """Empty the seeds that a reopened table fills, in the next stages and in those after them.

    A later table is filled by all groups together: it loses the entries of the others, too.
    """
    if is_over(group):
        return
    waiting = dependent_groups(group)
    tables = waiting.exclude(stage__format__in=brackets())
    for seeds in (seeds_sent_by(group), StageSlot.objects.filter(group__in=tables)):
        empty_seeds(seeds)
    Draft.objects.filter(group__in=waiting).delete()
    Group.objects.filter(pk__in=waiting).update(awaits_round=None)
    for each in waiting:
        _withdraw_ranks(each)


def _fallen(entry: Entry) -> MatchQuerySet:
    """Return the matches whose outcome is due to its withdrawal.

    What the other side's leaving annulled first is among them: it counts once both are back. A
    match that an organiser awarded is not, unless it was annulled afterwards: the entry did not
    come to it. Nor is one of a ladder that was annulled because it was not played in time.
    """
    annulled = Q(state=State.ANNULLED) & ~Q(round__group__stage__format__in=by_challenge())
    since = Q(completed_at__gte=entry.left_at) | annulled
    awarded = AuditEvent.objects.filter(
        match=OuterRef("pk"), act=AuditEvent.Act.WALKOVER, at=OuterRef("completed_at")
    )
    by_leaving = Q(state=State.ANNULLED) | ~Exists(awarded)
    own = Match.objects.filter(since, by_leaving, slots__entry=entry, state__in=FELL)
    return own.select_related(WHOLE).order_by("pk")


def _restore(match_id: int, actor: User, reason: str, now: datetime) -> None:
    match = Match.objects.select_related(WHOLE).get(pk=match_id)
    if match.state == State.ANNULLED:
        slots = list(match.slots.select_related("entry").order_by("side"))
        outcome = without_playing(match, slots)
        if outcome is not None and outcome.state == State.ANNULLED:
            return  # the other side is still out
        restore_results(match, actor=actor, reason=reason, now=now)
        # In calendars its sequence lacks a decision now, and still has to rise.
        Match.objects.filter(pk=match.pk).update(moves=F("moves") + 2, moved_at=now)
        if match.state == State.PENDING:
            forget_who_left(match)
        if match.state == State.PENDING and is_open(match):
            propagate([match.pk], now=now)
    elif match.state in FELL:  # else it has fallen with one before it
        cascade = cascade_of(match.pk)
        revoke_result(cascade, actor=actor, reason=reason, now=now)
        forget_who_left(cascade.match)
        decide_by_withdrawal(cascade.match, now=now)
