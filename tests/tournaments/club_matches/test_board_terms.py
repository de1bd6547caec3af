"""The terms of matches of several boards in the form of a competition."""

import pytest

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.lifecycle.test_pages_creating import create, fields
from tournaments.models import Competition

pytestmark = [pytest.mark.django_db, pytest.mark.both]
ORDER = ("head-to-head-restart", "games", "chico-points", "win", "fewest-walkovers")
LEAGUE = {
    "format": "round-robin",
    "cycles": "1",
    "with_cards": "on",
    "boards": "2, 2 1",
    **{f"tie_break_{number}": name for number, name in enumerate(ORDER, start=1)},
}
AMERICANO = {"format": "americano", "seats": "4", "swiss_rounds": "3"} | {
    f"tie_break_{number}": "" for number in range(1, 6)
}


def test_a_competition_of_clubs_is_created(organiser):
    answer = create(organiser, **LEAGUE, first_board_decides="on")
    cup = Competition.objects.get()
    assert answer.url == f"/competitions/{cup.pk}/paste/"
    assert (cup.boards, cup.first_board_decides, cup.players_per_side) == ("2,2,1", True, 5)
    assert cup.stages.get().tie_breaks[:2] == ["points", "games"]


def test_boards_may_count_before_matches(organiser):
    create(organiser, **LEAGUE, counted_first="board")
    cup = Competition.objects.get()
    assert cup.stages.get().tie_breaks[:2] == ["games", "points"]
    shown = text_of(a_browser(organiser).get(f"/competitions/{cup.pk}/edit/"))
    assert '<option value="board" selected>' in shown
    assert "La tabla se ordena por: diferencia de mesas, puntos" in shown


def test_the_form_says_what_a_match_is(organiser):
    asked = {**fields(organiser), **LEAGUE}
    browser = a_browser(organiser)
    shown = text_of(browser.get("/competitions/new/", asked, headers={"HX-Request": "true"}))
    assert "Cada encuentro son 3 mesas: 2 parejas y 1 individual" in shown
    assert "se juega una más" in shown
    assert "2 parejas y 1 individual</li>" in shown  # where the rules say how many play


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"boards": "2"}, "de 2 a 9 mesas"),
        ({"boards": "2,4"}, "de 2 a 9 mesas"),
        ({"best_of": "3"}, "Cada mesa del encuentro es una partida"),
        ({"round_minutes": "40"}, "no hay reloj de ronda"),
        (AMERICANO, "Donde cambian las parejas"),
    ],
)
def test_what_cannot_be_together_is_refused_in_words(organiser, changed, words):
    answer = create(organiser, **{**LEAGUE, **changed})
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Competition.objects.exists()


def test_boards_are_announced_for_tables_of_the_site_too(organiser):
    assert create(organiser, **{**LEAGUE, "with_cards": ""}).status_code == 302
    assert not Competition.objects.get().with_cards


def test_a_card_proposes_what_clubs_play(organiser):
    shown = text_of(a_browser(organiser).get("/competitions/new/?card=clubes"))
    assert 'name="boards" value="2,2,1"' in shown
    assert '<datalist id="usual-boards">' in shown


@pytest.mark.parametrize(
    ("terms", "button", "said", "unsaid"),
    [
        (
            {"boards": "2,2,1", "with_cards": True},
            "Anotarme con mis compañeros",
            "Cada encuentro son 3 mesas: 2 parejas y 1 individual",
            "una partida",
        ),
        ({"per_side": 2}, "Anotarme con un compañero", "a una partida", "encuentro"),
        ({}, "Anotarme", "a una partida", "encuentro"),
    ],
)
def test_the_page_says_how_boards_are_played_and_who_enters(
    organiser, now, terms, button, said, unsaid
):
    cup = a_cup(organiser, now, **terms)
    html = text_of(a_browser(a_person()).get(f"/competitions/{cup.pk}/"))
    pressed = html.partition('class="button primary big"')[2].partition("</button>")[0]
    assert pressed.partition(">")[2].strip() == button
    how = html.partition('<dl class="how">')[2].partition("</dl>")[0]
    assert said in how
    assert unsaid not in how
