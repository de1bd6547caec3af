"""Presets, options and the combinations that make no sense."""

from dataclasses import replace

import pytest

from games.engine import (
    CHOICES,
    OPTION_KEYS,
    PRESETS,
    RANGES,
    USUAL,
    RulesError,
    house_rules,
    make_rules,
    seated,
)

NEW = {"paulista", "mineiro", "gauderio", "venezolano", "mallorqui"}
FIRST_EDITION = (
    *("seats", "target", "legs_to_win", "deck", "muestra", "flor", "flor_value", "flor_contest"),
    *("resto", "envido_ladder", "envido_refusal", "falta", "envido_first"),
    *("truco_refuses_envido", "truco_top", "fuera_wins", "mazo_bonus", "covered"),
    *("tie_two_cards", "envido_at_end", "pico", "pico_falta_cap", "perros", "signals"),
)
BASE = {
    "halves": "two",
    "envido_callers": "any",
    "declaration": "order",
    "envido_shown": "on",
    "unshown_envido": "kept",
    "flor_vs_flor": "6",
    "flores_paid": "each",
    "flor_sung": "seat",
    "resto_flores": "off",
    "prices": "1-2-3-4",
    "truco_turn": "own",
    "raise_past": "on",
    "mazo_turn": "own",
    "cover_from": "1",
    "cover_lead": "on",
    "cover_after_tie": "on",
    "cover_binds": "on",
    "cover_counts": "off",
    "all_tied": "mano",
    "tie_leader": "led",
    "tie_highest": "off",
    "tie_beneath": "all",
    "mao_x": "off",
    "mao_x_sees": "team",
    "mao_x_truco": "banned",
    "mao_x_tied": "hand",
    "ferro": "off",
    "pico_from": "5",
    "pico_left": "5",
    "perros_stay": "off",
}
COLUMNS = {
    "argentino": "2 30 1 40 off off",
    "argentino-flor": "2 30 1 40 off on three argentine shortfall",
    "trucoestrella": "2 30 1 40 off on two argentine shortfall",
    "uruguayo": "2 40 1 40 on on piezas6 uruguayan shortfall",
    "uruguayo-online": "2 40 1 40 on on piezas uruguayan game",
    "truc": "2 24 1 22 off off",
}
LADDERS = {
    "argentino": "argentine accepted malas on off vale4",
    "argentino-flor": "argentine accepted shortfall on off vale4",
    "trucoestrella": "argentine one shortfall on on vale4",
    "uruguayo": "noreal one shortfall on off vale4",
    "uruguayo-online": "uruguayan accepted shortfall on off vale4",
    "truc": "vuelvo one malas on off fuera",
}
REST = {
    "argentino": "1 off off off off 10 off off",
    "argentino-flor": "1 off off off off 10 off off",
    "trucoestrella": "1 off off off off 10 off on",
    "uruguayo": "0 off off off off 10 off off",
    "uruguayo-online": "0 off off off off 10 off on",
    "truc": "0 on on on off 10 off off",
}


@pytest.mark.feature("Rules", "Presets and the options of each table")
@pytest.mark.parametrize("preset", LADDERS)
def test_each_preset_is_its_column_of_the_rulebook(preset):
    told = [PRESETS[preset].option(key) for key in FIRST_EDITION]
    first, ladders, rest = (column[preset].split() for column in (COLUMNS, LADDERS, REST))
    assert told[: len(first)] == first
    assert told[9:15] == ladders
    assert told[16:] == rest
    assert PRESETS["truc"].fuera_wins == "game"


@pytest.mark.parametrize("preset", LADDERS)
def test_options_of_the_second_edition_change_no_earlier_preset(preset):
    told = {key: PRESETS[preset].option(key) for key in OPTION_KEYS}
    assert {key: told[key] for key in told if key not in FIRST_EDITION} == BASE


def test_house_values_follow_the_seeds():
    """RULES-2, section 0: what a new table is proposed differs from what old records mean."""
    assert house_rules("argentino") == PRESETS["argentino"]
    assert house_rules("argentino-flor", {"target": "15"}).halves == "one"
    assert house_rules("gauderio", {"seats": "2"}).options() == {"seats": "2", "target": "18"}
    assert house_rules("uruguayo", {"flor_contest": "uruguayan"}).options() == {
        "resto": "none",
        "envido_shown": "off",
    }


def test_a_house_value_gives_way_to_what_a_table_chooses():
    assert house_rules("uruguayo").flor_contest == "ladder"
    assert house_rules("uruguayo", {"envido_ladder": "none"}).flor_contest == "uruguayan"


def test_uruguayo_online_plays_pico_as_soon_as_it_has_six_seats():
    six = make_rules("uruguayo-online", {"seats": "6"})
    assert six.pico == "malas"
    assert six.options() == {"seats": "6"}
    assert make_rules("uruguayo-online", {"seats": "6", "pico": "off"}).pico == "off"


@pytest.mark.parametrize("preset", PRESETS)
def test_options_tell_what_differs_and_make_the_same_rules_again(preset):
    assert PRESETS[preset].options() == {}
    changed = {"seats": "4", "target": "19", "envido_first": "off"}
    rules = make_rules(preset, changed)
    expected = {key: text for key, text in changed.items() if text != PRESETS[preset].option(key)}
    assert rules.options() == expected
    assert make_rules(preset, rules.options()) == rules


@pytest.mark.parametrize(
    ("preset", "options", "code", "keys"),
    [
        ("mus", {}, "unknown-preset", ("preset",)),
        ("argentino", {"colour": "red"}, "unknown-option", ("colour",)),
        ("argentino", {"preset": "truc"}, "unknown-option", ("preset",)),
        ("argentino", {"seats": "3"}, "bad-value", ("seats",)),
        ("argentino", {"flor": "maybe", "target": "61"}, "bad-value", ("flor", "target")),
        ("argentino", {"target": "4"}, "bad-value", ("target",)),
        ("argentino", {"target": "３０"}, "bad-value", ("target",)),
        ("argentino", {"target": "-30"}, "bad-value", ("target",)),
        ("argentino", {"target": "9" * 5000}, "bad-value", ("target",)),
        ("argentino", {"legs_to_win": "0"}, "bad-value", ("legs_to_win",)),
        ("truc", {"flor": "on"}, "flor-needs-40-cards", ("flor", "deck")),
        ("truc", {"muestra": "on"}, "muestra-needs-40-cards", ("muestra", "deck")),
        ("argentino", {"flor_value": "piezas"}, "piezas-need-muestra", ("flor_value", "muestra")),
        ("uruguayo", {"muestra": "off"}, "piezas-need-muestra", ("flor_value", "muestra")),
        ("uruguayo", {"flor_value": "two"}, "muestra-needs-piezas", ("muestra", "flor_value")),
        ("argentino", {"pico": "malas"}, "pico-needs-six-seats", ("pico", "seats")),
        ("truc", {"perros": "on"}, "perros-need-flor", ("perros", "flor")),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_options_at_fault(preset, options, code, keys):
    with pytest.raises(RulesError) as refused:
        make_rules(preset, options)
    assert (refused.value.code, refused.value.keys) == (code, keys)
    assert str(refused.value) == f"{code}: {', '.join(keys)}"


def test_senseless_rules_cannot_be_built_another_way_either():
    with pytest.raises(RulesError):
        replace(PRESETS["argentino"], seats=5)
    with pytest.raises(RulesError):
        replace(PRESETS["argentino"], target=1000)


def test_the_presets_are_those_of_the_rulebook():
    assert set(PRESETS) == set(USUAL) == {*COLUMNS, *NEW}


def test_every_option_is_a_choice_or_a_range():
    assert set(CHOICES) | set(RANGES) == set(OPTION_KEYS)


def test_what_tables_usually_choose_can_be_chosen():
    for preset, usual in USUAL.items():
        for key, texts in usual.items():
            for text in texts:
                seats = {"seats": "6"} if key == "pico" else {}
                options = {**needed(key, text), **seats, key: text}
                assert make_rules(preset, options).option(key) == text


def needed(key: str, text: str) -> dict[str, str]:
    """Return what a value asks of other options."""
    return {
        ("resto_flores", "on"): {"resto": "shortfall"},
        ("tie_highest", "on"): {"tie_two_cards": "off"},
    }.get((key, text), {})


def test_senseless_values_are_refused_by_name_however_they_are_built():
    with pytest.raises(RulesError) as refused:
        replace(PRESETS["argentino"], target=1000, seats=3)
    assert (refused.value.code, refused.value.keys) == ("bad-value", ("seats", "target"))


def test_a_number_is_written_in_one_way():
    with pytest.raises(RulesError, match="bad-value"):
        make_rules("argentino", {"target": "030"})


def test_the_same_rules_seat_another_number():
    six = make_rules("argentino-flor", {"seats": "6", "pico": "range", "target": "15"})
    assert seated(six, 6) == six
    assert seated(six, 2) == make_rules("argentino-flor", {"target": "15"})
    assert seated(seated(six, 4), 6).pico == "off"
    assert seated(make_rules("uruguayo-online"), 6).pico == "malas"
