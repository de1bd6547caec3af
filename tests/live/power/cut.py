"""A power cut, as `python -m tests.live.power.cut`: what is left of a database is what was synced.

Puts itself between SQLite and the files (a VFS whose files are those of the usual one) and keeps a
copy of each file as it was when it was last synced. After every click that the site acknowledges
the power fails: the copies of database and log are opened elsewhere, as at the next start, and the
click is looked for. Prints which are missing; `SYNCHRONOUS` overrides what the site asks for.
"""

import _sqlite3
import ctypes
import json
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar

CLICKS = 12


class IoMethods(ctypes.Structure):
    """sqlite3_io_methods, version 3."""

    _fields_: ClassVar = [
        ("version", ctypes.c_int),
        *((name, ctypes.c_void_p) for name in ("close", "read", "write", "truncate", "sync")),
        ("rest", ctypes.c_void_p * 13),
    ]


class File(ctypes.Structure):
    """The C struct `sqlite3_file`."""

    _fields_: ClassVar = [("methods", ctypes.POINTER(IoMethods))]


class Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3."""

    _fields_: ClassVar = [
        *((name, ctypes.c_int) for name in ("version", "file_size", "longest_path")),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("rest", ctypes.c_void_p * 14),
    ]


Open = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,  # the very name SQLite gave: an open file keeps pointing to it
    ctypes.POINTER(File),
    ctypes.c_int,
    ctypes.c_void_p,
)
Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(File), ctypes.c_int)


class Disk:
    """The files as they would be after a power cut, by their paths."""

    def __init__(self) -> None:
        self.synced: dict[Path, bytes] = {}
        self._kept: list[Any] = []  # what SQLite points to
        library = ctypes.CDLL(_sqlite3.__file__)  # and whatever SQLite it was linked with
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        self._usual = library.sqlite3_vfs_find(None)
        self._open = Open(self._usual.contents.open)
        mine = Vfs.from_buffer_copy(self._usual.contents)
        opening = Open(self._opened)
        mine.next, mine.name = None, b"disk"
        mine.open = ctypes.cast(opening, ctypes.c_void_p).value
        self._kept += [mine, opening]
        assert library.sqlite3_vfs_register(ctypes.byref(mine), 1) == 0

    def _opened(self, vfs: int, name: int | None, file: Any, flags: int, out: int) -> int:
        usual = ctypes.cast(self._usual, ctypes.c_void_p).value
        status = int(self._open(usual, name, file, flags, out))
        if status == 0 and name is not None:
            self._watch(Path(os.fsdecode(ctypes.string_at(name))), file)
        return status

    def _watch(self, path: Path, file: Any) -> None:
        usual = file.contents.methods.contents
        methods = IoMethods.from_buffer_copy(usual)
        sync = Sync(usual.sync)

        def synced(same: Any, flags: int) -> int:
            status = int(sync(same, flags))
            self.synced[path] = path.read_bytes()
            return status

        watched = Sync(synced)
        methods.sync = ctypes.cast(watched, ctypes.c_void_p).value
        file.contents.methods = ctypes.pointer(methods)
        self._kept += [methods, sync, watched]

    def left(self, path: Path) -> set[str]:
        """Cut the power; return the ids of the actions that a restart finds."""
        with tempfile.TemporaryDirectory(prefix="truco-power-") as folder:
            copy = Path(folder, path.name)
            for suffix in ("", "-wal"):
                content = self.synced.get(Path(f"{path}{suffix}"))
                if content is not None:
                    Path(f"{copy}{suffix}").write_bytes(content)
            with sqlite3.connect(copy) as restarted:
                rows = restarted.execute("SELECT action_id FROM games_action").fetchall()
            restarted.close()
        return {action_id for (action_id,) in rows}


def missing(disk: Disk) -> list[str]:
    """Click at a table, cut the power after each; return the clicks that are gone."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Game
    from tests.games.tables import a_legal_token, a_table, act, state_of

    level = os.environ.get("SYNCHRONOUS")
    with connection.cursor() as cursor:
        if level:
            cursor.execute(f"PRAGMA synchronous = {level}")
    database = Path(str(connection.settings_dict["NAME"])).resolve()
    game, lost = a_table(timezone.now()), []
    for number in range(CLICKS):
        game = Game.objects.get(pk=game.pk)
        if state_of(game).over:
            break
        action_id = f"click-{number:04}"
        act(game, a_legal_token(game), timezone.now(), action_id=action_id)
        if action_id not in disk.left(database):
            lost.append(action_id)
    return lost


def main() -> None:
    """Set up a site of its own and print what a power cut loses."""
    disk = Disk()
    import django
    from django.apps import apps
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    django.setup()
    # What is asked is what a power cut leaves: tables as the models say, without their migrations.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0)
    json.dump({"missing": missing(disk), "synced": len(disk.synced)}, sys.stdout)
    connections.close_all()  # closing syncs, and the interpreter takes our functions with it


if __name__ == "__main__":
    main()
