"""Leagues with dates, for tests."""

from datetime import datetime, timedelta

from accounts.models import User
from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Match

DAY = timedelta(days=1)
WEEK = 7 * DAY


def a_league(
    now: datetime,
    *,
    entries: int = 4,
    divisions: int = 1,
    cycles: int = 1,
    finalists: int = 0,
    organiser: User | None = None,
    **terms: object,
) -> Competition:
    """A running league: a round a week, the first in a day's time."""
    shape = FormatOptions(format="league", divisions=divisions, cycles=cycles, finalists=finalists)
    dates = {"starts_at": now + DAY, "round_days": 7, "cap": 32, "name": "Liga", **terms}
    return a_running_cup(organiser or an_organiser(), now, entries=entries, shape=shape, **dates)


def fixture(league: Competition, round_: int, position: int = 1, tier: int = 1) -> Match:
    matches = Match.objects.of(league.pk).filter(round__group__stage__tier=tier)
    return matches.get(round__number=round_, position=position)
