"""Fixtures that most tests of competitions share."""

import pytest

from accounts.models import User
from tests.tournaments.cups import an_organiser


@pytest.fixture
def organiser() -> User:
    """The owner of a new club."""
    return an_organiser()
