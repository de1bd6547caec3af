"""The robots of a table: the level that was chosen, a style by name, and how long each thinks."""

from datetime import timedelta

import pytest

from games.casual import services as casual
from games.engine import State, deal, deck_for, first_start, make_rules, view
from games.engine.envido import value
from games.models import Game
from games.play import clock, cut_secrets, robots
from games.play import seats as play_seats
from games.play.finished_game import GameRecord
from games.play.robots import RobotProfile, robot_profile
from games.play.seats import SeatPlan
from games.robots.cast import style_of
from games.robots.levels import RobotLevel
from games.robots.styles import PLAIN
from tests.games.engine.hands import play, table
from tests.games.tables import CORTE, a_person, a_table, lay, sealed, state_of

pytestmark = [pytest.mark.both, pytest.mark.django_db]
RULES = make_rules("argentino", {"target": "15"})
TAHUR, BOLICHE, APRENDIZ = RobotLevel.TAHUR, RobotLevel.BOLICHE, RobotLevel.APRENDIZ


def for_practice(now, level: RobotLevel, *, with_robots: bool = True) -> Game:
    return casual.open_table(
        user=a_person(),
        rules=RULES,
        robots=with_robots,
        private=False,
        public=False,
        competitive=False,
        turn_seconds=60,
        robot_level=level,
        now=now,
    )


def at(game: Game, number: int) -> RobotProfile:
    return robot_profile(game, list(game.seats.order_by("number")), number)


# ---- level and style ----
def test_a_robot_plays_as_it_was_chosen_with_the_style_of_its_name(now):
    game = for_practice(now, TAHUR)
    game.seats.filter(number=1).update(robot_name="Beba")
    style = style_of("Beba")
    assert at(game, 1) == (TAHUR, style)
    assert style != PLAIN


def test_a_rematch_keeps_the_level(now):
    game = for_practice(now, APRENDIZ)
    play_seats.annul_game(game_id=game.pk, now=now)
    again = casual.open_rematch(game_id=game.pk, change_partners=False, now=now)
    assert at(again, 1).level == APRENDIZ


def test_a_seat_on_automatic_is_plain_and_of_the_counter_whatever_was_chosen(now):
    game = for_practice(now, TAHUR)
    game.seats.filter(number=0).update(automatic=True)
    assert at(game, 0) == (BOLICHE, PLAIN)


def test_robots_for_company_are_of_the_counter(now):
    game = casual.find_table(user=a_person(), rules=RULES, company=True, turn_seconds=60, now=now)
    assert at(game, 1).level == BOLICHE
    assert for_practice(now, TAHUR, with_robots=False).robot_level == ""


def test_robots_that_stand_in_at_a_competition_have_no_style(now):
    game = play_seats.open_game(
        rules=RULES,
        seats=[SeatPlan(user=a_person()), SeatPlan(robot=True)],
        competitive=True,
        public=True,
        turn_seconds=60,
        page="/cup/1/",
        now=now,
    )
    assert at(game, 1) == (BOLICHE, PLAIN)


def test_who_leaves_a_seat_for_good_is_followed_by_one_of_the_counter(now):
    game = a_table(now)
    user = game.seats.get(number=1).user
    play_seats.release_seat(game_id=game.pk, user=user, now=now)
    assert at(game, 1).level == BOLICHE


# ---- at play ----
def robot_has_33(state: State) -> bool:
    return state.to_act == (1,) and value(state.held[1], state.deal.ranking) == 33


@pytest.mark.parametrize("level", [APRENDIZ, BOLICHE])
def test_the_clock_lets_the_chosen_level_decide(now, level):
    """At 33 the apprentice calls falta envido; robots that weigh the score do not, so early."""
    game = for_practice(now, level)
    user = game.seats.get(number=0).user
    lay(game, robot_has_33)
    play_seats.sit_down(game_id=game.pk, user=user, corte_hash=sealed(game), address="", now=now)
    cut_secrets.reveal_cut(game_id=game.pk, user=user, corte=CORTE, now=now)
    game.refresh_from_db()
    assert clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
    said = game.actions.get().token
    assert (said == "falta") == (level == APRENDIZ)


def test_of_several_robots_the_one_with_a_flor_answers_for_it():
    hands = ("7c 6c 5c", "7e 7o 6b", "3e 2b 11e", "4b 1b 10b")
    state = play(table("argentino-flor", *hands), "0:flor 3:flor 0:contraflor")
    assert state.to_act == (1, 3)
    assert robots.robot_in_turn(state) == 3
    assert robots.robot_in_turn(play(state, "3:no 0:truco")) == 3, "any of them may"
    assert robots.robot_in_turn(play(table("argentino", *hands), "0:truco")) == 1


def test_the_record_names_the_level_where_one_was_chosen(now):
    def tags(game):
        return dict(GameRecord(game, list(game.seats.order_by("number"))).notation().tags)

    game, other = for_practice(now, TAHUR), a_table(now, people=[a_person(), None])
    for each in (game, other):
        play_seats.annul_game(game_id=each.pk, now=now)
        each.refresh_from_db()
    assert tags(game)["Robots"] == ("tahur",)
    assert "Robots" not in tags(other)


# ---- thinking ----
@pytest.mark.feature("Playing", "A robot's thinking time tells nothing of its cards")
def test_a_robot_thinks_as_long_whatever_cards_lie_there(now):
    game = a_table(now, people=[a_person(), None])
    seats = list(game.seats.order_by("number"))
    deck = list(deck_for(game.rules))
    start = first_start(game.rules, 1)
    one, other = deal(start, deck), deal(start, deck[::-1])
    assert view(one, 1) != view(other, 1)
    assert robots.thinking(game, seats, one) == robots.thinking(game, seats, other)
    times = set()
    for version in range(20):
        game.version = version
        times.add(robots.thinking(game, seats, one))
    assert len(times) > 15


def test_without_a_pause_there_is_none(now, settings):
    settings.ROBOT_PAUSE = 0
    game = a_table(now, people=[a_person(), None], dealt=lambda state: state.to_act == (1,))
    assert game.act_by - now == timedelta()
    assert state_of(game).to_act == (1,)
