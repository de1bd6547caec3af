"""The pages that list the demo club say that robots play there; those of other clubs do not."""

from datetime import datetime
from random import Random

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.demo.club import found_club, keep_playing
from tournaments.models import Competition

pytestmark = pytest.mark.django_db

SAID = "es de muestra: quienes juegan ahí son robots de la casa, no personas."


@pytest.fixture
def cup(now: datetime) -> Competition:
    """A cup of people beside one of the demo club."""
    return a_running_cup(an_organiser(), now)


@pytest.fixture
def demo_cup(now: datetime) -> Competition:
    club = found_club()
    keep_playing(club, chance=Random(1), now=now)
    return club.competitions.first()


def read(path: str) -> str:
    return text_of(a_browser().get(path))


@pytest.mark.feature("Operation", "The demo club says that robots play there")
def test_a_stranger_is_told_that_the_demo_is_one(demo_cup: Competition) -> None:
    club = demo_cup.club
    for path in ("/", f"/clubs/{club.slug}/", f"/competitions/{demo_cup.pk}/"):
        assert f"<bdi>{club}</bdi> {SAID}" in read(path), path
    assert "de muestra: juegan robots" in read("/clubs/")


def test_nothing_of_people_is_called_a_demo(demo_cup: Competition, cup: Competition) -> None:
    for path in (f"/clubs/{cup.club.slug}/", f"/competitions/{cup.pk}/"):
        assert SAID not in read(path), path
    assert read("/clubs/").count("de muestra: juegan robots") == 1


def test_a_site_without_the_demo_speaks_of_none(cup: Competition) -> None:
    for path in ("/", "/clubs/"):
        assert "de muestra" not in read(path), path
