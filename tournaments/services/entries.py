"""Entering: alone or as a team that forms by invitation, by hand, the waiting list, leaving."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext

from accounts.models import User
from games.refusals import RefusedError
from games.services import retrying
from tournaments.announce import announce_competition
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Group,
    Match,
    MatchQuerySet,
    Place,
    RosterPlayer,
    Stage,
)
from tournaments.services import audit
from tournaments.services.bracket import Outcome, decide
from tournaments.services.competitions import require_organiser
from tournaments.services.locks import lock_competition, lock_group, lock_match
from tournaments.services.stages import move_on
from tournaments.services.tables import void_games

TOKEN_BYTES = 16
Act = AuditEvent.Act


@dataclass(frozen=True)
class Registration:
    """A new entry, and the secret of the link for who is missing ("" if nobody is)."""

    entry: Entry
    token: str = ""


@dataclass(frozen=True)
class Guest:
    """A player that an organiser writes down: with an account, or only by name."""

    name: str
    user: User | None = None


@retrying
@transaction.atomic
def register(*, competition_id: int, user: User, now: datetime, name: str = "") -> Registration:
    """Enter a competition alone, or as the first of a team whose others come by the link.

    Raises RefusedError `registration-closed` or `already-entered`.
    """
    competition = _open_for_entries(competition_id)
    entry = Entry.objects.create(
        competition=competition, name=name.strip() or str(user), created_at=now
    )
    _add_player(entry, user)
    audit.record(Act.REGISTER, competition=competition, actor=user, now=now, after=_told(entry))
    if competition.players_per_side == 1:
        _complete(entry, now)
        return Registration(entry)
    return Registration(entry, _invite(entry))


@retrying
@transaction.atomic
def accept_invitation(*, token: str, user: User, now: datetime) -> Entry:
    """Join the team the link belongs to, or take the place of a player written down by name.

    Raises RefusedError `bad-invitation`, `registration-closed` or `already-entered`.
    """
    hashed = hash_token(token)
    known = Entry.objects.filter(invitation=hashed).first()
    if known is None:
        raise RefusedError("bad-invitation")
    competition = lock_competition(known.competition_id)
    entry = Entry.objects.filter(pk=known.pk, invitation=hashed).first()
    if entry is None:
        raise RefusedError("bad-invitation")
    _require_newcomer(competition, user)
    if entry.state == Entry.State.FORMING:
        _join(entry, competition, user, now)
    else:
        _claim(entry, competition, user)
    audit.record(Act.REGISTER, competition=competition, actor=user, now=now, after=_told(entry))
    return entry


@retrying
@transaction.atomic
def renew_invitation(*, entry_id: int, user: User) -> str:
    """Return a fresh link's secret for who is missing in an entry; an older link dies.

    Members invite into a team that is forming; organisers whoever they wrote down by name.
    Raises RefusedError `not-in-entry` or `nobody-missing`.
    """
    entry = _entry(entry_id)
    competition = lock_competition(entry.competition_id)
    entry.refresh_from_db(fields=["state"])
    _require_own(entry, user)
    if entry.state != Entry.State.FORMING and not _has_guests(entry):
        raise RefusedError("nobody-missing")
    if competition.is_over:
        raise RefusedError("wrong-state")
    return _invite(entry)


@retrying
@transaction.atomic
def add_entry(
    *,
    competition_id: int,
    actor: User,
    players: Sequence[Guest],
    now: datetime,
    name: str = "",
) -> Entry:
    """Enter somebody by hand, before or during registration.

    Raises RefusedError `not-organiser`, `registration-closed`, `wrong-roster` or `already-entered`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.state not in (Competition.State.DRAFT, Competition.State.REGISTRATION):
        raise RefusedError("registration-closed")
    if len(players) != competition.players_per_side:
        raise RefusedError("wrong-roster")
    entry = Entry.objects.create(
        competition=competition,
        name=name.strip() or _joined([player.name for player in players]),
        created_at=now,
    )
    for player in players:
        _add_player(entry, player.user, player.name)
    audit.record(Act.ADD_ENTRY, competition=competition, actor=actor, now=now, after=_told(entry))
    _complete(entry, now)
    return entry


def withdraw(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Leave: before the draw the entry goes and the next in line comes in, after it walks over.

    Players withdraw their own entry, organisers any. Raises RefusedError `not-in-entry` or
    `wrong-state`.
    """
    if not _withdraw_before_draw(entry_id=entry_id, actor=actor, now=now, reason=reason):
        while not _withdraw_from_play(entry_id=entry_id, actor=actor, now=now, reason=reason):
            continue  # a round was paired meanwhile: there is a match to lock first


def hash_token(token: str) -> str:
    """Return what is kept of an invitation's secret."""
    return hashlib.sha256(token.encode()).hexdigest()


@retrying
@transaction.atomic
def _withdraw_before_draw(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    entry = _entry(entry_id)
    competition = lock_competition(entry.competition_id)
    if competition.state not in (Competition.State.DRAFT, Competition.State.REGISTRATION):
        return False
    _require_own(entry, actor)
    _record_withdrawal(entry, actor, now, reason)
    place = entry.place
    entry.delete()
    if place is not None:
        _promote(competition)
    announce_competition(competition.pk)
    return True


@retrying
@transaction.atomic
def _withdraw_from_play(*, entry_id: int, actor: User, now: datetime, reason: str) -> bool:
    """Leave a drawn competition; return False if a match has come up that is to be locked first."""
    entry = _entry(entry_id)
    match = _lock_open_match(entry)
    is_between_rounds = match is None and _lock_open_table(entry)
    if is_between_rounds and _open_matches(entry).exists():
        return False
    entry = Entry.objects.select_for_update(of=("self",)).get(pk=entry_id)
    _require_own(entry, actor)
    may_play = match is not None or is_between_rounds
    if not may_play or entry.state != Entry.State.CONFIRMED:
        raise RefusedError("wrong-state")
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    _record_withdrawal(entry, actor, now, reason)
    if match is not None:
        _walk_over(match, now)
    announce_competition(entry.competition_id)
    return True


def _entry(entry_id: int) -> Entry:
    return Entry.objects.select_related("competition__club", "place").get(pk=entry_id)


def _require_own(entry: Entry, actor: User) -> None:
    own = entry.roster.filter(user=actor).exists()
    if not own and not entry.competition.club.can_organise(actor):
        raise RefusedError("not-in-entry")


def _lock_open_match(entry: Entry) -> Match | None:
    """Lock the match this entry plays next; while we wait for one it may be decided."""
    while (pk := _open_matches(entry).values_list("pk", flat=True).first()) is not None:
        match = lock_match(pk)
        if match is not None and not match.is_decided:
            return match
    return None


def _open_matches(entry: Entry) -> MatchQuerySet:
    return Match.objects.undecided().filter(slots__entry=entry).order_by("pk")


def _lock_open_table(entry: Entry) -> bool:
    """Lock the group of an entry without a match if others still play there: it may be paired."""
    tables = Group.objects.filter(slots__entry=entry).exclude(stage__format__in=Stage.BRACKETS)
    group = tables.first()
    if group is None:
        return False
    lock_group(group.pk)
    return Match.objects.undecided().filter(round__group=group).exists()


def _walk_over(match: Match, now: datetime) -> None:
    """Decide an open match without those who withdrew; a pending one waits for its other side."""
    if match.state == Match.State.PENDING:
        return
    present = match.slots.exclude(entry__state=Entry.State.WITHDRAWN).order_by("side")
    void_games(match, now=now)
    decide(match, Outcome.walkover([slot.side for slot in present]), now=now)
    move_on(match, now=now)


def _join(entry: Entry, competition: Competition, user: User, now: datetime) -> None:
    """Add a member to a team that is forming; the last one enters it."""
    if competition.state != Competition.State.REGISTRATION:
        raise RefusedError("registration-closed")
    _name_team(entry, user)
    _add_player(entry, user)
    if entry.roster.count() == competition.players_per_side:
        _complete(entry, now)


def _claim(entry: Entry, competition: Competition, user: User) -> None:
    """Give the first place that has only a name to somebody with an account."""
    guest = entry.roster.filter(user__isnull=True).first()
    if guest is None or competition.is_over:
        raise RefusedError("bad-invitation")
    guest.user = user
    guest.save(update_fields=["user"])
    if not _has_guests(entry):
        entry.invitation = ""
        entry.save(update_fields=["invitation"])


def _has_guests(entry: Entry) -> bool:
    return entry.roster.filter(user__isnull=True).exists()


def _require_newcomer(competition: Competition, user: User) -> None:
    if RosterPlayer.objects.filter(competition=competition, user=user).exists():
        raise RefusedError("already-entered")


def _open_for_entries(competition_id: int) -> Competition:
    competition = lock_competition(competition_id)
    if competition.state != Competition.State.REGISTRATION:
        raise RefusedError("registration-closed")
    return competition


def _add_player(entry: Entry, user: User | None, name: str = "") -> None:
    if user is not None:
        _require_newcomer(entry.competition, user)
    entry.roster.create(
        competition_id=entry.competition_id,
        number=entry.roster.count() + 1,
        user=user,
        name=str(user) if user else name,
    )


def _invite(entry: Entry) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    entry.invitation = hash_token(token)
    entry.save(update_fields=["invitation"])
    return token


def _name_team(entry: Entry, newcomer: User) -> None:
    """Extend a name that is only its members' names; one that the team gave itself stays."""
    names = list(entry.roster.values_list("name", flat=True))
    if entry.name == _joined(names):
        entry.name = _joined([*names, str(newcomer)])
        entry.save(update_fields=["name"])


def _joined(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    *first, last = (name[:28] for name in names)
    return gettext("%(first)s y %(last)s") % {"first": ", ".join(first), "last": last}


def _complete(entry: Entry, now: datetime) -> None:
    """Give a complete entry the first free place, or a place in the waiting list."""
    entry.invitation, entry.complete_at = "", now
    entry.place = _free_place(entry.competition)
    entry.state = Entry.State.CONFIRMED if entry.place else Entry.State.WAITING
    entry.save(update_fields=["invitation", "complete_at", "place", "state"])
    announce_competition(entry.competition_id)


def _promote(competition: Competition) -> None:
    """Let the first of the waiting list in."""
    entry = Entry.objects.waiting().filter(competition=competition).first()
    place = _free_place(competition)
    if entry is not None and place is not None:
        entry.place, entry.state = place, Entry.State.CONFIRMED
        entry.save(update_fields=["place", "state"])


def _free_place(competition: Competition) -> Place | None:
    return competition.places.filter(entry__isnull=True).order_by("number").first()


def _told(entry: Entry) -> dict[str, object]:
    return {
        "entry": entry.name,
        "players": list(entry.roster.values_list("name", flat=True)),
        "accounts": list(entry.roster.values_list(F("user__username"), flat=True)),
    }


def _record_withdrawal(entry: Entry, actor: User, now: datetime, reason: str) -> None:
    audit.record(
        Act.WITHDRAW,
        competition=entry.competition,
        actor=actor,
        now=now,
        reason=reason,
        before={**_told(entry), "state": entry.state},
    )
