"""A claim is confirmed: by a partner who is seated, from another device, or by staff with a tap."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, NameClaim, RosterPlayer
from tournaments.services.names.counting import count, record
from tournaments.services.names.door import is_staff_for, may_confirm_all, require_open
from tournaments.services.names.locking import lock_claim


def confirm(*, claim_id: int, actor: User, now: datetime) -> bool:
    """Let a claim count; return whether it did not already.

    Raises RefusedError `no-such-name` if it was taken back, `names-closed`, `not-your-partner`, or
    `already-entered` where its person has another place in the event by now.
    """
    while True:
        outcome = _confirm(claim_id, actor, now)
        if outcome is not None:
            return outcome  # else a match came up meanwhile: it is to be locked first


def confirm_all(*, competition: Competition, actor: User, now: datetime) -> int:
    """Let all claims count that wait, as staff; return how many did.

    One that cannot count any more, or was taken back meanwhile, is passed over. Raises RefusedError
    `not-your-partner` for who is no staff.
    """
    if not may_confirm_all(competition, actor):
        raise RefusedError("not-your-partner")
    waiting = NameClaim.objects.of(competition.pk).pending().values_list("pk", flat=True)
    return sum(_confirm_one(pk, actor, now) for pk in list(waiting))


def may_confirm(claim: NameClaim, actor: User) -> bool:
    """Tell whether a person may confirm the claim: a seated partner, or staff."""
    if claim.user_id == actor.pk:
        return claim.player.entry.competition.club.can_organise(actor)
    partners = RosterPlayer.objects.filter(entry=claim.player.entry_id, user=actor)
    return partners.exists() or is_staff_for(claim.player, actor)


def _confirm_one(claim_id: int, actor: User, now: datetime) -> bool:
    try:
        return confirm(claim_id=claim_id, actor=actor, now=now)
    except RefusedError:
        return False


@retrying
@transaction.atomic
def _confirm(claim_id: int, actor: User, now: datetime) -> bool | None:
    locked = lock_claim(claim_id)
    if locked is None:
        return None
    held, competition = locked.claim, locked.competition
    if not may_confirm(held, actor):
        raise RefusedError("not-your-partner")
    if held.counts:
        return False
    require_open(competition)
    if RosterPlayer.ever.filter(competition=competition, user=held.user).exists():
        raise RefusedError("already-entered")
    count(held, locked.matches, now)
    record(AuditEvent.Act.CONFIRM_NAME, held, actor, now)
    return True
