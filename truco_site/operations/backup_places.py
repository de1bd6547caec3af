"""The second place of the nightly backups: a folder of another disk, or an S3-compatible store."""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol

from django.conf import settings

from truco_site.durable_files import discard, sync, sync_names

KEPT: Final = 30
BACKUPS: Final = "truco-*.sqlite3"
STORE: Final = "s3://"


class PlaceError(Exception):
    """The place cannot be used; the message gives the reason."""


class Place(Protocol):
    """Where backups are kept, each under the name of its file."""

    def put(self, file: Path) -> None:
        """Store a file, atomically; raises PlaceError."""

    def list(self) -> dict[str, datetime]:
        """Return the names of the backups and when they were stored; raises PlaceError."""

    def delete(self, names: Iterable[str]) -> None:
        """Delete backups; a name that is gone is no error."""


class Folder:
    """A folder of another disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def put(self, file: Path) -> None:
        """Copy the file under another name first."""
        draft = self._path / f"{file.name}.part"
        try:
            shutil.copyfile(file, draft)
            draft.chmod(0o600)
            sync(draft)
            draft.replace(self._path / file.name)
            sync_names(self._path)
        except OSError as error:
            discard(draft)
            raise PlaceError(f"{self._path} cannot be written ({error.strerror}).") from error

    def list(self) -> dict[str, datetime]:
        """Return the backups of the folder."""
        if not self._path.is_dir():
            raise PlaceError(f"{self._path} is not there: is its disk mounted?")
        paths = self._path.glob(BACKUPS)
        return {path.name: datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in paths}

    def delete(self, names: Iterable[str]) -> None:
        """Delete files; a name that is gone is no error."""
        for name in names:
            (self._path / name).unlink(missing_ok=True)


class Store:
    """A folder of a bucket, with the optional package `truco-club[s3]`."""

    def __init__(self, address: str) -> None:
        self._bucket, _, folder = address.removeprefix(STORE).partition("/")
        self._prefix = f"{folder.strip('/')}/" if folder.strip("/") else ""
        self._address = address

    def put(self, file: Path) -> None:
        """Upload the file as one object: a store shows it complete or not at all."""
        self._call("upload_file", str(file), self._bucket, self._prefix + file.name)

    def list(self) -> dict[str, datetime]:
        """Return the backups of the folder: one page of a thousand is more than are kept."""
        response = self._call(
            "list_objects_v2", Bucket=self._bucket, Prefix=f"{self._prefix}truco-"
        )
        objects = {
            each["Key"].removeprefix(self._prefix): each["LastModified"]
            for each in response.get("Contents", ())
        }
        return {name: at for name, at in objects.items() if name.endswith(".sqlite3")}

    def delete(self, names: Iterable[str]) -> None:
        """Delete objects; one that is gone is no error."""
        for name in names:
            self._call("delete_object", Bucket=self._bucket, Key=self._prefix + name)

    @cached_property
    def _client(self) -> Any:
        import boto3
        from botocore.config import Config

        return boto3.client(
            "s3",
            endpoint_url=settings.BACKUP_S3_ENDPOINT or None,
            aws_access_key_id=settings.BACKUP_S3_KEY or None,
            aws_secret_access_key=settings.BACKUP_S3_SECRET or None,
            region_name=settings.BACKUP_S3_REGION,
            config=Config(connect_timeout=10, read_timeout=60, retries={"max_attempts": 2}),
        )

    def _call(self, name: str, *arguments: Any, **kwargs: Any) -> Any:
        try:
            from boto3.exceptions import Boto3Error
            from botocore.exceptions import BotoCoreError, ClientError
        except ImportError:
            raise PlaceError("BACKUP_TO needs a package: pip install 'truco-club[s3]'.") from None
        try:
            return getattr(self._client, name)(*arguments, **kwargs)
        except (BotoCoreError, ClientError, Boto3Error) as error:
            raise PlaceError(f"{self._address} cannot be used: {error}") from error


def place() -> Place | None:
    """Return the place that `BACKUP_TO` names."""
    address = settings.BACKUP_TO
    if not address:
        return None
    return Store(address) if address.startswith(STORE) else Folder(Path(address))


def copy_to_place(copies: Iterable[Path], target: Place) -> None:
    """Store a backup with its checksum file, and delete those that are too old."""
    for path in copies:
        target.put(path)
    old = sorted(target.list())[:-KEPT]
    target.delete([*old, *(f"{name}.sha256" for name in old)])
