"""Plan of a competition's stages before it starts: matches, qualifiers and destinations."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest
from django.utils import translation

from accounts.models import User
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup
from tests.tournaments.lifecycle.test_pages_creating import fields
from tournaments.competitions.describe import Box, StagePlanView, stage_plan
from tournaments.formats.options import FormatOptions
from tournaments.formats.stage_chains import CHAINS


def plan_boxes(shape: FormatOptions, entries: int) -> Sequence[Sequence[tuple[str, str, str]]]:
    with translation.override("es-ar"):
        plan = StagePlanView.of(shape, entries, 2)
    assert plan is not None
    return [[(box.comes, box.title, box.note) for box in way] for way in plan.ways]


@pytest.mark.feature(
    "Formats",
    "The stages of a competition as a picture before it starts, with the places that qualify",
)
def test_two_cups_stand_beside_each_other() -> None:
    shape = FormatOptions(format="groups", best_next=2, silver=True)
    assert plan_boxes(shape, 16) == [
        [("pasan 2 + 2 mejores terceros", "Copa de oro", "llaves de 10")],
        [("los demás", "Copa de plata", "llaves de 6")],
    ]


def test_stages_of_one_way_follow_each_other() -> None:
    assert plan_boxes(FormatOptions(format="groups", then_swiss=3, finalists=2), 13) == [
        [
            ("pasan 2", "Sistema suizo", "3 rondas"),
            ("los 2 primeros", "Eliminación", "la final"),
        ]
    ]
    assert plan_boxes(FormatOptions(format="swiss", finalists=4), 8) == [
        [("los 4 primeros", "Eliminación", "llaves de 4")]
    ]


def test_a_play_in_is_told_with_the_places_it_is_for() -> None:
    assert plan_boxes(FormatOptions(format="round-robin", finalists=4, play_in=2), 8) == [
        [("los 6 primeros", "Eliminación", "llaves de 4, repechaje por 2 lugares")]
    ]
    assert plan_boxes(FormatOptions(format="swiss", finalists=2, play_in=1), 8) == [
        [("los 3 primeros", "Eliminación", "la final, repechaje por 1 lugar")]
    ]


def test_a_first_round_in_pairs_tells_of_its_best_losers() -> None:
    shape = CHAINS["lucky-losers"](12)
    plan = StagePlanView.of(shape, 12, 2)
    assert plan is not None
    assert plan.first == Box("", "Primera ronda", "6 partidos")
    assert plan_boxes(shape, 12) == [
        [("los 6 ganadores + 2 mejores perdedores", "Eliminación", "llaves de 8")]
    ]
    assert plan_boxes(CHAINS["lucky-losers"](8), 8) == [
        [("los 4 ganadores", "Eliminación", "llaves de 4")]
    ]
    assert plan_boxes(replace(shape, cycles=2), 12)[0][0][0] == "pasa 1 + 2 mejores segundos"


def test_groups_are_told_with_their_sizes() -> None:
    plan = StagePlanView.of(CHAINS["best-thirds"](13), 13, 1)
    assert plan is not None
    assert plan.first == Box("", "3 grupos", "de 5 y 4")


@pytest.mark.parametrize("format_", ["single", "swiss", "round-robin", "league", "americano"])
def test_one_stage_needs_no_picture(format_: str) -> None:
    assert stage_plan(FormatOptions(format=format_), 8, 2) == ""
    assert stage_plan(FormatOptions(format="league", divisions=2), 16, 2) == ""


def test_what_nobody_can_play_is_not_drawn() -> None:
    assert stage_plan(FormatOptions(format="swiss", finalists=8), 6, 2) == ""


@pytest.mark.django_db
def test_the_form_and_the_page_draw_it(organiser: User, now: datetime) -> None:
    chosen = {"format": "groups", "group_count": "2", "qualifiers": "2", "cycles": "1"}
    asked = fields(organiser, **chosen, silver="on", cap="8")
    headers = {"HX-Request": "true"}
    form = text_of(a_browser(organiser).get("/competitions/new/", asked, headers=headers))
    with translation.override("es-ar"):
        assert stage_plan(FormatOptions(format="groups", group_count=2, silver=True), 8, 1) in form
    announced = a_cup(organiser, now, shape=FormatOptions(format="groups", silver=True), cap=16)
    page = text_of(a_browser(organiser).get(f"/competitions/{announced.pk}/"))
    assert page.count('class="stage-plan"') == 1
