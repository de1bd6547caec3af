"""Notifications to absent players that a table waits or continues, and to invited friends.

docs/accounts.md lists the kinds. A person with the table open gets none. After the grace period
of a lost connection a robot plays, so an absence costs one or two notifications, each of which
replaces the previous one.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.common.alarms import enqueue
from accounts.common.notification_types import INVITED, TURN, Notice
from accounts.common.transactions import on_commit
from accounts.models import User
from accounts.notifications import services as notifications
from games.engine import State
from games.house_rules import essentials
from games.models import Game, Seat, TableInvitation
from games.play.replay import DealSource, current_state

TASK = "games.tasks.tell_seat"
INVITATION_TASK = "games.tasks.tell_invited"


def notify_awaited(game: Game, seats: Sequence[Seat], state: State) -> None:
    """Notify the absent players whose turn it is, after the commit."""
    awaited = (seats[number] for number in state.to_act)
    _tell(game, (seat for seat in awaited if seat.is_person))


def notify_absent(game: Game, seats: Sequence[Seat]) -> None:
    """Notify all absent players after the commit."""
    _tell(game, seats)


def _tell(game: Game, seats: Iterable[Seat]) -> None:
    for seat in seats:
        if seat.user_id is not None and seat.absent_since is not None:
            on_commit(enqueue, TASK, game.pk, seat.number)


def notify_seat(*, game_id: int, number: int, now: datetime) -> None:
    """Notify a seat's player, unless they are back or the table is paused."""
    seat = Seat.objects.select_related("game").filter(game=game_id, number=number).first()
    if seat is None or seat.user_id is None:
        return
    notifications.notify(people=[seat.user_id], kind=TURN, words=partial(_words, seat), now=now)


def _words(seat: Seat, user: User) -> Notice | None:
    game = seat.game
    if game.status != Game.Status.LIVE or seat.absent_since is None:
        return None
    state = current_state(game, DealSource(game, list(game.seats.order_by("number"))))
    is_awaited = seat.is_person and seat.number in state.to_act
    return Notice(
        kind=TURN,
        about=game.pk,
        title=_("Te toca") if is_awaited else _("La mesa sigue"),
        body=game.title or _("Te esperan en la mesa que dejaste."),
        url=reverse("tables:table", args=[game.pk]),
    )


def notify_invited(invitation: TableInvitation) -> None:
    """Notify the invited friend after the commit."""
    on_commit(enqueue, INVITATION_TASK, invitation.pk)


def send_invitation(*, invitation_id: int, now: datetime) -> None:
    """Notify the invited friend if the invitation is still valid."""
    standing = TableInvitation.objects.standing().select_related("by", "game")
    invitation = standing.filter(pk=invitation_id).first()
    if invitation is not None:
        words = partial(_invitation, invitation)
        notifications.notify(people=[invitation.to_id], kind=INVITED, words=words, now=now)


def _invitation(invitation: TableInvitation, user: User) -> Notice:
    """Name the inviting friend and the game; the friend's next invitation replaces this notice."""
    return Notice(
        kind=INVITED,
        about=invitation.by_id,
        title=_("%(by)s te invita a su mesa") % {"by": invitation.by},
        body=essentials(invitation.game.rules),
        url=reverse("tables:asked", args=[invitation.game_id]),
    )
