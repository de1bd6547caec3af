"""Several web processes on one machine: any of them serves any table. On SQLite there is one."""

import json
import re
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Heartbeat
from games.play.outages import CELERY
from tests.games.tables import a_legal_token, a_table, whoever_acts
from tests.live.processes import Process, Serving, until
from tests.live.visitors import Visitor
from tests.runner.servers import valkey

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SEVERAL = ("manage.py", "serve", "--processes", "2")
SPECTATORS = 16  # this many rarely share one process by chance
WATCHING = re.compile(r">(\d+) mirando<")


def all_known(visitor: Visitor, folder: Path) -> bool:
    """Whether each process has had a connection by now, and is known to the others."""
    visitor.get("/robots.txt")
    return len([*folder.glob("truco-processes-*/[01]")]) == 2


def celery_has_swept(moment: datetime) -> bool:
    return Heartbeat.objects.filter(name=CELERY, at__gt=moment).exists()


def test_one_process_with_a_broker_runs_the_tasks_itself(tmp_path):
    began = timezone.now()
    with valkey() as broker, Serving(tmp_path, REDIS_URL=broker) as site:
        until(partial(celery_has_swept, began))
        assert site.stop() == 0


@pytest.mark.feature("Operation", "Sockets of a table meet in one of several processes")
@pytest.mark.long
def test_several_processes_serve_one_table_or_say_what_they_lack(tmp_path):
    if connection.vendor == "sqlite":
        with Process(tmp_path, SEVERAL) as refused:
            assert refused.ended() == 1
        assert "Set DATABASE_URL and REDIS_URL (docs/deploy.md)" in refused.output
        return
    game = a_table(timezone.now())
    with (
        TemporaryDirectory(prefix="several-") as folder,  # of few letters, as sockets need it
        Serving(tmp_path, command=SEVERAL, TMPDIR=folder) as site,
    ):
        player = Visitor(site, whoever_acts(game).user)
        strangers = [Visitor(site) for _ in range(SPECTATORS)]
        until(partial(all_known, strangers[0], Path(folder)))
        lines = [each.watch(game) for each in (player, *strangers)]
        for line in lines:
            line.table()
        said = {"act": a_legal_token(game), "version": game.version, "id": uuid4().hex}
        lines[0].socket.send(json.dumps(said))
        shown = {line.table(game.version + 1) for line in lines}
        assert {WATCHING.findall(table)[0] for table in shown} == {str(SPECTATORS)}
        for each in (player, *strangers):
            each.leave()
