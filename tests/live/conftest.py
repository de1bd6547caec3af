"""A served site for each test, and people who visit it."""

from collections.abc import Callable, Iterator

import pytest

from accounts.models import User
from tests.live.site import Site, served
from tests.live.visitors import Visitor


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """The site, served from a thread; what it reads has to be committed."""
    with served() as site:
        yield site


@pytest.fixture
def visit(site: Site) -> Iterator[Callable[..., Visitor]]:
    """Let somebody come to the site (None: a stranger); their sockets close with the test."""
    visitors: list[Visitor] = []

    def come(person: User | None = None, *, language: str = "es-ar") -> Visitor:
        visitors.append(Visitor(site, person, language=language))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
