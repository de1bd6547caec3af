"""Services of La Gira: open a round's table, note its result, move a guest's road.

Losing costs nothing; a round that was won stays won. A rematch of a round counts as that round.
"""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.casual import services as casual
from games.models import Deed, Game, Seat, TourGame
from games.practice import services as practice
from games.tour.errors import BarClosedError
from games.tour.queries import road_of
from games.tour.road import BARS, Bar

TURN_SECONDS = 120


@transaction.atomic
def open_round(*, user: User, bar: Bar, number: int, now: datetime) -> Game:
    """Open the table of a round, or return the one that the user has not finished.

    Raises RefusedError `bar-closed` before the round is open, `too-many-tables` or
    `too-many-open-tables`.
    """
    if not road_of(user).is_open(bar, number):
        raise BarClosedError()
    started = TourGame.objects.filter(user=user, bar=bar.slug, round=number, won=None)
    going_on = Game.objects.open().filter(tour_game__in=started).order_by("-created_at").first()
    if going_on is not None:
        return going_on
    chosen = bar.rounds[number - 1]
    game = casual.open_table(
        user=user,
        rules=bar.rules_of(number),
        robots=True,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=TURN_SECONDS,
        robot_level=chosen.strongest.level,
        robot_names=[character.name for character in chosen.seats],
        now=now,
    )
    TourGame.objects.create(game=game, user=user, bar=bar.slug, round=number)
    return game


def note_result(*, game: Game, now: datetime) -> None:
    """Store who won a round, in the transaction that ends its game; its first win is a deed."""
    tour_game = _tour_game(game)
    if tour_game is None or game.winner is None or tour_game.bar not in BARS:
        return
    seat = Seat.objects.filter(game=game, user=tour_game.user).first()
    if seat is None:
        return
    road = road_of(tour_game.user)
    bar = BARS[tour_game.bar]
    tour_game.won = game.winner == seat.team
    tour_game.save(update_fields=["won"])
    if not tour_game.won:
        return
    is_final = tour_game.round == len(bar.rounds)
    is_trophy = is_final and not road.has_trophy(bar)
    practice.record_deed(
        user=tour_game.user,
        key=f"tour:{bar.slug}:{tour_game.round}",
        kind=Deed.Kind.TOUR,
        points=practice.TOUR_POINTS,
        facts={"bars": 1} if is_trophy else {},
        now=now,
    )


def _tour_game(game: Game) -> TourGame | None:
    """Return the row of a game; a rematch of a round gets its own.

    A rematch that was annulled has none: then that of the game before it counts.
    """
    rows = TourGame.objects.select_related("user")
    own, before_id = rows.filter(game=game).first(), game.rematch_of_id
    while own is None and before_id is not None:
        if before := rows.filter(game=before_id).first():
            return TourGame.objects.create(
                game=game, user=before.user, bar=before.bar, round=before.round
            )
        before_id = Game.objects.values_list("rematch_of", flat=True).get(pk=before_id)
    return own


def move(*, guest: User, user: User) -> None:
    """Move a guest's road to an account; its rows name one of them only, so it counts once."""
    TourGame.objects.filter(user=guest).update(user=user)


def forget(*, user: User) -> None:
    """Delete the road of a person who leaves the site."""
    TourGame.objects.filter(user=user).delete()
