"""Outlook before a draw: what the present entries would play, and how it was announced."""

import re
from dataclasses import replace

import pytest

from games.engine import make_rules
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter
from tests.tournaments.draw.test_draw_what_fits import entered
from tournaments.competitions.settings import CompetitionSettings
from tournaments.draw.drafts import draft_draw
from tournaments.draw.format_preview import format_preview
from tournaments.formats.options import FormatOptions

PAIRS = CompetitionSettings(
    name="Copa",
    rules=make_rules("argentino", {"seats": "4", "target": "15"}),
    cap=16,
    with_cards=True,
)
OPEN, FOUR = FormatOptions(format="groups"), FormatOptions(format="groups", group_count=4)
FULL = "16 parejas, 4 grupos, pasan 2 (grupos de 4)"


@pytest.mark.parametrize(
    ("shape", "entries", "what", "warning"),
    [
        (OPEN, 6, "6 parejas, 1 grupo, pasan 2", f"No es lo que se anunció: {FULL}"),
        (OPEN, 7, "7 parejas, 2 grupos, pasan 2 (grupos de 4 y 3)", "No es lo que se anunció"),
        (FOUR, 7, "7 parejas, 2 grupos, pasan 2 (grupos de 4 y 3)", "No entra lo que se anunció"),
        (FOUR, 8, "8 parejas, 2 grupos, pasan 2 (grupos de 4)", "No entra lo que se anunció"),
        (FOUR, 14, "14 parejas, 4 grupos, pasan 2 (grupos de 4 y 3)", ""),
        (OPEN, 16, FULL, ""),
        (FormatOptions(format="swiss"), 7, "7 parejas, sistema suizo, 3 rondas", ""),
        (FormatOptions(format="swiss", swiss_rounds=9), 4, "sistema suizo, 3 rondas", "No entra"),
        (FormatOptions(), 5, "5 parejas, eliminación directa", ""),
    ],
)
def test_it_says_what_is_played_and_what_was_announced(shape, entries, what, warning) -> None:
    seen = format_preview(replace(PAIRS, shape=shape), entries)
    assert what in seen.what
    assert warning in seen.warning
    assert bool(warning) == bool(seen.warning)


def test_it_counts_rounds_and_matches_and_tells_how_long() -> None:
    seen = format_preview(replace(PAIRS, shape=OPEN), 7)
    assert seen.in_words.startswith("Se juega: 7 parejas, 2 grupos")
    assert "unas 1 h 50. 5 rondas, 12 partidos en total." in seen.what


def test_latecomers_may_fill_more_rounds_than_there_are_rivals() -> None:
    terms = replace(PAIRS, shape=FormatOptions(format="swiss", swiss_rounds=9), late_entries=True)
    assert format_preview(terms, 4).fits


def test_of_too_few_nothing_is_said() -> None:
    assert format_preview(PAIRS, 1) is None


@pytest.mark.django_db
def test_desk_draft_and_public_page_say_it(organiser, now) -> None:
    event = entered(organiser, now, 7, shape=OPEN, cap=16)
    browser, address = a_browser(organiser), f"/competitions/{event.pk}/"
    desk = text_of(browser.get(f"{address}manage/"))
    assert "Se juega: 7 jugadores, 2 grupos, pasan 2" in desk
    assert "No es lo que se anunció: 16 jugadores, 4 grupos, pasan 2" in desk
    assert f'href="{address}edit/"' in desk
    (asked,) = re.findall(r'data-confirm="(¿Cerrar la inscripción y sortear[^"]*)"', desk)
    assert "Se juega: 7 jugadores, 2 grupos" in asked
    assert "No es lo que se anunció" in asked
    public = text_of(a_browser().get(address))
    assert "Con quienes se anotaron hasta ahora: 7 jugadores, 2 grupos" in public
    draft_draw(competition_id=event.pk, actor=organiser, seed="semilla", now=now)
    draft = text_of(browser.get(f"{address}draft/"))
    assert "Se juega: 7 jugadores, 2 grupos, pasan 2" in draft
    assert "No es lo que se anunció" in draft


@pytest.mark.django_db
def test_a_full_field_is_not_said_twice(organiser, now) -> None:
    event = a_cup(organiser, now, shape=OPEN, cap=16)
    enter(event, organiser, now, organiser)
    assert "Con quienes se anotaron" not in text_of(a_browser().get(f"/competitions/{event.pk}/"))
