"""What a suspension within a club keeps its person from: entries, and tables not yet begun."""

from django.db.models.functions import Now

from accounts.models import Measure, MeasureQuerySet, User
from games.models import Game
from games.services.refusals import RefusedError
from tournaments.models import Competition, Match
from tournaments.services.reported import CLUB


def keep_from_entering(*, competition: Competition, user: User) -> None:
    """Raise RefusedError `suspended-in-club` for whom the club of a competition keeps out."""
    if _in_force().filter(club=competition.club_id, user=user).exists():
        raise RefusedError("suspended-in-club")


def keep_from_table(*, game: Game, user: User) -> None:
    """Raise RefusedError `suspended-in-club` for whom the club of a table keeps out."""
    clubs = Match.objects.filter(games__game=game).order_by().values(CLUB)
    if _in_force().filter(club__in=clubs, user=user).exists():
        raise RefusedError("suspended-in-club")


def _in_force() -> MeasureQuerySet:
    return Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION)
