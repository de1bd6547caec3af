"""Exports and calendars: kept by version, made one at a time for an address."""

import pytest
from django.core.cache import caches
from django.test import Client, RequestFactory

from accounts.access.costly import costly_answer
from tests.tournaments.cups import a_running_cup
from tournaments.models import Competition

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organiser, now) -> Competition:
    return a_running_cup(organiser, now)


@pytest.mark.parametrize(
    "address", ["export/competition.json", "export/matches.csv", "calendar.ics"]
)
def test_who_has_a_file_gets_it_once(cup, address, client: Client, settings):
    path = f"/competitions/{cup.pk}/{address}"
    first = client.get(path)
    assert first.status_code == 200
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_file_is_made_once_for_a_version():
    made = []
    request = RequestFactory().get("/")
    caches["pages"].delete("a version")
    for _ in range(3):
        made_now = lambda: made.append(1) or b"text"  # noqa: E731
        costly_answer(request, "a version", made_now, content_type="text/plain")
    assert made == [1]


def test_one_address_has_one_file_made_at_a_time():
    here, elsewhere = (RequestFactory().get("/", REMOTE_ADDR=f"192.0.2.{n}") for n in (1, 2))
    inner = []

    def make() -> bytes:
        for request in (here, elsewhere):
            asked = costly_answer(request, f"other {len(inner)}", lambda: b"", content_type="a/b")
            inner.append(asked.status_code)
        return b""

    assert costly_answer(here, "one", make, content_type="a/b").status_code == 200
    assert inner == [429, 200]
    assert costly_answer(here, "two", lambda: b"", content_type="a/b").status_code == 200
