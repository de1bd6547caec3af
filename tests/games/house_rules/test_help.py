"""Help on the options of a form: in the words of the family, and only where a label needs it."""

import pytest

from games.engine import OPTION_KEYS
from games.house_rules import OFFERED, label, option_fields
from games.house_rules.labels import HELP


@pytest.mark.parametrize("preset", OFFERED)
def test_every_option_has_a_label_and_help_fits_in_a_line(preset: str) -> None:
    fields = option_fields(preset)
    assert set(fields) == set(OPTION_KEYS)
    for key, field in fields.items():
        assert field.label == label(key)
        assert bool(field.help_text) == (key in HELP)
        assert len(str(field.help_text)) <= 80


def test_help_uses_the_calls_of_the_family() -> None:
    assert "envit" in str(option_fields("truc")["envido_first"].help_text)
    assert "envido" in str(option_fields("argentino")["envido_first"].help_text)
