"""The app shell that a browser caches: without user data, and of one release."""

import gzip
import json
import re
from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.accounts.browsers import browser_of, text_of
from tests.accounts.people import a_person
from truco_site import pwa

pytestmark = pytest.mark.django_db

SHELL = re.compile(r"^const SHELL = (\{.*\});$", re.MULTILINE)


def read_shell(client: Client) -> dict:
    return json.loads(SHELL.search(text_of(client.get("/worker.js")))[1])


def test_the_manifest_is_linked_once_and_allowed(client):
    page = client.get("/")
    assert text_of(page).count('<link rel="manifest" href="/site.webmanifest">') == 1
    policy = page.headers["Content-Security-Policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy


@pytest.mark.feature("Notifications", "The site is installed as an application")
def test_the_manifest_names_icons_that_are_as_large_as_it_says(client):
    answer = client.get("/site.webmanifest", headers={"Accept-Language": "en"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["scope"], manifest["start_url"]) == ("en", "/", "/")
    assert manifest["name"] == "Truco club"
    assert [icon.get("purpose", "any") for icon in manifest["icons"]] == ["any", "any", "maskable"]
    for icon in manifest["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert "{}x{}".format(*Image.open(found).size) == icon["sizes"]


def test_the_manifest_has_pictures_and_ways_in(client):
    manifest = client.get("/site.webmanifest").json()
    assert {each["form_factor"] for each in manifest["screenshots"]} == {"narrow", "wide"}
    for each in manifest["screenshots"]:
        found = finders.find(each["src"].removeprefix("/static/"))
        assert "{}x{}".format(*Image.open(found).size) == each["sizes"]
    for each in manifest["shortcuts"]:
        assert client.get(each["url"]).status_code == 200
    target = manifest["share_target"]
    assert (target["action"], target["method"]) == ("/share/", "POST")
    assert target["params"]["text"] == "text"


def test_a_maskable_icon_keeps_what_it_shows_away_from_its_edge():
    """Systems leave the middle circle, four fifths across: outside it there is felt alone."""
    found = finders.find("img/icon-maskable-512.png")
    with open(found, "rb") as file:
        picture = Image.open(BytesIO(file.read())).convert("RGB")
    side, felt = picture.width, picture.getpixel((0, 0))
    beyond = [
        (x, y)
        for x in range(0, side, 4)
        for y in range(0, side, 4)
        if (x - side / 2) ** 2 + (y - side / 2) ** 2 > (0.4 * side) ** 2
    ]
    assert {picture.getpixel(point) for point in beyond} == {felt}


def test_the_worker_has_the_whole_site_as_its_scope(client):
    answer = client.get("/worker.js")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["/worker.js", "/offline/", "/offline/play/", "/offline/lessons/", "/site.webmanifest"],
)
def test_the_shell_is_the_same_for_everybody_and_begins_no_session(client, path):
    person = browser_of(a_person())
    mine, anybodys = person.get(path), client.get(path)
    assert mine.content == anybodys.content
    assert not anybodys.cookies
    assert client.post(path).status_code == 405


def test_the_page_without_a_connection_is_said_in_every_language_and_holds_no_token(client):
    page = text_of(client.get("/offline/"))
    assert 'lang="ca-valencia"' in page
    assert "No hay conexión" in page
    assert "No connection" in page
    assert "csrf" not in page.lower()
    assert "<script" not in page


def test_the_page_in_the_language_of_its_address_is_said_once(client):
    page = text_of(client.get("/offline/?language=en"))
    assert "No connection" in page
    assert "No hay conexión" not in page


def test_another_release_is_another_worker(client, monkeypatch, collected):
    before = read_shell(client)
    assert read_shell(client) == before
    assert all(re.search(r"\.[0-9a-f]{12}\.\w+$", name) for name in before["files"])
    monkeypatch.setattr(pwa, "FILES", (*pwa.FILES, "img/tally.svg"))
    assert read_shell(client)["release"] != before["release"]


def test_what_the_worker_keeps_beforehand_is_small(client, collected):
    names = read_shell(client)["files"]
    sizes = [(collected / name.removeprefix("/static/")).stat().st_size for name in names]
    assert len(names) == 2
    assert sum(sizes) < 80 * 1024
    later = read_shell(client)["later"]
    packed = [
        len(gzip.compress((collected / n.removeprefix("/static/")).read_bytes())) for n in later
    ]
    assert sum(packed) < 72 * 1024
