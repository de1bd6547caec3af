"""Señas of robots: which one they make, and what they conclude from those they see.

A robot tells its partner the best that it has, more or less often by its level; only the strongest
level sometimes tells what is not there. Everybody reads a partner's seña in the simplest way: with
a strong card beside it a robot stays where it would have folded. A rival's seña, caught by a robot
that looked at that face, makes it refuse what its own cards do not beat.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import ENVIDOS, Action, Answer, Call, Card, PlayCard, View, envido, signals
from games.robots.call_value import win_probability_at
from games.robots.levels import RobotLevel
from games.robots.observation import (
    count,
    in_hand,
    own_seat,
    played_cards,
    seats_in_play,
    unseen_cards,
)
from games.robots.styles import is_too_dear
from games.robots.win_probability import position

LOW_ENVIDO: Final = 20
VALUES: Final[Mapping[str, range]] = {
    "envido-30": range(30, 100),
    "perdedoras": range(29, 30),
    "viejas": range(27, 28),
}
MANILHAS: Final = ("zap", "copas", "espadilha", "pica-fumo")
"""The four highest cards of the Brazilian families, from high to low."""
MALLORCA: Final = ("amo", "madona")
"""The two highest cards of Mallorca."""
HEIGHTS: Final[Mapping[str, int]] = {
    code: height for family in (MANILHAS, MALLORCA) for height, code in enumerate(family)
}
"""Señas for a card by its place among the highest, from 0."""
PAIRS: Final[Mapping[str, tuple[str, ...]]] = {"threes": ("3",), "manilhas": MANILHAS}
"""Señas for two cards and more."""
STRONG: Final = frozenset(("1e", "1b", "7e", "7o", *HEIGHTS, "manilhas"))


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
        elif code == "ciego":
            is_true = envido.value(view.own, view.ranking) <= LOW_ENVIDO
        elif code in PAIRS:
            shown = (card for card in view.own if any(_shows(view, card, PAIRS[code])))
            is_true = len(list(shown)) > 1
        else:
            is_true = any(_is_shown_by(code, card, view) for card in view.own)
        if is_true:
            yield code


def _shows(view: View, card: Card, codes: Sequence[str]) -> Iterator[bool]:
    return (_is_shown_by(code, card, view) for code in codes)


def _is_shown_by(code: str, card: Card, view: View) -> bool:
    if code in HEIGHTS:
        strength = view.ranking.strength
        highest = sorted(strength, key=strength.__getitem__, reverse=True)
        return card == highest[HEIGHTS[code]]
    pieza = view.ranking.piezas.get(card)
    if code.startswith("pieza-"):
        return pieza is not None and pieza.rank == int(code.removeprefix("pieza-"))
    return pieza is None and code in (str(card), str(card.rank))


def choose_sign(view: View, manner: SignManner, rng: random.Random) -> str:
    """Return the seña that a robot makes after the deal; "" for none."""
    if rng.random() >= manner.makes:
        return ""
    codes = signals(view.rules)
    if codes and rng.random() < manner.fakes:
        return rng.choice(codes)
    return next(true_signs(view), "")


def heed_signs(
    action: Action,
    legal: Sequence[Action],
    view: View,
    partners: Mapping[int, str],
    rivals: Mapping[int, str],
    manner: SignManner,
    rng: random.Random,
) -> Action:
    """Return the robot's decision, changed by the señas that it saw in this hand.

    They are listed by seat.
    """
    if not (partners or rivals) or rng.random() >= manner.reads:
        return action
    match action:
        case Answer():
            return _answer_by_signs(action, legal, view, partners, rivals)
        case PlayCard() if view.pending is None:
            return _speak_for_partner(legal, view, partners) or _leave_to_partner(
                action, legal, view, partners
            )
    return action


def _answer_by_signs(
    action: Answer,
    legal: Sequence[Action],
    view: View,
    partners: Mapping[int, str],
    rivals: Mapping[int, str],
) -> Action:
    """Accept beside a partner who has what the call is about, refuse against such a rival.

    Not where it may decide the game, nor against what the own cards beat.
    """
    assert view.pending is not None
    if view.pending.family not in ("truco", "envido") or is_too_dear(view):
        return action
    is_truco = view.pending.family == "truco"
    tells, beats = (_has_strong, _outranks) if is_truco else (_has_rich, _outcounts)
    other = next((one for one in legal if isinstance(one, Answer) and one != action), action)
    if any(tells(view, seat, sign) for seat, sign in partners.items()):
        return action if action.accepted else other
    if not action.accepted or win_probability_at(view, -view.pending.no) <= 0:
        return action
    is_lost = any(
        tells(view, seat, sign) and not beats(view, sign) for seat, sign in rivals.items()
    )
    return other if is_lost else action


def _speak_for_partner(
    legal: Sequence[Action], view: View, partners: Mapping[int, str]
) -> Action | None:
    """Return the lowest envido for a partner who has a high value and can no longer call."""
    has_spoken = any(
        _has_rich(view, seat, sign) and _has_laid(view, seat) for seat, sign in partners.items()
    )
    calls = (one for one in legal if isinstance(one, Call) and one.canto in ENVIDOS)
    return next(calls, None) if has_spoken else None


def _leave_to_partner(
    action: PlayCard, legal: Sequence[Action], view: View, partners: Mapping[int, str]
) -> Action:
    """Play the lowest card if a partner with a strong one, not yet spent, plays after this seat."""
    coming = position(view).trick.waiting[1:]
    kills = any(seat in coming and _has_strong(view, seat, sign) for seat, sign in partners.items())
    cards = [one for one in legal if isinstance(one, PlayCard) and not one.covered]
    if not kills or action.covered:
        return action
    return min(cards, key=lambda one: view.ranking.strength[one.card])


def _has_laid(view: View, seat: int) -> bool:
    return any(play.seat == seat for trick in view.tricks for play in trick.plays)


def _has_strong(view: View, seat: int, sign: str) -> bool:
    """Return whether a seat may still play the card of a strong seña, which nobody has shown."""
    is_strong = sign in STRONG or sign.startswith("pieza-")
    if not is_strong or seat not in seats_in_play(view) or not count(view, seat):
        return False
    return bool(_unseen_of(view, sign))


def _has_rich(view: View, seat: int, sign: str) -> bool:
    """Return whether a seat's envido counts (R-E6), and its seña is about a high one."""
    return sign in VALUES and seat in seats_in_play(view)


def _outranks(view: View, sign: str) -> bool:
    """Return whether a card that the viewer holds, or has just played, beats that of a seña."""
    rank, seat = view.ranking.strength, own_seat(view)
    plays = [play for trick in view.tricks if trick.winner is None for play in trick.plays]
    lying = [play.card for play in plays if play.seat == seat and not play.covered and play.card]
    own = max([rank[card] for card in (*in_hand(view), *lying)], default=0)
    return own >= max(rank[card] for card in _unseen_of(view, sign))


def _outcounts(view: View, sign: str) -> bool:
    """Return whether the viewer's envido is as high as the least that a seña tells."""
    cards = (*played_cards(view, own_seat(view)), *view.own)
    return envido.value(cards, view.ranking) >= VALUES[sign].start


def _unseen_of(view: View, sign: str) -> Sequence[Card]:
    """Return the cards that a seña may be about, those that the viewer has not seen."""
    codes = PAIRS.get(sign, (sign,))
    return [card for card in unseen_cards(view) if any(_shows(view, card, codes))]
