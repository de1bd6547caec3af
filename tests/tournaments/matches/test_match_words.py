"""A number is one of a table only where a club has set up tables; elsewhere it is a match's."""

import re
from datetime import datetime

import pytest

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, match_of
from tournaments.models import Competition

pytestmark = pytest.mark.django_db
NUMBERED = re.compile(r"(?:Mesa|Table)(?:\s|</?\w[^>]*>)+\d")


def pages(event: Competition, language: str = "es-ar") -> list[str]:
    """Return the pages that an organiser and a stranger see of a match."""
    organiser, stranger = a_browser(organiser_of(event), language), a_browser(language=language)
    whole = f"/competitions/{event.pk}/"
    match = f"/matches/{match_of(event, 1).pk}/"
    desk = (f"{whole}manage/", f"{whole}results/", f"{whole}officials/", f"{match}score/")
    public = (whole, match, f"{whole}papers/?show=names", f"{whole}papers/?show=tables")
    wall = organiser.get(f"{whole}wall/").url
    found = [text_of(organiser.get(address)) for address in desk]
    return [*found, *(text_of(stranger.get(address)) for address in (*public, wall))]


@pytest.mark.parametrize(("language", "word"), [("es-ar", "partido"), ("en", "match")])
def test_without_tables_the_number_is_of_a_match(language: str, word: str, now: datetime) -> None:
    event = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    call_who_may(now)
    User.objects.update(language=language)
    for page in pages(event, language):
        assert not NUMBERED.search(page), NUMBERED.search(page)
        assert word in page.lower()


def test_at_tables_of_a_hall_the_number_is_of_a_table(now: datetime) -> None:
    event = an_evening(now, tables=6)
    desk, results, _, score, _, match, *papers, wall = pages(event)
    assert all(NUMBERED.search(page) for page in (desk, results, score, match, *papers))
    assert "Buscá tu mesa" in wall
    assert "ya pueden jugar" not in match


def test_a_call_without_tables_sends_nobody_to_one(now: datetime) -> None:
    event = a_running_cup(an_organiser(), now, entries=4, with_cards=True)
    call_who_may(now)
    match = text_of(a_browser().get(f"/matches/{match_of(event, 1).pk}/"))
    assert "ya pueden jugar" in match
    assert "a la mesa" not in match
