"""Short codes of waiting tables."""

import pytest
from django.test import Client

from games.invitations.codes import GUESSES, LENGTH, SIGNS, table_code, waiting_table
from tests.games.friends import a_private_table
from tests.games.tables import a_person, a_table

pytestmark = pytest.mark.django_db
HOME = "here"


@pytest.mark.feature("Playing", "A waiting table has a short code to say over the phone")
def test_a_code_leads_to_its_table_however_it_is_spelled(now):
    game = a_private_table(now, a_person())
    code = table_code(game.pk)
    assert len(code) == LENGTH
    assert set(code) <= set(SIGNS)
    assert waiting_table(f" {code[:3].upper()}-{code[3:]} ", HOME) == game.pk
    answer = Client().get("/code/", {"code": code}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/tables/{game.pk}/"
    assert answer.status_code == 200


def test_a_table_that_has_begun_and_a_wrong_code_lead_nowhere(now):
    game = a_table(now)
    assert waiting_table(table_code(game.pk), HOME) is None
    assert waiting_table("222222", HOME) is None
    assert waiting_table("22222", HOME) is None


def test_guessed_codes_are_counted():
    browser = Client()
    statuses = [browser.get("/code/", {"code": "zzzzz2"}).status_code for _ in range(11)]
    assert statuses == [404] * 10 + [429]


def test_above_the_limit_no_code_of_a_table_is_looked_up(now, django_assert_num_queries):
    code = table_code(a_private_table(now, a_person()).pk)
    for _ in range(GUESSES.limit + 1):  # right ones do not count
        assert waiting_table(code, HOME)
    for _ in range(GUESSES.limit):
        assert waiting_table("222222", HOME) is None
    with django_assert_num_queries(0):
        assert waiting_table(code, HOME) is None
    assert waiting_table(code, "elsewhere")
