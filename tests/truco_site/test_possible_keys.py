"""A number that no row can have: nothing is there, at any address, whoever asks."""

import re

import pytest
from django.test import Client

from tests.accounts.addresses import every_path
from tests.games.tables import a_person

pytestmark = [pytest.mark.django_db, pytest.mark.dialect]

HUGE = str(10**40)
NUMBERED = sorted({path for path in every_path() if re.search(r"/1\b", path)})


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_number_beyond_every_key_is_not_found(method: str) -> None:
    assert len(NUMBERED) > 100
    browser = Client()
    browser.force_login(a_person("ana"))
    for path in NUMBERED:
        answer = getattr(browser, method)(re.sub(r"/1\b", f"/{HUGE}", path))
        assert answer.status_code == 404, path
