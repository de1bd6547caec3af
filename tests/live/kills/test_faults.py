"""How long tables stand still when a part of the site is gone, and how soon Celery is back.

Five tables at which robots play for people that are away, so that the clock does everything. What
was measured is printed. `FAULT_PARTS` says how many parts are killed, one after the other: all of
them in the soak. `FAULT_SECONDS` is how long a table may stand: 5 there, where nothing else runs.
"""

import os
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Action, Game, Heartbeat, Seat
from games.play.outages import CELERY, CELERY_TIMEOUT, WEB
from games.robots.timing import MOST
from tests.games.tables import a_table
from tests.live.kills.house import DATABASE, RunningSite, a_house
from tests.live.kills.people import AWAY as REFUSED
from tests.live.kills.people import IN_WORDS
from tests.live.processes import PATIENCE, until
from tests.live.visitors import Visitor

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

PARTS = int(os.environ.get("FAULT_PARTS", "2"))
LIMIT = float(os.environ.get("FAULT_SECONDS", "15"))
SECOND = timedelta(seconds=1)
GONE = 7 * SECOND  # for so long a part is missed: longer than it may take to do without
THINKING = MOST * timedelta(seconds=settings.ROBOT_PAUSE)
DEALING = timedelta(seconds=settings.HAND_PAUSE) + THINKING
SERVERS = ("serve", "web", DATABASE)
PROCESSES = ("worker", "beat")  # they take their time to start; a broker that is back is found


@pytest.fixture
def tables() -> list[Game]:
    """Tables at which the clock plays for everybody."""
    games = [a_table(timezone.now(), competitive=True) for _ in range(5)]
    Seat.objects.update(automatic=True)
    Game.objects.update(act_by=timezone.now())
    return games


@pytest.fixture
def site_under_test(tables: list[Game], house_folder: Path) -> Iterator[RunningSite]:
    """The site, with Celery driving its clock."""
    with a_house(house_folder) as site_under_test:
        until(lambda: celery_swept_after(timezone.now() - SECOND))
        until(lambda: all(game.actions.count() > 1 for game in tables))
        yield site_under_test


def celery_swept_after(moment: datetime) -> bool:
    return Heartbeat.objects.filter(name=CELERY, at__gt=moment).exists()


def stood_still(games: list[Game], since: datetime) -> float:
    """Return the longest time in seconds that a table was stopped, without its pauses."""
    longest = timedelta()
    for game in games:
        rows = list(Action.objects.filter(game=game).order_by("seq"))
        for before, after in pairwise(rows):
            due = before.at + (THINKING if before.hand == after.hand else DEALING)
            longest = max(longest, after.at - max(due, since))
    return longest.total_seconds()


def all_went_on(games: list[Game], since: datetime) -> bool:
    return all(game.actions.filter(at__gt=since).exists() for game in games)


@pytest.mark.feature("Playing", "Tables go on while worker, beat or broker are gone")
@pytest.mark.long
@pytest.mark.sampled
def test_hands_go_on_whatever_part_is_gone(
    site_under_test: RunningSite, tables: list[Game], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in site_under_test.names[:PARTS]:
        since = kill(site_under_test, name)
        until(partial(all_went_on, tables, since + GONE))
        stood = stood_still(tables, since)
        if name not in SERVERS:
            site_under_test.begin(name)
        back = timezone.now()
        until(partial(celery_swept_after, back))
        swept = (timezone.now() - back).total_seconds()
        with capsys.disabled():
            told = (
                f"{name}: tables stood {stood:.1f} s, Celery swept {swept:.1f} s after its return"
            )
            sys.stdout.write(f"\n{told}\n")
        assert stood <= LIMIT
        assert swept <= LIMIT or name in PROCESSES


def kill(site_under_test: RunningSite, name: str) -> datetime:
    """Kill a part; return when tables can continue: a server has to restart first."""
    reader = Visitor(site_under_test, Seat.objects.filter(game__status=Game.Status.LIVE)[0].user)
    site_under_test.kill(name)
    if name == DATABASE:
        for path in ("/", "/tables/", "/matches/"):
            told_why(reader, path)
    if name in SERVERS:
        site_under_test.begin(name)
    return timezone.now()


def told_why(reader: Visitor, path: str) -> None:
    """A page, and a part of one, that cannot be read now say so; that takes a moment each."""
    for headers in ({}, {"HX-Request": "true"}):
        answer = reader.get(path, **headers)
        assert (answer.status, IN_WORDS in answer.text) == (REFUSED, True), answer.text


@pytest.mark.feature("Playing", "With Celery alive it alone drives the clock")
@pytest.mark.long
@pytest.mark.sampled
def test_with_celery_alive_it_alone_drives_the_clock(
    site_under_test: RunningSite, tables: list[Game]
) -> None:
    """Alive is a Celery that sweeps all the time: a busy machine may keep it from that."""
    until(partial(swept_all_the_time, tables), seconds=4 * PATIENCE)
    assert not Heartbeat.objects.filter(name=WEB).exists(), "a web process swept"


def swept_all_the_time(tables: list[Game]) -> bool:
    """Watch until every table advanced; return whether Celery was never silent for long."""
    Heartbeat.objects.filter(name=WEB).delete()
    silences, since = [timedelta()], timezone.now()

    def went_on() -> bool:
        silences.append(timezone.now() - Heartbeat.objects.get(name=CELERY).at)
        return all_went_on(tables, since + 3 * SECOND)

    until(went_on)
    return max(silences) < CELERY_TIMEOUT - SECOND
