"""Organisers move matches between tables, and take tables out of use."""

from datetime import datetime, timedelta

import pytest

from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser
from tests.tournaments.events import organiser_of
from tests.tournaments.halls import an_evening, call_who_may, match_of, standing, waiting, write
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.models import AuditEvent, Competition, HallTable
from tournaments.venues import services as venues

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def table(event: Competition, number: int) -> HallTable:
    return event.club.hall_tables.get(number=number)


def move_arguments(event: Competition, number: int, to: int, now: datetime) -> dict[str, object]:
    return {
        "match_id": match_of(event, number).pk,
        "table_id": table(event, to).pk,
        "actor": organiser_of(event),
        "now": now,
    }


def swapped(event: Competition, number: int, other: int, now: datetime) -> dict[str, object]:
    return {
        "match_id": match_of(event, number).pk,
        "other_id": match_of(event, other).pk,
        "actor": organiser_of(event),
        "now": now,
    }


def out(event: Competition, number: int, now: datetime) -> dict[str, object]:
    return {
        "table_id": table(event, number).pk,
        "competition_id": event.pk,
        "actor": organiser_of(event),
        "now": now,
    }


def test_a_match_moves_to_a_free_table_and_the_log_says_so(now: datetime) -> None:
    event = an_evening(now, tables=6)
    venues.move_match(**move_arguments(event, 2, 6, now))
    assert standing(event) == {1: 1, 2: 6, 3: 3, 4: 4}
    said = event.audit.get(act=AuditEvent.Act.MOVE_TABLE)
    assert (said.before, said.after) == ({"table": "2"}, {"table": "6"})
    assert said.match == match_of(event, 2)


def test_a_table_that_is_taken_or_out_of_use_takes_no_match(now: datetime) -> None:
    event = an_evening(now, tables=6)
    assert refusal(venues.move_match, **move_arguments(event, 2, 1, now)) == "table-taken"
    venues.close_table(**out(event, 6, now))
    assert refusal(venues.move_match, **move_arguments(event, 2, 6, now)) == "table-taken"
    elsewhere = an_evening(now, tables=6)
    away = move_arguments(event, 2, 5, now) | {"table_id": table(elsewhere, 5).pk}
    assert refusal(venues.move_match, **away) == "table-taken"
    assert standing(event) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_only_called_matches_move_and_only_organisers_move_them(now: datetime) -> None:
    event = an_evening(now, tables=2)
    assert refusal(venues.move_match, **move_arguments(event, 3, 1, now)) == "match-not-open"
    strange = move_arguments(event, 1, 2, now) | {"actor": a_person()}
    assert refusal(venues.move_match, **strange) == "not-organiser"
    write(match_of(event, 1), now)
    assert refusal(venues.move_match, **move_arguments(event, 1, 1, now)) == "match-not-open"
    assert refusal(venues.swap_tables, **swapped(event, 2, 1, now)) == "match-not-open"


def test_two_matches_change_tables(now: datetime) -> None:
    event = an_evening(now, tables=4)
    venues.swap_tables(**swapped(event, 1, 4, now))
    assert standing(event) == {1: 4, 2: 2, 3: 3, 4: 1}
    assert event.audit.filter(act=AuditEvent.Act.MOVE_TABLE).count() == 2


def test_two_matches_of_different_competitions_change_tables(now: datetime) -> None:
    first = an_evening(now, tables=6)
    second = an_evening(now, tables=6, entries=4, organiser=organiser_of(first))
    other = match_of(second, 1)
    venues.swap_tables(**swapped(first, 1, 1, now) | {"other_id": other.pk})
    assert standing(first) == {1: 5, 2: 2, 3: 3, 4: 4}
    assert standing(second) == {1: 1, 2: 6}


def test_a_match_does_not_change_tables_with_itself_or_with_one_without(now: datetime) -> None:
    event = an_evening(now, tables=2)
    assert refusal(venues.swap_tables, **swapped(event, 1, 1, now)) == "table-taken"
    assert refusal(venues.swap_tables, **swapped(event, 1, 3, now)) == "match-not-open"
    venues.close_table(**out(event, 2, now))
    assert refusal(venues.swap_tables, **swapped(event, 1, 2, now)) == "table-taken"


def test_the_match_of_a_table_out_of_use_goes_to_a_free_one(now: datetime) -> None:
    event = an_evening(now, tables=6)
    venues.close_table(**out(event, 1, now))
    assert standing(event) == {1: 5, 2: 2, 3: 3, 4: 4}
    assert sound()


def test_a_match_that_lost_its_table_waits_before_all_others(now: datetime) -> None:
    event = an_evening(now, tables=2)
    venues.close_table(**out(event, 1, now + MINUTE))
    assert standing(event) == {1: None, 2: 2}
    call_who_may(now + MINUTE)
    assert waiting(event) == [3, 4, 1]
    write(match_of(event, 2), now + MINUTE)
    call_who_may(now + MINUTE)
    assert standing(event) == {1: 2}
    assert sound()


def test_a_table_that_is_back_is_given_at_once(now: datetime) -> None:
    event = an_evening(now, tables=2)
    venues.close_table(**out(event, 2, now))
    write(match_of(event, 1), now + MINUTE)
    call_who_may(now + MINUTE)
    venues.reopen_table(**out(event, 2, now))
    call_who_may(now + 2 * MINUTE)
    assert standing(event) == {2: 1, 3: 2}


def test_only_organisers_of_the_club_take_its_tables_out(now: datetime) -> None:
    event, elsewhere = an_evening(now), an_evening(now)
    strange = out(event, 1, now) | {"actor": a_person()}
    assert refusal(venues.close_table, **strange) == "not-organiser"
    assert refusal(venues.reopen_table, **strange) == "not-organiser"
    away = out(event, 1, now) | {"table_id": table(elsewhere, 1).pk}
    assert refusal(venues.close_table, **away) == "changed-meanwhile"
    assert not HallTable.objects.filter(is_out=True).exists()


def test_an_organiser_of_another_club_moves_nothing_here(now: datetime) -> None:
    event = an_evening(now, tables=6)
    strange = move_arguments(event, 1, 6, now) | {"actor": an_organiser()}
    assert refusal(venues.move_match, **strange) == "not-organiser"
    assert standing(event)[1] == 1
