"""Backup of the whole database while the site runs, restore, and daily backups.

SQLite uses its online backup, PostgreSQL `pg_dump`; a backup holds what was committed at one
instant. Keys are not part of it: without `DEAL_KEYS` a leaked backup opens no seed of a game in
play. In the embedded mode there is one backup a day in `VAR_DIR/backups`, kept for a week, and
copied to a second place if `BACKUP_TO` names one.
E-mails that a site without SMTP writes to files are kept as long, because they name people.
"""

import hashlib
import json
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from celery import shared_task
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from truco_site.durable_files import discard, sync, sync_names
from truco_site.environment import KEYS
from truco_site.operations.backup_places import BACKUPS, Place, PlaceError, copy_to_place, place
from truco_site.operations.metrics import LEAST_FREE, free_disk
from truco_site.process_lock import is_taken

logger = logging.getLogger(__name__)
SQLITE, POSTGRESQL = b"SQLite format 3\0", b"PGDMP"
EMPTIED: Final = b"DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n"
NO_NAMES: Final = ("--no-owner", "--no-privileges")  # the restoring role becomes the owner
LIBPQ: Final = ("sslmode", "sslrootcert", "sslcert", "sslkey")
PRIVATE: Final = 0o600
DRAFT: Final = ".part"  # the end of a name; a process that is killed leaves such a file
MIGRATION_COLUMNS: Final = 4  # id, app, name, applied
Migrations = Set[tuple[str, str]]
"""Apps and names of applied migrations."""


class BackupError(Exception):
    """The operation failed and changed nothing; the message gives the reason."""


class RestoredDamagedError(Exception):
    """The copy was restored, but the database is damaged."""


def checksum_file(copy: Path) -> Path:
    """Return the file with the SHA-256 of a copy, for `sha256sum --check`."""
    return copy.with_name(f"{copy.name}.sha256")


def backup(target: Path) -> None:
    """Write a backup to a file, atomically, and its checksum to a second file."""
    draft, sum_draft = _draft(target), _draft(checksum_file(target))
    try:
        draft.touch(PRIVATE)
        if connection.vendor == "sqlite":
            _copy_sqlite(draft)
        else:
            _run("pg_dump", "--format=custom", *NO_NAMES, f"--file={draft}")
        _write_private(sum_draft, f"{_checksum(draft)}  {target.name}\n")
        sync(draft)
        sync(sum_draft)
        checksum_file(target).unlink(missing_ok=True)  # of an earlier backup with this name
        draft.replace(target)
        sum_draft.replace(checksum_file(target))
        sync_names(target.parent)
    except PermissionError as error:
        raise BackupError(f"{target} cannot be written by {_own_name()}.") from error
    except (OSError, sqlite3.Error) as error:  # also a full disk is one of SQLite's
        raise BackupError(str(error)) from error
    finally:
        discard(draft)
        discard(sum_draft)


def require_room(folder: Path, copies: int = 1) -> None:
    """Raise BackupError unless a folder's disk has room for copies of SQLite's database.

    Nothing is asked for PostgreSQL, whose dumps are of any size below that of the database.
    """
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        (size,) = cursor.fetchone()
    free, needed = (n // 1024**2 for n in (free_disk(), copies * size + LEAST_FREE))
    if free < needed:
        raise BackupError(f"{folder} has {free:,} MB free, and {needed:,} MB are needed.")


if sys.platform == "win32":

    def _own_name() -> str:
        return "this user"

else:
    import pwd

    def _own_name() -> str:
        """Name the user of this process; a command of root goes on as the owner of `VAR_DIR`."""
        try:
            return f"the user {pwd.getpwuid(os.geteuid()).pw_name}"
        except KeyError:  # a container's user may have no name
            return f"user {os.geteuid()}"


def _draft(target: Path) -> Path:
    return target.with_name(f"{target.name}.{os.getpid()}{DRAFT}")


def write_keys(target: Path) -> None:
    """Write the keys in the format of `VAR_DIR/secrets.json`, readable by the owner only."""
    keys = {name: getattr(settings, name) for name in KEYS}
    values = {name: key if isinstance(key, str) else ",".join(key) for name, key in keys.items()}
    _write_private(target, json.dumps(values))


def restore(source: Path, *, find_refusal: Callable[[Migrations], str] | None = None) -> None:
    """Replace the entire database by a backup; on failure nothing changes.

    `find_refusal` says why this release cannot use a database with these migrations, or nothing.
    Raises BackupError before, RestoredDamagedError after anything was changed.
    """
    _require_fitting(source)
    if find_refusal is not None and (refusal := find_refusal(_migrations_in(source))):
        raise BackupError(f"{source} is not for this release. {refusal}")
    connections.close_all()
    if connection.vendor == "sqlite":
        with _opened(source) as copy, _opened(_database()) as own:
            try:
                copy.backup(own)
            except sqlite3.Error as error:  # in one transaction
                raise BackupError(str(error)) from error
            if (fault := _fault(own)) is not None:
                raise RestoredDamagedError(f"{_database()} is damaged: {fault}")
    else:
        script = EMPTIED + _run("pg_restore", *NO_NAMES, "--file=-", str(source))
        _run("psql", "--single-transaction", "--set=ON_ERROR_STOP=1", "--quiet", stdin=script)


def _require_fitting(source: Path) -> None:
    try:
        with source.open("rb") as file:
            head = file.read(len(SQLITE))
    except PermissionError as error:
        raise BackupError(f"{source} cannot be read by {_own_name()}.") from error
    except OSError as error:
        raise BackupError(str(error)) from error
    signature = SQLITE if connection.vendor == "sqlite" else POSTGRESQL
    if not head.startswith(signature):
        raise BackupError(f"{source} is no backup of a {connection.vendor} database.")
    _require_unchanged(source)
    if signature == SQLITE:
        with _opened(source) as copy:
            _require_whole(copy, source)


def _migrations_in(source: Path) -> Migrations:
    """Return the migrations that were applied to the database of a backup."""
    if connection.vendor == "sqlite":
        with _opened(source) as copy:
            tables = copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'django_migrations'")
            if tables.fetchone() is None:
                return set()
            return set(copy.execute("SELECT app, name FROM django_migrations"))
    table = ("--data-only", "--table=django_migrations", "--file=-")
    lines = _run("pg_restore", *table, str(source)).decode().splitlines()
    rows = (line.split("\t") for line in lines)
    return {(row[1], row[2]) for row in rows if len(row) == MIGRATION_COLUMNS}


def _require_unchanged(source: Path) -> None:
    """Compare a backup with its checksum file, if there is one."""
    try:
        recorded = checksum_file(source).read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return  # written by an older release or another program
    except (OSError, ValueError) as error:
        raise BackupError(f"{checksum_file(source)} cannot be read: {error}.") from error
    if recorded[:1] != [_checksum(source)]:
        raise BackupError(f"{source} is not what was written: its SHA-256 is another one.")


def _require_whole(copy: sqlite3.Connection, path: Path) -> None:
    if (fault := _fault(copy)) is not None:
        raise BackupError(f"{path} is damaged: {fault}")


def _fault(database: sqlite3.Connection) -> str | None:
    """Return the first error that SQLite finds in a database."""
    try:
        (fault,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        if fault == "ok" and (row := database.execute("PRAGMA foreign_key_check").fetchone()):
            fault = f"row {row[1]} of {row[0]} refers to a row of {row[2]} that is not there"
    except sqlite3.DatabaseError as error:
        fault = str(error)
    return None if fault == "ok" else str(fault)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_private(target: Path, text: str) -> None:
    target.touch(PRIVATE)
    target.chmod(PRIVATE)
    target.write_text(text, encoding="utf-8")


def _copy_sqlite(target: Path) -> None:
    with _opened(_database()) as own, _opened(target) as copy:
        own.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file
        _require_whole(copy, target)


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as opened:
        yield opened


def _run(program: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Run a PostgreSQL program on our database; return its output."""
    path = shutil.which(program, path=os.environ.get("PG_BIN") or None)
    if path is None:
        raise BackupError(f"{program} is not installed: it comes with PostgreSQL's client.")
    process = subprocess.run(
        [path, *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **_where(connection.settings_dict)},
        check=False,
    )
    if process.returncode:
        message = process.stderr.decode(errors="replace").strip()
        raise BackupError(f"{program}: {message}")
    return process.stdout


def _where(database: Mapping[str, Any]) -> dict[str, str]:
    """Return the location of the database as libpq's variables.

    No password is on a command line.
    """
    variables = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    variables |= {"HOST": "PGHOST", "PORT": "PGPORT"}
    environment = {
        variable: str(database[key]) for key, variable in variables.items() if database[key]
    }
    options = database["OPTIONS"]
    return environment | {f"PG{key.upper()}": str(options[key]) for key in LIBPQ if key in options}


KEPT: Final = 7
# The daily backup is due at 07:00 UTC, when few people play between Buenos Aires and Madrid.
NIGHT: Final = timedelta(hours=7)
RETRY: Final = timedelta(minutes=10)
NAMED: Final = "truco-{:%Y-%m-%d}.sqlite3"


def makes_backups() -> bool:
    """Return whether the site makes backups of its own: it is one process with SQLite."""
    return bool(settings.EMBEDDED) and connection.vendor == "sqlite"


@shared_task(name="truco_site.operation.nightly.keep_backups")
def keep_backups() -> None:
    """Write the daily backup, if the site has no other, and delete what is older than a week.

    It is asked for every minute, and a copy or an upload may take longer: one runs at a time.
    """
    if not settings.SWEEP:
        return
    now, folder = timezone.now(), settings.VAR / "backups"
    forget_mail(settings.VAR / "mail", now=now)
    _delete_older((settings.VAR / "upgrades").glob("before-*"), now - timedelta(days=KEPT))
    if not makes_backups():
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        if is_taken(lock.fileno()):
            return
        rotate_backups(folder, now=now)
        if (second := place()) is not None:
            copy_newest(folder, second, now=now)


def rotate_backups(folder: Path, *, now: datetime) -> None:
    """Write today's backup if it is missing; after a failure again every ten minutes.

    A laptop that slept at night does it on waking.
    """
    target, failed = folder / NAMED.format(now - NIGHT), folder / "not-made"
    if target.exists() or _is_recent(failed, now):
        return
    _delete_older(folder.glob(f"*{DRAFT}"), now - timedelta(days=1))
    try:
        require_room(folder)
        backup(target)
    except BackupError as error:
        _mark(failed, now)
        logger.error("there is no backup %s: %s", target.name, error)
        return
    failed.unlink(missing_ok=True)
    for old in _daily_backups(folder, now)[:-KEPT]:
        old.unlink()
        checksum_file(old).unlink(missing_ok=True)


def copy_newest(folder: Path, second: Place, *, now: datetime) -> None:
    """Copy the newest backup to the second place, once; after a failure again every ten minutes."""
    newest = max(_daily_backups(folder, now), default=None)
    copied = folder / "copied"  # the name of the last one
    if newest is None or (copied.exists() and copied.read_text(encoding="utf-8") == newest.name):
        return
    failed = folder / "not-copied"
    if _is_recent(failed, now):
        return
    try:
        # A power cut may leave a backup without its checksum.
        copy_to_place([path for path in (newest, checksum_file(newest)) if path.exists()], second)
    except (PlaceError, OSError) as error:
        _mark(failed, now)
        logger.error("backup %s has no second copy: %s", newest.name, error)
        return
    failed.unlink(missing_ok=True)
    _write_private(copied, newest.name)


def _mark(failed: Path, now: datetime) -> None:
    """Remember when something failed, in an empty file."""
    failed.touch()
    os.utime(failed, (now.timestamp(), now.timestamp()))


def _is_recent(failed: Path, now: datetime) -> bool:
    """Return whether it failed within ten minutes, also by a clock that was ahead."""
    return failed.exists() and abs(now.timestamp() - failed.stat().st_mtime) < RETRY.total_seconds()


def _daily_backups(folder: Path, now: datetime) -> list[Path]:
    """Return the backups up to today's by date, without those of a clock that was ahead."""
    return sorted(path for path in folder.glob(BACKUPS) if path.name <= NAMED.format(now - NIGHT))


def forget_mail(folder: Path, *, now: datetime) -> None:
    """Delete mails written there more than a week ago."""
    _delete_older(folder.glob("*.log"), now - timedelta(days=KEPT))


def _delete_older(files: Iterable[Path], moment: datetime) -> None:
    for file in files:
        if file.stat().st_mtime < moment.timestamp():
            file.unlink(missing_ok=True)


BEAT = {"keep-backups": ("truco_site.operation.nightly.keep_backups", 60.0)}
