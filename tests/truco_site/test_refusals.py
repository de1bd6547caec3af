"""What is refused before any page has its say: in words, with a way out."""

import html
import re

import pytest
from django.test import Client

from tests.accounts.common.test_asked import PATHS
from tests.accounts.people import a_person

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
LARGE = {"about": "x" * 3 * 1024 * 1024}


def way_out(page) -> str:
    """Return the target of the only button of a page."""
    main = re.search(r"<main.*</main>", page.content.decode(), re.DOTALL)[0]
    (link,) = re.findall(r'<a class="button primary" href="([^"]*)"', main)
    return html.unescape(link)


@pytest.mark.parametrize(
    ("path", "belongs_to"),
    [
        ("/tables/7/sit/", "/tables/7/"),
        ("/tables/practice/", "/tables/"),
        ("/matches/3/score/mark/", "/matches/3/"),
        ("/competitions/5/register/", "/competitions/5/"),
        ("/language/", "/"),
    ],
)
def test_the_address_of_a_button_leads_to_the_page_it_belongs_to(client, path, belongs_to):
    page = client.get(path)
    assert (page.status_code, page.headers["Allow"]) == (405, "POST")
    assert "Esta dirección es la de un botón" in page.content.decode()
    assert way_out(page) == belongs_to


@pytest.mark.parametrize("path", PATHS)
def test_no_way_out_is_another_address_without_a_page(client, path):
    page = client.get(path)
    if page.status_code == 405:
        assert client.get(way_out(page)).status_code != 405


def test_an_unknown_language_is_refused_in_words(client):
    page = client.post(
        "/language/", {"language": "tlh"}, headers={"referer": "http://testserver/rules/"}
    )
    assert page.status_code == 400
    assert "no se entiende" in page.content.decode()
    assert way_out(page) == "/rules/"


@pytest.mark.parametrize("referer", ["http://[", "http://[::1", "//[x]/", "\\"])
def test_a_page_of_no_address_leads_to_the_front_page(client, referer):
    """A header that cannot be read was a fault of ours (500)."""
    page = client.get("/ranking/?" + "x&" * 1500, headers={"referer": referer})
    assert page.status_code == 400
    assert way_out(page) == "/"


@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=utf-16",
        "multipart/form-data; boundary=x",
    ],
)
def test_a_form_that_cannot_be_read_is_refused_where_nothing_is_too(kind):
    """The page of what is not there looks for its token, and was a fault of ours (500)."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/accounts/login/")
    for path in ("/learn/nowhere/1/2/", "/language/"):
        page = browser.generic("POST", path, b"&".join([b"x=1"] * 1500), content_type=kind)
        assert page.status_code == 400, path
        assert "no se entiende" in page.content.decode()


def test_a_form_without_a_valid_token_shows_what_was_typed():
    """Whoever signs in again in another tab has a new token; the browser may forget the text."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(a_person())
    typed = "1. Ana Ruiz y Beto Sosa\n2. Carla <b>Paz</b> y Dani Gil"
    for path, field in (("/competitions/7/paste/", "list"), ("/profile/", "about")):
        page = browser.post(path, {field: typed, "token": "secret"})
        assert page.status_code == 403
        shown = page.content.decode()
        assert html.escape(typed) in shown
        assert "secret" not in shown


def test_what_is_too_large_is_refused_in_words_and_changes_nothing(client):
    ana = a_person()
    client.force_login(ana)
    page = client.post("/profile/", LARGE)
    assert page.status_code == 413
    assert "demasiado grande" in page.content.decode()
    ana.refresh_from_db()
    assert ana.display_name == ""


def test_words_are_the_readers_and_htmx_gets_no_page(client):
    page = client.get("/tables/7/sit/", headers={"Accept-Language": "en"}).content.decode()
    part = client.get("/tables/7/sit/", headers=HTMX)
    assert "the address of a button" in page
    assert part.status_code == 405
    assert "<html" not in part.content.decode()
    assert "No cambió nada." in part.content.decode()


def test_a_wrong_host_is_refused_as_before(client):
    answer = client.get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert answer.content
