"""The card of a player at a table."""

import pytest

from tests.games.tables import a_person, a_table
from tests.tournaments.browsers import a_browser, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.feature("Playing", "Tapping a player opens a card with record, friendship and report")
def test_the_card_tells_who_sits_there_and_what_one_can_do(now):
    ana, beto = a_person("ana"), a_person("beto")
    game = a_table(now, people=[ana, beto])
    shown = text_of(a_browser(ana).get(f"/tables/{game.pk}/seats/1/"))
    for words in ("beto", "Ganados", "Contra vos", "Agregar amigo", "No oír más", "Denunciar"):
        assert words in shown
    own = text_of(a_browser(ana).get(f"/tables/{game.pk}/seats/0/"))
    assert "Denunciar" not in own
    assert "Contra vos" not in own


def test_a_stranger_sees_the_record_but_no_ties(now):
    game = a_table(now, people=[a_person("ana"), a_person("beto")])
    shown = text_of(a_browser().get(f"/tables/{game.pk}/seats/1/"))
    assert "Ganados" in shown
    assert "Agregar amigo" not in shown


def test_the_card_of_a_robot_says_so(now):
    ana = a_person("ana")
    game = a_table(now, people=[ana, None])
    shown = text_of(a_browser(ana).get(f"/tables/{game.pk}/seats/1/"))
    assert "robot" in shown
    assert "Agregar amigo" not in shown


@pytest.mark.parametrize("number", [2, 9999999])
def test_there_is_no_card_of_a_seat_that_is_not_there(now, number):
    game = a_table(now, people=[a_person("ana"), None])
    assert a_browser().get(f"/tables/{game.pk}/seats/{number}/").status_code == 404


def test_a_private_table_shows_its_players_to_nobody_else(now):
    ana = a_person("ana")
    game = a_table(now, people=[ana, None], public=False)
    assert a_browser(a_person("eva")).get(f"/tables/{game.pk}/seats/0/").status_code == 404
