"""Automatic assignment of a hall's tables: matches queue, and free their table for the next."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from tests.tournaments.cups import a_running_cup, an_organiser, call, club_of, table_of
from tests.tournaments.events import award, organiser_of
from tests.tournaments.halls import (
    an_evening,
    call_who_may,
    match_of,
    standing,
    use,
    waiting,
    write,
)
from tests.tournaments.refusals import refusal
from tests.tournaments.soundness import sound
from tournaments.demo.rehearsals import start_rehearsal
from tournaments.draw import services as draw
from tournaments.formats.options import FormatOptions
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.models import Competition, HallTable, Match
from tournaments.results import services as result_services
from tournaments.results.services import save_row
from tournaments.venues import services as venues
from tournaments.venues.queries import read_hall
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def a_rehearsal_at_tables(organiser: User, tables: int, now: datetime) -> Competition:
    """Start a rehearsal with a number of tables, and call its first matches."""
    rehearsal = start_rehearsal(actor=organiser, home=club_of(organiser), now=now)
    who: dict[str, Any] = {"competition_id": rehearsal.pk, "actor": organiser, "now": now}
    venues.use_tables(count=tables, **who)
    draw.draw(seed="x", **who)
    lifecycle.start(**who)
    call_who_may(now)
    return rehearsal


def test_a_rehearsal_has_tables_of_its_own(now: datetime) -> None:
    organiser = an_organiser()
    real = an_evening(now, tables=2, entries=8, organiser=organiser, name="De verdad")
    HallTable.objects.filter(competitions=real, number=1).update(name="la del patio")
    before = list(HallTable.objects.values_list())
    rehearsal = a_rehearsal_at_tables(organiser, 3, now)
    assert sorted(filter(None, standing(rehearsal).values())) == [1, 2, 3]
    assert sorted(filter(None, standing(real).values())) == [1, 2]
    assert len(waiting(rehearsal)) == 5
    assert [view.match.competition for view in read_hall(real, now).queue] == [real, real]
    assert list(HallTable.objects.filter(rehearsal=None).values_list()) == before
    write(match_of(real, 1), now + MINUTE)
    call_who_may(now + 2 * MINUTE)
    assert sorted(filter(None, standing(real).values())) == [1, 2]
    assert sound()


def test_no_match_moves_between_a_rehearsal_and_the_room(now: datetime) -> None:
    organiser = an_organiser()
    real = an_evening(now, tables=2, entries=8, organiser=organiser, name="De verdad")
    rehearsal = a_rehearsal_at_tables(organiser, 8, now)
    (rehearsed,) = Match.objects.of(rehearsal.pk).filter(hall_table__number=1)
    who: dict[str, Any] = {"actor": organiser, "now": now}
    free = HallTable.objects.create(club=real.club, number=9)
    move = {"match_id": rehearsed.pk, "table_id": free.pk}
    swap = {"match_id": rehearsed.pk, "other_id": match_of(real, 1).pk}
    out = {"table_id": free.pk, "competition_id": rehearsal.pk}
    assert refusal(venues.move_match, **move, **who) == "table-taken"
    assert refusal(venues.swap_tables, **swap, **who) == "table-taken"
    assert refusal(venues.close_table, **out, **who) == "changed-meanwhile"


def test_without_tables_nothing_waits_and_nothing_is_given(now: datetime) -> None:
    event = a_running_cup(an_organiser(), now, entries=8, with_cards=True)
    call_who_may(now)
    assert standing(event) == {1: None, 2: None, 3: None, 4: None}
    assert waiting(event) == []
    on_site = a_running_cup(an_organiser(), now, entries=8)
    for cup in (event, on_site):  # no table bears the number of a match
        assert match_of(cup, 3).place == "Partido 3"
        assert Match.objects.placed().get(pk=match_of(cup, 3).pk).place == "Partido 3"


def test_called_matches_get_the_first_tables_and_the_others_wait(now: datetime) -> None:
    event = an_evening(now, tables=2)
    assert standing(event) == {1: 1, 2: 2}
    assert waiting(event) == [3, 4]
    assert [match_of(event, number).place for number in (1, 3)] == ["Mesa 1", "Partido 3"]
    assert match_of(event, 3).state == Match.State.READY


@pytest.mark.parametrize("format_", ["single", "double", "groups", "swiss", "round-robin"])
def test_any_format_is_played_at_tables_to_its_end(format_: str, now: datetime) -> None:
    event = an_evening(now, tables=2, entries=6, shape=FormatOptions(format=format_))
    while open_now := list(Match.objects.of(event.pk).filter(state=Match.State.CALLED)):
        assert len(open_now) <= 2
        assert sorted(standing(event).values()) == [1, 2][: len(open_now)]
        now += MINUTE
        write(open_now[-1], now)
        call_who_may(now)
    event.refresh_from_db()
    assert event.state == "finished"
    assert sound()


@pytest.mark.feature("Hall tables", "Matches get a free hall table, or wait in one queue")
def test_whoever_waits_longest_gets_the_table_that_is_free(now: datetime) -> None:
    event = an_evening(now, tables=1)
    for turn, number in enumerate((1, 2, 3, 4)):
        assert standing(event) == {number: 1}
        write(match_of(event, number), now + turn * MINUTE)
        call_who_may(now + turn * MINUTE)
    assert standing(event) == {5: 1}  # the first semifinal was ready before the last quarter ended
    assert waiting(event) == [6]


def test_a_table_on_the_site_opens_once_there_is_one_in_the_room(now: datetime) -> None:
    event = an_evening(now, tables=1, entries=4, with_cards=False)
    assert table_of(match_of(event, 1)).status == "waiting"
    second = match_of(event, 2)
    assert not second.games.exists()
    award(match_of(event, 1), 0, now)
    call(second, now + MINUTE)
    assert second.sit_by == now + 11 * MINUTE
    assert standing(event) == {2: 1}


@pytest.mark.feature("Hall tables", "Two competitions share the tables of a hall")
def test_two_competitions_of_a_club_share_the_room(now: datetime) -> None:
    first = an_evening(now, tables=2)
    second = an_evening(now + MINUTE, tables=2, organiser=organiser_of(first), entries=4)
    assert standing(second) == {}
    assert waiting(second) == [1, 2]
    write(match_of(first, 1), now + 2 * MINUTE)
    call_who_may(now + 2 * MINUTE)
    assert standing(first) == {2: 2, 3: 1}
    write(match_of(first, 2), now + 3 * MINUTE)
    write(match_of(first, 3), now + 3 * MINUTE)
    call_who_may(now + 4 * MINUTE)
    assert standing(first) == {4: 1}
    assert standing(second) == {1: 2}


def test_the_room_of_another_club_is_another(now: datetime) -> None:
    first, second = an_evening(now, tables=2), an_evening(now, tables=2)
    assert standing(first) == standing(second) == {1: 1, 2: 2}


def test_the_database_gives_no_table_twice(now: datetime) -> None:
    event = an_evening(now, tables=2)
    first, second = match_of(event, 1), match_of(event, 2)
    second.hall_table = first.hall_table
    with pytest.raises(IntegrityError), transaction.atomic():
        second.save()


def end_by_hand(match: Match, now: datetime) -> None:
    write(match, now)


def end_by_walkover(match: Match, now: datetime) -> None:
    award(match, 0, now)


def end_by_annulling(match: Match, now: datetime) -> None:
    _act(matches.annul_match, match, now)


def end_by_withdrawing(match: Match, now: datetime) -> None:
    entry, organiser = match.slots.first().entry, organiser_of(match.competition)
    withdrawals.withdraw(entry_id=entry.pk, actor=organiser, now=now)


def end_by_cancelling(match: Match, now: datetime) -> None:
    organiser = organiser_of(match.competition)
    arguments = {"competition_id": match.competition.pk, "actor": organiser, "now": now}
    lifecycle.cancel(**arguments, reason="llueve")


def end_by_undoing_the_draw(match: Match, now: datetime) -> None:
    organiser = organiser_of(match.competition)
    arguments = {"competition_id": match.competition.pk, "actor": organiser, "now": now}
    draw.undo_draw(**arguments, reason="faltaban")


def _act(service, match: Match, now: datetime) -> None:
    organiser = organiser_of(match.competition)
    service(match_id=match.pk, actor=organiser, reason="mal anotado", now=now)


@pytest.mark.parametrize(
    "end",
    [
        end_by_hand,
        end_by_walkover,
        end_by_annulling,
        end_by_withdrawing,
        end_by_cancelling,
        end_by_undoing_the_draw,
    ],
)
def test_every_end_frees_the_table(end, now: datetime) -> None:
    event = an_evening(now, tables=2)
    assert not HallTable.objects.free().filter(club=event.club).exists()
    end(match_of(event, 1), now + MINUTE)
    assert HallTable.objects.free().filter(club=event.club, number=1).exists()
    assert sound()


def test_a_match_that_is_over_tells_where_it_was_played(now: datetime) -> None:
    event = an_evening(now, tables=2)
    write(match_of(event, 2), now)
    assert match_of(event, 2).place == "Mesa 2"


def test_a_result_taken_back_asks_for_a_table_again(now: datetime) -> None:
    event = an_evening(now, tables=2)
    match = match_of(event, 1)
    write(match, now)
    call_who_may(now + MINUTE)  # the third has its table
    _act(result_services.reopen_match, match_of(event, 1), now + 2 * MINUTE)
    call_who_may(now + 2 * MINUTE)
    assert standing(event) == {2: 2, 3: 1}
    assert waiting(event) == [4, 1]


def test_a_corrected_result_was_played_at_the_same_table(now: datetime) -> None:
    event = an_evening(now, tables=2)
    match = match_of(event, 1)
    write(match, now)
    call_who_may(now + MINUTE)
    told = {"match_id": match.pk, "actor": organiser_of(event), "now": now + 2 * MINUTE}
    result_services.correct_result(**told, games=[(3, 5)], reason="al revés")
    assert match_of(event, 1).place == "Mesa 1"
    seen = match.submissions.standing().get().pk
    save_row(**told, games=[(5, 1)], seen=seen, reason="mal cargado")
    assert match_of(event, 1).place == "Mesa 1"
    assert standing(event) == {2: 2, 3: 1}
    assert sound()


def test_what_leaned_on_a_result_leaves_its_table(now: datetime) -> None:
    event = an_evening(now, tables=4, entries=4)
    for number in (1, 2):
        write(match_of(event, number), now)
    call_who_may(now)
    assert standing(event) == {3: 1}
    _act(result_services.reopen_match, match_of(event, 1), now + MINUTE)
    assert standing(event) == {}
    call_who_may(now + MINUTE)
    assert standing(event) == {1: 1}


def test_a_room_that_grows_takes_in_who_waits(now: datetime) -> None:
    event = an_evening(now, tables=2)
    use(event, 3, now + MINUTE)
    call_who_may(now + MINUTE)
    assert standing(event) == {1: 1, 2: 2, 3: 3}
    assert waiting(event) == [4]


def test_a_match_decided_before_it_got_a_table_bears_its_number(now: datetime) -> None:
    event = an_evening(now, tables=2, entries=8)
    waits = Match.objects.of(event.pk).filter(state=Match.State.READY).latest("number")
    assert (waits.plate.word, waits.plate.number) == ("", "…")
    write(waits, now)
    decided = Match.objects.get(pk=waits.pk)
    assert (decided.plate.word, decided.plate.number) == ("Partido", str(decided.number))
