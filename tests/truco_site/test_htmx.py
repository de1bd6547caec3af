"""htmx gets a part of a page; the Back button gets the whole page."""

import pytest
from django.test import RequestFactory

from accounts.common.requests import is_part
from tests.games.tables import a_table, play_to_the_end
from tests.tournaments.cups import a_running_cup, an_organiser

PART = {"HX-Request": "true"}
BACK = {**PART, "HX-History-Restore-Request": "true"}


@pytest.mark.parametrize(("headers", "answer"), [({}, False), (PART, True), (BACK, False)])
def test_going_back_asks_for_the_whole_page(headers: dict[str, str], answer: bool) -> None:
    assert is_part(RequestFactory().get("/", headers=headers)) is answer


@pytest.mark.django_db
def test_pages_that_have_a_part_are_whole_after_going_back(client, now) -> None:
    organiser = an_organiser()
    cup, game = a_running_cup(organiser, now), a_table(now)
    play_to_the_end(game, now)
    client.force_login(organiser)
    desk = f"/competitions/{cup.pk}/results/"
    for address in (desk, f"/tables/{game.pk}/record/", "/competitions/new/"):
        part, whole = (client.get(address, headers=headers) for headers in (PART, BACK))
        assert "<html" not in part.text, address
        assert "<html" in whole.text, address
        assert "HX-History-Restore-Request" in whole.headers["Vary"]
