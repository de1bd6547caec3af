"""Friends and a table of theirs, for tests: plain functions with defaults."""

from datetime import datetime

from accounts.friends import services as friends
from accounts.models import User
from games.casual import services as casual
from games.engine import make_rules
from games.invitations import services as invitations
from games.models import Game, TableInvitation
from games.play import cut_secrets
from tests.games.tables import CORTE, sealed


def make_friends(now: datetime, one: User, *others: User) -> None:
    """Make one user a friend of each of the others."""
    for other in others:
        friends.request_friendship(user=one, other_id=other.pk, now=now)
        friends.request_friendship(user=other, other_id=one.pk, now=now)


def a_private_table(now: datetime, host: User, seats: int = 2) -> Game:
    """A table that only whoever was invited may see, with its host."""
    game = casual.open_table(
        user=host,
        rules=make_rules("argentino", {"seats": str(seats)}),
        robots=False,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=30,
        now=now,
    )
    sit(game, host, now)
    return game


def sit(game: Game, user: User, now: datetime) -> None:
    """Sit down as the page of the table does."""
    casual.take_seat(game_id=game.pk, sitting=casual.SeatTaken(user, sealed(game), "", now))


def begin(game: Game, now: datetime) -> None:
    """Open the cortes of a table that is full, as its people's browsers do."""
    for seat in game.seats.exclude(corte_hash="").select_related("user"):
        cut_secrets.reveal_cut(game_id=game.pk, user=seat.user, corte=CORTE, now=now)


def ask(game: Game, by: User, to: User, now: datetime) -> TableInvitation:
    """Ask a friend to a table by name."""
    return invitations.invite(game_id=game.pk, by=by, to_id=to.pk, now=now)
