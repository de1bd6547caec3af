"""A rematch: the same people and rules, once, with other partners if they like."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from games.casual import host_actions
from games.casual import services as casual
from games.common import broadcast
from games.engine import make_rules
from games.models import Game
from games.play import abandonment, robots, seats
from games.play.robots import RobotProfile
from games.robots.levels import RobotLevel
from tests.games.races import at_once
from tests.games.tables import a_person, a_table, fold_to_the_end

pytestmark = [pytest.mark.both, pytest.mark.django_db]
races = pytest.mark.django_db(transaction=True)


def a_finished_table(now, **options) -> Game:
    game = a_table(now, target="15", **options)
    fold_to_the_end(game, now)
    return game


def again(game: Game, now, *, change_partners: bool = False) -> Game:
    return casual.open_rematch(game_id=game.pk, change_partners=change_partners, now=now)


def people_at(game: Game) -> list[User | None]:
    return [seat.user for seat in game.seats.order_by("number")]


def test_a_rematch_waits_for_the_same_people_with_the_same_rules(now):
    first = a_finished_table(now, turn_seconds=45, public=False)
    second = again(first, now)
    assert second.status == Game.Status.WAITING
    assert people_at(second) == people_at(first)
    same = ("preset", "options", "turn_seconds", "public", "competitive", "title")
    assert [getattr(second, name) for name in same] == [getattr(first, name) for name in same]
    assert second.commitment != first.commitment


def test_whoever_asks_second_comes_to_the_same_table(now):
    first = a_finished_table(now)
    assert again(first, now) == again(first, now, change_partners=True)


def sit(game: Game, user: User, now) -> None:
    seats.sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=now)


@pytest.mark.parametrize("how", ["left", "abandoned"])
def test_a_rematch_that_never_began_gives_way_to_another(now, how):
    first = a_finished_table(now)
    asker, later = people_at(first)[0], now + timedelta(hours=1)
    gone = again(first, now)
    sit(gone, asker, now)
    if how == "left":
        host_actions.leave_table(game_id=gone.pk, user=asker, now=now)
    else:
        assert abandonment.close_abandoned(now=later) == 1
    second = again(first, later)
    assert (second.status, people_at(second)) == (Game.Status.WAITING, people_at(first))
    assert again(first, later) == second


def test_a_rematch_that_was_played_stays_the_rematch(now):
    first = a_finished_table(now)
    second = again(first, now)
    for user in people_at(first):
        sit(second, user, now)
    seats.annul_game(game_id=second.pk, now=now)
    assert again(first, now) == second


@races
def test_the_table_before_hears_that_nobody_waits_any_more(now):
    first, heard = a_finished_table(now), []
    rematch = again(first, now)
    broadcast.subscribe(broadcast.game_group(first.pk), heard.append)
    seats.annul_game(game_id=rematch.pk, now=now)
    broadcast.unsubscribe_group(broadcast.game_group(first.pk), heard.append)
    assert [hint["game"] for hint in heard] == [first.pk]


def test_robots_sit_there_already(now):
    first = a_finished_table(now, people=[a_person(), None])
    assert [bool(seat.sat_at) for seat in again(first, now).seats.order_by("number")] == [
        False,
        True,
    ]


def a_finished_practice(now, seats: str) -> Game:
    game = casual.open_table(
        user=a_person(),
        rules=make_rules("argentino", {"seats": seats}),
        robots=True,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=60,
        robot_level=RobotLevel.TAHUR,
        now=now,
    )
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED)
    return game


def manners_at(game: Game) -> list[RobotProfile]:
    seats = list(game.seats.order_by("number"))
    return [robots.robot_profile(game, seats, seat.number) for seat in seats if seat.robot]


@pytest.mark.parametrize("seats", ["2", "4", "6"])
def test_the_same_robots_sit_there_and_play_as_before(now, seats):
    first = a_finished_practice(now, seats)
    second = again(first, now)
    assert second.people == first.people
    assert manners_at(second) == manners_at(first)
    assert {how.level for how in manners_at(second)} == {RobotLevel.TAHUR}
    Game.objects.filter(pk=second.pk).update(status=Game.Status.ANNULLED)
    assert again(second, now).people == first.people


def test_robots_move_with_their_names_where_partners_change(now):
    first = a_finished_practice(now, "4")
    me, second, third, fourth = first.people
    assert again(first, now, change_partners=True).people == (me, third, fourth, second)


@pytest.mark.feature("Playing", "A rematch, with other partners if wanted")
@pytest.mark.parametrize(("seats", "different"), [(4, 3), (6, 5)])
def test_partners_change_until_everybody_has_moved_round(now, seats, different):
    game = a_table(now, people=[a_person() for _ in range(seats)], seated=False)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED)
    met = set()
    for _ in range(different):
        met.add(frozenset(people_at(game)[::2]))
        game = again(game, now, change_partners=True)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ANNULLED)
    assert len(met) == different


def test_no_rematch_of_a_game_that_is_not_over_nor_of_a_competition(now):
    with pytest.raises(RefusedError) as refused:
        again(a_table(now), now)
    assert refused.value.code == "closed"
    cup = a_finished_table(now)
    Game.objects.filter(pk=cup.pk).update(page="/matches/1/")
    with pytest.raises(RefusedError) as refused:
        again(cup, now)
    assert refused.value.code == "not-casual"


@races
def test_two_who_ask_at_once_come_to_one_table(now):
    first = a_finished_table(now)
    ask = partial(casual.open_rematch, game_id=first.pk, change_partners=False, now=now)
    assert len(set(at_once(ask, ask))) == 1
    assert Game.objects.filter(rematch_of=first).count() == 1


def test_a_rematch_may_have_a_rematch(now):
    first = a_finished_table(now)
    second = again(first, now)
    Game.objects.filter(pk=second.pk).update(status=Game.Status.ANNULLED)
    assert again(second, now + timedelta(hours=1)).rematch_of == second
