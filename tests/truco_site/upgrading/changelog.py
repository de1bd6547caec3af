"""The releases in `CHANGELOG.md`."""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.conf import settings

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)
ANY = re.compile(r"^## (.+)$", re.MULTILINE)
UNRELEASED = "[Unreleased]"


class Release(NamedTuple):
    """A version, and when it was released."""

    version: str
    on: date


def text() -> str:
    return (settings.BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")


def releases() -> Sequence[Release]:
    """Return them, the newest first."""
    return [Release(version, date.fromisoformat(on)) for version, on in HEADING.findall(text())]
