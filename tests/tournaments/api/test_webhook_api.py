"""Webhooks through the API, and the events of a competition as a list."""

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import TokenWrite, User
from tests.tournaments.api.callers import a_program, a_secret, send
from tests.tournaments.cups import a_person, a_running_cup, match_at, play_cup
from tests.tournaments.reopening import reopen
from tests.tournaments.webhooks.hooked import publish
from tournaments.api.event_schemas import DATA
from tournaments.api.site import api
from tournaments.matches.services import call_match
from tournaments.models import Competition, CompetitionEvent, Webhook
from tournaments.tasks import heal_rankings
from tournaments.webhooks import signatures

pytestmark = [pytest.mark.django_db, pytest.mark.both]
URL = "https://example.org/hook"


def create(program: Client, cup: Competition, **headers: str) -> Any:
    told = {"url": URL, "events": ["match.called"]}
    return send(program, "POST", f"/clubs/{cup.club.slug}/webhooks", told, **headers)


def test_a_webhook_is_created_changed_and_removed(cup: Competition, program: Client) -> None:
    made = create(program, cup)
    told = made.json()
    own = f"/webhooks/{told['id']}"
    assert (made.status_code, made["Location"]) == (201, f"/api/v1{own}")
    webhook = Webhook.objects.get()
    assert signatures.unseal(webhook.sealed_secret) == told["secret"]
    listed = send(program, "GET", f"/clubs/{cup.club.slug}/webhooks").json()["items"]
    assert listed == [send(program, "GET", own).json()]
    assert "secret" not in listed[0]
    changed = send(program, "PATCH", own, {"events": [], "is_on": False}).json()
    assert (changed["events"], changed["is_on"], changed["off_reason"]) == ([], False, "by-hand")
    assert send(program, "POST", f"{own}/test").json()["code"] == "webhook-off"
    assert send(program, "PATCH", own, {"is_on": True}).json()["is_on"]
    assert send(program, "POST", f"{own}/test").status_code == 200
    (delivery,) = send(program, "GET", f"{own}/deliveries?state=waiting").json()["items"]
    assert (delivery["type"], delivery["tries"]) == ("webhook.test", 0)
    assert send(program, "POST", f"{own}/resend", {}).json() == {"resent": 0}
    assert send(program, "POST", f"{own}/secret").json()["secret"] != told["secret"]
    assert send(program, "DELETE", own).json()["id"] == told["id"]
    assert send(program, "GET", own).status_code == 404


def test_a_repeated_request_is_not_given_the_secret(cup: Competition, program: Client) -> None:
    key = {"idempotency-key": "hook-1"}
    first, again = (create(program, cup, **key).json() for _ in range(2))
    assert again == first | {"secret": None}
    assert first["secret"] not in str(TokenWrite.objects.values().get())


def test_wrong_addresses_and_kinds_are_refused(cup: Competition, program: Client) -> None:
    address = f"/clubs/{cup.club.slug}/webhooks"
    inside = send(program, "POST", address, {"url": "https://192.168.0.1/"})
    assert (inside.status_code, inside.json()["code"]) == (422, "bad-webhook-address")
    unknown = send(program, "POST", address, {"url": URL, "events": ["everything"]})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "invalid")
    assert not Webhook.objects.exists()


def test_events_are_listed_in_order(cup: Competition, now: datetime) -> None:
    assert call_match(match_id=match_at(cup, 1, 1).pk, now=now)
    publish(now)
    address = f"/competitions/{cup.pk}/events"
    answer = send(a_program(), "GET", address)
    told = answer.json()
    assert [each["type"] for each in told["items"]] == [
        "entry.added",
        "draw.published",
        "match.called",
    ]
    assert told["last"] == 3
    assert "Accept" in answer["Vary"]
    rest = send(a_program(), "GET", f"{address}?after=2").json()
    assert [each["data"]["number"] for each in rest["items"]] == [3]
    assert send(a_program(), "GET", f"{address}?after=3").json() == {"items": [], "last": 3}


def test_events_of_what_is_closed_are_not_found(organiser: User, now: datetime) -> None:
    closed = a_running_cup(organiser, now, public=False)
    address = f"/competitions/{closed.pk}/events"
    stranger = a_program(a_secret(a_person(), now))
    for program in (a_program(), stranger):
        for media_type in ("application/json", "text/event-stream"):
            assert send(program, "GET", address, accept=media_type).status_code == 404
    assert send(a_program(a_secret(organiser, now)), "GET", address).status_code == 200


def test_the_document_describes_every_event_that_is_sent() -> None:
    document = api.get_openapi_schema()
    assert set(document["webhooks"]) == {kind.value for kind in CompetitionEvent.Kind}
    for kind, (shape, _about) in DATA.items():
        body = document["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]
        assert body["schema"]["properties"]["data"]["$ref"].endswith(f"/{shape.__name__}")
        assert shape.__name__ in document["components"]["schemas"]


def test_events_have_the_shape_of_the_document(organiser: User, now: datetime) -> None:
    cup = a_running_cup(organiser, now, entries=2)
    now = play_cup(cup, now)
    heal_rankings()
    reopen(match_at(cup, 1, 1), now)
    publish(now)
    items = send(a_program(), "GET", f"/competitions/{cup.pk}/events").json()["items"]
    assert len({each["type"] for each in items}) == 7
    for each in items:
        shape, _about = DATA[CompetitionEvent.Kind(each["type"])]
        read = shape.model_validate(each["data"]).model_dump(mode="json", exclude_unset=True)
        assert read == each["data"]
