"""`manage.py play_cup --boards`: cups of clubs, each match of several boards, to their end."""

import pytest
from django.core.management import CommandError

from tests.tournaments.demo.test_play_cup import played
from tournaments.models import Competition, Match

pytestmark = pytest.mark.django_db


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("entries", "format_", "matches"),
    [(3, "single", 2), (8, "single", 7), (13, "single", 12), (3, "league", 6), (3, "swiss", 2)],
)
def test_every_board_of_every_match_is_played(entries: int, format_: str, matches: int) -> None:
    told = played(entries=entries, format=format_, boards="1,1,1", seed="1")
    assert told["matches"] == matches
    assert told["boards"] == 3 * matches
    assert told["line_ups"] == 2 * matches
    assert told["points_total"] == 3 * 25 * matches
    assert told["champion"] == Competition.objects.get().champion.name
    assert told["violations"] == []


@pytest.mark.sampled
def test_level_matches_are_decided_by_one_board_more() -> None:
    told = played(entries=8, boards="1,1", seed="1")
    level = Match.objects.filter(boards__board=3).count()
    assert (told["matches"], told["boards"]) == (7, 14 + level)
    assert level > 0
    assert told["violations"] == []


@pytest.mark.sampled
def test_boards_are_played_at_tables_too() -> None:
    told = played(entries=3, boards="1,1,1", at_tables=True, seed="1")
    assert (told["matches"], told["boards"], told["points_total"]) == (2, 6, 150)
    assert told["violations"] == []


@pytest.mark.parametrize("boards", ["2", "2,4", "x"])
def test_what_names_no_boards_is_refused_in_words(boards: str) -> None:
    with pytest.raises(CommandError, match="de 2 a 9 mesas"):
        played(entries=3, boards=boards)
    assert not Competition.objects.exists()
