"""Services to claim a name on a roster, to release it, and to confirm claims.

A claim is confirmed by a seated partner from another device, or by staff. Once it is active, its
user is the player on the roster and at the tables. The matches in which the name plays are locked
before the claim. `activate_claim` and `deactivate_claim` expect the matches of the entry and the
competition to be locked by the caller.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import AlreadyEnteredError, NoSuchNameError
from tournaments.common.locks import lock_competition, lock_in_play
from tournaments.entries.guests import name_at_tables
from tournaments.entries.persons import follow_account
from tournaments.entries.rosters import is_entered, require_newcomer
from tournaments.entries.seats import leave_seats, take_seats
from tournaments.matches.decisions import CALL_TASK
from tournaments.models import AuditEvent, Competition, Entry, Match, NameClaim, RosterPlayer
from tournaments.models.competitions import SIGNS
from tournaments.name_claims.errors import (
    HasANameError,
    NameClaimedError,
    NamesClosedError,
    NotYourNameError,
    NotYourPartnerError,
)
from tournaments.name_claims.networks import NOWHERE, Origin


def activate_claim(claim: NameClaim, matches: Sequence[Match], now: datetime) -> None:
    """Attach the claimant to the player; a guest without a display name gets the player's."""
    player, user = claim.player, claim.user
    if user.is_nameless:
        user.display_name = name_at_tables(player.name)
        user.save(update_fields=["display_name"])
    claim.counted_at = now
    claim.save(update_fields=["counted_at"])
    player.user = user
    player.save(update_fields=["user"])
    follow_account(player, now)
    take_seats(player, matches, now)
    on_commit(enqueue, CALL_TASK)  # a match may be playable now


def deactivate_claim(claim: NameClaim, matches: Sequence[Match], now: datetime) -> None:
    """Detach a counted claim: the name has no user again, and a guest loses the name."""
    player, user = claim.player, claim.user
    if not claim.counts or player.user_id != user.pk:
        return
    player.user = None
    player.save(update_fields=["user"])
    follow_account(player, now)
    if user.is_guest and user.display_name == name_at_tables(player.name):
        user.display_name = ""
        user.save(update_fields=["display_name"])
    leave_seats(player, user, matches, now)
    on_commit(enqueue, CALL_TASK)  # a table may be free now


def record(act: AuditEvent.Act, claim: NameClaim, actor: User, now: datetime) -> None:
    """Log a change of a claim, and notify the followers."""
    audit.log_event(
        act,
        competition=claim.player.entry.competition,
        actor=actor,
        now=now,
        after={
            "entry": claim.player.name,
            "entry_id": claim.player.entry_id,
            "players": [claim.player.name],
            "accounts": [claim.user.username],
        },
    )
    broadcast_competition(claim.competition_id)


KEY_SIGNS: Final = 8
SALT: Final = "tournaments.names"
NAMED: Final = "names"  # in the session: the events whose QR its browser has opened


def require_open(competition: Competition) -> None:
    """Raise RefusedError `names-closed` where no names are taken, or not any more."""
    if not competition.can_claim_names:
        raise NamesClosedError()


def key_of(competition: Competition) -> str:
    """Return the key in the QR code of a private event; "" for a public one.

    It is derived from the site's secret: the event's code alone does not open its list of names.
    """
    if competition.is_open_to_all:
        return ""
    digest = salted_hmac(SALT, str(competition.pk), algorithm="sha256").digest()
    return "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:KEY_SIGNS])


def key_matches(competition: Competition, key: str) -> bool:
    """Return whether a key opens the list of an event."""
    return hmac.compare_digest(key.encode(), key_of(competition).encode())


def may_confirm_all(competition: Competition, actor: User) -> bool:
    """Return whether a user is staff of the whole event: organiser, judge or scorer."""
    if competition.club.can_organise(actor):
        return True
    everywhere = Q(user=actor, group__isnull=True, match__isnull=True)
    return competition.officials.filter(everywhere).exists()


def is_staff_for(player: RosterPlayer, actor: User) -> bool:
    """Return whether a user may decide on a player's claim; officials not in their own entry."""
    competition = player.entry.competition
    if competition.club.can_organise(actor):
        return True
    plays = RosterPlayer.objects.filter(entry=player.entry_id, user=actor).exists()
    claims = NameClaim.objects.filter(player__entry=player.entry_id, user=actor).exists()
    return not plays and not claims and may_confirm_all(competition, actor)


@dataclass(frozen=True)
class LockedClaim:
    """A claim with the locks on its event and matches."""

    claim: NameClaim
    competition: Competition
    matches: Sequence[Match]  # in which its player has still to play


def lock_claim(claim_id: int) -> LockedClaim | None:
    """Lock a claim after its entry's matches; None if one was added meanwhile (`until_locked`).

    Raises RefusedError `no-such-name` if the claim was revoked.
    """
    unlocked = NameClaim.objects.select_related("player").filter(pk=claim_id).first()
    if unlocked is None:
        raise NoSuchNameError()
    matches = lock_in_play(unlocked.player.entry_id)
    if matches is None:
        return None
    competition = lock_competition(unlocked.competition_id)
    rows = NameClaim.objects.select_related("player__entry__competition__club", "user")
    claim = rows.filter(pk=claim_id).first()
    if claim is None:
        raise NoSuchNameError()
    return LockedClaim(claim, competition, matches)


Act = AuditEvent.Act


def claim_name(*, player_id: int, user: User, now: datetime, origin: Origin = NOWHERE) -> NameClaim:
    """Claim to be a player; the claim waits until the partner or staff confirm it.

    Two partners who both say who they are confirm each other, unless they do so from one network
    or browser. Alone, it counts at once where the terms say so.

    Raises RefusedError `names-closed`, `no-such-name`, `name-claimed`, `has-a-name` or
    `already-entered`.
    """
    while True:
        created = _claim(player_id, user, now, origin)
        if created is not None:
            return created  # else retry: a new match must be locked first


def release_claim(*, claim_id: int, actor: User, now: datetime) -> None:
    """Release a claim, by its owner or by staff; name and seats become free at once.

    Raises RefusedError `no-such-name` if it is gone, `names-closed` once the event is over, or
    `not-your-name`.
    """
    while not _let_go(claim_id, actor, now):
        continue


@transactional
def _claim(player_id: int, user: User, now: datetime, origin: Origin) -> NameClaim | None:
    entry_id, competition_id = _where(player_id)
    matches = lock_in_play(entry_id)
    if matches is None:
        return None
    competition = lock_competition(competition_id)
    require_open(competition)
    existing = NameClaim.objects.filter(competition=competition, user=user).first()
    if existing is not None and existing.player_id == player_id:
        return existing  # a second tap
    player = _free_name(player_id)
    if existing is not None:
        raise HasANameError()
    require_newcomer(competition, user, player)
    claim = NameClaim.objects.create(
        competition=competition, player=player, user=user, at=now, network=origin.network
    )
    record(Act.CLAIM_NAME, claim, user, now)
    partners = [each for each in _waiting_partners(claim) if not origin.is_of(each)]
    alone = competition.players_per_side == 1 and competition.names_unconfirmed
    for each in (*partners, claim) if partners or alone else ():
        activate_claim(each, matches, now)
    for each in partners:
        record(Act.CONFIRM_NAME, each, user, now)
    return claim


def _where(player_id: int) -> tuple[int, int]:
    ids = RosterPlayer.objects.filter(pk=player_id).values_list("entry", "competition").first()
    if ids is None:
        raise NoSuchNameError()
    return ids


def _free_name(player_id: int) -> RosterPlayer:
    """Return a playing roster player without an account and without a claim."""
    rows = RosterPlayer.objects.select_related("entry__competition__club", "user", "claim")
    player = rows.filter(pk=player_id).first()
    if player is None or player.reserve or player.entry.state == Entry.State.WITHDRAWN:
        raise NoSuchNameError()
    if player.user_id is not None or hasattr(player, "claim"):
        raise NameClaimedError()
    return player


def _waiting_partners(claim: NameClaim) -> list[NameClaim]:
    """Return an entry's pending claims, without those of users with another place in the event."""
    rows = NameClaim.objects.pending().select_related("player__entry__competition__club", "user")
    others = rows.filter(player__entry=claim.player.entry_id).exclude(pk=claim.pk)
    return [each for each in others if not is_entered(each.competition, each.user, each.player)]


@transactional
def _let_go(claim_id: int, actor: User, now: datetime) -> bool:
    locked = lock_claim(claim_id)
    if locked is None:
        return False
    claim = locked.claim
    if claim.user_id != actor.pk and not is_staff_for(claim.player, actor):
        raise NotYourNameError()
    if locked.competition.is_over:
        raise NamesClosedError()
    record(Act.RELEASE_NAME, claim, actor, now)
    deactivate_claim(claim, locked.matches, now)
    claim.delete()
    return True


def confirm(*, claim_id: int, actor: User, now: datetime) -> bool:
    """Confirm a claim; return whether it was unconfirmed before.

    Raises RefusedError `no-such-name` if the claim was revoked, `names-closed`, `not-your-partner`,
    or `already-entered` if its user has another place in the event by now.
    """
    while True:
        outcome = _confirm(claim_id, actor, now)
        if outcome is not None:
            return outcome  # else retry: a new match must be locked first


def confirm_all(*, competition: Competition, actor: User, now: datetime) -> int:
    """Confirm all pending claims, as staff; return how many were confirmed.

    A claim that cannot count any more, or was revoked, is skipped. Raises RefusedError
    `not-your-partner` if the actor is not staff.
    """
    if not may_confirm_all(competition, actor):
        raise NotYourPartnerError()
    waiting = NameClaim.objects.of(competition.pk).pending().values_list("pk", flat=True)
    return sum(_confirm_one(pk, actor, now) for pk in list(waiting))


def may_confirm(claim: NameClaim, actor: User) -> bool:
    """Return whether a user may confirm the claim: a seated partner, or staff."""
    if claim.user_id == actor.pk:
        return claim.player.entry.competition.club.can_organise(actor)
    partners = RosterPlayer.objects.filter(entry=claim.player.entry_id, user=actor)
    return partners.exists() or is_staff_for(claim.player, actor)


def _confirm_one(claim_id: int, actor: User, now: datetime) -> bool:
    try:
        return confirm(claim_id=claim_id, actor=actor, now=now)
    except RefusedError:
        return False


@transactional
def _confirm(claim_id: int, actor: User, now: datetime) -> bool | None:
    locked = lock_claim(claim_id)
    if locked is None:
        return None
    claim, competition = locked.claim, locked.competition
    if not may_confirm(claim, actor):
        raise NotYourPartnerError()
    if claim.counts:
        return False
    require_open(competition)
    if is_entered(competition, claim.user, claim.player):
        raise AlreadyEnteredError()
    activate_claim(claim, locked.matches, now)
    record(AuditEvent.Act.CONFIRM_NAME, claim, actor, now)
    return True


def names_address(competition: Competition) -> str:
    """Return where its players find their names; of an event that is not public with its key."""
    key = key_of(competition)
    if key:
        return reverse("short_key", args=[competition.code, key])
    return reverse("short", args=[competition.code])
