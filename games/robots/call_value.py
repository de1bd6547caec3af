"""The value of a bet: the chance to win the leg from the score that it leads to."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from games.engine import View
from games.engine.calls import Canto
from games.robots.observation import own_team


class CallOdds(NamedTuple):
    """The odds that a call implies.

    They say how much likelier the side that makes or accepts it is to win.
    """

    refused: float
    """How often it is refused when the caller is sure to win; a weaker caller is refused less."""
    called: float
    """The odds in favour of a side that makes the call."""
    accepted: float
    """The odds in favour of a side that accepts it."""


class BettingStyle(NamedTuple):
    """The betting parameters of one family of calls."""

    heard: Mapping[Canto, CallOdds]
    bluffs: float
    """How often a seat that would otherwise not call does call, 0 to 1."""
    sizes: Mapping[Canto, int] = MappingProxyType({})
    """Of an envido: the relative frequency of each size, independent of the hand."""


def win_probability_at(view: View, gain: int) -> float:
    """Return the own team's chance of the leg, 0 to 1, after it gains (or loses) points.

    Each team's chance is the other's missing points divided by the sum of both. That is exact at
    either end. In between it is close enough to prefer a sure point when that wins the leg, and a
    risk when a point loses it.
    """
    team = own_team(view)
    target = view.rules.target
    ours = max(0, target - view.score[team] - max(gain, 0))
    theirs = max(0, target - view.score[1 - team] + min(gain, 0))
    return theirs / (ours + theirs)


def played_for(view: View, odds: float, won: int, lost: int) -> float:
    """Return the value of playing for points that can be won or lost."""
    return odds * win_probability_at(view, won) + (1 - odds) * win_probability_at(view, -lost)


def odds_against_confidence(odds: float, confidence: float) -> float:
    """Return the odds, 0 to 1, against a side that showed confidence; 1 stays 1."""
    return odds / (odds + (1 - odds) * confidence)


def called_for(
    view: View, odds: float, nerve: CallOdds, refusal: int, won: int, lost: int
) -> float:
    """Return the value of a call: the other side refuses it, or accepts it if it expects to win."""
    refused = nerve.refused * odds
    accepted = played_for(view, odds_against_confidence(odds, nerve.accepted), won, lost)
    return refused * win_probability_at(view, refusal) + (1 - refused) * accepted
