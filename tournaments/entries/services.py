"""Services to enter a competition, to complete entries, and to approve or reject them.

Players enter alone, or as a team that forms by invitation; organisers enter others by hand.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.common.alarms import enqueue
from accounts.common.tokens import hash_token
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import (
    AlreadyEnteredError,
    BadInvitationError,
    ReasonMissingError,
    RegistrationClosedError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import lock_in_play, until_locked
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.entries.entered_people import ExistingEntries
from tournaments.entries.errors import NobodyMissingError, WrongRosterError
from tournaments.entries.guests import forget_claims, name_at_tables
from tournaments.entries.known_teams import record_team
from tournaments.entries.new_entries import NewEntry, write_entries
from tournaments.entries.persons import follow_account
from tournaments.entries.places import (
    complete_entry,
    give_place,
    lock_for_entering,
    refusal_to_join,
)
from tournaments.entries.recognition import ClubPeople
from tournaments.entries.rosters import NamedPlayer, add_player, playing, rename_team
from tournaments.entries.seats import take_seats
from tournaments.matches.decisions import CALL_TASK
from tournaments.models import AuditEvent, Competition, Entry, Match, RosterPlayer
from tournaments.names.comparison import comparison_key
from tournaments.names.words import PAIR

Act = AuditEvent.Act
State = Entry.State


@transactional
def approve(
    *, competition_id: int, entry_ids: Collection[int], actor: User, now: datetime
) -> list[Entry]:
    """Confirm the requested ones of these entries in order of entry; return them.

    Each gets a place or waits for one; after the draw it joins late. Entries rejected before the
    draw can be confirmed too. Raises RefusedError `not-organiser`, `wrong-state` if none of them is
    requested, `in-another-pair`, or a code of `tournaments.entries.places.join_late`.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    entries = _chosen(competition, _asking(competition), entry_ids)
    for entry in entries:
        before = entry.state
        rosters.require_in_no_other(entry)
        give_place(entry, now)
        _record(Act.APPROVE, entry, actor, now, before={"state": before})
    broadcast_competition(competition.pk)
    return entries


@transactional
def reject(
    *, competition_id: int, entry_ids: Collection[int], actor: User, reason: str, now: datetime
) -> list[Entry]:
    """Reject the requested ones of these entries, which are shown the reason.

    Raises RefusedError `not-organiser`, `reason-missing`, or `wrong-state` if none is requested.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    entries = _chosen(competition, Q(state=State.REQUESTED), entry_ids)
    for entry in entries:
        before, entry.state = entry.state, State.WITHDRAWN
        entry.save(update_fields=["state"])
        _record(Act.REJECT, entry, actor, now, reason=reason, before={"state": before})
    broadcast_competition(competition.pk)
    return entries


@transactional
def set_paid(
    *,
    competition_id: int,
    entry_ids: Collection[int],
    paid: bool,
    actor: User,
    now: datetime,
    paid_by: str = "",
) -> list[Entry]:
    """Mark entries as paid or unpaid; return those that changed.

    `paid_by` is one of `Entry.PaidBy`, or "" if unknown.

    Raises RefusedError `not-organiser`, or `wrong-state` if none changed.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    entries = _chosen(competition, ~Q(paid=paid, paid_by=paid_by), entry_ids)
    for entry in entries:
        before = _payment(entry)
        entry.paid, entry.paid_by = paid, paid_by
        entry.save(update_fields=["paid", "paid_by"])
        _record(Act.PAID if paid else Act.UNPAID, entry, actor, now, before=before)
    broadcast_competition(competition.pk)
    return entries


def why_rejected(entry: Entry) -> str:
    """Return the reason for which an entry was rejected; "" if it was not."""
    acts = entry.competition.audit.filter(act=Act.REJECT, after__entry_id=entry.pk)
    last = acts.order_by("-pk").first()
    return last.reason if last and entry.state == State.WITHDRAWN else ""


def _asking(competition: Competition) -> Q:
    """Return the condition for entries that can be confirmed.

    These are requested and rejected entries, and after the draw also those on the waiting list.
    """
    requested = Q(state=State.REQUESTED) | Q(
        state=State.WITHDRAWN, seed__isnull=True, complete_at__isnull=False
    )
    return requested | Q(state=State.WAITING) if competition.is_drawn else requested


def _chosen(competition: Competition, asking: Q, entry_ids: Collection[int]) -> list[Entry]:
    if competition.state == Competition.State.CANCELLED:
        raise WrongStateError()
    rows: QuerySet[Entry] = competition.entries.filter(asking, pk__in=entry_ids)
    entries = list(rows.order_by("complete_at", "pk"))
    if not entries:
        raise WrongStateError()
    return entries


def _record(
    act: AuditEvent.Act,
    entry: Entry,
    actor: User,
    now: datetime,
    *,
    before: dict[str, object],
    reason: str = "",
) -> None:
    after = {**rosters.entry_for_audit(entry), "state": entry.state, **_payment(entry)}
    audit.log_event(
        act,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after=after,
    )


def _payment(entry: Entry) -> dict[str, object]:
    """Return for the audit log whether an entry has paid, and how if that was noted."""
    how = {"paid_by": entry.paid_by} if entry.paid_by else {}
    return {"paid": entry.paid, **how}


def awaiting(competition: Competition, players: Sequence[NamedPlayer]) -> Entry | None:
    """Return the incomplete entry that waits for some of these players, or None."""
    names = (comparison_key(player.name) for player in players if player.user is None)
    return ExistingEntries.of(competition).awaiting(names)


def complete(entry: Entry, players: Sequence[NamedPlayer], now: datetime) -> None:
    """Add the missing players to an incomplete entry, which then counts as entered now.

    The competition is locked. Raises RefusedError as `add_player` and `give_place` do.
    """
    before = playing(entry)
    names = set(map(comparison_key, before))
    for player in players:
        if comparison_key(player.name) not in names:
            add_player(entry, player)
    rename_team(entry, before)
    entry.complete_at, entry.invitation = now, ""
    is_at_the_door = entry.competition.state == Competition.State.CHECK_IN
    entry.checked_in_at = now if is_at_the_door else None
    entry.save(update_fields=["name", "complete_at", "invitation", "checked_in_at"])
    give_place(entry, now)
    record_team([entry], now)


@transactional
def add_entry(
    *,
    competition_id: int,
    actor: User,
    players: Sequence[NamedPlayer],
    now: datetime,
    name: str = "",
    affiliation: str = "",
) -> Entry:
    """Enter a team by hand: before the draw, or late if the format allows it.

    During the check-in it is checked in. If one of the players has an incomplete entry, that is
    completed instead. Raises RefusedError `not-organiser`, `wrong-roster`, `already-entered`, or a
    code of `tournaments.entries.places.refusal_to_join`.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    _require_open(competition)
    if len(players) != competition.players_per_side:
        raise WrongRosterError()
    entry = awaiting(competition, players)
    if entry is None:
        rosters.require_newcomers(competition, [one.user for one in players if one.user])
        (entry,) = write_entries(competition, [NewEntry(players, name, affiliation)], now)
    else:
        entry.competition = competition
        complete(entry, players, now)
    after = rosters.entry_for_audit(entry)
    audit.log_event(
        AuditEvent.Act.ADD_ENTRY, competition=competition, actor=actor, now=now, after=after
    )
    broadcast_competition(competition.pk)
    return entry


def _require_open(competition: Competition) -> None:
    if competition.state in Competition.UNDRAWN:
        return
    if refusal := refusal_to_join(competition):
        raise refused(refusal)


TOKEN_BYTES = 16


@dataclass(frozen=True)
class Registration:
    """A new entry, with the token of its invitation link, or "" if it is complete."""

    entry: Entry
    token: str = ""


@transactional
def register(
    *,
    competition_id: int,
    user: User,
    now: datetime,
    name: str = "",
    affiliation: str = "",
    partner: str = "",
) -> Registration:
    """Enter a competition alone, or as the captain of a team whose others join by the link.

    A `partner` of a pair who is named needs no link: it is the person of the club of that name.

    Raises RefusedError `registration-closed`, `already-entered`, `members-only`, `outside-band` or,
    for a late entry, `no-free-place`.
    """
    competition = lock_for_entering(competition_id)
    _require_open_registration(competition)
    rosters.require_fit(competition, [user.pk])
    entry = Entry.objects.create(
        competition=competition,
        name=name.strip() or str(user),
        affiliation=affiliation.strip(),
        created_at=now,
    )
    add_player(entry, NamedPlayer(str(user), user))
    if partner and competition.players_per_side == PAIR:
        _add_partner(entry, partner)
    _log_registration(entry, user, now)
    if entry.roster.playing().count() == competition.players_per_side:
        complete_entry(entry, now)
        return Registration(entry)
    return Registration(entry, _invite(entry))


def _add_partner(entry: Entry, name: str) -> None:
    """Add a player by name; the name means a person outside the competition."""
    person = ClubPeople.of(entry.competition.club_id).recognise(name).person
    player = NamedPlayer(name if person is None else person.name, person=person)
    if ExistingEntries.of(entry.competition).entry_of(player) is not None:
        raise AlreadyEnteredError()
    before = playing(entry)
    add_player(entry, player)
    rename_team(entry, before)


@until_locked
@transactional
def accept_invitation(*, token: str, user: User, now: datetime) -> Entry | None:
    """Join the team of an invitation link, or claim the place of a player without an account.

    The user replaces a robot in that player's seat. Raises RefusedError `bad-invitation`,
    `registration-closed`, `already-entered` or, if the team enters late, `no-free-place`.
    """
    hashed = hash_token(token)
    unlocked = Entry.objects.filter(invitation=hashed).first()
    if unlocked is None:
        raise BadInvitationError()
    matches = lock_in_play(unlocked.pk)
    if matches is None:
        return None
    competition = lock_for_entering(unlocked.competition_id)
    entry = Entry.objects.filter(pk=unlocked.pk, invitation=hashed).first()
    if entry is None:
        raise BadInvitationError()
    entry.competition = competition
    if entry.state == Entry.State.FORMING:
        rosters.require_newcomer(competition, user)
        _join(entry, user, now)
    else:
        place = _place_for(entry, user)
        rosters.require_newcomer(competition, user, place)
        _claim(entry, place, user, matches, now)
    _log_registration(entry, user, now)
    return entry


@transactional
def renew_invitation(*, entry_id: int, user: User) -> str:
    """Return the token of a new link for a missing player; the older link stops working.

    Members invite to an incomplete team; they and organisers invite players entered by name. Raises
    RefusedError `not-in-entry`, `nobody-missing` or `wrong-state`.
    """
    competition = lock_for_entering(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    rosters.require_own(entry, user)
    if entry.state != Entry.State.FORMING and not entry.roster.without_account().exists():
        raise NobodyMissingError()
    if competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise WrongStateError()
    return _invite(entry)


def takes_entries(competition: Competition) -> bool:
    """Return whether players can register now."""
    if competition.is_drawn:
        return competition.late_entries and refusal_to_join(competition) is None
    return competition.state == Competition.State.REGISTRATION


def unclaimed_name(entry: Entry) -> str:
    """Return the name of a guest for the next unclaimed place of a link, or ""."""
    unclaimed = entry.roster.without_account().order_by("number").first()
    return "" if unclaimed is None else name_at_tables(unclaimed.name)


def _join(entry: Entry, user: User, now: datetime) -> None:
    """Add a member to an incomplete team. The last one completes the entry."""
    _require_open_registration(entry.competition)
    rosters.require_fit(entry.competition, [user.pk])
    before = rosters.playing(entry)
    add_player(entry, NamedPlayer(str(user), user))
    rosters.rename_team(entry, before)
    if entry.roster.playing().count() == entry.competition.players_per_side:
        _end_invitation(entry)
        complete_entry(entry, now)


def _place_for(entry: Entry, user: User) -> RosterPlayer | None:
    """Return the place without an account that is the user's by name, else the first one."""
    unclaimed = entry.roster.without_account().order_by("number")
    return unclaimed.filter(person__user=user).first() or unclaimed.first()


def _claim(
    entry: Entry,
    unclaimed: RosterPlayer | None,
    user: User,
    matches: Sequence[Match],
    now: datetime,
) -> None:
    """Assign a place without an account to a user."""
    if unclaimed is None or entry.competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise BadInvitationError()
    unclaimed.user = user
    unclaimed.save(update_fields=["user"])
    follow_account(unclaimed, now)
    forget_claims(unclaimed, user)
    take_seats(unclaimed, matches, now)
    if not entry.roster.without_account().exists():
        _end_invitation(entry)
    broadcast_competition(entry.competition_id)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now


def _require_open_registration(competition: Competition) -> None:
    if not takes_entries(competition):
        raise RegistrationClosedError()


def _invite(entry: Entry) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    entry.invitation = hash_token(token)
    entry.save(update_fields=["invitation"])
    return token


def _end_invitation(entry: Entry) -> None:
    entry.invitation = ""
    entry.save(update_fields=["invitation"])


def _log_registration(entry: Entry, user: User, now: datetime) -> None:
    audit.log_event(
        Act.REGISTER,
        competition=entry.competition,
        actor=user,
        now=now,
        after=rosters.entry_for_audit(entry),
    )
