"""One's latest games that belong to no competition: against whom, and how they ended."""

from collections.abc import Sequence
from typing import NamedTuple

from accounts.models import User
from accounts.values.joining import together
from games.board.names import TEAMS, names_for
from games.house_rules import essentials
from games.models import Game
from games.services.reviews.asking import is_reviewable

SHOWN = 5


class Ended(NamedTuple):
    """A finished game as one of its seats looks back at it."""

    game: Game
    rules: str
    rivals: str
    is_won: bool
    points: Sequence[int]  # one's own first
    has_review: bool


def latest(user: User) -> Sequence[Ended]:
    """Return the newest games without a competition that somebody won at this person's tables."""
    won = Game.objects.filter(page="", status=Game.Status.FINISHED).seated(user.pk)
    newest = won.with_players().order_by("-finished_at", "-pk")[:SHOWN]
    return [_ended(game, user) for game in newest]


def _ended(game: Game, user: User) -> Ended:
    seats = list(game.seats.all())
    own = next(seat for seat in seats if seat.user_id == user.pk)
    names = names_for(seats, own.number)
    rivals = range(1 - own.team, len(seats), len(TEAMS))
    return Ended(
        game=game,
        rules=essentials(game.rules),
        rivals=together(names.plate(number) for number in rivals),
        is_won=game.winner == own.team,
        points=game.score[:: -1 if own.team else 1],
        has_review=is_reviewable(game, seats),
    )
