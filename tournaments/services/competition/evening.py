"""When an evening usually begins, and what a competition is called by its day."""

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.models import Club
from tournaments.services.competition.naming import free_name

BEGINS: Final = 21  # the hour at which clubs begin
HALF_AN_HOUR: Final = 30  # minutes


def usual_start(now: datetime, zone: str) -> datetime:
    """Return this evening by the clocks of a zone; once it has begun, the next half hour."""
    here = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None, second=0, microsecond=0)
    evening = here.replace(hour=BEGINS, minute=0)
    if here <= evening:
        return evening
    return here + timedelta(minutes=HALF_AN_HOUR - here.minute % HALF_AN_HOUR)


def usual_name(start: datetime, club: Club | None) -> str:
    """Call a competition by its day: `Truco del viernes 21`; a second one has a number."""
    # Translators: a day of the week and of the month, as Django writes dates
    day = date_format(start, gettext("l j"))
    name = gettext("Truco del %(day)s") % {"day": day}
    if club is None or free_name(club, name) == name:
        return name
    return free_name(club, f"{name} · 2")
