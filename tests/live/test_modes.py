"""Both ways to run tasks in a worker: by the alarm alone, and by the sweep alone.

On SQLite the site is `manage.py serve`; on PostgreSQL a web server with a worker and a beat process
beside it, which meet at the broker. Nowhere is Celery eager.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from redis import Redis

from games.engine import State
from games.models import Action, Game
from tests.games.tables import state_of
from tests.live.kills.house import BEAT, WORKER
from tests.live.processes import Process, Serving, until
from tests.live.scenes import (
    a_card,
    a_match_at_its_table,
    a_ready_match,
    one_hand_before_the_end,
    the_end,
)
from tests.live.site import Site, served
from tests.live.visitors import Visitor
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import a_league
from tournaments.models import Match, PointsEntry, SeasonDraft
from truco_site.celery import app

pytestmark = pytest.mark.django_db(transaction=True)

SWITCHES = {"alarm alone": {"SWEEP": "0"}, "sweep alone": {"ALARM": "0"}}
ALONE = [
    pytest.param(switches, id=name, marks=pytest.mark.sampled)
    for name, switches in SWITCHES.items()
]
TURN = timedelta(seconds=2)

Run = Callable[..., Serving | Site]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the files of the processes."""
    return tmp_path_factory.mktemp("modes")


@pytest.fixture
def run(folder: Path, settings: Any) -> Iterator[Run]:
    """Run the site as it is run on this database, with some of its switches set."""
    with ExitStack() as running:

        def embedded(**switches: str) -> Serving:
            return running.enter_context(Serving(folder, **switches))

        def on_many_machines(**switches: str) -> Site:
            Redis.from_url(os.environ["REDIS_URL"]).flushdb()
            settings.ALARM = switches.get("ALARM") != "0"
            for process in (WORKER, BEAT):
                running.enter_context(Process(folder, process, **switches))
            return running.enter_context(served())

        yield embedded if connection.vendor == "sqlite" else on_many_machines


@pytest.mark.feature("Operation", "One process serves everything; a worker plays and ranks")
@pytest.mark.long
@pytest.mark.both
@pytest.mark.parametrize("switches", [pytest.param({}, id="alarm and sweep"), *ALONE])
def test_a_worker_calls_matches_plays_for_who_is_late_and_ranks(run, switches):
    ready, (match, game) = a_ready_match(), one_hand_before_the_end()
    Game.objects.filter(pk=game.pk).update(turn_seconds=TURN.seconds)
    site = run(**switches)
    assert somebody_clicks(site, game, a_card)
    until(game.actions.filter(by=Action.By.CLOCK).exists)
    late = game.actions.filter(by=Action.By.CLOCK).order_by("seq")[0]
    before = game.actions.get(seq=late.seq - 1)
    assert before.by == Action.By.PERSON
    assert late.at >= before.at + TURN
    until(lambda: somebody_clicks(site, game, the_end))
    until(lambda: not Match.objects.get(pk=match.pk).awaits_ranking)
    assert sorted(PointsEntry.objects.values_list("points", flat=True)) == [5, 20]
    until(lambda: Match.objects.get(pk=ready.pk).state == Match.State.CALLED)


@pytest.mark.both
def test_the_web_process_deals_without_a_sweep(run):
    _, game = a_match_at_its_table()
    site = run(SWEEP="0")
    until(lambda: somebody_clicks(site, game, the_end))
    until(lambda: state_of(game).start.number == 2)


@pytest.mark.nightly
@pytest.mark.both
def test_a_worker_searches_for_the_dates_of_a_league(run):
    league = a_league(timezone.now(), cycles=2)
    organiser = Visitor(run(), organiser_of(league))
    assert organiser.post(f"/competitions/{league.pk}/plan/start/").status == 302
    until(SeasonDraft.objects.filter(state=SeasonDraft.State.READY).exists)
    assert organiser.post(f"/competitions/{league.pk}/plan/publish/").status == 302
    assert not SeasonDraft.objects.exists()


def somebody_clicks(site: Serving | Site, game: Game, choose: Callable[[State], str]) -> bool:
    """Whoever is due clicks, as a browser does; return whether they were in time, or too late."""
    state = state_of(game)
    if state.over:
        return True
    person = game.seats.get(number=state.to_act[0]).user
    return Visitor(site, person).play(game, choose(state)).status == 200


def test_celery_is_nowhere_eager():
    assert not app.conf.task_always_eager


def test_a_second_server_on_the_same_folder_is_refused(folder):
    with Serving(folder), Process(folder, ("manage.py", "serve", "--port", "0")) as second:
        assert second.ended() == 1
        assert "already served" in second.output
