"""Coming and going: sockets hold seats, robots stand in, and never play on alone."""

from datetime import datetime, timedelta

import pytest

from games.common.errors import StaleError
from games.engine import IllegalActionError
from games.models import Action, Game, Seat
from games.play import abandonment, clock, presence, seats
from tests.games.tables import a_person, a_table, act, state_of, takes_a_pause, whoever_acts

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND = timedelta(seconds=1)
GRACE = 45 * SECOND
DAY = timedelta(hours=24)
TURN = 30 * SECOND  # of these tables; a day begins with the alarm of the last one


def arrive(game: Game, seat: int, now: datetime, socket: str = "tab") -> None:
    user_id = at_seat(game, seat).user_id
    presence.arrive(game_id=game.pk, seat=seat, user_id=user_id, socket=f"{socket} {seat}", now=now)
    game.refresh_from_db()


def leave(game: Game, seat: int, now: datetime, socket: str = "tab") -> None:
    presence.leave(game_id=game.pk, socket=f"{socket} {seat}", now=now)


def at_seat(game: Game, number: int) -> Seat:
    return game.seats.get(number=number)


def due(game: Game) -> int:
    return whoever_acts(game).number


def on_automatic(game: Game, *numbers: int) -> None:
    game.seats.filter(number__in=numbers).update(automatic=True, timeouts=2)


def tick(game: Game) -> bool:
    """The clock acts at its very deadline."""
    done = clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    return done


# ---- the player's own seat ----
def test_the_newest_tab_holds_the_seat_and_the_end_of_an_older_one_is_no_absence(now):
    game = a_table(now)
    arrive(game, 0, now, "1st")
    arrive(game, 0, now, "2nd")
    leave(game, 0, now + SECOND, "1st")
    assert at_seat(game, 0).absent_since is None
    leave(game, 0, now + 2 * SECOND, "2nd")
    assert at_seat(game, 0).absent_since == now + 2 * SECOND


def test_of_two_tabs_the_older_takes_nothing_back_though_its_arrival_is_written_last(now):
    game = a_table(now)
    older, newer = presence.name_of_socket(9_999), presence.name_of_socket(10_000)
    for tab in (newer, older):
        arrive(game, 0, now, tab)
    assert at_seat(game, 0).socket == f"{newer} 0"
    leave(game, 0, now + SECOND, older)
    assert at_seat(game, 0).absent_since is None


def opened(at: datetime) -> str:
    """The name of a tab opened at an instant."""
    return presence.name_of_socket(int(at.timestamp() * 1e9))


@pytest.mark.parametrize(("ahead", "is_newer"), [(4, True), (6, False), (3600, False)])
def test_after_a_clock_set_back_the_tab_opened_last_holds_it(now, ahead, is_newer):
    game = a_table(now)
    lost, back = opened(now + ahead * SECOND), opened(now)
    arrive(game, 0, now + ahead * SECOND, lost)
    arrive(game, 0, now, back)
    assert at_seat(game, 0).socket == f"{lost if is_newer else back} 0"


def test_whoever_left_comes_back_by_whatever_tab(now):
    game = a_table(now)
    older, newer = presence.name_of_socket(1), presence.name_of_socket(2)
    arrive(game, 0, now, newer)
    leave(game, 0, now, newer)
    arrive(game, 0, now, older)
    assert at_seat(game, 0).socket == f"{older} 0"


def test_whoever_is_back_within_the_grace_has_lost_nothing(now):
    game = a_table(now)
    before = game.act_by
    leave_after_arriving(game, 0, now)
    arrive(game, 0, now + GRACE - SECOND)
    assert clock.replace_absent(now=now + GRACE) == 0
    assert not at_seat(game, 0).automatic
    assert game.act_by == before


def leave_after_arriving(game: Game, seat: int, now: datetime) -> None:
    arrive(game, seat, now)
    leave(game, seat, now)


@pytest.mark.feature("Playing", "A robot plays for an absent player after a grace period")
def test_whoever_is_away_longer_is_played_for_at_once(now):
    game = a_table(now, turn_seconds=120)
    seat = due(game)
    leave_after_arriving(game, seat, now)
    assert clock.replace_absent(now=now + GRACE - SECOND / 1000) == 0
    assert clock.replace_absent(now=now + GRACE) == 1
    assert clock.replace_absent(now=now + GRACE) == 0, "once"
    game.refresh_from_db()
    assert at_seat(game, seat).automatic
    assert takes_a_pause(game.act_by - now - GRACE)
    assert tick(game)
    assert game.actions.get().by == Action.By.CLOCK


def test_an_absent_rival_does_not_move_ones_own_deadline(now):
    game = a_table(now, turn_seconds=120)
    before = game.act_by
    leave_after_arriving(game, 1 - due(game), now)
    clock.replace_absent(now=now + GRACE)
    game.refresh_from_db()
    assert game.act_by == before


def test_a_rival_who_comes_back_does_not_move_ones_own_deadline(now):
    game = a_table(now)
    before, rival = game.act_by, 1 - due(game)
    on_automatic(game, rival)
    arrive(game, rival, now + 10 * SECOND)
    assert not at_seat(game, rival).automatic
    assert game.act_by == before


def test_a_partner_who_is_still_awaited_keeps_the_time_they_have(now):
    game = a_table(now, people=[a_person() for _ in range(4)], turn_seconds=120)
    act(game, "truco", now)
    game.refresh_from_db()
    away, here = state_of(game).to_act
    before = game.act_by
    leave_after_arriving(game, away, now)
    clock.replace_absent(now=now + GRACE)
    game.refresh_from_db()
    assert (game.act_by, at_seat(game, here).is_person) == (before, True)


def test_whoever_left_a_waiting_table_has_the_whole_grace_once_it_starts(now):
    game = a_table(now, seated=False)
    first, second = (seat.user for seat in game.seats.order_by("number"))
    seats.sit_down(game_id=game.pk, user=first, corte_hash="", address="", now=now)
    leave_after_arriving(game, 0, now)
    started = now + DAY
    seats.sit_down(game_id=game.pk, user=second, corte_hash="", address="", now=started)
    assert clock.replace_absent(now=started + GRACE - SECOND) == 0
    assert clock.replace_absent(now=started + GRACE) == 1


@pytest.mark.parametrize("by", ["socket", "button"])
def test_whoever_comes_back_when_it_is_their_turn_gets_a_whole_one(now, by):
    game = a_table(now, turn_seconds=30)
    seat, version = due(game), game.version
    on_automatic(game, seat)
    later = now + 10 * SECOND
    if by == "socket":
        arrive(game, seat, later)
    else:
        user = at_seat(game, seat).user_id
        presence.take_back(game_id=game.pk, user_id=user, now=later)
        game.refresh_from_db()
    place = at_seat(game, seat)
    assert (place.automatic, place.timeouts) == (False, 0)
    assert game.act_by == later + 30 * SECOND
    assert game.version == version, "what is on the screens can still be clicked"


def test_only_the_own_seat_can_be_taken_back(now):
    game = a_table(now)
    on_automatic(game, 0)
    presence.take_back(game_id=game.pk, user_id=at_seat(game, 1).user_id, now=now)
    presence.take_back(game_id=game.pk, user_id=a_person().pk, now=now)
    assert at_seat(game, 0).automatic


def test_coming_and_going_at_a_finished_table_changes_nothing_there(now):
    game = a_table(now)
    seats.annul_game(game_id=game.pk, now=now)
    on_automatic(game, 0)
    arrive(game, 0, now)
    leave(game, 0, now)
    assert clock.replace_absent(now=now + DAY) == 0
    game.refresh_from_db()
    assert (game.status, game.act_by) == (Game.Status.ANNULLED, None)


# ---- robots do not play on alone ----
def a_deserted_table(now: datetime) -> Game:
    """A person against a robot; the person is gone, and the clock has seen it."""
    game = a_table(now, people=[a_person(), None])
    on_automatic(game, 0)
    assert tick(game)
    return game


@pytest.mark.feature("Playing", "A casual table that all players left is paused")
def test_a_casual_table_all_people_have_left_is_paused(now):
    game = a_table(now, people=[a_person(), None])
    version, actions = game.version, game.actions.count()
    on_automatic(game, 0)
    assert tick(game)
    assert (game.status, game.act_by) == (Game.Status.PAUSED, None)
    assert (game.version, game.actions.count()) == (version + 1, actions)
    assert not clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now + DAY)


def test_one_person_who_plays_keeps_a_casual_table_going(now):
    game = a_table(now)
    on_automatic(game, due(game))
    assert tick(game)
    assert (game.status, game.actions.count()) == (Game.Status.LIVE, 1)


def test_a_competitive_game_is_played_out_on_automatic(now):
    game = a_table(now, competitive=True)
    on_automatic(game, 0, 1)
    assert tick(game)
    assert (game.status, game.actions.count()) == (Game.Status.LIVE, 1)


def test_robots_among_themselves_play_on(now):
    game = a_table(now, people=[None, None], seated=False)
    seats.start_game(game_id=game.pk, now=now)
    game.refresh_from_db()
    assert tick(game)
    assert (game.status, game.actions.count()) == (Game.Status.LIVE, 1)


@pytest.mark.parametrize("by", ["socket", "button"])
def test_a_paused_table_goes_on_where_it_stopped_when_somebody_is_back(now, by):
    game = a_deserted_table(now)
    version, state = game.version, state_of(game)
    if by == "socket":
        arrive(game, 0, now + DAY)
    else:
        user = at_seat(game, 0).user_id
        presence.take_back(game_id=game.pk, user_id=user, now=now + DAY)
        game.refresh_from_db()
    assert (game.status, game.version) == (Game.Status.LIVE, version + 1)
    assert state_of(game) == state
    wait = game.act_by - now - DAY
    assert wait == 30 * SECOND if due(game) == 0 else takes_a_pause(wait)


def the_persons_turn(now: datetime) -> Game:
    """A deserted table, the only one, at which the person is due."""
    while due(game := a_deserted_table(now)) != 0:
        game.delete()
    return game


def test_whoever_plays_at_a_paused_table_resumes_it(now):
    game = the_persons_turn(now)
    act(game, "truco", now + DAY, seat=0)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert takes_a_pause(game.act_by - now - DAY)
    assert not at_seat(game, 0).automatic


def test_what_a_paused_table_refuses_leaves_it_paused(now):
    game = the_persons_turn(now)
    with pytest.raises(IllegalActionError):
        act(game, "quiero", now, seat=0)
    game.version -= 1
    with pytest.raises(StaleError):
        act(game, "truco", now, seat=0)
    game.refresh_from_db()
    assert game.status == Game.Status.PAUSED


def test_casual_tables_nobody_comes_back_to_are_annulled_after_a_day(now):
    paused, live = a_deserted_table(now), a_table(now)
    event = a_table(now, competitive=True, seated=False)
    Game.objects.filter(pk=event.pk).update(page="/matches/1/")
    assert abandonment.close_abandoned(now=now + DAY - SECOND) == 0
    assert abandonment.close_abandoned(now=now + DAY + TURN) == 1
    assert abandonment.close_abandoned(now=now + DAY + TURN) == 0
    paused.refresh_from_db()
    assert (paused.status, bool(paused.revealed_seed)) == (Game.Status.ANNULLED, True)
    for game in (live, event):
        game.refresh_from_db()
        assert not game.is_over


def test_a_casual_table_that_a_fault_stopped_is_closed_after_a_day(now):
    casual, event = a_table(now), a_table(now, competitive=True)
    Game.objects.filter(pk=event.pk).update(page="/matches/1/")
    Game.objects.update(status=Game.Status.FROZEN, act_by=None)
    assert abandonment.close_abandoned(now=now + DAY - SECOND) == 0
    assert abandonment.close_abandoned(now=now + DAY + TURN) == 1
    for game in (casual, event):
        game.refresh_from_db()
    assert (casual.status, event.status) == (Game.Status.ANNULLED, Game.Status.FROZEN)


def test_a_table_at_which_something_happened_today_is_not_annulled(now):
    game = the_persons_turn(now)
    act(game, "truco", now + DAY, seat=0)
    game.refresh_from_db()
    on_automatic(game, 0)
    assert tick(game)
    assert game.status == Game.Status.PAUSED
    assert abandonment.close_abandoned(now=now + DAY + DAY / 2) == 0
    assert abandonment.close_abandoned(now=now + 2 * DAY + TURN) == 1
