"""Every address of `urls.py`, read and posted to by nine kinds of reader, as `table.txt` says.

A private cup, its private matches, a private table: whoever has no business there finds nothing. In
the table stands the status of the answer; `in` is the way to the sign-in, `go` leads elsewhere. One
form, with the fields of many, is posted to every address. A reader without permission is refused
(403). For a reader with permission the act is done (`go`), is not possible now (409), or lacks a
field (422).
"""

import os
from collections.abc import Iterator
from dataclasses import is_dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model
from django.http import HttpResponse
from django.template import VariableDoesNotExist
from django.test import Client
from django.utils import timezone

from games.play import table_cache
from tests.runner.days import pick_today
from tests.truco_site.readers.routes import Addresses, every_route
from tests.truco_site.readers.scene import the_scene
from tests.truco_site.readers.table import NOT_ALLOWED, READERS, table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def attributes_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Fail where a template names an attribute that a value has not: Django renders nothing."""
    missing: set[str] = set()
    made = VariableDoesNotExist.__init__

    def note(self: VariableDoesNotExist, msg: str, params: tuple[Any, ...] = ()) -> None:
        made(self, msg, params)
        name, value = params if len(params) == 2 else ("", None)
        if isinstance(value, Model) or (is_dataclass(value) and not isinstance(value, type)):
            missing.add(f"{type(value).__qualname__}.{name}")

    monkeypatch.setattr(VariableDoesNotExist, "__init__", note)
    yield missing
    assert missing == set()


def word(answer: HttpResponse) -> str:
    """Return the word for a response in the table."""
    if answer.status_code not in (301, 302, 303):
        return str(answer.status_code)
    return "in" if answer.headers["Location"].startswith("/accounts/login/") else "go"


def send_request(method: str, path: str, cookies: SimpleCookie, form: str) -> HttpResponse:
    """Send a request with a separate browser, and roll back its effects."""
    browser = Client(raise_request_exception=False)
    browser.cookies = SimpleCookie(cookies.output(header="", sep=";"))
    cache.clear()
    table_cache.clear()
    with transaction.atomic():
        answer: HttpResponse = browser.generic(
            method, path, form, content_type="application/x-www-form-urlencoded"
        )
        transaction.set_rollback(True)
    return answer


def routes_today(reader: str) -> list[str]:
    """An eighth of all addresses, others for each reader and each day; nightly, all of them."""
    routes = sorted(set(every_route()))
    if "READERS" in os.environ:
        return routes
    return [route for _, route in pick_today([(reader, route) for route in routes])]


def as_it_is(reader: str) -> Iterator[tuple[str, str, str]]:
    """Return the actual responses: method, route, status."""
    readers, given = the_scene(timezone.now())
    browser = Client()
    if person := readers[reader]:
        browser.force_login(person)
    addresses = Addresses(given)
    for route in routes_today(reader):
        path, forms = addresses.of(route), {"GET": "", "POST": urlencode(addresses.form(route))}
        for method, form in forms.items():
            yield method, route, word(send_request(method, path, browser.cookies, form))


@pytest.mark.feature("Operation", "Every address is tested with nine kinds of reader")
@pytest.mark.parametrize("reader", READERS)
def test_each_reader_gets_what_the_table_says(reader: str) -> None:
    """`READERS` names a folder to write to instead (`tests/truco_site/readers/__main__.py`)."""
    answers = list(as_it_is(reader))
    if folder := os.environ.get("READERS"):
        lines = (f"{method} {answer} {route}\n" for method, route, answer in answers)
        Path(folder, reader).write_text("".join(lines))
        return
    said, place = table(), READERS.index(reader)
    nothing = [NOT_ALLOWED] * len(READERS)
    differs = [
        f"{method} {route}: {answer}, and in the table {expected}"
        for method, route, answer in answers
        if answer != (expected := said.get((method, route), nothing)[place])
    ]
    assert differs == []


def test_the_table_has_every_address_and_no_other() -> None:
    """A new address needs its row: it has no readers by default."""
    routes = {route for method, route in table() if method == "GET"}
    assert sorted(routes) == sorted(set(every_route()))


def test_none_but_the_administrators_come_into_their_pages() -> None:
    """Beside what the table says: no line of it may let anybody else in."""
    staff = READERS.index("staff")
    for (method, route), answers in table().items():
        others = {*answers[:staff], *answers[staff + 1 :]}
        if route.startswith("/admin/"):
            assert "200" not in others, (method, route)


def test_who_has_no_business_in_a_club_is_told_the_same_as_a_stranger() -> None:
    """An organiser of another club, and a member of one, at the desk of this one."""
    for (method, route), answers in table().items():
        told = dict(zip(READERS, answers, strict=True))
        if method == "GET" and route.startswith("/competitions/<int:pk>/"):
            assert told["rival"] == told["other"], route
            assert "200" not in (told["stranger"], told["guest"], told["other"]), route
