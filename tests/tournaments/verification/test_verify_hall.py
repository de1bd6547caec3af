"""Verification of a hall: `verify` names misplaced tables."""

from collections.abc import Callable
from datetime import datetime

import pytest

from tests.tournaments.cups import an_organiser, club_of
from tests.tournaments.halls import an_evening
from tournaments.models import HallTable, Match
from tournaments.verification import violations

pytestmark = pytest.mark.django_db


def take_its_table_out() -> None:
    HallTable.objects.filter(number=1).update(is_out=True)


def carry_its_table_away() -> None:
    HallTable.objects.filter(number=1).update(club=club_of(an_organiser()))


def lose_its_table() -> None:
    Match.objects.filter(hall_table__number=1).update(hall_table=None)


def close_the_room() -> None:
    HallTable.competitions.through.objects.all().delete()


def test_a_room_in_order_is_in_order(now: datetime) -> None:
    an_evening(now)
    assert list(violations(live=False)) == []


@pytest.mark.parametrize(
    "break_it", [take_its_table_out, carry_its_table_away, lose_its_table, close_the_room]
)
def test_what_is_wrong_in_a_room_is_named(break_it: Callable[[], None], now: datetime) -> None:
    an_evening(now)
    break_it()
    assert {violation.invariant for violation in violations(live=False)} == {"I9"}
