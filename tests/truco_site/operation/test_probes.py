"""Probes of a running site: their contents, and the addresses that can read them."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine import NotationError
from games.models import Game
from games.play.outages import record_celery_heartbeat
from tests.accounts.factors import with_app
from tests.games.tables import a_legal_token, a_person, a_table, act
from tests.live.site import HOST
from truco_site.operations import health
from truco_site.operations.metrics import LEAST_FREE, counted, read_site_figures
from truco_site.operations.release import release
from truco_site.sqlite.base import DatabaseWrapper

pytestmark = [pytest.mark.dialect, pytest.mark.django_db]

TOKEN = "of-the-figures"
COUNT = """
import django; django.setup()
from truco_site.counters import SOCKETS
from truco_site.counters import CLICKS
from truco_site.counters import HINT_FAILURES
SOCKETS.inc(); HINT_FAILURES.inc(2); CLICKS.labels("done").inc()
"""


def figures(client: Client, settings: Any) -> dict[str, float]:
    settings.METRICS_TOKEN = TOKEN
    page = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    lines = (line.rpartition(" ") for line in page.content.decode().splitlines())
    return {name: float(value) for name, _, value in lines if not name.startswith("#")}


def test_a_process_that_lives_says_which_release_and_asks_nothing(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        told = client.get("/healthz").json()
    assert told == {"status": "ok", "version": release().version, "commit": release().commit}
    assert release().version
    assert f"{release()}" in client.get("/rules/").content.decode()


def test_it_is_ready_with_all_its_parts(client: Client) -> None:
    page = client.get("/readyz")
    assert page.status_code == 200, page.json()
    assert set(page.json().values()) == {"ready", "ok"}


def test_it_is_not_ready_without_one(client: Client, settings: Any) -> None:
    settings.REDIS_URL = f"redis://{HOST}:1/0"  # no server listens there
    page = client.get("/readyz")
    assert page.status_code == 503
    assert (page.json()["layer"], page.json()["database"]) == ("away", "ok")


def test_probes_are_not_sent_elsewhere(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/rules/").status_code == 301
    assert {client.get(path).status_code for path in ("/healthz", "/readyz")} == {200}


@pytest.mark.parametrize(
    ("token", "addresses", "said", "status"),
    [
        ("", [], "", 404),
        ("", [], "Bearer ", 404),
        (TOKEN, [], "", 404),
        (TOKEN, [], "Bearer other", 404),
        (TOKEN, [], f"Bearer {TOKEN}", 200),
        ("", ["127.0.0.0/8"], "", 200),
        ("", ["192.0.2.7"], "", 404),
    ],
)
def test_figures_are_not_public(client, settings, token, addresses, said, status):
    settings.METRICS_TOKEN, settings.METRICS_ADDRESSES = token, addresses
    forged = {"authorization": said, "x-forwarded-for": "192.0.2.7"}
    assert client.get("/metrics", headers=forged).status_code == status


@pytest.mark.feature("Operation", "Health checks and metrics")
def test_figures_tell_clicks_tables_and_how_late_the_clock_is(client, settings, now):
    before = figures(client, settings)
    game = a_table(now)
    act(game, a_legal_token(game), now)
    with pytest.raises(NotationError):
        act(game, "el ancho de todo", now)
    Game.objects.update(act_by=timezone.now() - timedelta(seconds=90))
    record_celery_heartbeat(timezone.now() - timedelta(seconds=40))
    after = figures(client, settings)
    for outcome in ("done", "refused"):
        counted_as = f'truco_clicks_total{{outcome="{outcome}"}}'
        assert after[counted_as] == before.get(counted_as, 0) + 1
    assert after["truco_click_seconds_count"] == before.get("truco_click_seconds_count", 0) + 2
    assert after['truco_tables{status="live"}'] == 1
    assert 90 <= after["truco_clock_lag_seconds"] < 120
    assert 40 <= after["truco_celery_silence_seconds"] < 70
    assert not [name for name in after if game.seats.first().user.username in name]


@pytest.mark.parametrize("seconds", [-40, 40])
def test_celery_is_silent_though_the_clock_was_set_back(now, seconds):
    record_celery_heartbeat(now + timedelta(seconds=seconds))
    assert read_site_figures(now).celery_silence == 40


@pytest.mark.sampled
def test_several_processes_are_counted_together(
    client: Client, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    told.pop("PYTEST_XDIST_WORKER", None)  # they are none of those that share the tests
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNT], cwd=site.BASE_DIR, env=told, check=True)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    found = figures(client, settings)
    assert found["truco_hint_failures_total"] == 4
    assert found['truco_clicks_total{outcome="done"}'] == 2
    assert found.get("truco_sockets", 0) == 0, "both have ended, and their sockets with them"


def a_member_of_staff() -> User:
    person = a_person()
    User.objects.filter(pk=person.pk).update(is_staff=True)
    person.refresh_from_db()
    return person


def test_only_the_sites_staff_sees_how_it_does(client: Client) -> None:
    assert client.get("/operators/").status_code == 404
    client.force_login(a_person())
    assert client.get("/operators/").status_code == 404
    assert "/operators/" not in client.get("/rules/").content.decode()
    staff = a_member_of_staff()
    client.force_login(staff)
    assert client.get("/operators/").headers["Location"] == "/accounts/2fa/"
    with_app(staff)
    assert client.get("/operators/").status_code == 200
    assert "/operators/" in client.get("/rules/").content.decode()


@pytest.mark.parametrize(
    ("language", "fine", "late"),
    [("es-ar", "Al día.", "Atrasado 9"), ("en", "On time.", "s late.")],
)
def test_it_is_told_in_words(client: Client, language: str, fine: str, late: str) -> None:
    person = with_app(a_member_of_staff())
    User.objects.filter(pk=person.pk).update(language=language)
    client.force_login(person)
    assert fine in client.get("/operators/").content.decode()
    a_table(timezone.now())
    Game.objects.update(act_by=timezone.now() - timedelta(seconds=95))
    assert late in client.get("/operators/").content.decode()
    assert counted("truco_nothing") == 0


def test_an_old_backup_is_told_of(client: Client, settings: Any, tmp_path: Path) -> None:
    if not settings.EMBEDDED or connection.vendor != "sqlite":
        return  # those sites have their own way to back up
    settings.VAR = tmp_path
    (tmp_path / "backups").mkdir()
    copy = tmp_path / "backups" / "truco-2026-03-14.sqlite3"
    copy.touch()
    assert client.get("/readyz").status_code == 200
    old = (timezone.now() - timedelta(days=3)).timestamp()
    os.utime(copy, (old, old))
    page = client.get("/readyz")
    assert (page.status_code, page.json()["backup"]) == (503, "away")
    assert figures(client, settings)["truco_backup_age_seconds"] > 86400


def test_a_first_backup_that_is_never_made_is_told_of(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    if not settings.EMBEDDED or connection.vendor != "sqlite":
        return
    settings.VAR = tmp_path  # without secrets.json: the keys are in the environment
    first = a_person()
    assert client.get("/readyz").status_code == 200
    User.objects.filter(pk=first.pk).update(date_joined=timezone.now() - timedelta(days=3))
    page = client.get("/readyz")
    assert (page.status_code, page.json()["backup"]) == (503, "away")


def test_a_database_that_takes_no_writes_is_not_ready(client: Client) -> None:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=ON")
    page = client.get("/readyz")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=OFF")
    assert (page.status_code, page.json()["database"]) == (503, "away")


def test_a_full_disk_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(site.BASE_DIR)._replace(free=LEAST_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    page = client.get("/readyz")
    assert (page.status_code, page.json()["disk"], page.json()["database"]) == (503, "away", "ok")


def test_a_corrupt_database_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL has checksums of its own
    file = tmp_path / "corrupt.sqlite3"
    with closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE TABLE filled AS SELECT randomblob(20000)")
    with file.open("r+b") as damaged:
        damaged.seek(4096)  # the second page
        damaged.write(b"\xff\xfe" * 512)
    corrupt = DatabaseWrapper({**connection.settings_dict, "NAME": file}, connection.alias)
    monkeypatch.setattr(health, "connection", corrupt)
    monkeypatch.setattr(health, "_whole_until", 0.0)
    page = client.get("/readyz")
    corrupt.close()
    assert (page.status_code, page.json()["integrity"]) == (503, "away")


def test_metrics_tell_the_free_disk(client: Client, settings: Any) -> None:
    assert figures(client, settings)["truco_disk_free_bytes"] > 0
