"""The robot of a seat: its level, its style and its thinking time.

A robot chosen by a person plays with the level they chose. A robot that keeps a seat until a
person comes, or replaces a person, plays *de boliche*; a replacement has no style.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine import Action, State, View, view
from games.models import Game, Seat
from games.play.replay import DealSource
from games.robots import decide
from games.robots.cast import style_of
from games.robots.levels import RobotLevel
from games.robots.styles import PLAIN, Style
from games.robots.timing import think_delay

USUAL = RobotLevel.BOLICHE


class RobotProfile(NamedTuple):
    """Strength and style of a robot."""

    level: RobotLevel
    style: Style


def robot_profile(game: Game, seats: Sequence[Seat], number: int) -> RobotProfile:
    """Return level and style of the robot that acts for this seat."""
    seat = seats[number]
    if not seat.robot:
        return RobotProfile(USUAL, PLAIN)
    chosen = "" if seat.company else game.robot_level
    style = style_of(game.names_of(seats)[number]) if game.is_casual else PLAIN
    return RobotProfile(RobotLevel(chosen or USUAL), style)


def robot_in_turn(state: State) -> int:
    """Return the seat that decides where robots alone are asked: one that announced a flor, first.

    Its mates do not know what that flor is worth.
    """
    return next((seat for seat in state.to_act if seat in state.flor.announced), state.to_act[0])


def decided(dealer: DealSource, view: View, legal: Sequence[Action]) -> Action:
    """Return the robot's decision for the viewer of this view."""
    assert view.viewer is not None, "a robot has a seat"
    how = robot_profile(dealer.game, dealer.seats, view.viewer)
    return decide(view, legal, dealer.robot_chance(dealer.game.version), *how)


def thinking(game: Game, seats: Sequence[Seat], state: State) -> float:
    """Return the thinking time in usual pauses, from public facts and chance.

    The random source belongs to the table at this version and is independent of the hidden cards.
    """
    number = robot_in_turn(state)
    chance = Random(f"{game.pk} thinks at {game.version}")
    return think_delay(view(state, None), number, robot_profile(game, seats, number).style, chance)
