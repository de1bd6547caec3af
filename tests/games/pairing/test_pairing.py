"""Quick pairing on the database: one row and one seat for each person."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts.guests.services import create_guest
from accounts.models import User
from games.casual import host_actions
from games.engine import make_rules
from games.models import Game, PairingRequest, Seat
from games.pairing import services as pairing
from games.pairing.queries import search_at, search_of
from games.pairing.services import (
    AWAY,
    KEPT,
    TO_SIT_DOWN,
    NotSearchingError,
    PointsNeedAccountError,
    Wish,
)
from games.play.seats import sit_down
from tests.games.races import ROUNDS, at_once
from tests.games.tables import a_person

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
QUERIES_OF_A_CROWD = 150  # three runs of pairing: two open 200 tables each, the last one 100


def wish(*, seats: int = 2, competitive: bool = False, is_near: bool = True) -> Wish:
    return Wish(make_rules("argentino", {"seats": str(seats)}), competitive, is_near)


def search(user: User, now, *, address: str = "", **more) -> PairingRequest:
    return pairing.search(user=user, wish=wish(**more), address=address, now=now)


def sit(game: Game, user: User, now) -> None:
    sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=now)


@pytest.mark.feature("Playing", "Strangers who look for the same game get a table together")
def test_two_who_look_for_the_same_game_get_a_table(now):
    ana, beto = a_person(), a_person()
    search(ana, now)
    assert pairing.tend(now=now) == 0
    search(beto, now + 3 * SECOND)
    assert pairing.tend(now=now + 3 * SECOND) == 1
    game = Game.objects.get()
    assert {seat.user for seat in game.seats.all()} == {ana, beto}
    assert (game.status, game.competitive, game.host) == ("waiting", False, ana)
    found = search_of(ana, now + 3 * SECOND)
    assert found.game == game.pk
    assert [rival.name for rival in found.rivals] == [str(beto)]


def test_other_rules_and_points_are_other_lines(now):
    search(a_person(), now)
    search(a_person(), now, seats=4)
    search(a_person(), now, competitive=True)
    assert pairing.tend(now=now) == 0


def test_two_tabs_are_one_person_and_keep_the_place(now):
    ana = a_person()
    search(ana, now)
    again = search(ana, now + 5 * SECOND)
    assert PairingRequest.objects.get() == again
    assert again.asked_at == now
    assert search(ana, now + 6 * SECOND, seats=4).asked_at == now + 6 * SECOND
    assert pairing.tend(now=now + 7 * SECOND) == 0


def test_who_went_away_is_not_paired_and_comes_back_to_the_line(now):
    ana, beto = a_person(), a_person()
    search(ana, now)
    later = now + AWAY + SECOND
    search(beto, later)
    assert pairing.tend(now=later) == 0
    pairing.note_visits([ana.pk], later)
    assert pairing.tend(now=later) == 1


def test_after_a_clock_set_back_those_who_wait_are_paired(now):
    ana, beto = a_person(), a_person()
    search(ana, now + 3600 * SECOND)
    search(beto, now)
    pairing.note_visits([ana.pk, beto.pk], now + SECOND)
    assert pairing.tend(now=now + 2 * SECOND) == 1


def test_after_a_clock_set_back_no_table_waits_for_who_does_not_come(now):
    ana, beto = a_person(), a_person()
    for user in (ana, beto):
        search(user, now + 3600 * SECOND)
    pairing.tend(now=now + 3600 * SECOND)
    sit(Game.objects.get(), ana, now + 3600 * SECOND)
    pairing.tend(now=now)
    request = PairingRequest.objects.get()
    assert (request.user, request.game) == (ana, None)


def test_a_closed_page_has_a_few_seconds_to_come_back(now):
    ana, beto = a_person(), a_person()
    search(ana, now)
    pairing.note_departure(ana.pk, now)
    search(beto, now + 5 * SECOND)
    assert pairing.tend(now=now + 5 * SECOND) == 0


def test_a_search_that_no_page_shows_ends(now):
    search(a_person(), now)
    pairing.tend(now=now + KEPT + SECOND)
    assert not PairingRequest.objects.exists()


@pytest.mark.feature("Playing", "Who does not sit down at the table that was found loses the place")
def test_who_does_not_sit_down_in_time_leaves_the_other_in_the_line(now):
    ana, beto, carla = a_person(), a_person(), a_person()
    search(ana, now)
    search(beto, now)
    pairing.tend(now=now)
    game = Game.objects.get()
    sit(game, ana, now)
    late = now + TO_SIT_DOWN + SECOND
    pairing.tend(now=late)
    game.refresh_from_db()
    assert game.status == "annulled"
    request = PairingRequest.objects.get()
    assert (request.user, request.asked_at, request.game) == (ana, now, None)
    search(carla, late)
    assert pairing.tend(now=late) == 1


def test_who_leaves_at_once_leaves_the_others_in_the_line(now):
    ana, beto = a_person(), a_person()
    search(ana, now)
    search(beto, now + SECOND)
    pairing.tend(now=now + SECOND)
    game = Game.objects.get()
    sit(game, ana, now + SECOND)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now + SECOND)
    game.refresh_from_db()
    assert game.status == "annulled"
    pairing.tend(now=now + 2 * SECOND)
    request = PairingRequest.objects.get()
    assert (request.user, request.asked_at, request.game) == (beto, now + SECOND, None)
    search(a_person(), now + 2 * SECOND)
    assert pairing.tend(now=now + 2 * SECOND) == 1


def test_the_search_ends_when_the_table_begins(now):
    people = [a_person(), a_person()]
    for person in people:
        search(person, now)
    pairing.tend(now=now)
    for person in people:
        sit(Game.objects.get(), person, now)
    pairing.tend(now=now + SECOND)
    assert not PairingRequest.objects.exists()


def test_points_need_an_account(now):
    guest = create_guest(language="es-ar", zone="UTC", now=now)
    with pytest.raises(PointsNeedAccountError):
        search(guest, now, competitive=True)
    assert search(guest, now).strength == pairing.NEWCOMER.mean


def test_points_are_not_played_for_with_ones_own_network(now):
    for _ in range(2):
        search(a_person(), now, address="bar", competitive=True)
    assert pairing.tend(now=now) == 0
    for _ in range(2):
        search(a_person(), now, address="bar")
    assert pairing.tend(now=now) == 1


@pytest.mark.feature("Playing", "A robot keeps company until rivals come, and the table is left")
def test_a_robot_keeps_company_until_somebody_comes(now):
    ana, beto = a_person(), a_person()
    search(ana, now)
    practice = pairing.open_company(user=ana, now=now)
    assert pairing.open_company(user=ana, now=now) == practice
    sit(practice, ana, now)
    assert search_at(ana, practice.pk, now) is not None
    search(beto, now)
    pairing.tend(now=now)
    found = pairing.accept(user=ana, now=now)
    practice.refresh_from_db()
    assert practice.status == "annulled"
    assert found.seats.filter(user=ana).exists()
    assert pairing.accept(user=ana, now=now) == found


def test_nothing_is_accepted_by_whoever_does_not_search(now):
    with pytest.raises(NotSearchingError):
        pairing.accept(user=a_person(), now=now)
    ana = a_person()
    search(ana, now)
    with pytest.raises(NotSearchingError):
        pairing.accept(user=ana, now=now)
    pairing.stop(user=ana)
    assert search_of(ana, now) is None


def test_the_usual_wait_is_remembered(now, django_capture_on_commit_callbacks):
    cache.clear()
    ana, beto, carla = a_person(), a_person(), a_person()
    search(ana, now)
    search(beto, now + 11 * SECOND)
    pairing.note_visits([ana.pk], now + 11 * SECOND)
    with django_capture_on_commit_callbacks(execute=True):
        pairing.tend(now=now + 11 * SECOND)
    search(carla, now + 12 * SECOND)
    assert search_of(carla, now + 12 * SECOND).wait == 10


def test_a_crowd_is_paired_in_several_runs(now, monkeypatch):
    monkeypatch.setattr(pairing, "TABLES", 2)
    for _ in range(11):
        search(a_person(), now)
    assert pairing.tend(now=now) == 5
    assert PairingRequest.objects.filter(game=None).count() == 1


@pytest.mark.feature("Playing", "1,000 people who look for a game at once get one seat each")
def test_a_thousand_who_search_at_once_get_one_seat_each(now, django_assert_max_num_queries):
    names = [f"crowd{number}" for number in range(1000)]
    people = User.objects.bulk_create(User(username=name) for name in names)
    like = search(people[0], now)
    rows = [
        PairingRequest(
            user=person,
            preset=like.preset,
            options=like.options,
            strength=15 + number % 20,
            asked_at=now,
            seen_at=now,
        )
        for number, person in enumerate(people[1:])
    ]
    PairingRequest.objects.bulk_create(rows)
    with django_assert_max_num_queries(QUERIES_OF_A_CROWD):
        assert pairing.tend(now=now + 20 * SECOND) == 0, "whoever shows no page is not paired"
        PairingRequest.objects.update(seen_at=now + 20 * SECOND)
        assert pairing.tend(now=now + 20 * SECOND) == 500
    seats = Seat.objects.filter(user__in=people).values_list("user", "game")
    assert len(seats) == len({user for user, _ in seats}) == 1000
    assert dict(seats) == dict(PairingRequest.objects.values_list("user", "game"))
    assert Game.objects.count() == 500


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_give_nobody_two_seats(now):
    for _ in range(ROUNDS):
        PairingRequest.objects.all().delete()
        people = [a_person() for _ in range(7)]
        for person in people:
            search(person, now)
        found = at_once(*[lambda: pairing.pair_waiting(now=now)] * 3)
        assert [each for each in found if isinstance(each, Exception)] == []
        seats = [game.seats.filter(user__in=people).count() for game in Game.objects.all()]
        assert sum(seats) <= 6
        assert sum(found) == PairingRequest.objects.exclude(game=None).count() / 2
        Game.objects.all().delete()
