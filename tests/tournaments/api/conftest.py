"""Counters that begin at nothing, a running cup, and its organiser's program."""

from datetime import datetime

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.api.callers import a_program, a_secret
from tests.tournaments.cups import a_running_cup
from tournaments.models import Competition


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def now() -> datetime:
    """The time, by the clock that recognises tokens."""
    return timezone.now()


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    return a_running_cup(organiser, now, entries=4, with_cards=True)


@pytest.fixture
def program(organiser: User, now: datetime) -> Client:
    """A program of the organiser, with a token of every scope."""
    return a_program(a_secret(organiser, now))
