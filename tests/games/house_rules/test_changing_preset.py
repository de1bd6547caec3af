"""Another preset in a form: its own rules, and what the reader chose where that fits."""

from datetime import datetime

import pytest
from django.test import Client

from games.engine import PRESETS, make_rules
from games.house_rules import OFFERED, OPTIONS_OF, house_option
from games.house_rules.form_fields import (
    FURTHER,
    USUAL_FIRST,
    fit_to_preset,
    read_rules,
    refit_if_preset_changed,
)
from games.models import Game
from tests.games.tables import a_table
from tests.tournaments.cups import an_organiser, club_of


def as_shown(preset: str) -> dict[str, str]:
    """What a browser sends of a form in which nothing was changed."""
    usual = {key: house_option(preset, key) for key in USUAL_FIRST[preset]}
    return {"preset": preset, **usual, **dict.fromkeys(FURTHER[preset], ""), OPTIONS_OF: preset}


@pytest.mark.parametrize("former", PRESETS)
def test_an_unchanged_form_gets_the_rules_of_any_other_preset(former: str) -> None:
    for other in PRESETS.keys() - {former}:
        fitted = fit_to_preset(other, {**as_shown(former), "preset": other})
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
    assert fit_to_preset(other, {**as_shown(former), **chosen}).items() >= chosen.items()


def test_what_was_chosen_goes_where_it_does_not_fit() -> None:
    chosen = {**as_shown("paulista"), "ferro": "open", "target": "24"}
    fitted = fit_to_preset("argentino", chosen)
    assert read_rules("argentino", fitted) == read_rules("argentino", as_shown("argentino"))


def test_choices_that_conflict_with_each_other_there_go_together() -> None:
    chosen = {"tie_highest": "on", "tie_two_cards": "on", "turn_seconds": "90"}
    fitted = fit_to_preset(
        "argentino", {**as_shown("argentino-flor"), **chosen, "preset": "argentino"}
    )
    assert {key: fitted.get(key) for key in chosen} == {
        "tie_highest": None,
        "tie_two_cards": None,
        "turn_seconds": "90",
    }


def test_a_choice_that_fits_only_with_another_one_stays_with_it() -> None:
    chosen = {"seats": "6", "pico": "malas"}
    fitted = fit_to_preset("mallorqui", {**as_shown("argentino"), **chosen})
    assert fitted.items() >= chosen.items()
    assert read_rules("mallorqui", fitted).seats == 6


def test_options_of_a_link_are_kept() -> None:
    asked = {"preset": "paulista", "ferro": "open"}
    assert fit_to_preset("paulista", asked)["ferro"] == "open"


def test_a_form_of_one_preset_is_read_as_it_was_sent() -> None:
    sent = {**as_shown("argentino"), "target": "7000"}
    assert refit_if_preset_changed(sent) == sent


@pytest.mark.parametrize("unknown", ["", "chess"])
def test_an_unknown_preset_changes_nothing(unknown: str) -> None:
    sent = as_shown("argentino")
    odd = {**sent, OPTIONS_OF: unknown, "target": "7000"}
    assert refit_if_preset_changed(odd) == odd
    assert fit_to_preset("argentino", {**sent, OPTIONS_OF: unknown})["target"] == sent["target"]
    assert refit_if_preset_changed({**sent, "preset": unknown}) == {**sent, "preset": unknown}


@pytest.mark.django_db
def test_each_form_tells_for_which_preset_its_options_are(now: datetime) -> None:
    """Its page was shown for one preset and asks for the options of another."""
    organiser = an_organiser()
    table = a_table(now, people=[organiser, None], seated=False)
    club = club_of(organiser)
    browser = Client()
    browser.force_login(organiser)
    asked = {"preset": "paulista", OPTIONS_OF: "argentino"}
    for path in (
        "/tables/new/",
        f"/tables/{table.pk}/rules/",
        f"/clubs/{club.slug}/rules/",
        "/competitions/new/",
    ):
        page = browser.get(path, asked).text
        assert f'name="{OPTIONS_OF}" value="paulista"' in page, path


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "is_on"),
    [
        ({"preset": "venezolano", OPTIONS_OF: "argentino", "seats": "2"}, True),
        ({"preset": "venezolano", OPTIONS_OF: "venezolano", "seats": "4", "signals": "off"}, False),
        ({"preset": "argentino", OPTIONS_OF: "argentino", "seats": "2"}, False),
    ],
)
def test_partners_are_proposed_senas_unless_the_form_asked(
    sent: dict[str, str], is_on: bool, client: Client
) -> None:
    client.post("/tables/practice/", {**sent, "company": "robots"})
    assert Game.objects.get().rules.signals is is_on


@pytest.mark.django_db
@pytest.mark.parametrize("preset", OFFERED)
def test_without_scripts_a_table_of_another_preset_is_opened(preset: str, client: Client) -> None:
    """The form was shown for one preset, and another is sent with its options."""
    shown = "paulista" if preset != "paulista" else "argentino"
    client.post("/tables/practice/", {**as_shown(shown), "preset": preset, "company": "robots"})
    game = Game.objects.get()
    assert (game.preset, game.rules.target) == (preset, int(house_option(preset, "target")))
    assert game.rules.ranks == make_rules(preset).ranks
