"""What an upgrade says of the database: of the way back, and after a failure."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from truco_site.operations import backups, upgrades
from truco_site.operations.backups import BackupError, RestoredDamagedError
from truco_site.operations.metrics import LEAST_FREE
from truco_site.operations.upgrades import UpgradeError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _site(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site whose migrations fail."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("database or disk is full")

    settings.VAR = tmp_path
    monkeypatch.setattr(upgrades, "call_command", fail)


@pytest.mark.parametrize(
    "fault", [BackupError("database or disk is full"), RestoredDamagedError("x is damaged: y")]
)
def test_a_backup_that_cannot_be_restored_is_named(
    tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fail(_: Path) -> None:
        raise fault

    monkeypatch.setattr(upgrades, "restore", fail)
    with pytest.raises(UpgradeError) as failed:
        upgrades.upgrade(now)
    (copy,) = tmp_path.glob("upgrades/before-*.backup")
    for words in (f"could not be restored: {fault}", "of neither release", str(copy)):
        assert words in str(failed.value)


@pytest.mark.parametrize("is_of_0_7_0", [True, False])
def test_the_way_back_is_that_of_the_release_before(
    tmp_path: Path,
    now: datetime,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    is_of_0_7_0: bool,
) -> None:
    settings.MIGRATION_MODULES = {}
    recorder = MigrationRecorder(connection)
    for app, name in MigrationLoader(None).disk_migrations:
        recorder.record_applied(app, name)
    if is_of_0_7_0:
        app, name = upgrades.AFTER_0_7_0
        recorder.record_unapplied(app, name)
    monkeypatch.setattr(upgrades, "call_command", lambda *_, **__: None)
    way_back = upgrades.upgrade(now)
    (copy,) = tmp_path.glob("upgrades/before-*.backup")
    assert f"restore {copy} with it" in way_back
    assert ("release 0.7.0" in way_back) == is_of_0_7_0
    assert ("start the release before" in way_back) != is_of_0_7_0


def test_an_upgrade_without_room_to_go_back_does_not_begin(
    tmp_path: Path, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "free_disk", lambda: LEAST_FREE)
    with pytest.raises(BackupError, match="MB are needed"):
        upgrades.upgrade(now)
    assert list((tmp_path / "upgrades").iterdir()) == []
