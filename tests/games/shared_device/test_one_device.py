"""Two players on one device: the hand shown, the seat that acts, and the life of their table."""

from datetime import timedelta

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from accounts.names.display import ERASED
from accounts.profiles import services as profiles
from games.casual import services as casual
from games.common.errors import StaleError
from games.engine import make_rules
from games.models import Game, SeatStatistics
from games.play import actions, clock, cut_secrets, presence, saved_games, statistics
from games.play import seats as play_seats
from games.play.finished_game import GameRecord
from games.shared_device import services as shared_device
from tests.games.records.test_record import text_of
from tests.games.tables import CORTE, a_legal_token, a_person, act, lay, may_fold, sealed, state_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


def a_table_for_two(now, *, seats: str = "2", user: User | None = None, sit: bool = True) -> Game:
    user = user or a_person("ana")
    rules = make_rules("argentino", {"seats": seats})
    game = casual.open_for_two(user=user, companion="Luis", rules=rules, now=now)
    lay(game, may_fold)
    if sit:
        seat_both(game, now)
    return game


def seat_both(game: Game, now) -> None:
    user = game.seats.get(user__isnull=False).user
    play_seats.sit_down(game_id=game.pk, user=user, corte_hash=sealed(game), address="", now=now)
    cut_secrets.reveal_cut(game_id=game.pk, user=user, corte=CORTE, now=now)
    game.refresh_from_db()


def show(game: Game, seat: int, now) -> None:
    shared_device.show_hand(game_id=game.pk, seat=seat, seen_version=game.version, now=now)
    game.refresh_from_db()


def refusal(do, *args, **named) -> str:
    with pytest.raises(RefusedError) as refused:
        do(*args, **named)
    return refused.value.code


def test_both_sit_down_with_one_tap_and_the_corte_of_their_browser(now):
    game = a_table_for_two(now, sit=False)
    assert game.status == Game.Status.WAITING
    seat_both(game, now)
    assert game.status == Game.Status.LIVE
    assert [seat.contribution for seat in game.seats.all()] == [CORTE, ""]
    assert game.people == ("ana", "Luis")
    assert game.seats.get(number=1).user is None


def test_nobody_else_sits_or_watches_and_nothing_is_at_stake(now):
    game = a_table_for_two(now, sit=False)
    assert (game.private, game.public, game.competitive) == (True, False, False)
    assert game not in Game.objects.with_a_free_seat()
    assert game not in Game.objects.friendly()
    sitting = casual.SeatTaken(a_person("mia"), sealed(game), "", now, invited=True)
    assert refusal(casual.take_seat, game_id=game.pk, sitting=sitting) == "no-seat"


@pytest.mark.parametrize(("seats", "beside"), [("2", 1), ("4", 2), ("6", 2)])
def test_two_alone_are_rivals_and_among_robots_partners(now, seats, beside):
    game = a_table_for_two(now, seats=seats)
    assert [seat.number for seat in game.seats.exclude(companion="")] == [beside]
    assert game.seats.filter(robot=True).count() == int(seats) - 2


def test_a_new_hand_is_covered_until_the_one_who_is_due_says_so(now):
    game = a_table_for_two(now)
    due = state_of(game).to_act[0]
    assert game.in_hand is None
    assert refusal(act, game, a_legal_token(game), now) == "not-in-hand"
    assert refusal(shared_device.show_hand, game_id=game.pk, seat=1 - due,
                   seen_version=game.version, now=now) == "not-your-turn"  # fmt: skip
    version = game.version
    show(game, due, now)
    assert (game.in_hand, game.version) == (due, version + 1)
    show(game, due, now + SECOND)
    assert game.version == version + 1, "a second tap changes nothing"


def test_the_turn_of_the_other_covers_the_hand(now):
    game = a_table_for_two(now)
    due = state_of(game).to_act[0]
    show(game, due, now)
    act(game, a_card(game), now)
    game.refresh_from_db()
    assert game.in_hand is None
    assert refusal(act, game, a_card(game), now, seat=1 - due) == "not-in-hand"
    show(game, 1 - due, now)
    assert refusal(act, game, a_card(game), now, seat=due) == "not-in-hand"
    act(game, a_card(game), now)


def test_a_tap_that_comes_again_once_the_hand_is_covered_is_known(now):
    game = a_table_for_two(now)
    due, token = state_of(game).to_act[0], a_card(game)
    show(game, due, now)
    seen = game.version
    once = {"game_id": game.pk, "seat": due, "token": token, "seen_version": seen, "now": now}
    first = actions.play(**once, action_id="tap-of-ana")
    again = actions.play(**once, action_id="tap-of-ana")
    assert (again.version, again.repeated) == (first.version, True)
    assert game.actions.count() == 1


def test_a_hand_that_ends_is_looked_at_by_both_and_covered(now):
    game = a_table_for_two(now)
    show(game, state_of(game).to_act[0], now)
    act(game, "mazo", now)
    game.refresh_from_db()
    assert state_of(game).over
    assert game.in_hand is None
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    game.refresh_from_db()
    assert (state_of(game).over, game.in_hand) == (False, None)


def test_a_tap_on_the_cover_of_before_is_stale(now):
    game = a_table_for_two(now)
    due = state_of(game).to_act[0]
    with pytest.raises(StaleError):
        shared_device.show_hand(game_id=game.pk, seat=due, seen_version=game.version - 1, now=now)


def test_no_table_of_others_shows_a_hand_this_way(now):
    people = [a_person(), a_person()]
    rules = make_rules("argentino", {"seats": "2"})
    plans = [play_seats.SeatPlan(user=person) for person in people]
    game = play_seats.open_game(rules=rules, seats=plans, competitive=False, public=True,
                             turn_seconds=30, title="", now=now)  # fmt: skip
    assert refusal(shared_device.show_hand, game_id=game.pk, seat=0, seen_version=0,
                   now=now) == "not-your-seat"  # fmt: skip


@pytest.mark.feature("Playing", "On a shared device a turn may take an hour, and no robot plays")
def test_nobody_is_hurried_and_an_hour_puts_the_table_aside(now):
    game = a_table_for_two(now)
    show(game, state_of(game).to_act[0], now)
    assert game.act_by == now + HOUR
    clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now + HOUR)
    game.refresh_from_db()
    assert (game.status, game.in_hand, game.actions.count()) == (Game.Status.SAVED, None, 0)
    assert not game.seats.filter(automatic=True).exists()


def test_a_device_that_is_gone_leaves_a_saved_table_and_goes_on_covered(now):
    game = a_table_for_two(now)
    user = game.seats.get(number=0).user
    presence.arrive(game_id=game.pk, seat=0, user_id=user.pk, socket="tab", now=now)
    show(game, state_of(game).to_act[0], now)
    presence.leave(game_id=game.pk, socket="tab", now=now)
    clock.replace_absent(now=now + clock.ABSENCE)
    game.refresh_from_db()
    assert (game.status, game.in_hand) == (Game.Status.SAVED, None)
    saved_games.resume_table(game_id=game.pk, seat=0, without_others=False, now=now + DAY)
    game.refresh_from_db()
    assert (game.status, game.in_hand) == (Game.Status.LIVE, None)
    assert clock.replace_absent(now=now + 2 * DAY) == 0


def test_saving_covers_the_hand_and_one_tap_goes_on(now):
    game = a_table_for_two(now)
    due = state_of(game).to_act[0]
    show(game, due, now)
    saved_games.save_table(game_id=game.pk, now=now)
    assert refusal(show, game, 1 - due, now) == "closed"
    saved_games.resume_table(game_id=game.pk, seat=0, without_others=False, now=now + DAY)
    game.refresh_from_db()
    assert (game.status, game.in_hand) == (Game.Status.LIVE, None)
    show(game, due, now + DAY)


def test_one_tap_of_the_device_is_the_vote_of_both(now):
    game = a_table_for_two(now)
    show(game, state_of(game).to_act[0], now)
    casual.vote_to_end(game_id=game.pk, seat=0, hand="", ends=True, now=now)
    game.refresh_from_db()
    assert (game.status, game.agreed, game.in_hand) == (Game.Status.ANNULLED, True, None)


def test_a_rematch_keeps_both_on_the_device(now):
    game = a_table_for_two(now)
    play_seats.annul_game(game_id=game.pk, now=now)
    again = casual.open_rematch(game_id=game.pk, change_partners=False, now=now)
    seat_both(again, now)
    assert (again.status, again.people) == (Game.Status.LIVE, ("ana", "Luis"))
    assert (again.private, again.public, again.turn_seconds) == (True, False, 3600)


@pytest.mark.feature(
    "Playing", "A game on a shared device brings no points, and the record names both players"
)
def test_a_finished_game_names_both_and_counts_for_nobody(now):
    game = a_table_for_two(now)
    while not game.is_over:
        now += SECOND
        if state_of(game).over:
            now = game.act_by
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=now)
        else:
            show(game, state_of(game).to_act[0], now)
            act(game, "mazo", now)
        game.refresh_from_db()
    assert game.in_hand is None
    assert not statistics.count_figures(game_id=game.pk)
    assert not SeatStatistics.objects.exists()
    record = GameRecord(game, list(game.seats.select_related("user").order_by("number")))
    assert record.notation().seats == ("ana", "Luis")


def test_who_deletes_their_account_takes_the_name_of_the_companion_along(now):
    game = a_table_for_two(now)
    casual.vote_to_end(game_id=game.pk, seat=0, hand="", ends=True, now=now)
    assert "Luis" in text_of(game)
    open_game = a_table_for_two(now, user=game.host, sit=False)
    profiles.anonymise(user_id=game.host_id, now=now)
    for each in (game, open_game):
        each.refresh_from_db()
        assert "Luis" not in str(each)
        assert each.seats.get(number=1).companion == ERASED
        assert not each.seats.get(number=1).is_free
    record = text_of(Game.objects.get(pk=game.pk))
    assert "Luis" not in record
    assert '[Seats "?" "?"]' in record


def a_card(game: Game) -> str:
    """A card that the seat that is due holds and may play."""
    state = state_of(game)
    return str(state.held[state.to_act[0]][0])
