"""What a suspension within a club keeps its person from: entries, and tables not yet begun."""

from collections.abc import Collection

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


def suspended_from(competition: Competition, users: Collection[User]) -> set[int]:
    """Return which of these accounts the club of a competition keeps out."""
    found = _in_force().filter(club=competition.club_id, user__in=users) if users else ()
    return {measure.user_id for measure in found if measure.user_id is not None}


def keep_from_table(*, game: Game, user: User) -> None:
    """Raise RefusedError `suspended-in-club` for whom the club of a table keeps out."""
    clubs = Match.objects.filter(games__game=game).order_by().values(CLUB)
    if _in_force().filter(club__in=clubs, user=user).exists():
        raise RefusedError("suspended-in-club")


def _in_force() -> MeasureQuerySet:
    return Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION)
