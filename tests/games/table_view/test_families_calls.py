"""Names of calls: by the family of the table's rules, in any language."""

import re

import pytest
from django.conf import settings
from django.utils import translation

from games.common.errors import refusal
from games.engine import PRESETS, make_rules
from games.engine.cards import parse_card
from games.house_rules import OFFERED, meanings, summary
from games.table_view.labels import card_name, reason
from tests.games.table_view.boards import TWO, a_hand, make_table_view, rendered_table

LANGUAGES = [code for code, _ in settings.LANGUAGES]
LOW = ("1e 7o 4c", "3o 6c 5b")  # of the 22 cards
VALENCIAN = {"Envit", "Torne", "La falta", "Truc", "Vull", "No vull", "Me'n vaig"}


def said_on_buttons(html: str) -> set[str]:
    """Return the words of the buttons without their glosses."""
    words = re.findall(r">([^<>]+?) ?(?:<small>[^<]*</small>)?</button>", html)
    return {each.replace("&#39;", "'") for each in words}


@pytest.mark.feature(
    "Operation", "Calls have the names of the table's family in every language, with their meaning"
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_calls_go_by_the_family_of_the_table(language):
    with translation.override(language):
        argentine, valencian = (
            rendered_table(a_hand(TWO), 0),
            rendered_table(a_hand(LOW, preset="truc"), 0),
        )
        top = a_hand(LOW, "0:truco 1:retruco 0:vale4", preset="truc")
        asked = make_table_view(top, 1)
    assert {"Envido", "Falta envido", "Truco", "Quiero", "Mazo"} <= said_on_buttons(argentine)
    assert said_on_buttons(argentine).isdisjoint(VALENCIAN)
    assert said_on_buttons(valencian) >= VALENCIAN
    assert "Val quatre!" in asked.prompt.line
    assert asked.prompt.hint.startswith("vull ")
    assert "Joc fora" in {call.label for row in asked.call_rows for call in row}


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_points_and_rules_use_the_tables_own_words(language):
    with translation.override(language):
        told = [
            refusal("envido-already-said", "truc"),
            reason("envido-refused", "truc"),
            *(clause.words for clause in summary(make_rules("truc", {}))),
        ]
        other = refusal("envido-already-said", "uruguayo")
    assert "envit" in told[0]
    assert "envit" in told[1]
    assert not [words for words in told if "envido" in words.lower() or "vuelvo" in words]
    assert [words for words in told if "envit, torne" in words]
    assert [words for words in told if "val quatre" in words and "joc fora" in words]
    assert "envido" in other


@pytest.mark.parametrize("preset", OFFERED)
def test_every_call_of_a_table_is_explained_in_the_readers_language(preset):
    told = {}
    for language in ("es-ar", "ca-valencia", "en", "pt-br"):
        with translation.override(language):
            told[language] = dict(meanings(PRESETS[preset]))
    assert all(said.keys() == told["en"].keys() for said in told.values())
    for call, meaning in told["en"].items():
        assert meaning not in {told["es-ar"][call], told["ca-valencia"][call], ""}


def test_what_was_said_is_told_in_the_tables_words():
    line = "0:envido 1:quiero"
    html = rendered_table(a_hand(LOW, line, preset="truc"), 0)
    assert "Són bones" in html or "Vull" in html
    assert "Quiero" not in html


def test_a_card_is_named_as_its_reader_would():
    cards = [parse_card(text) for text in ("1e", "7o", "12c")]
    names = {}
    for language in LANGUAGES:
        with translation.override(language):
            names[language] = [card_name(card, "argentino") for card in cards]
    assert names["es-ar"] == names["es-es"] == ["as de espadas", "siete de oros", "rey de copas"]
    assert names["ca-valencia"] == ["as d'espases", "set d'oros", "rei de copes"]
    assert names["pt-br"] == ["ás de espadas", "sete de ouros", "rei de copas"]
    assert names["en"] == ["ace of espadas", "seven of oros", "rey (12) of copas"]
