"""What organisers say to everybody, as a piece over the pages of a competition."""

from typing import Final

from django.utils import timezone

from games.live.drawing import draw
from tournaments.models import Bulletin, Competition

SAYS: Final = "-"  # in no mark


def standing_in(competition: Competition) -> Bulletin | None:
    """Return what stands now; None if nothing does."""
    return competition.bulletins.standing(timezone.now()).first()


def marked(mark: str, bulletin_id: int | None) -> str:
    """Return a version with what is said in it: who shows it need not ask whether anything is."""
    return mark if bulletin_id is None else f"{mark}{SAYS}{bulletin_id}"


def said_in(version: str) -> Bulletin | None:
    """Return what is said in a version of a competition."""
    _, says, pk = version.partition(SAYS)
    return Bulletin.objects.filter(pk=int(pk)).first() if says else None


def bulletin_piece(bulletin: Bulletin | None, competition: Competition) -> str:
    """Draw it, or the place where it would be."""
    return draw("competition/bulletin", bulletin=bulletin, zone=competition.club.zone)
