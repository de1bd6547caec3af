"""Races for a hall's tables in real threads: no table is given twice, no entry is skipped."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import pytest

from tests.games.races import ROUNDS
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import (
    an_evening,
    call_who_may,
    match_of,
    standing,
    use,
    waiting,
    write,
)
from tests.tournaments.refusals import at_once
from tournaments.matches import services as matches
from tournaments.models import Competition, Match
from tournaments.venues import services as venues
from tournaments.verification.competitions import HALL_CHECKS

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
MINUTE = timedelta(minutes=1)
rounds = pytest.mark.parametrize("round_", range(ROUNDS))


def calling(match: Match, now: datetime) -> Callable[[], object]:
    return partial(matches.call_match, match_id=match.pk, now=now)


def moving_to(event: Competition, number: int, table: int, now: datetime) -> Callable[[], object]:
    return partial(
        venues.move_match,
        match_id=match_of(event, number).pk,
        table_id=event.club.hall_tables.get(number=table).pk,
        actor=organiser_of(event),
        now=now,
    )


def swapping(event: Competition, one: int, other: int, now: datetime) -> Callable[[], object]:
    return partial(
        venues.swap_tables,
        match_id=match_of(event, one).pk,
        other_id=match_of(event, other).pk,
        actor=organiser_of(event),
        now=now,
    )


def taking_out(event: Competition, table: int, now: datetime) -> Callable[[], object]:
    return partial(
        venues.close_table,
        table_id=event.club.hall_tables.get(number=table).pk,
        competition_id=event.pk,
        actor=organiser_of(event),
        now=now,
    )


def in_order() -> bool:
    return not [violation for check in HALL_CHECKS for violation in check()]


@rounds
def test_two_results_at_once_give_their_tables_to_two_who_wait(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=2)
    at_once(*(partial(write, match_of(event, number), now) for number in (1, 2)))
    at_once(*(calling(match_of(event, number), now + MINUTE) for number in (3, 4)))
    assert sorted(standing(event).items()) in ([(3, 1), (4, 2)], [(3, 2), (4, 1)])
    assert waiting(event) == []


@rounds
def test_the_last_free_table_goes_to_one(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=0)
    for number in (1, 2, 3, 4):
        matches.annul_match(
            match_id=match_of(event, number).pk,
            actor=organiser_of(event),
            reason="prueba",
            now=now,
        )
    use(event, 1, now)
    called = at_once(*(calling(match_of(event, number), now) for number in (1, 2)))
    assert sorted(called) == [False, True]
    assert list(standing(event).values()) == [1]
    assert len(waiting(event)) == 1


@rounds
def test_two_competitions_ask_for_the_last_table_at_once(round_: int, now: datetime) -> None:
    first = an_evening(now, tables=1, entries=4)
    second = an_evening(now, tables=1, entries=4, organiser=organiser_of(first))
    write(match_of(first, 1), now)
    match_first, match_second = match_of(first, 2), match_of(second, 1)
    at_once(calling(match_first, now + MINUTE), calling(match_second, now + MINUTE))
    call_who_may(now + MINUTE)
    assert standing(first) == {2: 1}  # it has waited longer
    assert standing(second) == {}


@rounds
def test_two_matches_are_moved_to_one_table_at_once(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=6)
    answers = at_once(*(moving_to(event, number, 6, now) for number in (1, 2)))
    assert sorted(answers, key=str) == [None, "table-taken"]
    assert sorted(standing(event).values()) in ([1, 3, 4, 6], [2, 3, 4, 6])


@rounds
def test_two_changes_of_the_same_two_undo_each_other(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=4)
    assert at_once(swapping(event, 1, 2, now), swapping(event, 2, 1, now)) == [None, None]
    assert standing(event) == {1: 1, 2: 2, 3: 3, 4: 4}


@rounds
def test_a_match_ends_while_it_is_moved(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=6)
    _, answer = at_once(partial(write, match_of(event, 1), now), moving_to(event, 1, 6, now))
    assert answer in (None, "match-not-open")
    assert standing(event) == {2: 2, 3: 3, 4: 4}
    assert match_of(event, 1).hall_table.number in (1, 6)


@rounds
def test_a_table_is_taken_out_while_it_is_given(round_: int, now: datetime) -> None:
    event = an_evening(now, tables=2)
    write(match_of(event, 1), now)
    at_once(calling(match_of(event, 3), now + MINUTE), taking_out(event, 1, now + MINUTE))
    call_who_may(now + MINUTE)
    assert in_order()
    assert 1 not in standing(event).values()
