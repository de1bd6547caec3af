"""Which club a new competition belongs to: one that its organiser has, or one opened on the way."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Club, User
from accounts.values.names import tidy
from tournaments.services.competition.setting_up import NewClub, own_club


def club_asked_for(request: HttpRequest, asked: Mapping[str, str]) -> Club | None:
    """Return which of their clubs a reader means; None if one is to be opened."""
    if not isinstance(request.user, User):
        return None
    if slug := asked.get("club", ""):
        return Club.objects.organised_by(request.user).filter(slug=slug).first()
    return own_club(request.user, tidy(asked.get("club_name", "")))


def club_to_open(owner: User, name: str = "") -> NewClub:
    """Return a club of that name, else of its owner's, on the clock of its owner."""
    return NewClub(name=name, stem=_("Club de %(name)s") % {"name": owner}, zone=zone_of(None))


def zone_of(club: Club | None) -> str:
    """Return the zone of a club; of one that is to be opened, its owner's."""
    return club.zone if club else timezone.get_current_timezone_name()
