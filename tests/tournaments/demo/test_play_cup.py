"""`manage.py play_cup`: whole cups of robots through the real services."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Action, Game
from tournaments.models import Competition, Match, ResultSubmission

pytestmark = pytest.mark.django_db


def played(**options: object) -> dict[str, object]:
    told = StringIO()
    call_command("play_cup", **options, json=True, stdout=told)
    return json.loads(told.getvalue())


@pytest.mark.feature("Operation", "`manage.py play_cup` plays a cup of robots")
@pytest.mark.parametrize(
    ("entries", "seats", "points"),
    [
        *((3, 2, 50), (2, 4, 50)),
        *(
            pytest.param(*each, marks=pytest.mark.sampled)
            for each in ((2, 2, 25), (5, 2, 100), (8, 2, 175), (3, 4, 100))
        ),
    ],
)
def test_a_cup_has_its_matches_and_exactly_its_points(
    entries: int, seats: int, points: int
) -> None:
    told = played(entries=entries, seats=seats, seed="1")
    champion = Competition.objects.get().champion
    assert told == {
        "champion": champion.name,
        "format": "single",
        "entries": entries,
        "matches": entries - 1,
        "points_total": points,
        "violations": [],
    }
    for match in Match.objects.filter(state=Match.State.COMPLETED):
        assert Action.objects.filter(game__match_game__match=match).exists()


def test_a_cup_to_the_best_of_three_plays_two_or_three_games_a_match() -> None:
    assert played(entries=2, best_of=3, seed="1")["points_total"] == 25
    assert Game.objects.count() in (2, 3)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("format_", "matches"),
    [
        ("double", (4, 5)),
        ("round-robin", (3,)),
        ("swiss", (2,)),
        ("groups", (4,)),
        ("league", (6,)),
    ],
)
def test_every_format_is_played_to_its_champion(format_: str, matches: tuple[int, ...]) -> None:
    told = played(entries=3, format=format_, seed="1")
    assert told["format"] == format_
    assert told["matches"] in matches
    assert told["points_total"] == 25 * told["matches"]
    assert told["champion"] == Competition.objects.get().champion.name
    assert told["violations"] == []


def test_every_seat_is_a_robot_and_none_on_automatic() -> None:
    played(entries=2, seed="1")
    seats = Game.objects.get().seats.values_list("robot", "automatic")
    assert list(seats) == [(True, False)] * 2


@pytest.mark.feature(
    "Operation", "`manage.py play_cup --by-hand` writes every result by hand and times it"
)
@pytest.mark.sampled
@pytest.mark.parametrize("format_", ["single", "groups", "swiss"])
def test_a_cup_with_real_cards_is_written_by_hand_and_tells_how_long_one_waits(
    format_: str, collected: Path
) -> None:
    told = played(entries=6, format=format_, by_hand=True, best_of=3, seed="1")
    assert told["violations"] == []
    assert not Game.objects.exists()
    written = ResultSubmission.objects.count()
    assert written == told["matches"] > 4
    assert told["points_total"] == 25 * written
    assert all(told[wait] > 0 for wait in ("draw_s", "worst_result_ms", "worst_page_ms"))
    assert (told["worst_next_round_s"] > 0) == (format_ == "swiss")


@pytest.mark.parametrize(
    ("entries", "format_"),
    [
        (3, "round-robin"),
        *(
            pytest.param(entries, format_, marks=pytest.mark.sampled)
            for entries in (8, 13, 32)
            for format_ in ("swiss", "groups")
        ),
    ],
)
def test_a_cup_with_draws_gives_twenty_five_or_ten_points_a_match(
    entries: int, format_: str
) -> None:
    how = {"scale": "3-1-0", "best_of": 2, "all_games": True, "by_hand": True}
    told = played(entries=entries, format=format_, seed="2", **how)  # of three matches one is drawn
    assert told["violations"] == []
    drawn = Match.objects.filter(state=Match.State.COMPLETED, winner=None).count()
    assert drawn
    assert told["points_total"] == 25 * told["matches"] - 15 * drawn


@pytest.mark.sampled
def test_a_cup_of_clubs_may_have_level_matches() -> None:
    how = {"scale": "2-1-0", "boards": "1,1", "level_stands": True}
    told = played(entries=5, format="round-robin", seed="1", **how)
    assert (told["violations"], told["boards"]) == ([], 20)
    assert Match.objects.filter(state=Match.State.COMPLETED, winner=None).exists()


@pytest.mark.sampled
def test_a_second_cup_is_another_one() -> None:
    played(entries=2, seed="1")
    assert played(entries=2, seed="2")["violations"] == []
    assert Competition.objects.count() == 2


def test_a_cup_of_one_is_refused() -> None:
    with pytest.raises(CommandError, match="between 2 and 1000"):
        call_command("play_cup", "--entries", "1")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        *(("paulista", seats) for seats in (2, 4)),
        *((preset, 2) for preset in ("mineiro", "gauderio", "venezolano", "mallorqui")),
    ],
)
def test_a_cup_of_a_further_family_is_played_to_its_champion(preset: str, seats: int) -> None:
    found = played(entries=4, preset=preset, seats=seats, seed="1")
    assert (found["violations"], found["matches"]) == ([], 3)
    assert set(Game.objects.values_list("preset", flat=True)) == {preset}
