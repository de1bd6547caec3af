"""SIGKILL in the middle of everything, then a start: nothing acknowledged is lost, nothing doubled.

The site runs as `manage.py serve`, with one fault put into it from outside (`tests.live.faulty`);
people click over HTTP and, when the line breaks, click the very same thing again.
"""

import signal
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest
from django.db import connection
from django.db.models import F, Sum
from django.utils import timezone

from games.models import Action, Game, Heartbeat
from games.play.outages import CLOCK
from tests.games.tables import state_of, whoever_acts
from tests.live import faulty
from tests.live.kills.people import People, assert_all_is_well
from tests.live.processes import KILLED, Serving, until
from tests.live.scenes import a_match_at_its_table, one_hand_before_the_end
from tests.live.visitors import Visitor
from tests.runner.days import pick_today
from tournaments.models import Competition, Match, PlayerStanding, PointsEntry
from tournaments.verification import violations

pytestmark = pytest.mark.django_db(transaction=True)

Start = Callable[..., Serving]
POINTS = (  # one each day at least
    ("after the lock", "before the commit", "before the hint")
    if connection.vendor == "sqlite"
    else ("before the statement", "after the statement", "before the hint")
)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the site's files, kept over restarts."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Start the site, with a fault if one is named; the last one is ended with the test."""
    lives: list[Serving] = []

    def begin(fault: str = "") -> Serving:
        lives.append(Serving(folder, fault=fault))
        return lives[-1]

    yield begin
    for site in lives:
        if site.is_running:
            site.kill()


@pytest.mark.parametrize("point", faulty.POINTS)
def test_every_point_names_a_function_of_the_site(point: str) -> None:
    _, module, path = faulty.POINTS[point]
    assert callable(attrgetter(path)(import_module(module)))


@pytest.mark.feature("Playing", "A click survives the server process that received it")
@pytest.mark.both
@pytest.mark.long
@pytest.mark.parametrize("point", pick_today(POINTS))
def test_a_click_outlives_the_server_that_took_it(start, point):
    people = People(a_match_at_its_table()[1])
    # A process writes its first act at a table under the lock, and the last of a hand, too. Of a
    # short hand only two others are left.
    for number in (1,) if "statement" in point else (1, 2):
        dying = start(fault=f"{point}:{number}")
        assert not people.play_the_hand(dying)
        assert dying.ended() == KILLED
    site = start()
    assert people.play_the_hand(site)
    assert people.game.actions.count() == len(people.acknowledged)
    until(lambda: state_of(people.game).start.number == 2)
    assert people.click(site)
    assert_all_is_well(people)


@pytest.mark.sampled
def test_an_automatic_play_outlives_the_server_and_is_made_once(start):
    game = a_match_at_its_table()[1]
    Game.objects.filter(pk=game.pk).update(act_by=timezone.now() - SECOND)
    dying = start(fault="before the commit of the clock:1")
    assert dying.ended() == KILLED
    assert game.actions.count() == 0
    Heartbeat.objects.all().delete()  # as if it had come back immediately: no player gets a credit
    start()
    until(game.actions.exists)
    assert game.actions.get().by == Action.By.CLOCK
    assert list(violations(live=False)) == []


@pytest.mark.sampled
def test_whoever_was_awaited_while_the_server_was_down_is_credited(start):
    people, clock_beats = People(a_match_at_its_table()[1]), Heartbeat.objects.filter(name=CLOCK)
    site = start()
    assert people.click(site)
    until(clock_beats.exists)
    site.kill()
    an_hour_passes(people.game)
    back = timezone.now()
    site = start()
    until(clock_beats.filter(at__gt=back).exists)
    people.game.refresh_from_db()
    assert people.game.act_by > back + 20 * SECOND
    assert people.game.actions.count() == 1
    assert people.click(site)
    assert_all_is_well(people)


def an_hour_passes(game: Game) -> None:
    """Simulate an hour without the server, as seen by the next one."""
    Heartbeat.objects.update(at=F("at") - HOUR)
    Game.objects.filter(pk=game.pk).update(act_by=F("act_by") - HOUR)


@pytest.mark.sampled
def test_a_result_is_whole_or_not_at_all(start):
    match, game = one_hand_before_the_end()
    people = People(game)
    for _ in (1, 2):
        dying = start(fault="after the result:1")
        assert not people.click(dying, "mazo")
        assert dying.ended() == KILLED
        match.refresh_from_db()
        game.refresh_from_db()
        assert (match.state, game.status) == (Match.State.CALLED, Game.Status.LIVE)
    assert people.click(start(), "mazo")
    assert_ranked_once(match)
    assert_all_is_well(people)


@pytest.mark.sampled
def test_the_ledger_is_written_once_however_often_its_writer_dies(start):
    match, game = one_hand_before_the_end()
    people = People(game)
    dying = start(fault="before the ledger:1")
    people.click(dying, "mazo")  # the worker may die before the answer is out
    assert dying.ended() == KILLED
    dying = start(fault="before the ledger:1")
    assert dying.ended() == KILLED, "the sweep came back to it"
    assert not PointsEntry.objects.exists()
    match.refresh_from_db()
    assert (match.state, match.awaits_ranking) == (Match.State.COMPLETED, True)
    site = start()
    assert people.acknowledged or people.click(site)
    assert_ranked_once(match)
    assert_all_is_well(people)


def assert_ranked_once(match: Match) -> None:
    """The only match of the cup: a champion, +20 and +5."""
    until(lambda: not Match.objects.get(pk=match.pk).awaits_ranking)
    assert sorted(PointsEntry.objects.values_list("points", flat=True)) == [5, 20]
    assert PlayerStanding.objects.aggregate(total=Sum("points"))["total"] == 25
    assert Competition.objects.get().state == Competition.State.FINISHED


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.sampled)]
)
def test_a_stopped_server_closes_its_sockets_and_is_gone_within_seconds(start, how):
    game = a_match_at_its_table()[1]
    site = start()
    reader = Visitor(site, whoever_acts(game).user)
    listeners = [reader.watch(game), Visitor(site).watch(game)]
    for listener in listeners:
        listener.table()
    stopping = time.monotonic()
    assert site.stop(how) == 0
    assert time.monotonic() - stopping < 10
    assert {listener.close_code() for listener in listeners} == {1012}
    assert "Traceback" not in site.output
