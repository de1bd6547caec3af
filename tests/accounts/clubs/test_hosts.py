"""A club's own host name: its page as home, its canonical address, and no trust between hosts."""

import pytest
from django.test import Client

from accounts.models import Club
from tests.accounts.browsers import text_of
from tests.accounts.people import PASSWORD
from tests.truco_site.findable.checker import read_page
from tests.truco_site.test_environment import start

pytestmark = [pytest.mark.django_db, pytest.mark.both]
HOST, SITE = "layunta.example", "truco.example"


@pytest.fixture
def visitor(settings, club) -> Client:
    """Return a browser at the club's host."""
    settings.CLUB_HOSTS = {HOST: club.slug, "other.example": "no-such-club"}
    settings.ALLOWED_HOSTS = [HOST, "other.example", SITE]
    settings.SITE_URL = f"http://{SITE}"
    return Client(headers={"host": HOST}, enforce_csrf_checks=True)


@pytest.mark.feature("Public pages", "A club has a host name of its own")
def test_the_page_of_the_club_is_the_home_of_its_host(visitor):
    Club.objects.update(short_name="Yunta")
    page = text_of(visitor.get("/"))
    assert "<h1><bdi>La Yunta</bdi></h1>" in page
    assert "<bdi>Yunta</bdi><span" in page
    head = read_page(page)
    assert head.canonical == [f"http://{HOST}/"]
    assert head.alternates["en"] == f"http://{HOST}/?language=en"


def test_the_site_names_the_host_of_the_club_as_the_clubs_address(visitor):
    head = read_page(text_of(Client(headers={"host": SITE}).get("/clubs/la-yunta/?language=en")))
    assert head.canonical == [f"http://{HOST}/?language=en"]


def test_other_pages_are_there_and_belong_to_the_site(visitor):
    assert read_page(text_of(visitor.get("/clubs/"))).canonical == [f"http://{SITE}/clubs/"]


def test_the_host_of_an_unknown_club_has_no_home(visitor):
    assert Client(headers={"host": "other.example"}).get("/").status_code == 404
    assert Client(headers={"host": "other.example"}).get("/clubs/").status_code == 200


def test_the_sites_own_home_stays(visitor):
    page = text_of(Client(headers={"host": SITE}).get("/"))
    assert "La Yunta</bdi></h1>" not in page


def test_other_hosts_are_refused(visitor):
    for host in ("evil.example", f"x.{HOST}", f"{HOST}.evil.example"):
        assert Client(headers={"host": host}).get("/").status_code == 400


def test_signing_in_works_there_and_no_other_host_may_send_the_form(visitor, owner):
    visitor.get("/accounts/login/")
    form = {"login": owner.username, "password": PASSWORD}
    form["csrfmiddlewaretoken"] = visitor.cookies["csrf"].value
    for origin, status in ((f"http://{SITE}", 403), ("http://evil.example", 403)):
        answer = visitor.post("/accounts/login/", form, headers={"origin": origin})
        assert answer.status_code == status, origin
    answer = visitor.post("/accounts/login/", form, headers={"origin": f"http://{HOST}"})
    assert answer.status_code == 302


READ = "from truco_site.settings import ALLOWED_HOSTS, CLUB_HOSTS; print(CLUB_HOSTS, ALLOWED_HOSTS)"


def test_the_operator_names_hosts_in_the_environment(tmp_path):
    told = {"CLUB_HOSTS": "LaYunta.example=la-yunta", "SITE_URL": "https://truco.example"}
    read = start(tmp_path, READ, **told, ALLOWED_HOSTS="truco.example").stdout
    assert read == "{'layunta.example': 'la-yunta'} ['truco.example', 'layunta.example']\n"


@pytest.mark.parametrize(
    "told",
    [
        {"CLUB_HOSTS": "layunta.example=la-yunta", "SITE_URL": ""},
        {"CLUB_HOSTS": "*=la-yunta", "SITE_URL": "https://truco.example"},
        {"CLUB_HOSTS": "layunta.example", "SITE_URL": "https://truco.example"},
        {"CLUB_HOSTS": "https://layunta.example=la-yunta", "SITE_URL": "https://truco.example"},
        {"CLUB_HOSTS": "layunta.example=../x", "SITE_URL": "https://truco.example"},
    ],
)
def test_hosts_that_cannot_be_are_refused_in_a_sentence(tmp_path, told):
    ended = start(tmp_path, **told)
    assert ended.returncode == 1
    assert ended.stderr.startswith("CLUB_HOSTS")
    assert "Traceback" not in ended.stderr
