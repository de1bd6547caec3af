"""Entering by oneself: alone, or as a team that forms by invitation; claiming a named place."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, Match
from tournaments.services import audit
from tournaments.services.entries import rosters
from tournaments.services.entries.guests import forget_claims, name_at_tables
from tournaments.services.entries.late import lock_for_entering, refusal_to_join
from tournaments.services.entries.places import complete
from tournaments.services.entries.rosters import NamedPlayer, add_player
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_in_play
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.names.seats import take_seats

TOKEN_BYTES = 16
Act = AuditEvent.Act


@dataclass(frozen=True)
class Registration:
    """A new entry, and the secret of the link for who is missing ("" if nobody is)."""

    entry: Entry
    token: str = ""


@retrying
@transaction.atomic
def register(
    *, competition_id: int, user: User, now: datetime, name: str = "", affiliation: str = ""
) -> Registration:
    """Enter a competition alone, or as the first of a team whose others come by the link.

    Raises RefusedError `registration-closed`, `already-entered`, `members-only`, `outside-band` or,
    coming late, `no-free-place`.
    """
    competition = lock_for_entering(competition_id)
    _require_open(competition)
    rosters.require_fit(competition, [user.pk])
    entry = Entry.objects.create(
        competition=competition,
        name=name.strip() or str(user),
        affiliation=affiliation.strip(),
        created_at=now,
    )
    add_player(entry, NamedPlayer(str(user), user))
    _record(entry, user, now)
    if competition.players_per_side == 1:
        complete(entry, now)
        return Registration(entry)
    return Registration(entry, _invite(entry))


def accept_invitation(*, token: str, user: User, now: datetime) -> Entry:
    """Join the team the link belongs to, or take the place of a player written down by name.

    The player replaces a robot that stood in at their seat. Raises RefusedError
    `bad-invitation`, `registration-closed`, `already-entered` or, where the team comes late,
    `no-free-place`.
    """
    entry = None
    while entry is None:  # matches came up meanwhile
        entry = _accept(token, user, now)
    return entry


@retrying
@transaction.atomic
def _accept(token: str, user: User, now: datetime) -> Entry | None:
    hashed = hash_token(token)
    known = Entry.objects.filter(invitation=hashed).first()
    if known is None:
        raise RefusedError("bad-invitation")
    matches = lock_in_play(known.pk)
    if matches is None:
        return None
    competition = lock_for_entering(known.competition_id)
    entry = Entry.objects.filter(pk=known.pk, invitation=hashed).first()
    if entry is None:
        raise RefusedError("bad-invitation")
    entry.competition = competition
    rosters.require_newcomer(competition, user)
    if entry.state == Entry.State.FORMING:
        _join(entry, user, now)
    else:
        _claim(entry, user, matches, now)
    _record(entry, user, now)
    return entry


@retrying
@transaction.atomic
def renew_invitation(*, entry_id: int, user: User) -> str:
    """Return a fresh link's secret for a missing player of an entry; an older link dies.

    Members invite into a team that is forming; they and organisers invite players entered by name.
    Raises RefusedError `not-in-entry`, `nobody-missing` or `wrong-state`.
    """
    competition = lock_for_entering(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    rosters.require_own(entry, user)
    if entry.state != Entry.State.FORMING and not entry.roster.without_account().exists():
        raise RefusedError("nobody-missing")
    if competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("wrong-state")
    return _invite(entry)


def takes_entries(competition: Competition) -> bool:
    """Tell whether a player can register now."""
    if competition.is_drawn:
        return competition.late_entries and refusal_to_join(competition) is None
    return competition.state == Competition.State.REGISTRATION


def hash_token(token: str) -> str:
    """Return what is kept of an invitation's secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def unclaimed_name(entry: Entry) -> str:
    """Return what a guest is called on the next place of a link; "" if that bears no name."""
    unclaimed = entry.roster.without_account().order_by("number").first()
    return "" if unclaimed is None else name_at_tables(unclaimed.name)


def _join(entry: Entry, user: User, now: datetime) -> None:
    """Add a member to a team that is forming; the last one enters it."""
    _require_open(entry.competition)
    rosters.require_fit(entry.competition, [user.pk])
    before = rosters.playing(entry)
    add_player(entry, NamedPlayer(str(user), user))
    rosters.rename_team(entry, before)
    if entry.roster.playing().count() == entry.competition.players_per_side:
        _end_invitation(entry)
        complete(entry, now)


def _claim(entry: Entry, user: User, matches: Sequence[Match], now: datetime) -> None:
    """Give the first place that has only a name to a person with an account."""
    unclaimed = entry.roster.without_account().order_by("number").first()
    if unclaimed is None or entry.competition.is_over or entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("bad-invitation")
    unclaimed.user = user
    unclaimed.save(update_fields=["user"])
    forget_claims(unclaimed, user)
    take_seats(unclaimed, matches, now)
    if not entry.roster.without_account().exists():
        _end_invitation(entry)
    announce_competition(entry.competition_id)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now


def _require_open(competition: Competition) -> None:
    if not takes_entries(competition):
        raise RefusedError("registration-closed")


def _invite(entry: Entry) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    entry.invitation = hash_token(token)
    entry.save(update_fields=["invitation"])
    return token


def _end_invitation(entry: Entry) -> None:
    entry.invitation = ""
    entry.save(update_fields=["invitation"])


def _record(entry: Entry, user: User, now: datetime) -> None:
    audit.record(
        Act.REGISTER,
        competition=entry.competition,
        actor=user,
        now=now,
        after=rosters.told(entry),
    )
