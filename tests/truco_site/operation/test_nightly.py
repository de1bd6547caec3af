"""The embedded way's own copies: one a day, a week of them."""

import hashlib
import os
import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from truco_site.celery import app
from truco_site.operations import backups
from truco_site.operations.backup_places import Folder
from truco_site.operations.backups import checksum_file
from truco_site.operations.metrics import LEAST_FREE

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


@pytest.fixture
def site(tmp_path: Path, settings: Any) -> Path:
    """Return the folder of a site that makes its backups and copies them to `disk` in it."""
    settings.VAR, settings.SWEEP, settings.EMBEDDED = tmp_path, True, True
    settings.BACKUP_TO = str(tmp_path / "disk")
    (tmp_path / "disk").mkdir()
    return tmp_path


def test_one_run_makes_and_copies_a_backup_at_a_time(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, put, runs, puts = backups.backup, Folder.put, [], []

    def backup_during_another_run(target: Path) -> None:
        runs.append(target)
        if len(runs) == 1:
            backups.keep_backups()
        whole(target)

    def put_during_another_run(folder: Folder, file: Path) -> None:
        puts.append(file)
        if len(puts) == 1:
            backups.keep_backups()
        put(folder, file)

    monkeypatch.setattr(backups, "backup", backup_during_another_run)
    monkeypatch.setattr(Folder, "put", put_during_another_run)
    backups.keep_backups()
    (made,) = site.glob("backups/*.sqlite3")
    assert runs == [made]
    assert puts == [made, checksum_file(made)]
    digest = hashlib.sha256((site / "disk" / made.name).read_bytes()).hexdigest()
    assert checksum_file(site / "disk" / made.name).read_text().startswith(digest)
    backups.keep_backups()  # the lock was released


def test_a_disk_without_room_for_a_backup_is_left_alone(
    tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    monkeypatch.setattr(backups, "free_disk", lambda: LEAST_FREE + 1000)
    backups.rotate_backups(tmp_path, now=now)
    assert "MB are needed" in caplog.text
    assert [path.name for path in tmp_path.iterdir()] == ["not-made"]
    monkeypatch.undo()
    for later, number in ((timedelta(minutes=9), 0), (timedelta(minutes=10), 1)):
        backups.rotate_backups(tmp_path, now=now + later)
        assert len(list(tmp_path.glob("*.sqlite3"))) == number
    assert not (tmp_path / "not-made").exists()


def test_without_room_the_rest_of_the_night_is_done(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("mail", "upgrades", "backups"):
        (site / folder).mkdir()
    days_ago = time.time() - 8 * 86400
    olds = [site / "mail" / "old.log", site / "upgrades" / "before-0.8.0-20260101.backup"]
    for old in olds:
        old.touch()
        os.utime(old, (days_ago, days_ago))
    (site / "upgrades" / "before-0.9.0-20260301.backup").touch()
    (site / "backups" / "truco-2026-03-13.sqlite3").touch()
    monkeypatch.setattr(backups, "free_disk", lambda: 0)
    backups.keep_backups()
    assert [old.exists() for old in olds] == [False, False]
    assert (site / "upgrades" / "before-0.9.0-20260301.backup").exists()
    assert (site / "disk" / "truco-2026-03-13.sqlite3").exists()


def test_a_site_without_backups_forgets_its_mails_too(site: Path, settings: Any) -> None:
    settings.EMBEDDED = False
    (site / "mail").mkdir()
    (site / "mail" / "old.log").touch()
    os.utime(site / "mail" / "old.log", (0, 0))
    backups.keep_backups()
    assert list((site / "mail").iterdir()) == []
    assert not (site / "backups").exists()


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
