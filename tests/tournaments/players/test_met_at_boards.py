"""Opponents in a match of several boards: the players of one board, by that board's result."""

from datetime import datetime

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tests.tournaments.boards import a_club_cup, call_and_name, play, roster_of
from tests.tournaments.cups import match_at
from tournaments.players.history import HistoryFilter, page_of
from tournaments.players.queries import head_to_head, rivals_of
from tournaments.tasks import heal_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.both]
READER = AnonymousUser()


@pytest.fixture
def sides(organiser: User, now: datetime) -> list[list[User]]:
    """Two clubs that met at a pair and two singles; the first won the pair alone."""
    match = match_at(a_club_cup(organiser, now, boards="2,1,1"), 1, 1)
    call_and_name(match, now)
    play(match, organiser, now, 0, 1, 1)
    heal_rankings()
    return [[player.user for player in roster_of(match, side)] for side in (0, 1)]


def test_rivals_are_who_sat_across(sides: list[list[User]]) -> None:
    ana, beto, cleo, _ = sides[0]
    across = rivals_of(ana, READER)
    assert [(each.person, each.met, each.won) for each in across] == [
        (sides[1][0], 1, 1),
        (sides[1][1], 1, 1),
    ]
    assert {each.person for each in rivals_of(beto, READER)} == set(sides[1][:2])
    assert [(each.person, each.won) for each in rivals_of(cleo, READER)] == [(sides[1][2], 0)]


@pytest.mark.parametrize(
    ("side", "number", "told"),
    [
        (0, 1, (0, 0, 1, 1)),  # of the same pair
        (0, 2, (0, 0, 0, 0)),  # a team-mate at another board
        (1, 0, (1, 0, 0, 0)),
        (1, 2, (0, 0, 0, 0)),  # won another board of the other side
    ],
)
def test_two_people_met_where_they_sat_at_one_board(
    sides: list[list[User]], side: int, number: int, told: tuple[int, ...]
) -> None:
    found = head_to_head(sides[0][0], sides[side][number], READER)
    versus = found.versus
    assert (versus.won, versus.lost, versus.together, versus.together_won) == told
    assert len(found.last.played) == versus.won + versus.lost


def test_a_history_tells_how_the_own_board_ended(sides: list[list[User]]) -> None:
    for person, has_won in ((sides[0][0], True), (sides[0][2], False), (sides[1][0], False)):
        asked = HistoryFilter(result="won" if has_won else "lost")
        (played,) = page_of(person, READER, asked).played
        assert (played.won, played.points.won) == (has_won, has_won)
