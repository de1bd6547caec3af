"""Brackets as drawings: everything stands on the sheet, nothing on anything else."""

from datetime import datetime
from itertools import combinations

import pytest

from tests.tournaments.cups import a_running_cup, an_organiser
from tests.tournaments.events import an_event
from tournaments.exports.bracket_sheet import HEIGHT, LETTER, WIDTH, Box, bracket_sheets
from tournaments.live.competition import CompetitionView

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("format_", "entries", "choices"),
    [
        ("single", 2, {}),
        ("single", 32, {"third_place": True}),
        ("single", 5, {}),
        ("double", 8, {}),
        ("double", 32, {}),
    ],
)
def test_matches_fit_the_sheet_and_do_not_overlap(now: datetime, format_, entries, choices) -> None:
    event = CompetitionView.of(an_event(now, format_, entries, **choices)).event
    (sheet,) = bracket_sheets(event)
    assert len(sheet.boxes) == sum(not view.is_empty for view in event.views)
    for box in sheet.boxes:
        assert 0 <= box.x <= box.x + box.width <= WIDTH
        assert 0 <= box.y <= box.y + box.height <= HEIGHT
    assert not any(overlap(one, other) for one, other in combinations(sheet.boxes, 2))
    for text in sheet.texts:
        assert text.y <= HEIGHT
        assert text.x + len(text.words) * text.size * LETTER <= WIDTH + 1


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def test_a_long_name_is_smaller_and_then_cut(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=32, cap=32)
    first, second = cup.entries.order_by("seed")[:2]
    cup.entries.filter(pk=first.pk).update(name="Ignacio_Zárate_Ferreyra_y_Osvaldo")
    cup.entries.filter(pk=second.pk).update(name="x" * 190)
    (sheet,) = bracket_sheets(CompetitionView.of(cup).event)
    sizes = {text.words: text.size for text in sheet.texts}
    assert sizes["Ignacio_Zárate_Ferreyra_y_Osvaldo"] < sizes[str(cup.entries.latest("seed"))]
    assert any(words.startswith("xxx") and words.endswith("…") for words in sizes)


def test_a_long_name_stands_on_two_lines_where_it_is_larger_so(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=8, cap=8)
    first = cup.entries.earliest("seed")
    names = ("María de los Ángeles Fernández y", "Juan Ignacio Etcheverry Goicoechea")
    cup.entries.filter(pk=first.pk).update(name=" ".join(names))
    (sheet,) = bracket_sheets(CompetitionView.of(cup).event)
    upper, lower = (next(text for text in sheet.texts if text.words == half) for half in names)
    (box,) = (
        box for box in sheet.boxes if box.x < upper.x and box.y < upper.y < box.y + box.height
    )
    assert upper.size == lower.size
    assert upper.size <= lower.y - upper.y  # they do not touch
    middle = box.y + box.height / 2
    assert lower.y < middle or upper.y - upper.size >= middle  # in the half of its side
