"""Competitions as data for brackets-viewer."""

import json
from datetime import datetime

import pytest

from tests.tournaments.browsers import a_browser
from tests.tournaments.cups import a_running_cup, an_organiser, play_cup
from tests.tournaments.events import an_event, award_all
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def data_of(pk: int) -> dict[str, list[dict[str, object]]]:
    answer = a_browser().get(f"/competitions/{pk}/export/brackets.json")
    assert answer.status_code == 200
    found: dict[str, list[dict[str, object]]] = json.loads(answer.content)
    return found


@pytest.mark.feature("Exports", "Brackets as data that brackets-viewer draws on other pages")
@pytest.mark.parametrize(
    ("format_", "type_", "groups"),
    [
        ("single", "single_elimination", 1),
        ("double", "double_elimination", 3),
        ("league", "round_robin", 1),
        ("groups", "round_robin", 2),
    ],
)
def test_every_match_is_in_a_round_of_a_group(
    format_: str, type_: str, groups: int, now: datetime
) -> None:
    choices = {"group_count": 2} if format_ == "groups" else {}
    event = an_event(now, format_, 8, **choices)
    award_all(event, now)
    data = data_of(event.pk)
    first = data["stage"][0]
    assert first["type"] == type_
    assert len([one for one in data["group"] if one["stage_id"] == first["id"]]) == groups
    assert len(data["match"]) == Match.objects.of(event.pk).count()
    rounds = {one["id"]: one["group_id"] for one in data["round"]}
    assert all(rounds[one["round_id"]] == one["group_id"] for one in data["match"])
    known = {one["id"] for one in data["participant"]}
    sides = [one[name] for one in data["match"] for name in ("opponent1", "opponent2")]
    assert {side["id"] for side in sides if side} <= known | {None}


def test_a_played_match_has_its_points_and_a_bye_is_null(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=3)
    play_cup(cup, now)
    data = data_of(cup.pk)
    final = max(data["match"], key=lambda one: one["round_id"])
    assert (final["status"], final["opponent1"]["result"]) == (4, "win")
    assert final["opponent1"]["score"] > final["opponent2"]["score"]
    first = [one for one in data["match"] if one["round_id"] != final["round_id"]]
    assert [one for one in first if None in (one["opponent1"], one["opponent2"])]
