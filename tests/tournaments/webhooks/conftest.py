"""A club with a webhook to a server of this machine."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.tournaments.cups import a_cup
from tests.tournaments.webhooks.hooked import Hooked, hook
from tests.truco_site.receivers import Receiver, a_receiver
from tournaments.models import Competition


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


@pytest.fixture
def now() -> datetime:
    """The time of the receivers' library, which refuses old messages."""
    return timezone.now()


@pytest.fixture
def receiver(tmp_path: Path, settings: Settings) -> Iterator[Receiver]:
    with a_receiver(tmp_path) as receiver:
        settings.LOCAL_RECEIVERS = receiver.trusted
        yield receiver


@pytest.fixture
def cup(organiser: User, now: datetime) -> Competition:
    """A cup that takes entries."""
    return a_cup(organiser, now)


@pytest.fixture
def hooked(receiver: Receiver, organiser: User, now: datetime) -> Hooked:
    """A webhook that answers 201."""
    return hook(organiser, receiver.url(), now)
