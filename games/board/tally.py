"""The score as match-sticks: groups of five, a line between malas and buenas (R-S4, R-S7)."""

from typing import NamedTuple

from accounts.values.looked_up import gettext as _
from accounts.values.looked_up import remembered
from games.board.names import TEAMS, Names, brief

GROUP = 5  # a square and its diagonal


class Sticks(NamedTuple):
    """One half of a tally: whole groups, the sticks of the next one, and how many groups fit."""

    full: int
    part: int
    groups: int


class Score(NamedTuple):
    """One team's score: numeral, tally, and the same in words."""

    team: int
    name: str
    brief: str  # of one person, where the whole name does not fit
    points: int
    halves: tuple[Sticks, Sticks]
    words: str
    legs: int


@remembered
def scores(
    names: Names, points: tuple[int, ...], legs: tuple[int, ...], target: int
) -> tuple[Score, ...]:
    """Return both scores, the viewer's own team first."""
    teams = sorted(TEAMS, key=lambda team: team != names.side)
    return tuple(_score(names, team, points[team], legs[team], target) for team in teams)


def _score(names: Names, team: int, points: int, legs: int, target: int) -> Score:
    name = names.team(team)
    short = brief(name) if len(names.people) == len(TEAMS) else ""
    half = -(-target // 2)
    malas, buenas = min(points, half), max(points - half, 0)
    words = _("%(malas)s malas y %(buenas)s buenas") if points >= half else _("%(malas)s malas")
    return Score(
        team=team,
        name=name,
        brief=short,
        points=points,
        halves=(_sticks(malas, half), _sticks(buenas, target - half)),
        words=words % {"malas": malas, "buenas": buenas},
        legs=legs,
    )


def _sticks(points: int, room: int) -> Sticks:
    return Sticks(*divmod(points, GROUP), groups=-(-room // GROUP))
