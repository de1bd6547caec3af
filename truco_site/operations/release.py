"""The running release: its version, and its commit if known."""

import os
import subprocess
import tomllib
from functools import cache
from importlib.metadata import version
from typing import Final, NamedTuple

from django.conf import settings

DISTRIBUTION: Final = "truco-club"
SHORT = 12  # hexadecimal digits
ANYBODYS = ("-c", "safe.directory=*")  # a clone owned by root, read by the user of the site


class Release(NamedTuple):
    """The running release; `commit` is "" if unknown."""

    version: str
    commit: str

    def __str__(self) -> str:
        return f"{self.version} ({self.commit})" if self.commit else self.version


@cache
def release() -> Release:
    """Return the release of the checkout, or of the wheel that was installed."""
    if settings.IS_INSTALLED:
        commit = (settings.RESOURCES / "commit").read_text(encoding="utf-8")
        return Release(version(DISTRIBUTION), commit[:SHORT])
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))
    return Release(project["project"]["version"], os.environ.get("COMMIT", "")[:SHORT] or _commit())


def _commit() -> str:
    try:
        process = subprocess.run(
            ["git", *ANYBODYS, "rev-parse", f"--short={SHORT}", "HEAD"],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return process.stdout.strip()
