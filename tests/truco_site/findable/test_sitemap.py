"""The site map: what is in it, what is not, and what it costs."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.puzzles.services import day_of
from tests.games.puzzle_factories import a_puzzle
from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_cup,
    a_running_cup,
    an_organiser,
    match_at,
    play_cup,
    players_of,
)
from tournaments.models import Competition
from tournaments.public_pages import sitemaps
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
NAMES = {
    "map": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "xhtml": "http://www.w3.org/1999/xhtml",
}


@pytest.fixture(autouse=True)
def _fresh_pages() -> None:
    caches["pages"].clear()


def locations(client: Client, path: str) -> list[str]:
    """Return the paths that a file of the site map names."""
    root = ElementTree.fromstring(client.get(path).content)
    found = [each.text or "" for each in root.iterfind(".//map:loc", NAMES)]
    return [each.removeprefix("http://testserver") for each in found]


@pytest.mark.feature("Public pages", "A site map for search engines")
def test_every_address_of_the_map_is_a_page_to_be_indexed(client: Client) -> None:
    now = timezone.now()
    cup = a_running_cup(an_organiser(), now, entries=2, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    a_puzzle(day_of(now))
    files = locations(client, "/sitemap.xml")
    assert len(files) == len(sitemaps.SECTIONS)
    found = [path for file in files for path in locations(client, file)]
    assert f"/competitions/{cup.pk}/" in found
    assert f"/clubs/{cup.club.slug}/" in found
    assert {"/", "/ranking/", "/learn/argentino/3/", "/puzzle/"} < {*found}
    for path in found:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert b'content="noindex' not in answer.content, path


def test_each_address_has_its_languages(client: Client) -> None:
    root = ElementTree.fromstring(client.get("/sitemap-general.xml").content)
    links = root.findall("map:url/xhtml:link", NAMES)
    assert {link.attrib["hreflang"] for link in links} >= {"es-AR", "es", "en", "ca", "x-default"}
    assert "http://testserver/ranking/?language=en" in {link.attrib["href"] for link in links}


def test_what_is_not_public_is_not_in_the_map(client: Client) -> None:
    now, organiser = timezone.now(), an_organiser()
    hidden = a_cup(organiser, now, public=False)
    draft = a_cup(organiser, now, opened=False, name="Borrador")
    a_puzzle(day_of(now) + timedelta(days=1))
    nobody = a_person()  # has played nothing
    assert locations(client, "/sitemap-competitions.xml") == []
    assert {hidden.public, draft.state} == {False, Competition.State.DRAFT}
    assert locations(client, "/sitemap-puzzles.xml") == []
    assert f"/players/{nobody.username}/" not in locations(client, "/sitemap-players.xml")


@pytest.mark.parametrize("changed", ["anonymised_at", "is_findable"])
def test_players_who_do_not_want_to_be_found_leave_the_map(client: Client, changed: str) -> None:
    now = timezone.now()
    cup = a_running_cup(an_organiser(), now, entries=2, presencial=True)
    play_cup(cup, now)
    heal_rankings()
    gone, stays = (players_of(match_at(cup, 1, 1), side)[0] for side in (0, 1))
    value = {"anonymised_at": now, "is_findable": False}[changed]
    User.objects.filter(pk=gone.pk).update(**{changed: value})
    answer = client.get(f"/players/{gone.username}/")
    assert answer.status_code == 404 or b'content="noindex"' in answer.content
    assert locations(client, "/sitemap-players.xml") == [f"/players/{stays.username}/"]


def test_parts_are_ranges_of_keys_and_cost_the_same(
    client: Client, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(sitemaps, "IDS_A_PART", 2)
    organiser, now = an_organiser(), timezone.now()
    cups = [a_cup(organiser, now, name=f"Copa {number}") for number in range(5)]
    last = cups[-1].pk // 2 + 1
    assert f"/sitemap-competitions.xml?p={last}" in locations(client, "/sitemap.xml")
    with django_assert_num_queries(3):  # the last erasure, the highest key, the rows
        part = locations(client, f"/sitemap-competitions.xml?p={last}")
    assert f"/competitions/{cups[-1].pk}/" in part
    assert len(part) <= 2


@pytest.mark.parametrize("path", ["clubs.xml?p=0", "clubs.xml?p=99", "clubs.xml?p=x", "x.xml"])
def test_a_part_that_is_not_there_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/sitemap-{path}").status_code == 404


def test_robots_name_the_map(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "Sitemap: http://testserver/sitemap.xml" in lines


def test_the_icon_is_where_browsers_ask_for_it(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.headers["Content-Type"] == "image/x-icon"
    assert answer.content[:4] == b"\0\0\1\0"
