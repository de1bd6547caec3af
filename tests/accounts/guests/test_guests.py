"""Guests come, become accounts, and go: who, twice, too late, and what is left of them."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from accounts.common.errors import RefusedError
from accounts.guests import services as guests
from accounts.models import User
from accounts.names.validation import validate_username
from accounts.tasks import forget_guests
from games.models import Game
from games.play import seats
from tests.accounts.people import NOW, a_guest, a_person
from tests.games.tables import a_table
from tests.tournaments.cups import a_cup, an_organiser, enter
from tournaments.models import Competition, RosterPlayer
from truco_site.celery import app

pytestmark = [pytest.mark.django_db, pytest.mark.both]
DAY, LIFE = timedelta(days=1), guests.LIFE
HALL = "203.0.113.7"


def refusal_of(act, *args, **named) -> str:
    with pytest.raises(RefusedError) as refused:
        act(*args, **named)
    return refused.value.code


# ---- coming ----
def test_a_guest_is_a_row_without_a_password_and_with_a_name_nobody_can_register():
    guest = a_guest()
    assert guest.is_guest
    assert not guest.has_usable_password()
    with pytest.raises(ValidationError):
        validate_username(guest.username)


def test_a_guest_without_a_name_is_called_in_the_readers_language():
    guest = a_guest()
    number = str(guest.pk % 10_000)
    assert str(guest) == f"Invitado {number}"
    with translation.override("en"):
        assert str(guest) == f"Guest {number}"


def test_the_database_itself_knows_when_a_guest_was_here():
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=a_guest().pk).update(visited_at=None)


def test_visits_are_noted_once_a_day():
    guest = a_guest()
    assert not guests.note_visit(guest=guest, now=NOW + DAY / 2)
    assert guests.note_visit(guest=guest, now=NOW + DAY)
    assert User.objects.get().visited_at == NOW + DAY


# ---- so many of one address ----
def test_an_address_brings_so_many_guests_an_hour_and_no_more(settings):
    settings.GUESTS_PER_ADDRESS = 3
    for _ in range(3):
        guests.check_guest_limit(HALL, guests.everyday())
    assert refusal_of(guests.check_guest_limit, HALL, guests.everyday()) == "too-many-guests"
    guests.check_guest_limit("203.0.113.8", guests.everyday())


def test_one_home_is_one_address(settings):
    settings.GUESTS_PER_ADDRESS = 1
    guests.check_guest_limit("2001:db8::1", guests.everyday())
    code = refusal_of(guests.check_guest_limit, "2001:db8::2", guests.everyday())
    assert code == "too-many-guests"


def test_an_event_lets_in_twice_its_players_and_counts_for_itself(settings):
    settings.GUESTS_PER_ADDRESS = 1
    event = guests.of_event("competition-7", players=40)
    for _ in range(80):
        guests.check_guest_limit(HALL, event)
    assert refusal_of(guests.check_guest_limit, HALL, event) == "too-many-guests"
    guests.check_guest_limit(HALL, guests.of_event("competition-8", players=1))
    guests.check_guest_limit(HALL, guests.everyday())


def test_friends_who_come_by_links_of_tables_count_for_their_tables(settings):
    settings.GUESTS_PER_ADDRESS, settings.TABLE_GUESTS_PER_ADDRESS = 0, 9
    tables = guests.of_tables()
    for _ in range(8):
        guests.check_guest_limit(HALL, guests.of_table(7, seats=4), tables)
    code = refusal_of(guests.check_guest_limit, HALL, guests.of_table(7, seats=4), tables)
    assert code == "too-many-guests"
    guests.check_guest_limit(HALL, guests.of_table(8, seats=4), tables)
    code = refusal_of(guests.check_guest_limit, HALL, guests.of_table(9, seats=4), tables)
    assert code == "too-many-guests"


# ---- names ----
def test_a_name_that_an_account_bears_or_that_looks_like_it_is_claimed():
    a_person("marta", display_name="Doña Marta")
    assert guests.is_claimed("Mаrtа")  # two Cyrillic letters
    assert guests.is_claimed("doña marta")
    assert not guests.is_claimed("Marta Luz")


def test_guests_claim_no_names():
    User.objects.filter(pk=a_guest().pk).update(display_name="El Tano")
    assert not guests.is_claimed("El Tano")


# ---- going ----
def forget(days: float) -> int:
    return guests.forget_old(now=NOW + timedelta(days=days))


@pytest.mark.feature("Accounts and clubs", "Guests are deleted thirty days after their last visit")
def test_a_guest_goes_thirty_days_after_the_last_visit():
    a_guest()
    assert (forget(29.9), User.objects.count()) == (0, 1)
    assert (forget(30), User.objects.count()) == (1, 0)
    assert forget(31) == 0


def test_accounts_stay_however_long_they_have_not_come():
    a_person()
    assert (forget(10_000), User.objects.count()) == (0, 1)


def test_who_has_signed_up_and_has_to_confirm_stays():
    guest = a_guest()
    guest.set_password("una de espadas")
    guest.save()
    assert (forget(40), User.objects.count()) == (0, 1)


def test_practice_games_go_with_the_guest():
    guest = a_guest()
    game = a_table(NOW, people=[guest, None], public=False)
    seats.annul_game(game_id=game.pk, now=NOW)
    assert forget(30) == 1
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_what_others_played_keeps_the_guests_name_and_nobody_can_be_that_guest():
    guest, ana = a_guest(), a_person()
    User.objects.filter(pk=guest.pk).update(display_name="El Tano")
    game = a_table(NOW, people=[guest, ana])
    seats.annul_game(game_id=game.pk, now=NOW)
    assert forget(30) == 1
    assert str(game.seats.get(number=0).user) == "El Tano"
    assert not User.objects.get(pk=guest.pk).is_active
    assert forget(31) == 0


def test_nobody_goes_from_a_table_that_is_open():
    a_table(NOW, people=[a_guest(), None])
    assert (forget(40), User.objects.count()) == (0, 1)


def test_a_guest_stays_while_entered_in_a_competition_that_goes_on():
    organiser, guest = an_organiser(), a_guest()
    cup = a_cup(organiser, NOW)
    enter(cup, organiser, NOW, guest)
    assert forget(400) == 0
    Competition.objects.update(state=Competition.State.CANCELLED)
    assert forget(400) == 1
    assert RosterPlayer.objects.get().name == str(guest)


def test_a_fault_with_one_guest_lets_the_others_go(caplog):
    kept, going = a_guest(), a_guest()

    def fails(sender, guest, **named):
        if guest.pk == kept.pk:
            raise ZeroDivisionError

    guests.guest_leaving.connect(fails)
    try:
        assert forget(30) == 1
    finally:
        guests.guest_leaving.disconnect(fails)
    assert list(User.objects.all()) == [kept]
    assert f"guest {kept.pk} cannot go" in caplog.text
    assert going.pk != kept.pk


def test_the_sweep_is_on_the_timetable_and_lets_guests_go():
    app.finalize()
    assert app.conf.beat_schedule["forget-guests"]["task"] == forget_guests.name
    a_guest()  # long ago
    a_guest(timezone.now())
    forget_guests()
    assert User.objects.count() == 1


# ---- signing in to an account ----
def join(guest: User, user: User) -> None:
    guests.join_account(guest_id=guest.pk, user=user, now=NOW)


def test_seats_become_the_accounts_and_nothing_is_left_of_the_guest():
    guest, ana = a_guest(), a_person()
    game = a_table(NOW, people=[guest, None])
    over = a_table(NOW, people=[guest, None])
    seats.annul_game(game_id=over.pk, now=NOW)
    join(guest, ana)
    assert {game.seats.get(number=0).user, over.seats.get(number=0).user} == {ana}
    assert list(User.objects.all()) == [ana]


def test_where_both_sit_signing_in_is_refused_and_nothing_moves():
    guest, ana = a_guest(), a_person()
    both, other = a_table(NOW, people=[guest, ana]), a_table(NOW, people=[guest, None])
    assert refusal_of(join, guest, ana) == "both-seated"
    assert {game.seats.get(number=0).user for game in (both, other)} == {guest}


def test_where_both_have_sat_the_guests_seat_keeps_its_name():
    guest, ana = a_guest(), a_person()
    game = a_table(NOW, people=[guest, ana])
    seats.annul_game(game_id=game.pk, now=NOW)
    join(guest, ana)
    assert [seat.user for seat in game.seats.order_by("number")] == [guest, ana]
    assert not User.objects.get(pk=guest.pk).is_active


def test_a_place_in_a_competition_becomes_the_accounts_unless_both_are_entered():
    organiser, ana = an_organiser(), a_person()
    one, two = a_guest(), a_guest()
    cup = a_cup(organiser, NOW)
    enter(cup, organiser, NOW, one)
    enter(cup, organiser, NOW, two)
    join(one, ana)
    assert RosterPlayer.objects.get(user=ana).name == str(one)
    assert refusal_of(join, two, ana) == "both-entered"


def test_a_guest_who_is_none_any_more_changes_nothing():
    guest, ana = a_guest(), a_person()
    guests.become_account(user=guest)
    game = a_table(NOW, people=[guest, None])
    join(guest, ana)
    assert game.seats.get(number=0).user == guest
