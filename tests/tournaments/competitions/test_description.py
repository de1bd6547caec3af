"""A competition in words: the form, its page and its matches say a fact in the same way."""

import pytest

from games.engine import make_rules
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments.competitions.describe import Description, sentences, stakes
from tournaments.competitions.settings import CompetitionSettings
from tournaments.formats.options import FormatOptions
from tournaments.models import Match

SHARED = "20 para quien gana, 5 para quien pierde; 0 si dos jugadores comparten conexión"


def settings(**terms):
    rules = make_rules("argentino", {"seats": "2", "target": "15"})
    return CompetitionSettings(**{"name": "Copa", "rules": rules, **terms})


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({}, "; 0 si dos jugadores comparten conexión"),
        ({"presencial": True}, "; también con una misma conexión (presencial)"),
        ({"with_cards": True}, ""),
    ],
)
def test_the_stakes_follow_where_it_is_played(terms, told):
    assert stakes(settings(**terms)) == f"20 para quien gana, 5 para quien pierde{told}"


def test_a_clause_needs_its_heading_and_a_sentence_does_not():
    swiss = settings(shape=FormatOptions(format="swiss"), byes=0)
    said = {topic.heading: topic.sentences for topic in Description.of(swiss).topics}
    assert said["Rondas libres"] == ["Quien falta a una ronda no suma"]
    assert said["Para el ranking"] == [f"Para el ranking: {SHARED}"]
    assert "Si alguien se retira" not in said  # its format decides
    assert set().union(*said.values()) <= set(sentences(swiss))


def test_a_final_is_said_with_the_games_and_boards_instead_of_them():
    shape = FormatOptions(format="single", final_best_of=3)
    (told,) = Description.of(settings(shape=shape)).matches
    assert told == "eliminación directa, a una partida, final al mejor de tres"
    first, *boards = Description.of(settings(boards="2, 1")).matches
    assert first == "eliminación directa"
    assert boards[0].startswith("Cada encuentro son 2 mesas")


@pytest.mark.django_db
def test_the_form_the_page_and_a_match_say_the_same_stakes(now):
    organiser = an_organiser()
    form = a_browser(organiser).get(
        "/competitions/new/", fields(organiser), headers={"HX-Request": "true"}
    )
    cup = a_running_cup(organiser, now)
    page = a_browser().get(f"/competitions/{cup.pk}/")
    match = a_browser().get(f"/matches/{Match.objects.of(cup.pk).first().pk}/")
    for answer in (form, page, match):
        assert SHARED in text_of(answer)
