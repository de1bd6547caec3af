"""What every test shares: settings of their own, the order of tests, a clock that is passed in."""

import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

# The settings read these when they are imported, which pytest-django does before any fixture runs.
os.environ.setdefault("VAR_DIR", tempfile.mkdtemp(prefix="truco-tests-"))
os.environ.setdefault("ALARM", "0")  # nobody consumes the queue here; live tests turn alarms on

import pytest
from django.conf import settings

BROWSER = {"page", "browser", "context", "playwright"}


def pytest_configure() -> None:
    """Serve files without collecting them first, and hash passwords quickly."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    Path(settings.VAR).mkdir(parents=True, exist_ok=True)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: Playwright leaves a running loop that later asyncio tests refuse."""
    items.sort(key=lambda item: bool(BROWSER & set(getattr(item, "fixturenames", ()))))


@pytest.fixture
def now() -> datetime:
    """An instant; tests add to it what they need."""
    return datetime(2026, 3, 14, 21, 30, tzinfo=UTC)
