"""Several web processes on one machine: any of them serves any table. On SQLite there is one."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from tests.games.tables import a_legal_token, a_table, whoever_acts
from tests.live.processes import Process, Serving
from tests.live.visitors import Visitor

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

SEVERAL = ("manage.py", "serve", "--processes", "2")
SPECTATORS = 8  # some in either process


def test_several_processes_serve_one_table_or_say_what_they_lack(tmp_path):
    if connection.vendor == "sqlite":
        with Process(tmp_path, SEVERAL) as refused:
            assert refused.ended() == 1
        assert "Set DATABASE_URL and REDIS_URL (docs/deploy.md)" in refused.output
        return
    game = a_table(timezone.now())
    with Serving(tmp_path, command=SEVERAL) as site:
        player = Visitor(site, whoever_acts(game).user)
        strangers = [Visitor(site) for _ in range(SPECTATORS)]
        lines = [each.watch(game) for each in (player, *strangers)]
        for line in lines:
            line.table()
        said = {"act": a_legal_token(game), "version": game.version, "id": uuid4().hex}
        lines[0].socket.send(json.dumps(said))
        for line in lines:
            line.table(game.version + 1)
        for each in (player, *strangers):
            each.leave()
