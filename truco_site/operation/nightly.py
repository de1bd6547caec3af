"""The embedded way's own backups: one a day in `VAR_DIR/backups`, kept for a week.

And so long are kept the mails that a site without SMTP writes to files: people are named in them.
"""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from celery import shared_task
from django.conf import settings
from django.db import connection
from django.utils import timezone

from truco_site.operation.backups import backup, checksum_file

KEPT: Final = 7
NIGHT: Final = timedelta(
    hours=7
)  # after midnight UTC nobody plays, between Buenos Aires and Madrid
NAMED: Final = "truco-{:%Y-%m-%d}.sqlite3"


@shared_task(name="truco_site.operation.nightly.keep_backups")
def keep_backups() -> None:
    """See to the backup of this day, where nobody else does."""
    if settings.SWEEP and settings.EMBEDDED and connection.vendor == "sqlite":
        keep(settings.VAR / "backups", now=timezone.now())
        if not settings.SENDS_MAIL:
            forget_mail(Path(settings.EMAIL_FILE_PATH), now=timezone.now())


def keep(folder: Path, *, now: datetime) -> None:
    """Write this day's copy unless it is there; a laptop that slept at night does so on waking."""
    target = folder / NAMED.format(now - NIGHT)
    if target.exists():
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    backup(target)
    for old in sorted(folder.glob("truco-*.sqlite3"))[:-KEPT]:
        old.unlink()
        checksum_file(old).unlink(missing_ok=True)


def forget_mail(folder: Path, *, now: datetime) -> None:
    """Delete what was written there more than a week ago."""
    for letter in folder.glob("*.log"):
        if letter.stat().st_mtime < (now - timedelta(days=KEPT)).timestamp():
            letter.unlink(missing_ok=True)


BEAT = {"keep-backups": ("truco_site.operation.nightly.keep_backups", 60.0)}
