"""A database of the release before, with its rows, becomes one of this release: nothing is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from psycopg.conninfo import make_conninfo

from tests.truco_site.upgrading.__main__ import FILE, KEYS
from tests.truco_site.upgrading.changelog import releases

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

HERE = ("-m", "tests.truco_site.upgrading")
Told = Mapping[str, Any]


@pytest.fixture(scope="module")
def earlier_rows() -> Told:
    """Return the data that the previous release has left."""
    found: Told = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@pytest.fixture
def site_environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a site with an empty database of its own, and the keys of before."""
    told = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    environment = {**os.environ, **KEYS, **told}
    if connection.vendor == "sqlite":
        yield environment
        return
    name = f"upgraded_{uuid4().hex[:8]}"
    url = make_conninfo(os.environ["DATABASE_URL"], dbname=name)
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield environment | {"DATABASE_URL": url}
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.feature("Operation", "Upgrade from the previous release, with its rows")
@pytest.mark.long
@pytest.mark.sampled
def test_what_the_release_before_left_is_whole_and_goes_on(
    site_environment: dict[str, str], earlier_rows: Told
) -> None:
    run(site_environment, *HERE, "put")
    run(site_environment, "manage.py", "migrate", "--verbosity", "0")
    found = json.loads(run(site_environment, *HERE, "read").splitlines()[-1])
    assert found["rows"] == {
        label: len(each["rows"]) for label, each in earlier_rows["rows"].items()
    }
    assert {path for path, status in found["pages"].items() if status != 200} == set()
    assert len(found["pages"]) > 25
    assert found["signs_in"]
    assert found["played_on"]
    assert found["reasons"] == ["by-hand"] * 2 + ["played"] * 2 + ["walkover"] * 2
    assert "3 games, 5 matches: in order" in run(site_environment, "manage.py", "verify")


def test_what_was_left_is_of_the_release_before(earlier_rows: Told) -> None:
    """Between two releases it is the newest one; the next release finds it as the one before."""
    assert earlier_rows["release"] in {each.version for each in releases()[:2]}
