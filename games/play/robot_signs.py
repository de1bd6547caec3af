"""Señas of robots at a table: they make one after the deal, and go by those that they saw."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from random import Random

from games.engine import State, View, signals, view
from games.models import Game, Seat
from games.play.replay import DealSource
from games.play.robots import robot_profile
from games.robots.signs import MANNERS, SignManner, choose_sign, read_signs


def make_robot_signs(dealer: DealSource, state: State, now: datetime) -> None:
    """Make the señas of the robots of a locked table in a new hand.

    It happens at the deal for every robot, so the moment tells nothing about the cards.
    """
    game = dealer.game
    if not signals(game.rules) or state.over:
        return
    chance = dealer.robot_chance(-1 - game.version)  # not the one of the robots' decisions
    for seat in dealer.seats:
        if not seat.robot or seat.number not in state.deal.seats:
            continue
        sign = choose_sign(view(state, seat.number), _sign_manner(dealer, seat.number), chance)
        if sign:
            watchers = witnesses(game, dealer.seats, seat.number, _glances(dealer, seat, chance))
            game.seats.filter(number=seat.number).update(
                sign=sign, signed_at=now, sign_in=state.start.label, sign_seen=watchers
            )


def witnesses(game: Game, seats: Sequence[Seat], number: int, glancing: Iterable[int] = ()) -> str:
    """Return the seats that see a seña made now: partners, and rivals who look at that face.

    Who looks at a rival does not see what a partner does meanwhile. `glancing` are the robots that
    happen to look.
    """
    watchers = {
        seat.number
        for seat in seats
        if seat.number != number
        and (seat.watches == number if seat.team != number % 2 else seat.watches is None)
    }
    if not game.signs_caught:
        watchers = {each for each in watchers if each % 2 == number % 2}
    return "".join(map(str, sorted(watchers | set(glancing))))


def glancing_robots(dealer: DealSource, number: int) -> Sequence[int]:
    """Return the rival robots that happen to look at a seat that makes a seña now."""
    chance = dealer.robot_chance(-1 - dealer.game.version)
    return tuple(_glances(dealer, dealer.seats[number], chance))


def with_signs(dealer: DealSource, view: View) -> View:
    """Return a robot's view with the señas of the hand that it saw and believes."""
    assert view.viewer is not None, "a robot has a seat"
    if not signals(view.rules):
        return view
    chance = Random(f"{dealer.game.pk} heeds at {dealer.game.version}")
    signs = {
        seat.number: seat.sign
        for seat in dealer.seats
        if seat.sign_in == view.label
        and str(view.viewer) in seat.sign_seen
        and _is_believed(dealer, seat, chance)
    }
    return read_signs(view, signs, _sign_manner(dealer, view.viewer), chance)


def _is_believed(dealer: DealSource, maker: Seat, chance: Random) -> bool:
    """Doubt a robot's seña as often as robots of its level, which everybody knows, invent one."""
    return not maker.robot or chance.random() >= _sign_manner(dealer, maker.number).fakes


def _sign_manner(dealer: DealSource, number: int) -> SignManner:
    return MANNERS[robot_profile(dealer.game, dealer.seats, number).level]


def _glances(dealer: DealSource, maker: Seat, chance: Random) -> Iterator[int]:
    if not dealer.game.signs_caught:
        return
    for seat in dealer.seats:
        is_rival = seat.robot and seat.team != maker.team
        if is_rival and chance.random() < _sign_manner(dealer, seat.number).watches:
            yield seat.number
