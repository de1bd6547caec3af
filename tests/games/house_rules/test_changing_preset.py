"""Another preset in a form: its own rules, and what the reader chose where that fits."""

import pytest
from django.test import Client

from games.engine import PRESETS, make_rules
from games.house_rules import OFFERED, OPTIONS_OF, house_option
from games.house_rules.form_fields import FURTHER, USUAL_FIRST, fitting, read_rules, refitted
from games.models import Game


def as_shown(preset: str) -> dict[str, str]:
    """What a browser sends of a form in which nothing was changed."""
    usual = {key: house_option(preset, key) for key in USUAL_FIRST[preset]}
    return {"preset": preset, **usual, **dict.fromkeys(FURTHER[preset], ""), OPTIONS_OF: preset}


@pytest.mark.parametrize("former", PRESETS)
def test_an_unchanged_form_gets_the_rules_of_any_other_preset(former: str) -> None:
    for other in PRESETS.keys() - {former}:
        fitted = fitting(other, {**as_shown(former), "preset": other})
        assert read_rules(other, fitted) == read_rules(other, as_shown(other)), other


@pytest.mark.parametrize(
    ("former", "other", "chosen"),
    [
        ("argentino", "truc", {"seats": "4"}),
        ("argentino", "argentino-flor", {"target": "15"}),
        ("paulista", "mineiro", {"seats": "2", "ferro": "open"}),
        ("truc", "paulista", {"legs_to_win": "2", "turn_seconds": "90"}),
    ],
)
def test_what_was_chosen_stays_where_it_fits(
    former: str, other: str, chosen: dict[str, str]
) -> None:
    assert fitting(other, {**as_shown(former), **chosen}).items() >= chosen.items()


def test_what_was_chosen_goes_where_it_does_not_fit() -> None:
    chosen = {**as_shown("paulista"), "ferro": "open", "target": "24"}
    fitted = fitting("argentino", chosen)
    assert read_rules("argentino", fitted) == read_rules("argentino", as_shown("argentino"))


def test_choices_that_conflict_with_each_other_there_go_together() -> None:
    chosen = {**as_shown("argentino"), "flor": "on", "deck": "48"}
    read_rules("truc", fitting("truc", chosen))


def test_options_of_a_link_are_kept() -> None:
    asked = {"preset": "paulista", "ferro": "open"}
    assert fitting("paulista", asked)["ferro"] == "open"


def test_a_form_of_one_preset_is_read_as_it_was_sent() -> None:
    sent = {**as_shown("argentino"), "target": "7000"}
    assert refitted(sent) == sent


@pytest.mark.parametrize("unknown", ["", "chess"])
def test_an_unknown_preset_changes_nothing(unknown: str) -> None:
    sent = as_shown("argentino")
    assert fitting("argentino", {**sent, OPTIONS_OF: unknown})["target"] == sent["target"]
    assert refitted({**sent, "preset": unknown}) == {**sent, "preset": unknown}


@pytest.mark.django_db
@pytest.mark.parametrize("preset", OFFERED)
def test_without_scripts_a_table_of_another_preset_is_opened(preset: str, client: Client) -> None:
    """The form was shown for one preset, and another is sent with its options."""
    shown = "paulista" if preset != "paulista" else "argentino"
    client.post("/tables/practice/", {**as_shown(shown), "preset": preset, "company": "robots"})
    game = Game.objects.get()
    assert (game.preset, game.rules.target) == (preset, int(house_option(preset, "target")))
    assert game.rules.ranks == make_rules(preset).ranks
