"""The points of a match and the number of games in the form, in the settings and in words."""

import pytest

from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.lifecycle.test_pages_creating import create, fields
from tournaments.competitions.settings import CompetitionSettings
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]
LEAGUE = {
    "format": "round-robin",
    "cycles": "1",
    "scale": "3 1 0",
    "absence_value": "-1",
    "best_of": "2",
    "all_games": "on",
}


@pytest.mark.feature("Competitions", "Organisers set the points of a win, a draw and a loss")
def test_points_and_games_are_stored(organiser):
    answer = create(organiser, **LEAGUE)
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    stage = cup.stages.get()
    assert (stage.scale, stage.bye_value, stage.absence_value) == ("3-1-0", None, -1)
    assert (cup.best_of, cup.all_games, stage.has_draws) == (2, True, True)


def test_the_settings_page_keeps_them(organiser):
    create(organiser, **LEAGUE)
    cup = Competition.objects.get()
    shown = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/edit/"))
    assert 'value="3-1-0"' in shown
    assert 'value="-1"' in shown
    assert CompetitionSettings.of(cup).shape.scale == "3-1-0"


def test_the_form_says_them_in_words(organiser):
    asked = {**fields(organiser), **LEAGUE}
    browser = a_browser(organiser)
    shown = text_of(browser.get("/competitions/new/", asked, headers={"HX-Request": "true"}))
    assert "Puntos por partido: ganado 3, empatado 1, perdido 0, no venir −1" in shown
    assert "Cada partido a dos partidas" in shown


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"scale": "3-1-0-0-0-0"}, "de 2 a 5 números"),
        ({"scale": "tres"}, "de 2 a 5 números"),
        ({"scale": "0-1-3"}, "perder no puede dar más que ganar"),
        ({"scale": "2-1"}, "esos puntos no dicen cuánto da uno"),
        ({"scale": "3-2-1-0", "best_of": "1"}, "con tres o más"),
        ({"bye_value": "4"}, "Quedar libre no puede dar más"),
        ({"absence_value": "1"}, "No venir no puede dar más"),
        ({"all_games": ""}, "Al mejor de una cantidad par no gana nadie"),
    ],
)
def test_what_cannot_be_is_refused_in_words(organiser, changed, words):
    answer = create(organiser, **LEAGUE | changed)
    assert words in text_of(answer)
    assert not Competition.objects.exists()


@pytest.mark.parametrize("scale", ["2-1", "3-2-1-0", "4-4-2-1-0", "1-½-0", "2,5-1-0"])
def test_every_kind_of_scale_is_taken(organiser, scale):
    create(organiser, **LEAGUE | {"scale": scale, "best_of": "3", "absence_value": ""})
    stored = Competition.objects.get().stages.get().scale
    assert stored == scale.replace("2,5", "2½")


def test_a_bracket_has_no_points(organiser):
    create(organiser, scale="3-1-0")
    assert Competition.objects.get().stages.get().scale == ""
