"""The same people and robots at a new table with the same rules, once their game is over."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Seat
from games.services import log
from games.services.refusals import RefusedError
from games.services.retry import retrying
from games.services.tables.seating import SeatPlan, open_game


@retrying
@transaction.atomic
def open_rematch(*, game_id: int, change_partners: bool, now: datetime) -> Game:
    """Open the table of a game's rematch, or return the one that is open already.

    Every seat is kept for its person, who takes it at the new table. Raises RefusedError `closed`
    while the game is not over, `not-casual` if it belongs to a competition.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise RefusedError("not-casual")
    if not game.is_over:
        raise RefusedError("closed")
    if known := Game.objects.filter(rematch_of=game).first():
        return known
    seats = list(game.seats.select_related("user").order_by("number"))
    names = game.names_of(seats)
    rematch = open_game(
        rules=game.rules,
        seats=[_plan(seat, names[seat.number]) for seat in seated(seats, change_partners)],
        competitive=game.competitive,
        public=game.public,
        private=game.private,
        host=_host_of(game, seats),
        turn_seconds=game.turn_seconds,
        title=game.title,
        talk=game.talk,
        robot_level=game.robot_level,
        now=now,
    )
    rematch.rematch_of = game
    rematch.save(update_fields=["rematch_of"])
    log.tell_watchers(game)
    return rematch


def _plan(seat: Seat, name: str) -> SeatPlan:
    """Keep a seat for whoever has it, a robot by the name it goes by."""
    robot_name = name if seat.robot else ""
    return SeatPlan(
        user=seat.user, robot=seat.robot, robot_name=robot_name, companion=seat.companion
    )


def _host_of(game: Game, seats: Sequence[Seat]) -> User | None:
    """Return who was the host, or the first of the people if nobody is any more."""
    return game.host or next((seat.user for seat in seats if seat.user), None)


def seated(seats: Sequence[Seat], change_partners: bool) -> Sequence[Seat]:
    """Return who sits where; everybody but the first moves one seat on if partners change.

    At four seats that brings each of the three pairings in turn, at six five different ones.
    """
    if not change_partners:
        return seats
    first, second, *others = seats
    return [first, *others, second]
