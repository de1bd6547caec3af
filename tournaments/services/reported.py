"""Whose organisers look at what was reported."""

from django.db.models import Q

from accounts.models import User
from games.models import Game
from tournaments.models import Competition, Match

CLUB = "round__group__stage__competition__club"


def club_of(*, game: Game | None, person: User | None, event_id: int | None) -> int | None:
    """Return the club of a table's competition, or of the one in which a person has a part."""
    if game is not None:
        return Match.objects.filter(games__game=game).values_list(CLUB, flat=True).first()
    if person is None or event_id is None:
        return None
    has_part = Q(entries__roster__user=person) | Q(officials__user=person)
    found = Competition.objects.filter(has_part, pk=event_id)
    return found.values_list("club", flat=True).first()
