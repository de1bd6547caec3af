"""Tables before the first deal: seats, host, robots, rules, and abandonment."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.casual import host_actions
from games.casual import services as casual
from games.engine import make_rules
from games.models import Game, Heartbeat, Seat
from games.play import abandonment, cut_secrets, outages, presence
from games.play import seats as play_seats
from tests.games.races import at_once
from tests.games.tables import CORTE, a_person, sealed

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def a_waiting_table(now, host: User, *, seats: int = 4, **options) -> Game:
    """A table of this host, who sits there."""
    game = casual.open_table(
        user=host,
        rules=make_rules("argentino", {"seats": str(seats), "target": "30", **options}),
        robots=False,
        private=False,
        public=True,
        competitive=False,
        turn_seconds=30,
        now=now,
    )
    sit(game, host, now)
    return game


def sit(game: Game, user: User, now, number: int | None = None) -> Seat:
    sitting = casual.SeatTaken(user, sealed(game), "", now, number)
    return casual.take_seat(game_id=game.pk, sitting=sitting)


def sitters(game: Game) -> list[str]:
    """Return the occupant of each seat: a name, "robot", or "" if it is free."""
    game.refresh_from_db()
    seats = game.seats.select_related("user").order_by("number")
    return ["robot" if seat.robot else str(seat.user or "") for seat in seats]


def has_started(game: Game, now) -> bool:
    """Open every corte; whether the first hand is dealt then."""
    for seat in game.seats.exclude(corte_hash="").select_related("user"):
        cut_secrets.reveal_cut(game_id=game.pk, user=seat.user, corte=CORTE, now=now)
    game.refresh_from_db()
    return game.status == Game.Status.LIVE


def refusal_of(call, *args, **kwargs) -> str:
    with pytest.raises(RefusedError) as refused:
        call(*args, **kwargs)
    return refused.value.code


# ---- seats ----
def test_one_sits_where_one_likes_and_may_change(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    sit(game, luis, now, number=2)
    assert sitters(game) == ["ana", "", "luis", ""]
    host_actions.change_seat(game_id=game.pk, user=luis, number=1, now=now)
    assert sitters(game) == ["ana", "luis", "", ""]


def test_what_belongs_to_a_person_moves_along(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    host_actions.change_seat(game_id=game.pk, user=ana, number=3, now=now)
    seat = game.seats.get(number=3)
    assert (seat.user, seat.sat_at, seat.corte_hash) == (ana, now, sealed(game))
    assert game.seats.get(number=0).is_free


def test_a_taken_seat_is_not_taken_again(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    sit(game, luis, now)
    assert refusal_of(sit, game, a_person("mia"), now, number=0) == "no-seat"
    change = partial(host_actions.change_seat, game_id=game.pk, user=luis, now=now)
    assert refusal_of(change, number=0) == "seat-taken"
    assert refusal_of(change, number=7) == "seat-taken"
    assert sitters(game) == ["ana", "luis", "", ""]


@races
def test_of_two_who_change_to_one_seat_at_once_one_gets_it(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    sit(game, luis, now)
    at_once(
        *(
            partial(host_actions.change_seat, game_id=game.pk, user=user, number=3, now=now)
            for user in (ana, luis)
        )
    )
    assert sorted(sitters(game)) == ["", "", "ana", "luis"]


# ---- the host ----
def test_the_star_goes_to_whoever_has_sat_there_longest(now):
    ana, luis, mia = (a_person(name) for name in ("ana", "luis", "mia"))
    game = a_waiting_table(now, ana)
    sit(game, luis, now + 2 * SECOND, number=1)
    sit(game, mia, now + SECOND, number=3)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now + MINUTE)
    assert sitters(game) == ["", "luis", "", "mia"]
    assert game.host == mia


def test_the_last_to_leave_closes_the_table(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now)
    game.refresh_from_db()
    assert (game.status, bool(game.revealed_seed)) == (Game.Status.ANNULLED, True)


def test_only_the_host_says_how_it_starts(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    sit(game, luis, now)
    other = make_rules("argentino", {"seats": "4", "target": "15"})
    calls = (
        partial(host_actions.seat_robot, number=2, now=now),
        partial(host_actions.dismiss_robot, number=2),
        partial(host_actions.start_now, now=now),
        partial(host_actions.change_rules, rules=other),
    )
    assert {refusal_of(call, game_id=game.pk, user=luis) for call in calls} == {"not-host"}


# ---- robots ----
def test_robots_keep_seats_until_the_table_is_full_and_can_be_sent_away(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    host_actions.seat_robot(game_id=game.pk, user=ana, number=1, now=now)
    host_actions.seat_robot(game_id=game.pk, user=ana, number=3, now=now)
    host_actions.dismiss_robot(game_id=game.pk, user=ana, number=1)
    assert sitters(game) == ["ana", "", "", "robot"]
    sit(game, luis, now, number=2)
    host_actions.seat_robot(game_id=game.pk, user=ana, number=1, now=now)
    assert sitters(game) == ["ana", "robot", "luis", "robot"]
    assert has_started(game, now)


def test_it_starts_before_it_is_full_with_robots_on_the_other_seats(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    Seat.objects.filter(game=game, number=2).update(user=luis)  # kept for luis, who is not here
    host_actions.start_now(game_id=game.pk, user=ana, now=now)
    assert sitters(game) == ["ana", "robot", "robot", "robot"]
    assert has_started(game, now)
    sit(game, luis, now + MINUTE)
    assert "luis" in sitters(game), "whoever comes later takes over from a robot"


def test_nobody_starts_a_table_at_which_they_do_not_sit(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    game.seats.filter(user=ana).update(sat_at=None)
    assert refusal_of(host_actions.start_now, game_id=game.pk, user=ana, now=now) == "not-seated"


# ---- rules ----
@pytest.mark.feature("Playing", "Changed rules are marked until every player has seen them")
def test_rules_that_change_are_marked_until_everybody_has_looked(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana, seats=2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.WAITING)
    short = make_rules("argentino", {"seats": "2", "target": "15"})
    game.seats.filter(number=1).update(user=luis, sat_at=now)  # without a corte
    host_actions.change_rules(game_id=game.pk, user=ana, rules=short)
    game.refresh_from_db()
    assert game.rules == short
    assert game.former_rules == {"preset": "argentino", "options": {}}
    assert [seat.looked for seat in game.seats.order_by("number")] == [True, False]
    start = partial(host_actions.start_now, game_id=game.pk, user=ana, now=now)
    assert refusal_of(start) == "rules-unseen"
    host_actions.accept_rules(game_id=game.pk, user=luis, now=now)
    assert has_started(game, now)
    assert game.former_rules is None


def test_other_rules_do_not_change_the_number_of_seats(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    change = partial(host_actions.change_rules, game_id=game.pk, user=ana)
    assert refusal_of(change, rules=make_rules("argentino", {"seats": "2"})) == "other-size"


def test_whoever_sits_down_after_the_change_has_seen_the_rules(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana, seats=2)
    rules = make_rules("argentino", {"seats": "2", "target": "15"})
    host_actions.change_rules(game_id=game.pk, user=ana, rules=rules)
    sit(game, luis, now)
    assert has_started(game, now)


# ---- too late, or abandoned ----
def test_nothing_of_this_is_done_once_the_seats_are_closed(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana, seats=2)
    sit(game, luis, now)
    rules = make_rules("argentino", {"seats": "2", "target": "15"})
    calls = (
        partial(host_actions.change_seat, number=1, now=now),
        partial(host_actions.leave_table, now=now),
        partial(host_actions.seat_robot, number=1, now=now),
        partial(host_actions.dismiss_robot, number=1),
        partial(host_actions.start_now, now=now),
        partial(host_actions.change_rules, rules=rules),
        partial(host_actions.accept_rules, now=now),
    )
    assert {refusal_of(call, game_id=game.pk, user=ana) for call in calls} == {"closed"}


def test_a_private_table_is_for_whoever_was_invited(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    Game.objects.filter(pk=game.pk).update(private=True)
    assert refusal_of(sit, game, luis, now) == "not-invited"
    sitting = casual.SeatTaken(luis, sealed(game), "", now, invited=True)
    casual.take_seat(game_id=game.pk, sitting=sitting)
    assert sitters(game)[:2] == ["ana", "luis"]


def test_a_waiting_table_that_nobody_holds_closes_after_ten_minutes(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    presence.arrive(game_id=game.pk, seat=0, user_id=ana.pk, socket="tab", now=now)
    assert abandonment.close_abandoned(now=now + 20 * MINUTE) == 0
    presence.leave(game_id=game.pk, socket="tab", now=now + 20 * MINUTE)
    assert abandonment.close_abandoned(now=now + 30 * MINUTE - SECOND) == 0
    assert abandonment.close_abandoned(now=now + 30 * MINUTE) == 1
    game.refresh_from_db()
    assert game.status == Game.Status.ANNULLED


def held_from_a_killed_process(now) -> Game:
    """A waiting table whose player's process was killed now: nobody wrote that they left."""
    ana = a_person("ana")
    game = a_waiting_table(now - 20 * MINUTE, ana)
    opened = now - 19 * MINUTE
    socket = f"s{int(opened.timestamp() * 1e9):016x}0000deadbeef"
    presence.arrive(game_id=game.pk, seat=0, user_id=ana.pk, socket=socket, now=opened)
    Heartbeat.objects.create(name=f"{outages.PROCESS}deadbeef", at=now)
    return game


def test_a_waiting_table_of_a_killed_process_closes_after_ten_minutes(now):
    held_from_a_killed_process(now)
    assert abandonment.close_abandoned(now=now + 10 * MINUTE - SECOND) == 0
    assert abandonment.close_abandoned(now=now + 10 * MINUTE) == 1


def test_whoever_reconnects_to_another_process_holds_the_table(now):
    game = held_from_a_killed_process(now)
    socket = presence.name_of_socket(int((now + SECOND).timestamp() * 1e9))
    user_id = game.seats.get(number=0).user_id
    presence.arrive(game_id=game.pk, seat=0, user_id=user_id, socket=socket, now=now + SECOND)
    for minutes in range(5, 60, 5):
        outages.record_process(now + minutes * MINUTE)
        assert abandonment.close_abandoned(now=now + minutes * MINUTE) == 0
    assert abandonment.close_abandoned(now=now + 65 * MINUTE) == 1


def test_after_an_outage_players_have_ten_minutes_to_come_back(now):
    outages.credit_outage(now=now)
    held_from_a_killed_process(now)
    outages.credit_outage(now=now + 60 * MINUTE)
    assert abandonment.close_abandoned(now=now + 70 * MINUTE - SECOND) == 0
    assert abandonment.close_abandoned(now=now + 70 * MINUTE) == 1


def test_processes_that_have_ended_are_forgotten(now):
    held_from_a_killed_process(now)
    outages.record_process(now + 60 * MINUTE)
    assert len(outages.living_processes(now - SECOND)) == 2
    outages.record_process(now + 61 * MINUTE)
    assert outages.living_processes(now - SECOND) == [outages.process_name()]


def test_a_table_of_a_match_waits_for_its_organiser(now):
    game = a_waiting_table(now, a_person("ana"))
    Game.objects.filter(pk=game.pk).update(page="/matches/1/", competitive=True)
    assert abandonment.close_abandoned(now=now + 60 * MINUTE) == 0


def test_socket_of_a_seat_that_was_given_up_does_not_take_it_back(now):
    ana, luis = a_person("ana"), a_person("luis")
    game = a_waiting_table(now, ana)
    sit(game, luis, now, number=1)
    host_actions.leave_table(game_id=game.pk, user=ana, now=now)
    presence.arrive(game_id=game.pk, seat=0, user_id=ana.pk, socket="late", now=now)
    assert game.seats.get(number=0).socket == ""


def test_a_started_table_is_not_started_again(now):
    ana = a_person("ana")
    game = a_waiting_table(now, ana)
    host_actions.start_now(game_id=game.pk, user=ana, now=now)
    assert has_started(game, now)
    play_seats.start_game(game_id=game.pk, now=now + SECOND)
    game.refresh_from_db()
    assert game.started_at == now
