"""What becomes of a guest's seats; called inside the transaction that takes the guest away."""

from accounts.models import User
from games.models import Game, Seat
from games.services import log
from games.services.refusals import RefusedError


def move_seats(*, guest: User, user: User) -> None:
    """Give a guest's seats to an account; one that played as a guest's remains one for its result.

    Raises RefusedError `both-seated` if both sit at a table that is open; of one that is over the
    guest's seat keeps the guest's name.
    """
    open_tables = Game.objects.open().seated(guest.pk).values_list("pk", flat=True)
    tables = Game.objects.select_for_update(of=("self",)).filter(pk__in=list(open_tables))
    games = [game for game in tables.order_by("pk") if not game.is_over]
    if Seat.objects.filter(game__in=games, user=user).exists():
        raise RefusedError("both-seated")
    shared = list(Seat.objects.filter(user=user, game__seats__user=guest).values_list("game"))
    Seat.objects.filter(user=guest).exclude(game__in=[pk for (pk,) in shared]).update(user=user)
    Game.objects.filter(host=guest).update(host=user)
    for game in games:
        log.tell_watchers(game)


def clear_tables(*, guest: User) -> None:
    """Delete a guest's practice games; RefusedError `still-seated` while anything is played.

    The tables that they opened for others go on without a host.
    """
    if Game.objects.open().seated(guest.pk).exists():
        raise RefusedError("still-seated")
    alone = Game.objects.filter(public=False, competitive=False, page="").seated(guest.pk)
    others = Seat.objects.filter(user__isnull=False).exclude(user=guest)
    alone.exclude(pk__in=others.values("game")).delete()
    Game.objects.filter(host=guest).update(host=None)
