"""A served site for each test, and people who visit it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from accounts.models import User
from games.live import hub
from tests.live.site import Site, served
from tests.live.visitors import Visitor

SOON = 0.2  # seconds


@pytest.fixture(scope="session")
def house_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder for the files of the site's processes; static files are collected once."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """The site, served from a thread; what it reads has to be committed."""
    with served() as site:
        yield site


@pytest.fixture
def visit(site: Site) -> Iterator[Callable[..., Visitor]]:
    """Open the site as a user (None: a stranger); the sockets close with the test."""
    visitors: list[Visitor] = []

    def come(person: User | None = None, *, language: str = "es-ar") -> Visitor:
        visitors.append(Visitor(site, person, language=language))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


@pytest.fixture
def slow_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """So slow that whatever happens has been hinted at."""
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 3600.0)


@pytest.fixture
def quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    """So quick that a test can wait for it."""
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", SOON)
