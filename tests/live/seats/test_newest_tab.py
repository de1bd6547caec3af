"""Newest tab: the latest socket of a player holds the seat, and the older one is notified."""

import pytest
from django.utils import timezone

from tests.games.tables import a_legal_token, a_table, act, whoever_acts

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

ELSEWHERE = 4409


@pytest.mark.feature("Playing", "The newest tab holds the seat")
def test_the_newest_tab_takes_the_seat_from_the_older_one(visit):
    game = a_table(timezone.now())
    person = visit(whoever_acts(game).user)
    older = person.watch(game)
    older.table()
    newer = person.watch(game)
    newer.table()
    assert older.close_code() == ELSEWHERE
    act(game, a_legal_token(game), timezone.now())
    assert newer.table(game.version + 1)
    assert whoever_acts(game).absent_since is None


def test_taking_a_seat_back_and_forth_leaves_one_tab(visit):
    game = a_table(timezone.now())
    person = visit(whoever_acts(game).user)
    tabs = []
    for _ in range(4):
        tabs.append(person.watch(game))
        assert tabs[-1].table()  # it has arrived before the next one does
    assert [tab.close_code() for tab in tabs[:-1]] == [ELSEWHERE] * 3


def test_a_tab_in_another_language_is_a_tab_of_the_same_seat(visit):
    game = a_table(timezone.now())
    user = whoever_acts(game).user
    older = visit(user).watch(game)
    older.table()
    visit(user, language="en").watch(game).table()
    assert older.close_code() == ELSEWHERE


def test_the_others_at_the_table_keep_their_sockets(visit):
    game = a_table(timezone.now())
    seats = list(game.seats.order_by("number"))
    lines = [visit(seats[1].user).watch(game), visit().watch(game), visit().watch(game)]
    for line in lines:
        line.table()
    person = visit(seats[0].user)
    older = person.watch(game)
    older.table()
    person.watch(game).table()
    assert older.close_code() == ELSEWHERE
    act(game, a_legal_token(game), timezone.now())
    assert all(line.table(game.version + 1) for line in lines)
