"""What every test shares: settings of their own, the order of tests, a clock that is passed in."""

from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from games import announce

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


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Databases of tests give the same keys to other rows."""
    cache.clear()


@pytest.fixture(autouse=True)
def hints(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, dict[str, object]]]]:
    """What watchers are told in a test; being told anything inside a transaction is a fault."""
    told: list[tuple[str, dict[str, object]]] = []
    too_early: list[str] = []
    send = announce._send

    def noted(group: str, message: dict[str, object]) -> Coroutine[Any, Any, None]:
        if any(not block._from_testcase for block in connection.atomic_blocks):
            too_early.append(group)
        told.append((group, message))
        return send(group, message)

    monkeypatch.setattr(announce, "_send", noted)
    yield told
    assert not too_early, "a hint was sent before its commit"
