"""Services to invite a friend to a waiting casual table, and to decline.

A declined invitation is kept, so that no one is invited to the same table twice; the inviter is
not notified.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.friends.services import friends_of
from accounts.models import User
from games.common.broadcast import broadcast_to_invited
from games.common.errors import ClosedError, NotCasualError, NotSeatedError
from games.models import Game, TableInvitation
from games.play.notifications import notify_invited


class NotAFriendError(RefusedError):
    code = "not-a-friend"
    message = _("Por nombre se invita a amigos: a los demás, pasales el enlace.")


class AlreadyHereError(RefusedError):
    code = "already-here"
    message = _("Ya está en esta mesa.")


class TooManyInvitationsError(RefusedError):
    code = "too-many-invitations"
    message = _("Ya invitaste a muchos: pasá el enlace de la mesa.")


MOST = 10  # per table


@transactional
def invite(*, game_id: int, by: User, to_id: int, now: datetime) -> TableInvitation:
    """Invite a friend to the user's table; a repeated call returns a valid invitation.

    Raises RefusedError `not-casual`, `closed`, `not-seated`, `not-a-friend`, `already-here` or
    `too-many-invitations`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise NotCasualError()
    if game.status != Game.Status.WAITING:
        raise ClosedError()
    if not game.seats.filter(user=by, sat_at__isnull=False).exists():
        raise NotSeatedError()
    friend = friends_of(by).filter(pk=to_id).first()
    if friend is None:
        raise NotAFriendError()
    if game.seats.filter(user=friend, sat_at__isnull=False).exists():
        raise AlreadyHereError()
    if existing := game.invitations.blocking_repeats().filter(to=friend).first():
        return existing
    if game.invitations.exclude(to=friend).count() >= MOST:
        raise TooManyInvitationsError()
    invitation, _ = game.invitations.update_or_create(to=friend, defaults={"by": by, "at": now})
    broadcast_to_invited(friend.pk)
    notify_invited(invitation)
    return invitation


@transaction.atomic
def forget(*, user: User) -> None:
    """Delete the invitations that a person sent or received, when they leave the site."""
    TableInvitation.objects.filter(Q(by=user) | Q(to=user)).delete()


@transaction.atomic
def decline(*, game_id: int, user: User, now: datetime) -> None:
    """Decline an invitation; do nothing if there is none or it is already declined."""
    pending = TableInvitation.objects.filter(game=game_id, to=user, declined_at__isnull=True)
    if pending.update(declined_at=now):
        broadcast_to_invited(user.pk)
