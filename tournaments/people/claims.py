"""Claims: an account says which person of the club it is, to get that person's history.

An organiser confirms a claim, or a partner of the person whose own claim an organiser confirmed, or
the organiser gives the person a link. The results that the account already has at the club join the
history. When a wrong claim is taken back, person and account get their own results back.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from accounts.common.tokens import hash_token
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common.errors import NotOrganiserError
from tournaments.entries.attribution import credit_accounts, move_results
from tournaments.models import Person, PersonChange, PersonClaim, RosterPlayer
from tournaments.people.errors import (
    ClaimsAnotherError,
    MayNotConfirmError,
    NeedsAccountError,
    NoSuchClaimError,
    PersonClaimedError,
    PlayedTogetherError,
)
from tournaments.people.services import (
    Locked,
    lock_people,
    log_change,
    merge_locked,
    places_since,
    shared_event,
    undo_merge,
)

Act = PersonChange.Act
State = PersonClaim.State
INVITATION_LIFE: Final = timedelta(days=30)
TOKEN_BYTES: Final = 16


@transactional
def claim_person(*, person_id: int, user: User, now: datetime) -> PersonClaim:
    """Claim that an account is a person of the club; the claim waits to be confirmed.

    Raises RefusedError `no-such-person`, `needs-account`, `person-claimed`, `claims-another` or
    `played-together`.
    """
    locked = lock_people([person_id])
    person = locked.known(person_id)
    _require_free(person, user)
    pending = PersonClaim.objects.filter(
        person__club=locked.club, user=user, state=State.PENDING
    ).first()
    if pending is None:
        return PersonClaim.objects.create(person=person, user=user, state=State.PENDING, at=now)
    if pending.person_id != person.pk:
        raise ClaimsAnotherError()
    return pending  # a second tap


@transactional
def invite_person(*, person_id: int, actor: User, now: datetime) -> str:
    """Return the secret of a link by which a person claims their history; earlier links end.

    Raises RefusedError `no-such-person`, `not-organiser` or `person-claimed`.
    """
    locked = lock_people([person_id])
    person = locked.known(person_id)
    if not locked.club.can_organise(actor):
        raise NotOrganiserError()
    if person.user_id is not None:
        raise PersonClaimedError()
    person.claims.filter(state=State.INVITED).delete()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    PersonClaim.objects.create(
        person=person, state=State.INVITED, token=hash_token(token), at=now, decided_by=actor
    )
    return token


def invited_person(token: str, now: datetime) -> Person | None:
    """Return the person that a link invites; None if the link is unknown or no longer works."""
    claim = _find_invitation(token, now)
    return None if claim is None else claim.person


@transactional
def accept_invitation(*, token: str, user: User, now: datetime) -> Person:
    """Assign a person's history to the account that opened their link.

    Raises RefusedError `no-such-claim`, and what `claim_person` raises.
    """
    unlocked = _find_invitation(token, now)
    if unlocked is None:
        raise NoSuchClaimError()
    locked = lock_people([unlocked.person_id, *_own_keys(unlocked.person, user)])
    claim = _find_invitation(token, now)
    if claim is None or claim.decided_by is None:
        raise NoSuchClaimError()
    person = locked.known(claim.person_id)
    _require_free(person, user)
    claim.user, claim.token = user, ""
    _confirm(locked, claim, claim.decided_by, now, by_staff=True)
    return person


@transactional
def confirm_claim(*, claim_id: int, actor: User, now: datetime) -> Person:
    """Confirm a claim; once more changes nothing.

    Raises RefusedError `no-such-claim`, `may-not-confirm`, and what `claim_person` raises.
    """
    unlocked = _find(claim_id)
    assert unlocked.user is not None, "an invitation is accepted, not confirmed"
    locked = lock_people([unlocked.person_id, *_own_keys(unlocked.person, unlocked.user)])
    claim = _find(claim_id)
    assert claim.user is not None
    if claim.state == State.CONFIRMED:
        return claim.person
    if not may_confirm(claim, actor):
        raise MayNotConfirmError()
    person = locked.known(claim.person_id)
    _require_free(person, claim.user)
    _confirm(locked, claim, actor, now, by_staff=locked.club.can_organise(actor))
    return person


@transactional
def close_claim(*, claim_id: int, actor: User, now: datetime) -> None:
    """Refuse a pending claim, withdraw the reader's own, or revoke a confirmed one.

    After the latter the account keeps its results from before the claim and since; the others stay
    with the person. Raises RefusedError `no-such-claim` or `may-not-confirm`, and what `undo_merge`
    raises.
    """
    unlocked = _find(claim_id)
    locked = lock_people([unlocked.person_id])
    claim = _find(claim_id)
    is_own = claim.user_id == actor.pk and claim.state == State.PENDING
    if not is_own and not locked.club.can_organise(actor):
        raise MayNotConfirmError()
    if claim.state == State.CONFIRMED:
        _take_back(claim, actor, now)
    claim.state, claim.decided_by, claim.decided_at = State.CLOSED, actor, now
    claim.save(update_fields=["state", "decided_by", "decided_at"])


def may_confirm(claim: PersonClaim, actor: User) -> bool:
    """Return whether a user may confirm a claim: an organiser, or a partner the club knows."""
    if claim.person.club.can_organise(actor):
        return True
    if claim.user_id == actor.pk:
        return False
    confirmed = Person.objects.filter(
        club=claim.person.club_id,
        user=actor,
        claims__user=actor,
        claims__state=State.CONFIRMED,
        claims__by_staff=True,
    )
    entries = RosterPlayer.ever.filter(person=claim.person).values("entry")
    return RosterPlayer.ever.filter(person__in=confirmed, entry__in=entries).exists()


def pending_claims(club_id: int) -> QuerySet[PersonClaim]:
    """Return the claims of a club that wait, the first to come first."""
    waiting = PersonClaim.objects.filter(person__club=club_id, state=State.PENDING)
    return waiting.select_related("person__club", "user").order_by("at", "pk")


@dataclass(frozen=True)
class ClaimsOfPerson:
    """The claims of a person, and what a reader may do about them."""

    may_claim: bool
    may_invite: bool
    organises: bool
    own: PersonClaim | None  # the reader's, while it waits
    pending: Sequence[PersonClaim]  # which the reader may confirm
    confirmed: PersonClaim | None  # which the reader may take back


def read_claims(person: Person, reader: User | AnonymousUser, *, organises: bool) -> ClaimsOfPerson:
    """Read the claims of a person for a reader, who may be an organiser of the club."""
    rows = list(person.claims.select_related("person__club", "user").order_by("at", "pk"))
    waiting = [claim for claim in rows if claim.state == State.PENDING]
    own = next((claim for claim in waiting if claim.user_id == reader.pk), None)
    is_free = person.user_id is None and person.forgotten_at is None
    is_account = isinstance(reader, User) and not reader.is_guest and not reader.is_link
    confirmed = [claim for claim in rows if claim.state == State.CONFIRMED]
    return ClaimsOfPerson(
        may_claim=is_free and own is None and (is_account or reader.is_anonymous),
        may_invite=is_free and organises,
        organises=organises,
        own=own,
        pending=[
            each
            for each in waiting
            if organises or (isinstance(reader, User) and may_confirm(each, reader))
        ],
        confirmed=confirmed[-1] if confirmed and organises and person.user_id is not None else None,
    )


def _confirm(
    locked: Locked, claim: PersonClaim, actor: User, now: datetime, *, by_staff: bool
) -> None:
    """Link the person to the account; the account's own results at the club join the history."""
    person, user = locked.known(claim.person_id), claim.user
    assert user is not None
    own = Person.objects.filter(club=locked.club, user=user).first()
    if own is not None:
        claim.merge = merge_locked(locked, person, own, person.name, actor, now)
    else:
        person.user = user
        person.save(update_fields=["user"])
        credit_accounts([person])
    log_change(Act.CLAIM, person, actor, now, after=str(user))
    claim.state, claim.decided_by, claim.by_staff = State.CONFIRMED, actor, by_staff
    claim.decided_at = now
    claim.save()
    others = PersonClaim.objects.filter(
        Q(person=person) | Q(person__club=locked.club, user=user),
        state__in=PersonClaim.OPEN,
    )
    others.exclude(pk=claim.pk).update(state=State.CLOSED, token="", decided_at=now)


def _take_back(claim: PersonClaim, actor: User, now: datetime) -> None:
    person, user = claim.person, claim.user
    assert user is not None
    if claim.merge_id is not None:
        undo_merge(change_id=claim.merge_id, actor=actor, now=now)
        return
    assert claim.decided_at is not None
    person.user = None
    person.save(update_fields=["user"])
    credit_accounts([person])
    places = list(places_since(person, user.pk, claim.decided_at))
    if places:
        own = Person(club_id=person.club_id, name=str(user), user=user, created_at=now)
        own.save()
        move_results([(place, own) for place in places])
        credit_accounts([own])
    log_change(Act.UNCLAIM, person, actor, now, before=str(user))


def _require_free(person: Person, user: User) -> None:
    """Refuse a person with an account, and an account that played in one of the person's events."""
    if user.is_guest or user.is_link:
        raise NeedsAccountError()
    if person.user_id is not None:
        raise PersonClaimedError()
    own = Person.objects.filter(club=person.club_id, user=user).first()
    if own is not None and shared_event(person, own) is not None:
        raise PlayedTogetherError()


def _own_keys(person: Person, user: User) -> list[int]:
    own = Person.objects.filter(club=person.club_id, user=user)
    return list(own.values_list("pk", flat=True))


def _find(claim_id: int) -> PersonClaim:
    rows = PersonClaim.objects.select_related("person__club", "user", "merge")
    claim = rows.filter(pk=claim_id, state__in=(State.PENDING, State.CONFIRMED)).first()
    if claim is None:
        raise NoSuchClaimError()
    return claim


def _find_invitation(token: str, now: datetime) -> PersonClaim | None:
    """Return an open invitation; it ends after its term, or when its maker organises no longer."""
    rows = PersonClaim.objects.select_related("person__club", "decided_by")
    open_ones = rows.filter(state=State.INVITED, at__gt=now - INVITATION_LIFE)
    claim = open_ones.filter(token=hash_token(token)).first()
    if claim is None or claim.decided_by is None:
        return None
    return claim if claim.person.club.can_organise(claim.decided_by) else None
