"""The second place of the nightly backups: another disk, or an S3-compatible store."""

import os
import re
import shutil
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from errno import EACCES
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from truco_site.operations import backups
from truco_site.operations.backup_places import KEPT, Folder, PlaceError, Store, copy_to_place

OBJECT = "<Contents><Key>{}</Key><LastModified>2026-03-14T07:00:00Z</LastModified></Contents>"


class Bucket(BaseHTTPRequestHandler):
    """The calls of S3 that a backup needs."""

    objects: dict[str, bytes]
    protocol_version = "HTTP/1.1"  # else a client that sends a file waits a second for "continue"

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if "aws-chunked" in self.headers.get("Content-Encoding", ""):
            size, _, body = body.partition(b"\r\n")
            body = body[: int(size.partition(b";")[0], 16)]
        self.objects[self.path.removeprefix("/bucket/")] = body
        self._answer(b"")

    def do_GET(self) -> None:
        (prefix,) = parse_qs(urlsplit(self.path).query)["prefix"]
        found = "".join(OBJECT.format(key) for key in self.objects if key.startswith(prefix))
        self._answer(f"<ListBucketResult>{found}</ListBucketResult>".encode())

    def do_DELETE(self) -> None:
        self.objects.pop(self.path.removeprefix("/bucket/"), None)
        self._answer(b"")

    def log_message(self, *_: Any) -> None:
        """Stay silent."""

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def objects(settings: Any) -> Iterator[dict[str, bytes]]:
    """A store on this machine; yields what it holds."""
    held: dict[str, bytes] = {}
    handler = type("OwnBucket", (Bucket,), {"objects": held})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.BACKUP_S3_ENDPOINT = f"http://127.0.0.1:{server.server_port}"
        settings.BACKUP_S3_KEY = settings.BACKUP_S3_SECRET = "of-the-test"
        yield held
        server.shutdown()


def written(folder: Path, day: int) -> list[Path]:
    """Write what a nightly backup leaves."""
    copy = folder / f"truco-2026-{1 + day // 28:02}-{1 + day % 28:02}.sqlite3"
    copy.write_bytes(b"rows")
    backups.checksum_file(copy).write_text("sum")
    return [copy, backups.checksum_file(copy)]


def test_another_disk_keeps_a_month(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    disk = Folder(tmp_path / "disk")
    for day in range(KEPT + 3):
        copy_to_place(written(tmp_path, day), disk)
    names = sorted(disk.list())
    assert (len(names), names[0]) == (KEPT, "truco-2026-01-04.sqlite3")
    assert len(list((tmp_path / "disk").iterdir())) == 2 * KEPT
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "disk").iterdir()} == {0o600}


@pytest.mark.feature("Operation", "Nightly backups to another disk or an S3-compatible store")
@pytest.mark.sampled
def test_a_store_keeps_a_month(tmp_path: Path, objects: dict[str, bytes]) -> None:
    store = Store("s3://bucket/club/")
    for day in range(KEPT + 1):
        copy_to_place(written(tmp_path, day), store)
    assert objects["club/truco-2026-01-02.sqlite3"] == b"rows"
    assert len(objects) == 2 * KEPT
    assert not [key for key in objects if re.search("01-01", key)]


def test_a_store_that_is_away_is_named(tmp_path: Path, settings: Any) -> None:
    settings.BACKUP_S3_ENDPOINT = "http://127.0.0.1:1"
    settings.BACKUP_S3_KEY = settings.BACKUP_S3_SECRET = "of-the-test"
    with pytest.raises(PlaceError, match="s3://bucket cannot be used"):
        Store("s3://bucket").list()


def test_a_failed_copy_is_tried_again_after_ten_minutes(tmp_path: Path, now: datetime) -> None:
    disk = Folder(tmp_path / "disk")
    written(tmp_path, 1)
    backups.copy_newest(tmp_path, disk, now=now)
    (tmp_path / "disk").mkdir()
    backups.copy_newest(tmp_path, disk, now=now + timedelta(minutes=9))
    assert disk.list() == {}
    backups.copy_newest(tmp_path, disk, now=now + timedelta(minutes=10))
    assert list(disk.list()) == ["truco-2026-01-02.sqlite3"]


def test_a_backup_without_its_checksum_has_a_second_copy(tmp_path: Path, now: datetime) -> None:
    (tmp_path / "disk").mkdir()
    _, checksum = written(tmp_path, 1)
    checksum.unlink()
    backups.copy_newest(tmp_path, Folder(tmp_path / "disk"), now=now)
    assert not (tmp_path / "not-copied").exists()
    assert [path.name for path in (tmp_path / "disk").iterdir()] == ["truco-2026-01-02.sqlite3"]


def test_a_second_copy_survives_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: kept.append(os.fstat(file).st_ino))
    disk = tmp_path / "disk"
    disk.mkdir()
    copy, checksum = written(tmp_path, 1)
    copy_to_place([copy, checksum], Folder(disk))
    places = (disk / copy.name, disk, disk / checksum.name, disk)
    assert kept == [path.stat().st_ino for path in places]


def test_a_copy_is_made_once(tmp_path: Path, now: datetime) -> None:
    (tmp_path / "disk").mkdir()
    disk = Folder(tmp_path / "disk")
    written(tmp_path, 1)
    backups.copy_newest(tmp_path, disk, now=now)
    disk.delete(disk.list())
    backups.copy_newest(tmp_path, disk, now=now)
    assert disk.list() == {}


def test_a_folder_that_may_not_be_looked_into_is_a_place_that_cannot_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: datetime, caplog: Any
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(EACCES, os.strerror(EACCES))

    copy = tmp_path / "truco-2026-03-13.sqlite3"
    copy.touch()
    monkeypatch.setattr(shutil, "copyfile", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(PlaceError, match="cannot be written"):
        Folder(tmp_path / "disk").put(copy)
    monkeypatch.undo()
    monkeypatch.setattr(Folder, "list", refuse)
    (tmp_path / "disk").mkdir()
    backups.copy_newest(tmp_path, Folder(tmp_path / "disk"), now=now)
    assert "has no second copy" in caplog.text
