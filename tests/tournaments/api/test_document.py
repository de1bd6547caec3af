"""Responses of the API to generated requests conform to its OpenAPI document.

`GENERATED=100` sends each operation that many; the soak's part `api` does.
"""

import os
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from tests.tournaments.api.callers import a_program, a_secret
from tests.tournaments.cups import a_cup, a_running_cup, club_of, match_at
from tests.tournaments.events import an_event
from tests.tournaments.webhooks.hooked import publish
from tournaments.api.site import api
from tournaments.models import Venue
from tournaments.webhooks import services as webhooks

SITE = "http://testserver"
GENERATED = int(os.environ.get("GENERATED", "30"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
DOCUMENT = schemathesis.openapi.from_dict(api.get_openapi_schema())
OPERATIONS = {
    each.ok().definition.raw["operationId"]: each.ok() for each in DOCUMENT.get_all_operations()
}
Scene = Mapping[str, Any]


def a_scene(organiser: User, now: datetime) -> Scene:
    """Return rows that the addresses name: open, in play, with a draft, and to be drawn."""
    cup = a_running_cup(organiser, now, entries=4, with_cards=True)
    opened = a_cup(organiser, now, name="Abierta")
    event = an_event(now, "swiss", 4, organiser=organiser)
    Venue.objects.create(club=cup.club, name="El bar")
    match = match_at(cup, 1, 1)
    webhook, _secret = webhooks.create_webhook(
        club_id=cup.club_id, actor=organiser, url="https://example.org/", now=now
    )
    publish(now)
    return {
        "slug": club_of(organiser).slug,
        "/competitions": [cup.pk, opened.pk, event.pk],
        "/matches": [match.pk],
        "/entries": [cup.entries.earliest("pk").pk],
        "/webhooks": [webhook.pk],
        "/people": [cup.club.people.earliest("pk").pk],
    }


def send(client: Client, case: schemathesis.Case) -> Response:
    """Send a case to the site in a transaction that is rolled back."""
    prepared = requests.Request(**case.as_transport_kwargs(base_url=SITE)).prepare()
    dropped = ("Content-Length", "Accept-Encoding", "User-Agent")
    named = {name: value for name, value in prepared.headers.items() if name not in dropped}
    content_type = named.pop("Content-Type", "application/json")
    cache.clear()
    with transaction.atomic():
        answer = client.generic(
            str(prepared.method),
            prepared.path_url,
            prepared.body or b"",
            content_type=content_type,
            headers={"authorization": client.defaults["HTTP_AUTHORIZATION"], **named},
        )
        transaction.set_rollback(True)
    told = {header: [value] for header, value in answer.headers.items()}
    return Response(answer.status_code, told, answer.content, prepared, 0, verify=False)


def check(name: str, scene: Scene, secret: str, examples: int) -> None:
    """Send generated requests to one operation, half of them about rows that there are."""
    client = a_program(secret)
    operation = OPERATIONS[name]
    known = next((rows for path, rows in scene.items() if operation.path.startswith(path)), [1])

    @hypothesis.settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    @hypothesis.given(case=operation.as_strategy(), place=st.sampled_from([None, *known]))
    def ask(case: schemathesis.Case, place: int | None) -> None:
        if place is not None and "pk" in case.path_parameters:
            case.path_parameters["pk"] = place
        if place is not None and "slug" in case.path_parameters:
            case.path_parameters["slug"] = scene["slug"]
        case.validate_response(send(client, case), checks=CHECKS)

    ask()


@pytest.mark.dialect
@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.sampled
def test_generated_requests_get_what_the_document_says(organiser: User, now: datetime) -> None:
    scene, secret = a_scene(organiser, now), a_secret(organiser, now)
    for name in OPERATIONS:
        check(name, scene, secret, 3)


@pytest.mark.nightly
@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize("name", OPERATIONS)
def test_many_generated_requests_get_what_the_document_says(
    name: str, organiser: User, now: datetime
) -> None:
    check(name, a_scene(organiser, now), a_secret(organiser, now), GENERATED)


def test_every_operation_is_described_with_its_errors() -> None:
    document = api.get_openapi_schema()
    assert document["openapi"].startswith("3.1")
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["description"], where
            assert {400, 401, 403, 404, 405, 422, 429, 503} <= operation["responses"].keys(), where
            for status, answer in operation["responses"].items():
                assert status < 400 or set(answer["content"]) == {"application/problem+json"}
            assert method == "get" or any(
                each["name"] == "Idempotency-Key" for each in operation["parameters"]
            )
