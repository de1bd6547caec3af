"""Calls are glossed on their buttons for readers who do not speak their language."""

import pytest
from django.utils.translation import override

from games.engine import deal, deck_for, first_start, make_rules, view
from games.house_rules import OFFERED
from games.table_view.call_buttons import call_rows


def glosses(preset: str, language: str, **options: str) -> dict[str, str]:
    rules = make_rules(preset, options)
    state = deal(first_start(rules, 0), deck_for(rules))
    with override(language):
        rows = call_rows(view(state, 0))
    return {button.token: button.gloss for row in rows for button in row}


@pytest.mark.parametrize("preset", OFFERED)
def test_every_call_has_a_gloss_in_english(preset: str) -> None:
    found = glosses(preset, "en")
    assert all(found.values())
    assert (found["quiero"], found["no"], found["mazo"]) == ("I accept", "I refuse", "fold")
    assert max(map(len, found.values())) <= 10


@pytest.mark.parametrize("language", ["es-ar", "es-es", "ca-valencia"])
def test_who_speaks_the_language_of_the_calls_reads_no_gloss(language: str) -> None:
    assert not any(glosses("argentino", language).values())


@pytest.mark.parametrize("preset", ["paulista", "mineiro", "gauderio"])
def test_brazilians_read_glosses_at_tables_of_other_countries_only(preset: str) -> None:
    assert not any(glosses(preset, "pt-br").values())
    assert not any(glosses(preset, "pt-br", target="15").values())
    found = glosses("argentino", "pt-br")
    assert (found["quiero"], found["no"], found["mazo"]) == ("aceito", "não aceito", "corro")
    assert all(found.values())
    assert max(map(len, found.values())) <= 10
