"""Saying that a written name is one's own, and letting it go again."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry, NameClaim, RosterPlayer
from tournaments.services.entries.rosters import require_newcomer
from tournaments.services.locks import lock_competition, lock_in_play
from tournaments.services.names.counting import count, record, uncount
from tournaments.services.names.door import is_staff_for, require_open
from tournaments.services.names.locking import lock_claim
from tournaments.services.names.networks import NOWHERE, Origin

Act = AuditEvent.Act


def claim(*, player_id: int, user: User, now: datetime, origin: Origin = NOWHERE) -> NameClaim:
    """Say that one is a player; the claim waits until partner or staff confirm it.

    Two partners who both say who they are confirm each other, unless they do so from one network
    or browser. Alone, it counts at once where the terms say so.

    Raises RefusedError `names-closed`, `no-such-name`, `name-claimed`, `has-a-name` or
    `already-entered`.
    """
    while True:
        made = _claim(player_id, user, now, origin)
        if made is not None:
            return made  # else a match came up meanwhile: it is to be locked first


def let_go(*, claim_id: int, actor: User, now: datetime) -> None:
    """Take a claim back: one's own, or as staff; the name is free again, and its seats at once.

    Raises RefusedError `no-such-name` if it is gone, `names-closed` once the event is over, or
    `not-your-name`.
    """
    while not _let_go(claim_id, actor, now):
        continue


@retrying
@transaction.atomic
def _claim(player_id: int, user: User, now: datetime, origin: Origin) -> NameClaim | None:
    entry_id, competition_id = _where(player_id)
    matches = lock_in_play(entry_id)
    if matches is None:
        return None
    competition = lock_competition(competition_id)
    require_open(competition)
    known = NameClaim.objects.filter(competition=competition, user=user).first()
    if known is not None and known.player_id == player_id:
        return known  # a second tap
    player = _free_name(player_id)
    _require_nameless(competition, user, known)
    made = NameClaim.objects.create(
        competition=competition, player=player, user=user, at=now, network=origin.network
    )
    record(Act.CLAIM_NAME, made, user, now)
    partners = [each for each in _waiting_partners(made) if not origin.is_of(each)]
    alone = competition.players_per_side == 1 and competition.names_unconfirmed
    for each in (*partners, made) if partners or alone else ():
        count(each, matches, now)
    for each in partners:
        record(Act.CONFIRM_NAME, each, user, now)
    return made


def _where(player_id: int) -> tuple[int, int]:
    found = RosterPlayer.objects.filter(pk=player_id).values_list("entry", "competition").first()
    if found is None:
        raise RefusedError("no-such-name")
    return found


def _free_name(player_id: int) -> RosterPlayer:
    """Return a player who plays and whom nobody is yet, nor says to be."""
    rows = RosterPlayer.objects.select_related("entry__competition__club", "user", "claim")
    player = rows.filter(pk=player_id).first()
    if player is None or player.reserve or player.entry.state == Entry.State.WITHDRAWN:
        raise RefusedError("no-such-name")
    if player.user_id is not None or hasattr(player, "claim"):
        raise RefusedError("name-claimed")
    return player


def _require_nameless(competition: Competition, user: User, known: NameClaim | None) -> None:
    if known is not None:
        raise RefusedError("has-a-name")
    require_newcomer(competition, user)


def _waiting_partners(made: NameClaim) -> list[NameClaim]:
    """Return the claims of an entry that wait; who is in the event by now has another place."""
    rows = NameClaim.objects.pending().select_related("player__entry__competition__club", "user")
    others = rows.filter(player__entry=made.player.entry_id).exclude(pk=made.pk)
    entered = RosterPlayer.objects.filter(competition=made.competition_id, user__isnull=False)
    return list(others.exclude(user__in=entered.values("user")))


@retrying
@transaction.atomic
def _let_go(claim_id: int, actor: User, now: datetime) -> bool:
    locked = lock_claim(claim_id)
    if locked is None:
        return False
    held = locked.claim
    if held.user_id != actor.pk and not is_staff_for(held.player, actor):
        raise RefusedError("not-your-name")
    if locked.competition.is_over:
        raise RefusedError("names-closed")
    record(Act.RELEASE_NAME, held, actor, now)
    uncount(held, locked.matches, now)
    held.delete()
    return True
