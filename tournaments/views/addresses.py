"""Short addresses of an event, as its QR codes hold them."""

from django.urls import reverse

from tournaments.models import Competition
from tournaments.services.names.door import key_of


def names_address(competition: Competition) -> str:
    """Return where its players find their names; of an event that is not public with its key."""
    key = key_of(competition)
    if key:
        return reverse("short_key", args=[competition.code, key])
    return reverse("short", args=[competition.code])
