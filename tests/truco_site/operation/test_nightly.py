"""The embedded way's own copies: one a day, a week of them."""

import os
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from truco_site.celery import app
from truco_site.operations import backups
from truco_site.operations.backup_places import Folder
from truco_site.operations.backups import checksum_file

pytestmark = pytest.mark.django_db


def test_a_copy_a_day_for_a_week(tmp_path: Path, now: datetime) -> None:
    for hours in range(0, 24 * 10, 3):
        backups.rotate_backups(tmp_path, now=now + timedelta(hours=hours))
    kept = sorted(tmp_path.glob("*.sqlite3"))
    assert sorted(tmp_path.glob("*.sha256")) == [checksum_file(path) for path in kept]
    assert [path.name for path in kept] == [f"truco-2026-03-{day}.sqlite3" for day in range(18, 25)]
    with closing(sqlite3.connect(kept[-1])) as newest:
        assert newest.execute("SELECT count(*) FROM accounts_user").fetchone() == (0,)


def test_a_backup_of_a_clock_that_was_ahead_is_none_of_the_week(
    tmp_path: Path, now: datetime
) -> None:
    backups.rotate_backups(tmp_path, now=now + timedelta(days=2000))
    second = Folder(tmp_path / "disk")
    (tmp_path / "disk").mkdir()
    for day in range(8):
        backups.rotate_backups(tmp_path, now=now + timedelta(days=day))
        backups.copy_newest(tmp_path, second, now=now + timedelta(days=day))
    assert len(list(tmp_path.glob("*.sqlite3"))) == backups.KEPT + 1
    assert len(second.list()) == 8


def test_what_a_killed_backup_left_is_deleted(tmp_path: Path, now: datetime) -> None:
    old, running = tmp_path / "truco-a.sqlite3.1.part", tmp_path / "truco-b.sqlite3.2.part"
    for path, age in ((old, timedelta(days=2)), (running, timedelta(minutes=1))):
        path.touch()
        os.utime(path, ((now - age).timestamp(),) * 2)
    backups.rotate_backups(tmp_path, now=now)
    assert list(tmp_path.glob("*.part")) == [running]


def test_mails_in_files_go_after_a_week(tmp_path: Path, now: datetime) -> None:
    ages = {"old.log": 8, "young.log": 6, "not-a-mail.txt": 8}
    for name, days in ages.items():
        (tmp_path / name).touch()
        written = (now - timedelta(days=days)).timestamp()
        os.utime(tmp_path / name, (written, written))
    backups.forget_mail(tmp_path, now=now)
    assert {path.name for path in tmp_path.iterdir()} == {"young.log", "not-a-mail.txt"}
    backups.forget_mail(tmp_path / "none", now=now)


def test_beat_asks_for_it() -> None:
    app.finalize()
    asked = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert backups.keep_backups.name in asked
    assert backups.keep_backups.name in app.tasks
