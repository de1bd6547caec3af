"""What organisers say to everybody, as a piece over the pages of a competition."""

from django.utils import timezone

from games.live.drawing import draw
from tournaments.models import Bulletin, Competition


def standing_in(competition: Competition) -> Bulletin | None:
    """Return what stands now; None if nothing does."""
    return competition.bulletins.standing(timezone.now()).first()


def bulletin_piece(bulletin: Bulletin | None, competition: Competition) -> str:
    """Draw it, or the place where it would be."""
    return draw("competition/bulletin", bulletin=bulletin, zone=competition.club.zone)
