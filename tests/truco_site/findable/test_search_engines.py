"""Every kind of public page, read in every language as a search engine reads it: by the day."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.common.page_meta import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    PageMeta,
    data_block,
)
from accounts.models import User
from tests.accounts.browsers import browser_of
from tests.games.tables import a_person
from tests.runner.days import pick_today
from tests.tournaments.cups import a_cup, an_organiser
from tests.truco_site.findable.checker import SHORTEST_TEXT, Checker, read_page
from tests.truco_site.findable.public_site import public_paths

pytestmark = pytest.mark.django_db
KINDS = 4  # days in which each kind of page has its turn


@pytest.mark.long
@pytest.mark.feature("Public pages", "Search engines find every public page in every language")
@pytest.mark.sampled
def test_public_pages_have_what_search_engines_need(client: Client) -> None:
    checker, paths = Checker(client), public_paths(timezone.now())
    kinds = pick_today(range(len(paths)), KINDS)
    found = [
        line
        for kind in kinds
        for code, _ in settings.LANGUAGES
        for line in checker.problems_of(paths[kind], code)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", ["/profile/", "/clubs/new/", "/nowhere/", "/clubs/?q=yunta"])
def test_other_pages_are_not_indexed(client: Client, path: str) -> None:
    client.force_login(a_person())
    page = read_page(client.get(path).content.decode())
    assert page.metas["robots"].startswith("noindex")
    assert page.canonical == []


def test_a_private_competition_and_its_club_say_nothing_of_it(client: Client) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, timezone.now(), public=False, name="Copa Oculta")
    page = client.get(f"/clubs/{cup.club.slug}/").content.decode()
    assert "Copa Oculta" not in page
    client.force_login(organiser)
    seen = read_page(client.get(f"/competitions/{cup.pk}/").content.decode())
    assert seen.metas["robots"] == "noindex"
    assert seen.data == []


def test_the_language_of_the_address_is_spoken_whoever_reads(client: Client) -> None:
    reader = a_person()
    User.objects.filter(pk=reader.pk).update(language="es-ar")
    for browser in (client, browser_of(reader)):
        answer = browser.get("/clubs/?language=en", headers={"Accept-Language": "es"})
        assert answer.headers["Content-Language"] == "en"
        assert "Accept-Language" not in answer.headers["Vary"]
        assert "Cookie" in answer.headers["Vary"]


def test_what_htmx_requests_has_the_language_of_its_page(client: Client) -> None:
    told = {"Accept-Language": "es", "HX-Request": "true"}
    spoken = {"http://club.example/clubs/?q=a&language=en": "en", "/?language=tlh": "es-ar"}
    for page, language in {**spoken, "http://[": "es-ar", "": "es-ar"}.items():
        answer = client.get("/clubs/", headers={**told, "HX-Current-URL": page})
        assert answer.headers["Content-Language"] == language, page
        assert "HX-Current-URL" in answer.headers["Vary"]


@pytest.mark.parametrize("asked", ["tlh", "EN", "", "en" * 400, "\x00"])
def test_an_unknown_language_in_the_address_is_ignored(client: Client, asked: str) -> None:
    answer = client.get("/clubs/", {"language": asked}, headers={"Accept-Language": "ca"})
    assert answer.headers["Content-Language"] == "ca-valencia"
    assert "Accept-Language" in answer.headers["Vary"]


def test_the_api_ignores_a_language_in_the_address(client: Client) -> None:
    answer = client.get("/api/?language=en", headers={"Accept-Language": "es"})
    assert answer.headers["Content-Language"] == "es-ar"


def test_the_switch_leads_to_the_same_page_without_its_language(client: Client) -> None:
    page = client.get("/clubs/?q=a%20b&language=en").content.decode()
    assert '<input type="hidden" name="next" value="/clubs/?q=a+b">' in page


def test_the_switch_of_an_answer_to_a_form_leads_to_the_page_of_the_form(client: Client) -> None:
    cup = a_cup(an_organiser(), timezone.now(), per_side=2)
    page = f"/competitions/{cup.pk}/"
    came_from = {"Referer": f"http://testserver{page}?a=1&language=en"}
    answer = client.post(f"{page}register/guest/", {"display_name": "Ana"}, headers=came_from)
    assert "/invitation/" in answer.content.decode()  # the partner's link, shown this once
    assert f'<input type="hidden" name="next" value="{page}?a=1">' in answer.content.decode()


def test_what_others_add_to_an_address_changes_nothing(client: Client) -> None:
    page = read_page(client.get("/clubs/?utm_source=x&fbclid=1").content.decode())
    assert page.canonical == ["http://testserver/clubs/"]


def test_a_configured_address_stands_in_the_canonical_one(client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://truco.example"
    page = read_page(client.get("/clubs/?language=en").content.decode())
    assert page.canonical == ["https://truco.example/clubs/?language=en"]


HOSTILE = "</script><script>alert(1)</script>"


def test_no_name_ends_a_data_block() -> None:
    block = data_block({"name": HOSTILE})
    assert "<" not in block
    assert json.loads(block)["name"] == HOSTILE


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (("x" * 200, "Club"), ("y" * 500,)),
        (("Copa " * 30,), ("palabra " * 60,)),
        (("Copa",), ()),
        (("Copa", "z" * 64), ("", "corta")),
    ],
)
def test_titles_and_texts_fit(title: tuple[str, ...], text: tuple[str, ...]) -> None:
    meta = PageMeta(title, text)
    assert 0 < len(meta.short_title) <= LONGEST_TITLE
    assert SHORTEST_TEXT <= len(meta.description) <= LONGEST_TEXT
