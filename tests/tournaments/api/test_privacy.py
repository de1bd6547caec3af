"""Answers of each address to anonymous callers, strangers, wrong scopes and organisers."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.people import a_club, a_person
from tests.games.tables import a_person as a_player
from tests.games.tables import a_table
from tests.live.secrecy import spoken_of
from tests.tournaments.api.callers import SCOPES, a_program, a_secret, send
from tests.tournaments.cups import match_at
from tests.tournaments.names import an_event_of_names
from tournaments.api.site import api
from tournaments.draw import services as draw
from tournaments.lifecycle import services as lifecycle
from tournaments.people import contacts
from tournaments.people import services as people
from tournaments.webhooks import services as webhooks

pytestmark = [pytest.mark.django_db, pytest.mark.both]
Operation = tuple[str, str, dict[str, Any]]
Scene = dict[bool, dict[str, Any]]
DOCUMENT = api.get_openapi_schema()
OPERATIONS = [
    (method.upper(), path.removeprefix("/api/v1"), operation)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
]
SECRETS = ("debe dos cuotas", "+5491155556666", "ana@secreto.example")
HIDDEN = "Secreta"


def test_a_game_that_is_played_has_no_record_in_the_api(organiser: User, now: datetime) -> None:
    game = a_table(now, people=[organiser, a_player()])
    for caller in (a_program(), a_program(a_secret(organiser, now))):
        for name in ("record", "record.tgn"):
            answer = send(caller, "GET", f"/tables/{game.pk}/{name}")
            assert answer.status_code == 404
            assert not spoken_of(answer.content.decode())
        seen = send(caller, "GET", f"/tables/{game.pk}")
        assert seen.status_code == 200
        assert not spoken_of(seen.content.decode())


@pytest.fixture
def scene(organiser: User, now: datetime) -> Scene:
    """Return rows of a public cup and of a closed one; Ana is hidden, with notes and a contact."""
    rows = {}
    for public in (True, False):
        cup = an_event_of_names(
            organiser,
            now,
            [("Ana Secreta",), ("Beto",), ("Carla",), ("Dani",)],
            by_qr=False,
            public=public,
            with_cards=True,
        )
        draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
        lifecycle.start(competition_id=cup.pk, actor=organiser, now=now)
        rows[public] = {
            "slug": cup.club.slug,
            "/competitions": cup.pk,
            "/matches": match_at(cup, 1, 1).pk,
            "/entries": cup.entries.earliest("pk").pk,
        }
    webhook, _secret = webhooks.create_webhook(
        club_id=cup.club_id, actor=organiser, url="https://example.org/", now=now
    )
    ana = cup.club.people.get(name="Ana Secreta")
    people.describe_person(person_id=ana.pk, nickname="", notes=SECRETS[0], actor=organiser)
    people.hide_person(person_id=ana.pk, hidden=True, actor=organiser, now=now)
    contacts.keep_contact(
        person_id=ana.pk, phone=SECRETS[1], email=SECRETS[2], actor=organiser, now=now
    )
    for found in rows.values():
        found["/people"] = ana.pk
        found["/webhooks"] = webhook.pk
    return rows


def ask(client: Client, operation: Operation, rows: Mapping[str, Any]) -> Any:
    """Call an operation about these rows."""
    method, path, about = operation
    pk = next((row for start, row in rows.items() if path.startswith(start)), 1)
    address = path.replace("{pk}", str(pk)).replace("{slug}", rows["slug"])
    return send(client, method, address, BODIES.get(about["operationId"]))


def scope_of(operation: Operation) -> tuple[str, bool]:
    """Return the scope that an operation needs, and whether a token is optional."""
    *optional, needed = operation[2]["security"]
    return needed["Token"][0], bool(optional)


def is_about_one_competition(operation: Operation) -> bool:
    return operation[1].startswith(("/competitions/", "/matches/", "/entries/"))


def test_nobody_reads_what_is_closed_and_nobody_writes(scene: Scene) -> None:
    for operation in OPERATIONS:
        for public, rows in scene.items():
            answer = ask(a_program(), operation, rows)
            where = f"{operation[:2]} {public}"
            assert_silent(answer, where)
            if not scope_of(operation)[1]:
                assert (answer.status_code, answer.json()["code"]) == (401, "token-missing"), where
            elif not public and is_about_one_competition(operation):
                assert answer.status_code == 404, where


def test_everybody_reads_what_is_public(scene: Scene, now: datetime) -> None:
    stranger = a_person("stranger")
    of_other_club = a_secret(stranger, now, club=a_club(stranger, "Otro club"))
    clients = (a_program(), a_program(a_secret(stranger, now)), a_program(of_other_club))
    for operation in OPERATIONS:
        is_of_all = is_about_one_competition(operation) or "{pk}" not in operation[1]
        if operation[0] == "GET" and scope_of(operation)[1] and is_of_all:
            answers = [ask(client, operation, scene[True]).status_code for client in clients]
            assert answers == [200, 200, 200], operation[1]


@pytest.mark.parametrize("of_club", [False, True])
def test_a_stranger_reads_what_is_public_alone(scene: Scene, now: datetime, of_club: bool) -> None:
    stranger = a_person("stranger")
    club = a_club(stranger, "Otro club") if of_club else None
    client = a_program(a_secret(stranger, now, club=club))
    for operation in OPERATIONS:
        for public, rows in scene.items():
            answer = ask(client, operation, rows)
            where = f"{operation[:2]} {public} {answer.content!r}"
            assert_silent(answer, where)
            if is_about_one_competition(operation) and not public:
                assert answer.status_code == 404, where
            elif operation[0] != "GET" or not scope_of(operation)[1]:
                assert answer.status_code in (403, 404), where


def test_a_token_of_another_club_does_nothing_here(
    scene: Scene, organiser: User, now: datetime
) -> None:
    other = a_club(organiser, "El otro club")
    client = a_program(a_secret(organiser, now, club=other))
    for operation in OPERATIONS:
        answer = ask(client, operation, scene[True])
        where = f"{operation[:2]} {answer.content!r}"
        assert_silent(answer, where)
        if operation[0] != "GET":
            assert (answer.status_code, answer.json()["code"]) == (403, "other-club"), where
        if is_about_one_competition(operation):
            assert ask(client, operation, scene[False]).status_code == 404, where


def test_a_token_does_what_its_scopes_say_alone(
    scene: Scene, organiser: User, now: datetime
) -> None:
    clients = {
        scope: a_program(a_secret(organiser, now, *(each for each in SCOPES if each != scope)))
        for scope in SCOPES
    }
    for operation in OPERATIONS:
        scope, _optional = scope_of(operation)
        answer = ask(clients[scope], operation, scene[True])
        assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing"), operation[:2]


def test_notes_and_contacts_never_leave(scene: Scene, organiser: User, now: datetime) -> None:
    client = a_program(a_secret(organiser, now))
    for operation in OPERATIONS:
        answer = ask(client, operation, scene[True])
        text = answer.content.decode()
        assert answer.status_code < 500
        assert not [secret for secret in SECRETS if secret in text], operation[:2]


def assert_silent(answer: Any, where: str) -> None:
    """Check that an answer to a stranger tells nothing that a club keeps to itself."""
    text = answer.content.decode()
    assert not [secret for secret in (*SECRETS, HIDDEN) if secret in text], where
    assert answer.status_code < 500, where


BODIES: Mapping[str, Any] = {
    "change_person": {"nickname": "Pocha"},
    "put_look": {},
    "create_competition": {"name": "Copa"},
    "draw": {},
    "publish_draft": {"seen": "1.0"},
    "add_entry": {"players": ["Ana"]},
    "add_entries": {"entries": [{"players": ["Ana"]}]},
    "withdraw": {},
    "set_absence": {},
    "write_result": {"games": [[5, 3]]},
    "correct_result": {"games": [[5, 3]], "reason": "al revés"},
    "create_webhook": {"url": "https://example.org/hook"},
    "change_webhook": {"url": "https://example.org/other"},
    "resend": {},
}
