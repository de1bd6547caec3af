"""Search of the rest of a hand with two seats, once its first trick is over.

The rival plays as the tahúr does with each hand that it may hold. The own side's later actions are
chosen by what they bring: one choice for all deals that look alike to the seat, so that nothing is
chosen by cards that it cannot see. The choices are tried in other deals than they were made in.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.engine import (
    Action,
    Fold,
    PlayCard,
    PlayPair,
    State,
    apply,
    legal_actions,
    to_token,
    view,
)
from games.evaluation.decisions import Decision
from games.evaluation.sampling import sample_deals, score_value
from games.robots import decide

DEALS: Final = 64
"""Deals in which the own later actions are chosen."""
ENOUGH: Final = 6
"""Deals that must look alike for a choice; with fewer the seat plays as the tahúr does."""
Seen = tuple[str, ...]
"""The actions since the decision, as the plan tells them apart."""
Plan = Mapping[Seen, Action]
"""The own action after each of the searched continuations."""
NO_PLAN: Final[Plan] = {}


def is_searched(decision: Decision) -> bool:
    """Return whether the rest of the hand is small enough to be searched."""
    view = decision.view
    is_about_truco = view.pending is None or view.pending.family == "truco"
    has_trick = any(trick.winner is not None for trick in view.tricks)
    return view.seats == 2 and not view.part and has_trick and is_about_truco


def make_plan(decision: Decision, actions: Sequence[Action], seed: str) -> Plan:
    """Return the best own later actions after each of these actions; none where it is too early."""
    if not is_searched(decision):
        return NO_PLAN
    search = _Search(decision, seed)
    deals = sample_deals(decision, random.Random(seed), DEALS)
    nodes = [_Node(deal, number, ()) for number, deal in enumerate(deals)]
    for action in actions:
        search.total(search.after(node, action) for node in nodes)
    return search.plan


def seen_action(action: Action, decision: Decision) -> str:
    """Return an action as the plan tells it apart.

    A card of the rival counts by how many of the own three lose to it and tie with it: to tell more
    apart would leave too few deals that look alike.
    """
    if action.seat != decision.seat:
        match action:
            case PlayCard(_, card, covered=False):
                rank = decision.view.ranking.strength
                losing = sum(rank[own] < rank[card] for own in decision.dealt)
                tying = sum(rank[own] == rank[card] for own in decision.dealt)
                return f"beats {losing}, ties {tying}"
            case PlayCard() | PlayPair():
                return "covered"
    return to_token(action)


class _Node(NamedTuple):
    state: State
    number: int
    """The deal's number, for the chance of the rival's action."""
    seen: Seen


class _Search:
    """The search of one decision; `plan` fills while the totals are computed."""

    def __init__(self, decision: Decision, seed: str) -> None:
        self._decision = decision
        self._seed = seed
        self.plan: dict[Seen, Action] = {}

    def after(self, node: _Node, action: Action) -> _Node:
        """Return the node that an action leads to."""
        seen = (*node.seen, seen_action(action, self._decision))
        return _Node(apply(node.state, action), node.number, seen)

    def total(self, nodes: Iterable[_Node]) -> float:
        """Return the sum of what the nodes are worth with the best own play."""
        worth = 0.0
        alike: defaultdict[Seen, list[_Node]] = defaultdict(list)
        for node in map(self._until_asked, nodes):
            if node.state.over:
                worth += end_value(self._decision, node.state)
            else:
                alike[node.seen].append(node)
        return worth + sum(map(self._best, alike.values()))

    def _best(self, nodes: Sequence[_Node]) -> float:
        """Choose one action for deals that look alike, and return their sum."""
        if len(nodes) < ENOUGH:
            return self.total(self.after(node, self._tahur(node)) for node in nodes)
        state, seat = nodes[0].state, self._decision.seat
        totals = {
            action: self.total(self.after(node, action) for node in nodes)
            for action in distinct_actions(legal_actions(state, seat), self._decision)
        }
        best = max(totals, key=totals.__getitem__)
        self.plan[nodes[0].seen] = best
        return totals[best]

    def _until_asked(self, node: _Node) -> _Node:
        """Let the rival play until the own seat has a choice, or the hand is over."""
        seat = self._decision.seat
        while not node.state.over:
            if seat in node.state.to_act and len(legal_actions(node.state, seat)) > 1:
                return node
            node = self.after(node, self._tahur(node))
        return node

    def _tahur(self, node: _Node) -> Action:
        state = node.state
        seat = state.to_act[0]
        rng = random.Random(f"{self._seed} {node.number} {len(state.actions)}")
        return decide(view(state, seat), legal_actions(state, seat), rng)


def distinct_actions(legal: Sequence[Action], decision: Decision) -> Sequence[Action]:
    """Return the actions that differ: of equal cards one, open, and the last way to fold."""
    rank = decision.view.ranking.strength
    distinct: dict[object, Action] = {}
    for action in legal:
        match action:
            case PlayCard(_, _, covered=True) | PlayPair(_, _, _, covered=True):
                continue
            case PlayCard(_, card):
                distinct.setdefault(rank[card], action)
            case Fold():
                distinct["mazo"] = action
            case _:
                distinct[action] = action
    return tuple(distinct.values())


def end_value(decision: Decision, end: State) -> float:
    """Return the value of the rest of the hand; points beyond the game's target do not count."""
    view, own_first = decision.view, decision.own_first
    return score_value(view.rules.target, own_first(view.score), own_first(end.score))
