"""The value of each action: the rest of the hand, played out in the same sampled deals."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.engine import (
    Action,
    Call,
    Fold,
    State,
    apply,
    extend_log,
    legal_actions,
    log_entries,
    to_token,
    views,
)
from games.evaluation.decisions import Decision
from games.evaluation.sampling import sample_deals
from games.evaluation.search import NO_PLAN, Plan, end_value, is_searched, make_plan, seen_action
from games.robots import decide

SURE: Final = 2.0
"""How many standard errors a difference needs to be reported."""
LEAST: Final = 0.05
"""Smaller differences in points count as none, even if significant."""
USUAL: Final = 0.25
"""How often the tahúr must give an answer for it to count as better.

What robots rarely call may gain in these worlds only because the robots in them do not expect it.
"""
MOSTLY: Final = 0.5
"""An action that the tahúr takes more often than this is no mistake, even if others bring more.

This holds for what is not searched: there the values depend on how the tahúr goes on.
"""
ASKED: Final = 40
"""How often the tahúr's policy is sampled."""


class ActionValue(NamedTuple):
    """The value of an answer in points (`sampling.score_value`), and how often it is taken."""

    action: Action
    mean: float
    error: float
    share: float


@dataclass
class Evaluation:
    """A decision under evaluation: the result of each answer in each sampled world."""

    decision: Decision
    seed: str
    shares: Counter[Action] = field(default_factory=Counter)
    values: dict[Action, list[float]] = field(default_factory=dict)
    tried: Sequence[Action] = ()
    """The answers evaluated a second time in separate worlds; only these are reported."""
    plan: Plan = field(default_factory=dict)
    """What the seat does later in the hand, where the rest was searched."""

    @property
    def is_sure(self) -> bool:
        """Whether it was evaluated twice."""
        return bool(self.tried)

    @property
    def answers(self) -> Sequence[Action]:
        """The answers to evaluate.

        The answers to a call leave out mazo, which never costs less than *no quiero*.
        """
        decision = self.decision
        if decision.view.pending is None:
            return decision.view.legal
        return [
            action
            for action in decision.view.legal
            if action == decision.taken or not isinstance(action, Fold)
        ]

    def weigh(self, times: int) -> None:
        """Play out each answer in the same few worlds."""
        rng = random.Random(f"{self.seed} shares")
        view = self.decision.view
        self.shares = Counter(decide(view, view.legal, rng) for _ in range(ASKED))
        self.plan = make_plan(self.decision, self.answers, f"{self.seed} plan")
        first = f"{self.seed} first"
        self.values = play_out(self.decision, self.answers, first, times, self.plan)

    def weigh_again(self, times: int, also: Sequence[Action] = ()) -> None:
        """Play out the relevant answers in many new worlds, independent of their selection.

        For a call these are all answers; of many cards and calls they are the action taken, the
        best one, and the two that the tahúr takes most; `also` adds others.
        """
        tried = self.answers
        if self.decision.view.pending is None:
            usual = [action for action, _ in self.shares.most_common(2)]
            tried = tuple(dict.fromkeys((self.decision.taken, self.best, *usual, *also)))
        outcomes = play_out(self.decision, tried, f"{self.seed} again", times, self.plan)
        if len(outcomes[self.decision.taken]) > 1:
            self.values.update(outcomes)
            self.tried = tried

    def lead(self, better: Action, other: Action) -> float:
        """Return by how much one answer is better; 0 within the noise."""
        pairs = zip(self.values[better], self.values[other], strict=True)
        return _sure([one - another for one, another in pairs])

    def mean(self, action: Action) -> float:
        """Return the mean result of an answer."""
        return fmean(self.values[action])

    def share(self, action: Action) -> float:
        """Return how often, 0 to 1, the tahúr gives this answer."""
        return self.shares[action] / self.shares.total()

    @property
    def prices(self) -> Sequence[ActionValue]:
        """The values of all answers, the best first."""
        prices = (
            ActionValue(action, self.mean(action), _error(values), self.share(action))
            for action, values in self.values.items()
        )
        return sorted(prices, key=lambda price: -price.mean)

    @property
    def best(self) -> Action:
        """The action with the highest mean among those that may be called the best.

        The action taken and what the tahúr does often enough (`USUAL`) always may. A rare call or
        fold never may; a rare card or answer may where the rest of the hand was searched.
        """
        return next(action for action in self._ranked() if self._may_be_best(action))

    def _may_be_best(self, action: Action) -> bool:
        return action == self.decision.taken or self.may_be_advised(action)

    def may_be_advised(self, action: Action) -> bool:
        """Return whether an action may be called the best, whoever takes it."""
        is_found = is_searched(self.decision) and not isinstance(action, Call | Fold)
        return is_found or self.share(action) >= USUAL

    @property
    def cost(self) -> float:
        """The points lost by an action; 0 within the noise or if unsure.

        What the tahúr does mostly costs nothing, unless the rest was searched.
        """
        is_usual = not is_searched(self.decision) and self.share(self.decision.taken) > MOSTLY
        return self.lead(self.best, self.decision.taken) if self.is_sure and not is_usual else 0.0

    @property
    def against(self) -> float:
        """The gain over the tahúr's play, negative for a loss; 0 within the noise."""
        usual = {action: self.shares[action] for action in self.tried if self.shares[action]}
        if not usual:
            return 0.0
        whole = sum(usual.values())
        taken = self.values[self.decision.taken]
        differences = [
            mine - sum(self.values[act][world] * part for act, part in usual.items()) / whole
            for world, mine in enumerate(taken)
        ]
        return _sure(differences)

    @property
    def rough(self) -> float:
        """A rough estimate of the difference to report; selects the decisions to evaluate again."""
        taken = self.mean(self.decision.taken)
        shares = {action: self.shares[action] for action in self.values}
        usual = sum(self.mean(action) * times for action, times in shares.items())
        whole = sum(shares.values())
        against = abs(taken - usual / whole) if whole else 0.0
        return max(self.mean(self.best) - taken, against)

    def _ranked(self) -> list[Action]:
        return sorted(self.tried or self.values, key=self.mean, reverse=True)


def action_values(each: Evaluation) -> list[dict[str, Any]]:
    """Return the value of each answer, the best first, ready for JSON."""
    return [
        {
            "token": to_token(price.action),
            "mean": round(price.mean, 3),
            "error": round(price.error, 3),
            "share": round(price.share, 3),
        }
        for price in each.prices
    ]


def _error(values: Sequence[float]) -> float:
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def _sure(differences: Sequence[float]) -> float:
    mean = fmean(differences)
    return mean if abs(mean) >= max(LEAST, SURE * _error(differences)) else 0.0


def play_out(
    decision: Decision, actions: Sequence[Action], seed: str, times: int, plan: Plan = NO_PLAN
) -> dict[Action, list[float]]:
    """Return the result of each action in the same worlds, with the same random numbers."""
    values: dict[Action, list[float]] = {action: [] for action in actions}
    for number, world in enumerate(sample_deals(decision, random.Random(seed), times)):
        for action in actions:
            rng = random.Random(f"{seed} {number}")
            end = ended(apply(world, action), rng, decision, plan)
            values[action].append(end_value(decision, end))
    return values


def ended(state: State, rng: random.Random, decision: Decision, plan: Plan) -> State:
    """Play the hand to its end: the deciding seat by its plan, as far as it goes, else the tahúr.

    The tahúr plays all other seats.
    """
    folded = log_entries(state)
    seen = tuple(seen_action(action, decision) for action in state.actions[decision.step :])
    while not state.over:
        seat = rng.choice(state.to_act)
        planned = plan.get(seen) if seat == decision.seat else None
        if planned is None:
            view = views(state, [seat], folded)[seat]
            planned = decide(view, legal_actions(state, seat), rng)
        before, state = state, apply(state, planned)
        folded = extend_log(folded, before, state)
        seen = (*seen, seen_action(planned, decision))
    return state
