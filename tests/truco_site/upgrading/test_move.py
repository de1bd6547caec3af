"""`truco move`: from SQLite to PostgreSQL and back, and nothing is lost."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from truco_site.environment import fresh_keys

pytestmark = [pytest.mark.both, pytest.mark.nightly, pytest.mark.long]

ROWS = """
import json
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
held = {}
for model in apps.get_models(include_auto_created=True):
    names = [field.attname for field in model._meta.local_concrete_fields]
    names = [name for name in names if name != "seats_version"]  # new triggers raise it
    held[model._meta.db_table] = list(model._base_manager.order_by("pk").values_list(*names))
print(json.dumps(held, cls=DjangoJSONEncoder))
"""


@pytest.fixture
def address(transactional_db: None) -> Iterator[str]:
    """The address of an empty database of PostgreSQL."""
    name = f"moved_{uuid4().hex[:8]}"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    told = conninfo_to_dict(make_conninfo(os.environ["DATABASE_URL"], dbname=name))
    query = "&".join(f"{key}={told.pop(key)}" for key in ("host", "port") if key in told)
    yield f"postgresql://{told.get('user', '')}@/{name}?{query}"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run(folder: Path, *arguments: str, code: int = 0, **given: str) -> str:
    """Run a command on the site of a folder; return what it printed."""
    told = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**kept, **told, "DATABASE_URL": "", **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def rows(folder: Path, **given: str) -> dict[str, list[list[object]]]:
    """Return every row of the site, table by table."""
    found: dict[str, list[list[object]]] = json.loads(
        run(folder, "shell", "--no-imports", "-c", ROWS, **given).splitlines()[-1]
    )
    return found


@pytest.mark.skipif(connection.vendor == "sqlite", reason="needs the server of PostgreSQL")
@pytest.mark.feature("Operation", "`truco move` between SQLite and PostgreSQL, both ways")
def test_there_and_back_nothing_is_lost(tmp_path: Path, address: str) -> None:
    here, back, keys = tmp_path / "here", tmp_path / "back", fresh_keys()
    here.mkdir()
    run(here, "play-cup", "--entries=4", "--format=double", **keys)
    run(here, "demo", **keys)
    before = rows(here, **keys)
    assert sum(map(len, before.values())) > 1000
    assert "in order" in run(here, "move", f"--to={address}", **keys)
    assert rows(here, DATABASE_URL=address, **keys) == before
    assert "not empty" in run(here, "move", f"--to={address}", code=1, **keys)
    assert "in order" in run(back, "move", "--to=sqlite", DATABASE_URL=address, **keys)
    assert rows(back, **keys) == before
    assert set(before) == {
        model._meta.db_table for model in apps.get_models(include_auto_created=True)
    }
    run(here, "play-cup", "--entries=4", "--seed=after", DATABASE_URL=address, **keys)


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    run(tmp_path, "migrate")
    said = run(tmp_path, "move", "--to=sqlite", code=1)
    assert f"is not empty: move {tmp_path / 'truco.sqlite3'} aside" in said
