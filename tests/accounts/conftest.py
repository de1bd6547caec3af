"""A club and its owner, and counters that begin at nothing."""

import pytest
from django.core.cache import cache

from tests.accounts.people import a_club, a_person


@pytest.fixture(autouse=True)
def _fresh_counts():
    cache.clear()


@pytest.fixture
def owner():
    return a_person("owen")


@pytest.fixture
def club(owner):
    return a_club(owner)
