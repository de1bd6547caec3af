"""A fault of ours: logged with a number that the page shows, and without what it happened to."""

import io
import logging
import re

import pytest
from celery import Celery
from django.db import IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from accounts.models import User
from tests.games.tables import a_person
from truco_site.logs import Formatter
from truco_site.urls import handler500  # noqa: F401  # as the site's own addresses name it

SECRET = "7e-of-a-hand"


def lose_a_card(request: HttpRequest, token: str = "") -> HttpResponse:
    hand = {"1e": token}
    try:
        return HttpResponse(hand[SECRET])
    except KeyError as missing:
        raise ValueError(f"no {SECRET} in {hand}\nsession {SECRET}") from missing


def miss_the_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError(SECRET)


urlpatterns = [
    path("away/", miss_the_database),
    path("broken/<str:token>/", lose_a_card),
    path("", include("truco_site.urls")),
]


@pytest.fixture
def written():
    """Return what the site's own handler writes."""
    (handler,) = (
        each for each in logging.getLogger().handlers if isinstance(each.formatter, Formatter)
    )
    before = handler.setStream(io.StringIO())
    yield handler.stream
    handler.setStream(before)


@pytest.fixture
def broken(settings):
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.feature("Operation", "A fault has a number that page and log share")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("es-ar", "Algo se rompió"), ("en", "Something broke")]
)
def test_a_fault_is_logged_under_the_number_that_its_page_shows(broken, written, language, words):
    page = broken.get(f"/broken/{SECRET}/", headers={"accept-language": language})
    number = page.headers["X-Request-ID"]
    assert page.status_code == 500
    assert re.fullmatch(r"\w{16}", number)
    assert words in page.content.decode()
    assert f"<code>{number}</code>" in page.content.decode()
    (told,) = [line for line in written.getvalue().splitlines() if "ERROR" in line]
    assert told.endswith(f"django.request [{number}] Internal Server Error: broken/<str:token>/")


@pytest.mark.django_db
def test_a_traceback_names_the_lines_and_the_types_and_quotes_nothing(broken, written):
    broken.get(f"/broken/{SECRET}/")
    told = written.getvalue()
    assert "return HttpResponse(hand[SECRET])" in told
    assert re.search(r"^builtins\.KeyError$(.|\n)*^builtins\.ValueError$", told, re.MULTILINE)
    assert SECRET not in told


@pytest.mark.django_db
def test_a_reader_who_has_signed_in_is_told_in_their_own_language(broken):
    reader = a_person()
    User.objects.filter(pk=reader.pk).update(language="en")
    broken.force_login(reader)
    assert "Something broke" in broken.get("/broken/x/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"), [("es-ar", "vuelve en segundos"), ("en", "back in seconds")]
)
def test_a_database_that_is_away_is_no_fault_and_comes_back(broken, language, words):
    page = broken.get("/away/", headers={"accept-language": language})
    part = broken.get("/away/", headers={"accept-language": language, "HX-Request": "true"})
    assert (page.status_code, part.status_code) == (503, 503)
    assert page.headers["Retry-After"] == "5"
    assert words in page.content.decode()
    assert words in part.content.decode()
    assert ("<html" in page.content.decode(), "<html" in part.content.decode()) == (True, False)


@pytest.mark.django_db
def test_every_answer_has_a_number_of_its_own(client):
    numbers = {client.get(path).headers["X-Request-ID"] for path in ("/", "/", "/nowhere/")}
    assert len(numbers) == 3


@pytest.mark.django_db
def test_what_is_not_there_is_no_fault(client, written):
    client.get(f"/nowhere/{SECRET}/")
    assert written.getvalue() == ""


def test_a_database_says_which_constraint_and_no_value(written):
    try:
        raise IntegrityError(f"violates unique constraint one_name\nDETAIL: Key ({SECRET})")
    except IntegrityError:
        logging.getLogger("games").exception("game %s is frozen", 7)
    assert "IntegrityError: violates unique constraint one_name" in written.getvalue()
    assert SECRET not in written.getvalue()


def test_a_task_that_fails_says_where(written):
    tasks = Celery("apart", set_as_current=False)

    @tasks.task(name="lose_a_card")
    def lose():
        lose_a_card(HttpRequest())

    lose.apply(throw=False)
    told = written.getvalue()
    assert "Task lose_a_card[" in told
    assert "raised unexpected: ValueError" in told
    assert "in lose_a_card" in told
    assert SECRET not in told
