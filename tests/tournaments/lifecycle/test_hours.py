"""In whose hours a browser reads when a club's competition begins, and that they are named."""

import re
from datetime import UTC, datetime

import pytest
from django.utils.html import strip_tags

from accounts.models import Club
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.league_factories import a_league, fixture

pytestmark = pytest.mark.django_db
START = datetime(2030, 11, 23, 19, 0, tzinfo=UTC)


@pytest.fixture
def cup(organiser, now):
    """A cup of a club in Madrid."""
    cup = a_cup(organiser, now, starts_at=START)
    Club.objects.update(zone="Europe/Madrid")
    return cup


def begins(browser, path: str) -> str:
    page = " ".join(text_of(browser.get(path)).split())
    return "".join(re.findall(r"sáb 23 nov, [^)]*\)", page)[:1])


@pytest.mark.feature(
    "Accounts and clubs",
    "Hours name their city, and are the club's until a browser has sent its zone",
)
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("", "20:00 (hora de Madrid)"),
        ("Mars/Olympus", "20:00 (hora de Madrid)"),
        ("America/Argentina/Buenos_Aires", "16:00 (hora de Buenos Aires)"),
    ],
)
def test_a_browser_that_has_not_told_its_zone_reads_the_clubs_hours(cup, told, said):
    browser = a_browser()
    browser.cookies["zone"] = told
    for path in ("/competitions/", f"/competitions/{cup.pk}/", f"/clubs/{cup.club.slug}/"):
        assert begins(browser, path) == f"sáb 23 nov, {said}", path


def test_who_has_an_account_reads_their_own_hours(cup):
    person = a_person()
    person.zone = "America/Montevideo"
    person.save()
    assert begins(a_browser(person), f"/competitions/{cup.pk}/").endswith(
        "16:00 (hora de Montevideo)"
    )


def test_a_match_and_an_entrys_way_say_the_same_hour(now):
    match = fixture(a_league(now, starts_at=START), 1)
    Club.objects.update(zone="Europe/Madrid")
    entry = match.slots.get(side=0).entry
    assert "20:00 hora de Madrid" in words(f"/matches/{match.pk}/")
    assert "20:00" in words(f"/competitions/{entry.competition_id}/entries/{entry.pk}/")


def words(path: str) -> str:
    return " ".join(strip_tags(text_of(a_browser().get(path))).split())
