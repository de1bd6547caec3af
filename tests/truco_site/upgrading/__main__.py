"""`python -m tests.truco_site.upgrading write|put|read [FILE]`, in a database that is empty first.

`write` furnishes a house and writes its rows with the names of the newest migrations: once for each
release, with its code. `put` goes to those migrations and puts the rows in. `read` tells, as JSON,
what the code of today finds of them.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("previous.json")
KEYS = {  # keys of the former site: they open nothing else
    "SECRET_KEY": "of a house that was left behind",
    "DEAL_KEYS": "A" * 43 + "=",
    "RECORD_KEYS": "5a" * 32,
}


def main() -> None:
    import django

    act, file = sys.argv[1], Path(sys.argv[2]) if sys.argv[2:] else FILE
    os.environ |= {"DJANGO_SETTINGS_MODULE": "truco_site.settings", **KEYS}
    django.setup()
    if act == "write":
        file.write_text(json.dumps(_written(), separators=(",", ":")), encoding="utf-8")
    else:
        kept = json.loads(file.read_text(encoding="utf-8"))
        {"put": _put, "read": _read}[act](kept)


def _written() -> dict[str, Any]:
    import tomllib

    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.loader import MigrationLoader

    from tests.truco_site.upgrading import house, rows

    call_command("migrate", verbosity=0)
    house.furnish()
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        "release": project["project"]["version"],
        "migrations": sorted(MigrationLoader(connection).graph.leaf_nodes()),
        "rows": rows.written(apps),
    }


def _put(kept: dict[str, Any]) -> None:
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor
    from django.db.migrations.recorder import MigrationRecorder

    from tests.truco_site.upgrading import rows

    executor = MigrationExecutor(connection)
    newer = {old: key for key, one in executor.loader.replacements.items() for old in one.replaces}
    named = [(app, name) for app, name in kept["migrations"]]
    state = executor.migrate([newer.get(key, key) for key in named])
    rows.put(state.apps, kept["rows"])
    for app, name in {newer[key] for key in named if key in newer}:
        MigrationRecorder(connection).record_unapplied(app, name)  # that release has the steps


def _read(kept: dict[str, Any]) -> None:
    from django.apps import apps
    from django.core.management import call_command
    from django.test import Client
    from django.utils import timezone

    from games.models import Game
    from tests.games.tables import a_legal_token, act
    from tests.truco_site.upgrading import house, rows
    from tournaments.models import PointsEntry
    from tournaments.tasks import heal_rankings

    counted = rows.counted(apps, kept["rows"])
    heal_rankings()  # as the worker does automatically: derived rows are written again
    call_command("collectstatic", interactive=False, verbosity=0)  # pages name hashed files
    client = Client(SERVER_NAME="localhost")
    found = {
        "rows": counted,
        "pages": {path: client.get(path).status_code for path in house.pages()},
        "signs_in": client.login(username="ana", password="secreto"),
        "reasons": sorted(PointsEntry.objects.values_list("reason", flat=True)),
    }
    game = Game.objects.get(status=Game.Status.LIVE)
    version = game.version
    act(game, a_legal_token(game), timezone.now())
    game.refresh_from_db()
    found["played_on"] = game.version > version
    print(json.dumps(found))


if __name__ == "__main__":
    main()
