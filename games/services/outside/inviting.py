"""Asking a friend to a casual table that waits, and declining to come.

An invitation that was declined stays, so that nobody is asked to the same table again; who asked
is not told.
"""

from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from accounts.services.friends import friends_of
from games import signals
from games.models import Game, TableInvitation
from games.services.outside.announcing import tell_invited
from games.services.refusals import RefusedError
from games.services.retry import retrying

MOST = 10  # of one table


@retrying
@transaction.atomic
def invite(*, game_id: int, by: User, to_id: int, now: datetime) -> TableInvitation:
    """Ask a friend to the table one sits at; twice is once.

    Raises RefusedError `not-casual`, `closed`, `not-seated`, `not-a-friend`, `already-here` or
    `too-many-invitations`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise RefusedError("not-casual")
    if game.status != Game.Status.WAITING:
        raise RefusedError("closed")
    if not game.seats.filter(user=by, sat_at__isnull=False).exists():
        raise RefusedError("not-seated")
    friend = friends_of(by).filter(pk=to_id).first()
    if friend is None:
        raise RefusedError("not-a-friend")
    if game.seats.filter(user=friend, sat_at__isnull=False).exists():
        raise RefusedError("already-here")
    if known := game.invitations.filter(to=friend).first():
        return known
    if game.invitations.count() >= MOST:
        raise RefusedError("too-many-invitations")
    invitation = TableInvitation.objects.create(game=game, by=by, to=friend, at=now)
    tell_invited(friend.pk)
    told = partial(signals.invited.send_robust, sender=TableInvitation, invitation=invitation)
    transaction.on_commit(told, robust=True)
    return invitation


@transaction.atomic
def decline(*, game_id: int, user: User, now: datetime) -> None:
    """Not come; nothing if one was not asked, or has said so already."""
    asked = TableInvitation.objects.filter(game=game_id, to=user, declined_at__isnull=True)
    if asked.update(declined_at=now):
        tell_invited(user.pk)


def is_invited(game_id: int, user_id: int) -> bool:
    """Tell whether somebody was asked to this table by name, and may still come."""
    return TableInvitation.objects.standing().filter(game=game_id, to=user_id).exists()
