"""Señas of robots: which one they make, and which of those that they see they go by.

A robot tells its partner the best that it has, more or less often by its level; only the strongest
level sometimes tells what is not there. A robot that goes by a seña imagines the seat that made it
with such cards (`observation`), whether it is a partner or a rival.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from games.engine import View, envido, signals
from games.robots.levels import RobotLevel
from games.robots.sign_codes import PAIRS, VALUES, is_shown_by, shows
from games.robots.styles import is_too_dear


class SignManner(NamedTuple):
    """The shares of hands in which a robot does these things."""

    makes: float
    fakes: float
    """Of the señas that it makes."""
    reads: float
    watches: float
    """Looks at a rival's face when that rival makes one."""


MANNERS: Final[Mapping[RobotLevel, SignManner]] = {
    RobotLevel.APRENDIZ: SignManner(makes=0.35, fakes=0, reads=0.3, watches=0),
    RobotLevel.BOLICHE: SignManner(makes=0.6, fakes=0, reads=0.6, watches=0.15),
    RobotLevel.TAHUR: SignManner(makes=0.6, fakes=0.12, reads=0.85, watches=0.35),
}


def true_signs(view: View) -> Iterator[str]:
    """Yield the señas that tell the truth about the viewer's cards, the best first."""
    for code in signals(view.rules):
        if code in VALUES:
            is_true = envido.value(view.own, view.ranking) in VALUES[code]
        elif code in PAIRS:
            shown = (card for card in view.own if any(shows(view, card, PAIRS[code])))
            is_true = len(list(shown)) > 1
        else:
            is_true = any(is_shown_by(code, card, view) for card in view.own)
        if is_true:
            yield code


def choose_sign(view: View, manner: SignManner, rng: random.Random) -> str:
    """Return the seña that a robot makes after the deal; "" for none."""
    if rng.random() >= manner.makes:
        return ""
    codes = signals(view.rules)
    if codes and rng.random() < manner.fakes:
        return rng.choice(codes)
    return next(true_signs(view), "")


def read_signs(
    view: View, signs: Mapping[int, str], manner: SignManner, rng: random.Random
) -> View:
    """Return the view with the señas of this hand, by seat, that the robot goes by.

    It goes by none where the answer may decide the leg: a seña may be a lie.
    """
    is_deaf = rng.random() >= manner.reads
    return view if is_deaf or not signs or is_too_dear(view) else replace(view, signs=signs)
