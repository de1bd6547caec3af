"""Errors, caches, lists and limits of the API."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.common.cost_budgets import FILES
from accounts.i18n.languages import override_language
from accounts.models import User
from accounts.tokens import services as tokens
from tests.games.tables import a_person
from tests.tournaments.api.callers import a_program, a_secret, send
from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_cup, enter
from tournaments.api import callers, site
from tournaments.api.site import api
from tournaments.models import Competition
from tournaments.withdrawals.services import withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PROBLEM = "application/problem+json"
OLD = ("/api/", "/api/competitions/", "/api/ranking/")


def assert_problem(answer: object, status: int, code: str) -> None:
    """Check that an answer is problem details."""
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    told = answer.json()
    assert {"type", "title", "status", "code", "detail"} <= told.keys()
    assert (told["status"], told["code"]) == (status, code)


def test_errors_are_problem_details(cup: Competition, program: Client, now: datetime) -> None:
    nobody = a_program()
    entries = f"/competitions/{cup.pk}/entries"
    assert_problem(send(nobody, "GET", "/nowhere"), 404, "not-found")
    assert_problem(send(nobody, "GET", "/competitions/999"), 404, "not-found")
    assert_problem(send(nobody, "GET", f"/competitions/{2**64}"), 422, "invalid")
    assert_problem(send(nobody, "DELETE", "/clubs"), 405, "method-not-allowed")
    assert_problem(send(nobody, "GET", "/clubs?limit=x"), 422, "invalid")
    assert_problem(send(nobody, "GET", "/clubs?from=x"), 422, "bad-cursor")
    missing = send(nobody, "POST", entries, {"players": ["Ana"]})
    assert_problem(missing, 401, "token-missing")
    assert missing["WWW-Authenticate"] == "Bearer"
    assert_problem(send(a_program("truco_x"), "GET", "/clubs"), 401, "token-unknown")
    unread = program.post(f"/api/v1{entries}", "{", content_type="application/json")
    assert_problem(unread, 400, "bad-request")
    large = program.post(f"/api/v1{entries}", " " * 2_100_000, content_type="application/json")
    assert_problem(large, 413, "too-large")


def test_messages_are_in_the_language_that_is_asked_for() -> None:
    answer = send(a_program(language="en"), "GET", "/nowhere")
    assert answer["Content-Language"] == "en"


def test_a_token_sent_in_the_clear_is_refused_not_redirected(settings: Any) -> None:
    settings.HTTPS = settings.SECURE_SSL_REDIRECT = True
    assert_problem(send(a_program("truco_x"), "GET", "/clubs"), 403, "https-only")
    secure = a_program().get("/api/v1/clubs", secure=True)
    assert secure.status_code == 200


def test_expired_and_stolen_tokens_are_refused(organiser: User, now: datetime) -> None:
    expired = a_secret(organiser, now - timedelta(days=31), days=30)
    assert_problem(send(a_program(expired), "GET", "/clubs"), 401, "token-expired")
    stolen = a_secret(organiser, now)
    token = organiser.api_tokens.latest("pk")
    tokens.revoke_token(token_id=token.pk, actor=organiser, now=now)
    assert_problem(send(a_program(stolen), "GET", "/clubs"), 401, "token-unknown")


def test_a_session_is_no_token(cup: Competition, organiser: User) -> None:
    answer = send(a_browser(organiser), "POST", f"/competitions/{cup.pk}/draw", {})
    assert_problem(answer, 401, "token-missing")
    assert not answer.cookies


def test_a_token_asks_so_often_a_minute(program: Client, organiser: User) -> None:
    for _ in range(callers.REQUESTS.limit):
        callers.REQUESTS.count(organiser.api_tokens.get().pk)
    answer = send(program, "GET", "/clubs")
    assert_problem(answer, 429, "too-busy")
    assert answer["Retry-After"] == "60"


def test_an_address_without_a_token_has_a_budget_of_time(cup: Competition) -> None:
    client, request = a_program(), RequestFactory().get("/")
    send(client, "GET", "/clubs")
    assert cache.get(next(iter(FILES._limits(request)))) > 0
    FILES.charge(request, FILES.of_address)
    answer = send(client, "GET", "/clubs")
    assert_problem(answer, 429, "too-busy")


def test_the_account_of_a_token_has_a_budget_of_time(
    cup: Competition, program: Client, organiser: User
) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
    request.user = organiser
    send(program, "GET", "/clubs")
    of_person = f"budget:{FILES.name}:person:{organiser.pk}"
    assert cache.get(of_person) > 0
    FILES.charge(request, FILES.of_person)
    answer = send(program, "GET", "/clubs")
    assert_problem(answer, 429, "too-busy")
    assert send(a_program(a_secret(a_person(), timezone.now())), "GET", "/clubs").status_code == 200


def test_the_document_is_kept_by_language_and_has_a_budget() -> None:
    english = a_program(language="en")
    with override_language("en"):
        document = json.loads(json.dumps(api.get_openapi_schema(), default=str))
        assert site._document() is site._document()
    assert send(english, "GET", "/openapi.json").json() == document
    FILES.charge(RequestFactory().get("/"), FILES.of_address)
    answer = send(english, "GET", "/openapi.json")
    assert_problem(answer, 429, "too-busy")
    assert answer["Retry-After"] == "60"


def test_a_copy_that_is_current_is_not_sent_again(cup: Competition, program: Client) -> None:
    for client, cached in ((a_program(), "public, max-age=30"), (program, "private, no-cache")):
        answer = send(client, "GET", f"/competitions/{cup.pk}")
        assert answer["Cache-Control"] == cached
        assert answer["Vary"].startswith("Accept-Language, Authorization")
        assert "Cookie" not in answer["Vary"]
        path = f"/competitions/{cup.pk}"
        again = send(client, "GET", path, **{"if-none-match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again["Access-Control-Allow-Origin"] == "*"
        assert again["Access-Control-Expose-Headers"] == answer["Access-Control-Expose-Headers"]
        assert send(client, "HEAD", path).status_code == 200


def test_other_sites_may_ask_from_a_browser() -> None:
    asked = {"access-control-request-method": "POST", "origin": "https://other.example"}
    answer = send(a_program(), "OPTIONS", "/competitions", **asked)
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in answer["Access-Control-Allow-Headers"]


def test_a_list_is_read_page_by_page_in_both_directions(cup: Competition) -> None:
    client = a_program()
    path = f"/competitions/{cup.pk}/entries?limit=3"
    first = send(client, "GET", path)
    assert 'rel="next"' in first["Link"]
    second = client.get(target(first["Link"], "next"))
    seen = [row["id"] for page in (first, second) for row in page.json()["items"]]
    assert seen == list(cup.entries.order_by("pk").values_list("pk", flat=True))
    assert "next" not in second["Link"]
    backwards = client.get(target(second["Link"], "prev")).json()["items"]
    assert [row["id"] for row in backwards] == seen[:3]


def test_a_page_whose_rows_have_gone_is_the_empty_end_of_its_list(
    organiser: User, now: datetime
) -> None:
    client, open_cup = a_program(), a_cup(organiser, now)
    *_, last = [enter(open_cup, organiser, now, a_person()) for _ in range(4)]
    first = send(client, "GET", f"/competitions/{open_cup.pk}/entries?limit=3")
    withdraw(entry_id=last.pk, actor=organiser, now=now)
    second = client.get(target(first["Link"], "next"))
    assert second.json() == {"items": []}
    assert "next" not in second["Link"]
    backwards = client.get(target(second["Link"], "prev"))
    assert backwards.json()["items"] == first.json()["items"]


def target(links: str, rel: str) -> str:
    """Return the address of a link in a `Link` header."""
    (found,) = [link for link in links.split(", ") if f'rel="{rel}"' in link]
    return found[found.index("<") + 1 : found.index(">")]


@pytest.mark.parametrize("path", OLD)
def test_the_older_addresses_have_json_errors_and_no_cookies(path: str, organiser: User) -> None:
    browser = a_browser(organiser)
    answer = browser.get(path)
    assert (answer.status_code, answer["Vary"]) == (200, "Accept-Language")
    assert browser.get(path, headers={"if-none-match": answer["ETag"]}).status_code == 304
    refused = Client(enforce_csrf_checks=True).post(path)
    assert (refused.status_code, refused.json()) == (405, {"error": "method-not-allowed"})
    assert refused["Allow"] == "GET, HEAD"
    missing = browser.get(f"{path}nowhere/")
    assert (missing.status_code, missing.json()) == (404, {"error": "not-found"})
