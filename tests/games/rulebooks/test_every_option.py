"""Every option of the second rulebook: form, words, table, robots, record, checks."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from games.engine import CHOICES, OPTION_KEYS, Rules, make_rules, read_tgn, replay, write_tgn
from games.house_rules import choice, fit_to_preset, label, summary
from games.house_rules.labels import HELP, help_text
from games.table_page.forms import RulesForm
from tests.games.records.test_record import is_right, record_of
from tests.games.rulebooks.options import Choice, new_choices
from tests.games.tables import a_person, a_table, play_to_the_end
from tournaments.verification.games import game_violations

LANGUAGES = [code for code, _ in settings.LANGUAGES]
CHOSEN = list(new_choices())
SHORT = {"target": "5"}


def name(chosen: Choice) -> str:
    return f"{chosen.preset}-{chosen.key}={chosen.value}"


def summary_words(rules: Rules) -> set[str]:
    return {clause.words for clause in summary(rules)}


def test_no_new_option_and_no_new_value_is_left_out() -> None:
    """35 keys of RULES-2, of which five are options of the first edition with new values."""
    named = {chosen.key for chosen in CHOSEN}
    assert len(named) == 35
    assert named <= set(OPTION_KEYS)
    for key in named - {"pico_from", "pico_left"}:
        of_presets = {rules.option(key) for rules in map(make_rules, _presets())}
        known = {chosen.value for chosen in CHOSEN if chosen.key == key} | of_presets
        assert known >= set(CHOICES[key])


def _presets() -> set[str]:
    return {chosen.preset for chosen in CHOSEN} | {"uruguayo", "venezolano", "mineiro"}


@pytest.mark.parametrize("chosen", CHOSEN, ids=name)
def test_an_option_has_its_place_in_the_form(chosen: Choice) -> None:
    form = RulesForm({"preset": chosen.preset, **chosen.options})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"].option(chosen.key) == chosen.value
    shown = [field.name for field in (*form.usual_options, *form.further_options)]
    assert shown.count(chosen.key) == 1


@pytest.mark.parametrize(
    ("preset", "absent"),
    [
        ("paulista", {"flor", "envido_ladder", "falta", "perros", "truco_top", "muestra"}),
        ("mineiro", {"flor", "envido_ladder", "muestra", "fuera_wins"}),
        ("mallorqui", {"muestra"}),
        ("argentino", set()),
    ],
)
def test_a_form_leaves_out_what_means_nothing_in_a_family(preset: str, absent: set[str]) -> None:
    form = RulesForm({"preset": preset, "seats": "6"})
    shown = {field.name for field in (*form.usual_options, *form.further_options)}
    assert not absent & shown
    assert shown >= {"tie_leader", "all_tied", "mao_x", "covered"}
    asked = RulesForm({"preset": "paulista", "mao_x": "off", "ferro": "off", "flor": "on"})
    assert "flor" in {field.name for field in asked.further_options}


@pytest.mark.parametrize("preset", ["uruguayo", "truc", "venezolano"])
def test_families_for_four_have_no_six_seats(preset: str) -> None:
    form = RulesForm({"preset": preset, "seats": "6"})
    assert set(form.errors) == {"seats"}
    assert RulesForm(fit_to_preset(preset, {"preset": preset, "seats": "6"})).is_valid()


@pytest.mark.parametrize("chosen", CHOSEN, ids=name)
def test_an_option_has_words_and_help_in_every_language(chosen: Choice) -> None:
    key, value = chosen.key, chosen.value
    changed, plain = (make_rules(chosen.preset, each) for each in (chosen.options, chosen.needs))
    for language in LANGUAGES:
        with translation.override(language):
            words = (label(key), choice(key, value, chosen.preset), help_text(key, chosen.preset))
            assert all(words), language
            assert key not in words, language
            assert value not in words or value.isdigit(), language
            assert summary_words(changed) != summary_words(plain), language
            if not language.startswith("es"):
                assert translation.gettext(HELP[key]) != HELP[key], language


@pytest.mark.feature("Rules", "Every option is played, recorded, replayed and checked")
@pytest.mark.sampled
@pytest.mark.django_db
@pytest.mark.parametrize("chosen", CHOSEN, ids=name)
def test_a_game_with_an_option_is_played_recorded_and_checked(
    chosen: Choice, now: datetime, tmp_path: Path
) -> None:
    """From the table by way of robots to the record, its reading, the script and `verify`."""
    people = [a_person() for _ in range(int(chosen.options["seats"]))]
    options = {**SHORT, **chosen.options}
    game = a_table(now, people=people, preset=chosen.preset, **options)
    page = Client().get(f"/tables/{game.pk}/")
    assert page.status_code == 200
    play_to_the_end(game, now)
    assert Client().get(f"/tables/{game.pk}/").status_code == 200
    record = record_of(game).notation()
    text = write_tgn(record)
    tag = re.search(r'\[Options "([^"]*)"\]', text)
    assert tag is not None
    assert f"{chosen.key}={chosen.value}" in tag[1].split()
    assert read_tgn(text) == record
    played = replay(record)
    last = played.hands[-1]
    assert (list(last.score), last.winner) == (game.score, game.winner)
    assert is_right(text, tmp_path)
    assert list(game_violations(live=False)) == []
