"""Options that exclude each other are refused in words that name them all."""

import pytest
from django.conf import settings
from django.utils import translation

from games.engine import RulesError, house_rules, make_rules
from games.engine.rules import _CLASHES
from games.house_rules import clash, label
from games.house_rules.labels import CLASHES

CODES = {code: keys for code, keys, _ in _CLASHES}
IMPOSSIBLE = [
    ("truc", {"flor": "on"}, "flor-needs-40-cards"),
    ("truc", {"muestra": "on"}, "muestra-needs-40-cards"),
    ("argentino-flor", {"flor_value": "piezas"}, "piezas-need-muestra"),
    ("argentino-flor", {"muestra": "on"}, "muestra-needs-piezas"),
    ("argentino", {"pico": "malas"}, "pico-needs-six-seats"),
    ("argentino", {"perros": "on"}, "perros-need-flor"),
    ("uruguayo", {"resto": "none", "perros": "on"}, "perros-need-resto"),
    ("argentino", {"envido_ladder": "none", "mazo_bonus": "1"}, "bonus-needs-envido"),
    ("paulista", {"envido_ladder": "argentine"}, "mao-x-without-envido"),
    ("mineiro", {"mao_x": "off"}, "ferro-needs-mao-x"),
    ("mineiro", {"tie_two_cards": "on"}, "one-tie-rule"),
]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("code", CODES)
def test_a_clash_names_every_option_in_words(code: str, language: str) -> None:
    assert code in CLASHES
    with translation.override(language):
        words = clash(RulesError(code, CODES[code]))
        if len(CODES[code]) > 1:
            assert [key for key in CODES[code] if label(key) not in words] == []


@pytest.mark.parametrize(("preset", "options", "code"), IMPOSSIBLE)
def test_options_that_exclude_each_other_are_refused(
    preset: str, options: dict[str, str], code: str
) -> None:
    for make in (make_rules, house_rules):
        with pytest.raises(RulesError) as refused:
            make(preset, options)
        assert (refused.value.code, refused.value.keys) == (code, CODES[code])


def test_a_refusal_reads_as_a_sentence() -> None:
    with translation.override("es-ar"):
        words = clash(RulesError("perros-need-flor", ("perros", "flor")))
        alone = clash(RulesError("bad-value", ("deck",)))
    assert words == (
        "Los perros se echan cuando se juega con flor. No van juntas: Echar los perros y Flor."
    )
    assert alone == "Ese valor no existe en el reglamento."
