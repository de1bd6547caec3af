"""The stream of a competition's events over the site's own server."""

from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest
from django.utils import timezone

from tests.live.site import Site
from tests.tournaments.cups import a_cup, a_person, an_organiser, enter
from tests.tournaments.webhooks.hooked import publish
from tournaments.models import Competition
from tournaments.webhooks import stream

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30.0


def happen(cup: Competition) -> None:
    now = timezone.now()
    enter(cup, cup.club.members.get(), now, a_person())
    publish(now)


def opened(line: HTTPConnection, cup: Competition, **headers: str) -> HTTPResponse:
    told = {"Accept": "text/event-stream", "Accept-Encoding": "gzip"} | headers
    line.request("GET", f"/api/v1/competitions/{cup.pk}/events", headers=told)
    answer = line.getresponse()
    assert answer.status == 200
    assert answer.readline() == f"retry: {stream.RETRY}\n".encode()
    assert answer.readline() == b"\n"
    return answer


def message(answer: HTTPResponse) -> dict[str, str]:
    """Return the fields of the next message that is not only a sign of life."""
    while True:
        fields = {}
        while (line := answer.readline().decode().rstrip("\n")) != "":
            name, _, value = line.partition(": ")
            fields[name] = value
        if "id" in fields:
            return fields


def test_events_arrive_as_they_happen_and_a_reader_continues(site: Site) -> None:
    cup = a_cup(an_organiser(), timezone.now())
    with closing(HTTPConnection(site.authority, timeout=PATIENCE)) as line:
        answer = opened(line, cup)
        for number in ("1", "2"):
            happen(cup)
            told = message(answer)
            assert (told["id"], told["event"]) == (number, "entry.added")
    happen(cup)
    with closing(HTTPConnection(site.authority, timeout=PATIENCE)) as line:
        answer = opened(line, cup, **{"Last-Event-ID": "1"})
        assert [message(answer)["id"] for _ in range(2)] == ["2", "3"]
