"""The clock of a table in milliseconds of server time, the bell, and the score.

The bell of a timed round shows the time left, then that this is the last hand. The score is drawn
as match-sticks in groups of five, with a line between malas and buenas (R-S4, R-S7), if the leg has
them (R-S8).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from accounts.i18n.languages import cached_per_language
from accounts.i18n.languages import gettext as _
from games.common.browser_times import milliseconds, minutes
from games.engine import View
from games.engine.rules import Halves
from games.models import Game, Seat
from games.play.seat_names import TEAMS, Names, brief, seats_on_device
from games.table_view.labels import points as points_in_words
from games.table_view.prompt import Prompt


class Clock(NamedTuple):
    """Time of the server's next action and length of the entire wait; 0 where no clock runs."""

    now: int
    act_by: int = 0
    total: int = 0


def clock(game: Game, seats: Sequence[Seat], view: View | None, now: datetime) -> Clock:
    """Return the visible clock: none while a robot thinks, nor on a shared device."""
    now_ms = milliseconds(now)
    if game.act_by is None:
        return Clock(now_ms)
    if view is None:
        return Clock(now_ms, milliseconds(game.act_by))
    if view.over:
        return Clock(now_ms, milliseconds(game.act_by), settings.HAND_PAUSE * 1000)
    if not seats_on_device(seats) and any(seats[number].is_person for number in view.to_act):
        return Clock(now_ms, milliseconds(game.act_by), game.turn_seconds * 1000)
    return Clock(now_ms)


class Bell(NamedTuple):
    """The time of the bell, for browsers to count down; 0 while the clock is paused with `left`."""

    at: int
    left: str
    has_rung: bool


def bell(game: Game, now: datetime) -> Bell | None:
    """Return the bell of a table; None if the round is not timed or the game is over."""
    if game.is_over or (game.bell_at is None and game.bell_left is None):
        return None
    if game.bell_at is None:
        return Bell(0, minutes(game.bell_left or timedelta()), has_rung=False)
    return Bell(milliseconds(game.bell_at), "", has_rung=game.has_rung(now))


def bell_notices(bell: Bell | None) -> Iterator[str]:
    """Yield a notice once the bell has rung."""
    if bell is not None and bell.has_rung:
        yield _("Sonó la campana: es la última mano")


def at_the_bell(prompt: Prompt, bell: Bell | None, game: Game) -> Prompt:
    """Explain the consequence of the bell between two hands."""
    if bell is None or not bell.has_rung:
        return prompt
    if not game.bell_decides:
        return prompt._replace(hint=_("Sonó la campana: se terminó"))
    return prompt._replace(hint=_("Sonó la campana: gana quien va adelante; iguales, una mano más"))


GROUP = 5  # a square and its diagonal


class Sticks(NamedTuple):
    """One half of a tally.

    It has complete groups, the sticks of the next one, and the number of groups that fit.
    """

    full: int
    part: int
    groups: int


class Score(NamedTuple):
    """One team's score: numeral, tally, and the same in words."""

    team: int
    name: str
    brief: str  # a short name for one person
    points: int
    halves: tuple[Sticks, Sticks]
    is_whole: bool
    """R-S8: the leg has no malas and buenas, so no line is drawn between the two rows."""
    words: str
    legs: int


@cached_per_language
def scores(
    names: Names,
    points: tuple[int, ...],
    legs: tuple[int, ...],
    target: int,
    halves: Halves = "two",
) -> tuple[Score, ...]:
    """Return both scores, the viewer's own team first."""
    teams = sorted(TEAMS, key=lambda team: team != names.side)
    return tuple(
        _score(names, team, points[team], legs[team], target, is_whole=halves == "one")
        for team in teams
    )


def _score(
    names: Names, team: int, points: int, legs: int, target: int, *, is_whole: bool
) -> Score:
    name = names.team(team)
    short = brief(name) if len(names.people) == len(TEAMS) else ""
    half = _first_row(target) if is_whole else -(-target // 2)
    malas, buenas = min(points, half), max(points - half, 0)
    words = _("%(malas)s malas y %(buenas)s buenas") if points >= half else _("%(malas)s malas")
    if is_whole:
        words = points_in_words(points)
    return Score(
        team=team,
        name=name,
        brief=short,
        points=points,
        halves=(_sticks(malas, half), _sticks(buenas, target - half)),
        is_whole=is_whole,
        words=words % {"malas": malas, "buenas": buenas},
        legs=legs,
    )


def _first_row(target: int) -> int:
    """Return the points of the first row of a leg without halves: half of its groups."""
    groups = -(-target // GROUP)
    return GROUP * -(-groups // 2)


def _sticks(points: int, room: int) -> Sticks:
    return Sticks(*divmod(points, GROUP), groups=-(-room // GROUP))
