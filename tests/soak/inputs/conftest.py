"""The served site, counters that begin at nothing, and which input a test checks."""

import pytest
from django.core.cache import cache

from tests.live.conftest import quick_pulse, site, slow_pulse, visit  # noqa: F401  # fixtures
from tests.soak.inputs.listed import INPUT
from tests.tournaments.conftest import organiser  # noqa: F401  # a fixture


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    cache.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the checked input to the report of each test (`tests.soak.told`)."""
    for item in items:
        key = getattr(getattr(item, "function", None), "checks", None)
        if key and (INPUT, key) not in item.user_properties:
            item.user_properties.append((INPUT, key))
