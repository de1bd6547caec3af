"""The policy from a learned table, if there is one for these house rules."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from games.engine import (
    Action,
    Answer,
    Call,
    Card,
    ChooseHand,
    Fold,
    HandChoice,
    PlayCard,
    PlayPair,
    View,
)
from games.engine.tricks import hand_winner
from games.robots.observation import own_seat, own_team
from games.robots.policy_tables import Table
from games.robots.policy_tables.info_sets import InfoSet, info_set_keys, read_info_set
from games.robots.policy_tables.rule_mapping import is_outside_table, table_at
from games.robots.trick_plan import add_card
from games.robots.truco import is_lost
from games.robots.win_probability import position

QUIERO, NO, MAZO = 7, 8, 9
"""Positions of non-calls in a table; the cards held are 0 to 2, from low to high."""
lookup_stats: Final[Counter[str]] = Counter()
"""Counts of the lookups in this process.

They are `answered`, `left` to judgement as beyond the table's terms, or missing for the
`situation` or `rules`.
"""


def choose_from_table(view: View, legal: Sequence[Action], rng: random.Random) -> Action | None:
    """Return an action drawn from the table.

    Return None if it has neither these rules nor this situation.
    """
    table = table_at(view)
    if table is None:
        lookup_stats["rules"] += 1
        return None
    if is_outside_table(view):
        lookup_stats["left"] += 1
        return None
    action = sample_action(table, view, legal, rng)
    lookup_stats["situation" if action is None else "answered"] += 1
    return action


def sample_action(
    table: Table, view: View, legal: Sequence[Action], rng: random.Random
) -> Action | None:
    """Return an action drawn from this table; None if it has no entry for the situation."""
    now = read_info_set(view)
    shares = next(filter(None, map(table.shares, info_set_keys(now))), None)
    thrown_away = set(_thrown_away(view, legal))
    open_actions = [
        action
        for action in legal
        if not (_loses_leg(view, action) or _gives_up(view, action) or action in thrown_away)
    ]
    weights = [_share(now, action, shares) for action in open_actions] if shares else []
    return rng.choices(open_actions, weights)[0] if any(weights) else None


def _loses_leg(view: View, action: Action) -> bool:
    """Return whether an action is a refusal that gives the rival the last points it needs.

    Learning weighs it so, but a table has hardly met some of these situations.
    """
    is_refusal = isinstance(action, Fold) or (isinstance(action, Answer) and not action.accepted)
    if view.pending is None or not is_refusal:
        return False
    return view.score[1 - own_team(view)] + view.pending.no >= view.rules.target


def _gives_up(view: View, action: Action) -> bool:
    """Return whether an action folds a hand that a card may still save.

    To play it and refuse a truco costs the same, so a fold gains nothing. What a table has of it is
    noise.
    """
    return isinstance(action, Fold) and view.pending is None and not is_lost(view)


def _thrown_away(view: View, legal: Sequence[Action]) -> Iterator[Action]:
    """Yield the cards that lose the hand at once, where another card does not.

    Where most hands are lost whatever is played, a table has learnt little, and what it has of
    these cards is noise.
    """
    cards = [action for action in legal if isinstance(action, PlayCard) and not action.covered]
    lost = [action for action in cards if _loses_hand(view, action)]
    if len(lost) < len(cards):
        yield from lost


def _loses_hand(view: View, action: PlayCard) -> bool:
    """Return whether the hand is lost with this card, which ends a trick, one against one."""
    now, seat = position(view), own_seat(view)
    if not now.winners or len(now.trick.waiting) != 1:
        return False
    trick = add_card(now.trick, seat, view.ranking.strength[action.card])
    return hand_winner((*now.winners, trick.winner), now.tied) == 1 - own_team(view)


def _share(now: InfoSet, action: Action, shares: bytes) -> int:
    """Return how often the table takes this action; it never covers a card."""
    match action:
        case PlayCard(_, card, covered=False) | PlayPair(_, card, covered=False):
            return shares[_order(now, card)]
        case Call(_, canto):
            return sum(shares[place] for place in now.terms.places.get(canto, ()))
        case Answer(_, accepted):
            return shares[QUIERO if accepted else NO]
        case ChooseHand(_, choice):
            return shares[QUIERO if choice is HandChoice.PLAY else NO]
        case Fold():
            # The last of the ways to fold shows a won envido (R-M5).
            return shares[MAZO] if action == _folds(now)[-1] else 0
        case _:
            return 0


def _folds(now: InfoSet) -> list[Fold]:
    return [each for each in now.view.legal if isinstance(each, Fold)]


def _order(now: InfoSet, card: Card) -> int:
    held = [each for each in now.dealt if each in now.view.own]
    return held.index(card)
