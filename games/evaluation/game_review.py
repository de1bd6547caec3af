"""The review of a game: each decision of a seat evaluated once, the most telling ones twice."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.engine import Card, Rules, State, View, to_token
from games.evaluation.decisions import KINDS, decisions, kind_of
from games.evaluation.evaluate import Evaluation, action_values
from games.evaluation.puzzles import choice_puzzle_of, is_usual, puzzle_of
from games.robots.policy_tables import table_of

VERSION: Final = 5
TWICE: Final = 16
"""Decisions per game to evaluate twice."""
ROUGH: Final = 0.1
"""The points that must be in doubt for a second evaluation."""
OWN_PUZZLES: Final = 5
"""Mistakes of a game that become puzzles for the player who made them."""
Json = dict[str, Any]


class Budget(NamedTuple):
    """Hands played to the end in each step, and the worlds per decision."""

    first: int
    again: int
    few: tuple[int, int] = (4, 24)
    many: tuple[int, int] = (16, 200)


LEARNT: Final = Budget(6000, 6000)
JUDGED: Final = {2: Budget(2000, 2000), 4: Budget(900, 900), 6: Budget(500, 500)}
"""By seats: play by judgement takes robots five to ten times as long."""


def time_budget(rules: Rules) -> Budget:
    """Return the budget of a game. It takes about the same time for any house rules."""
    return JUDGED[rules.seats] if table_of(rules) is None else LEARNT


def review_game(
    hands: Sequence[State], seat: int, automatic: Collection[tuple[str, int]], seed: str
) -> Json:
    """Review a seat's decisions in a finished game, ready for JSON (docs/robots.md)."""
    evaluations = [
        Evaluation(decision, f"{seed} {decision.place} {decision.step}")
        for decision in decisions(hands, seat, automatic)
    ]
    if hands:
        weigh_twice(evaluations, time_budget(hands[0].deal.rules))
    sure = sorted((each for each in evaluations if each.is_sure), key=lambda each: -each.cost)
    content: Json = {
        "version": VERSION,
        "decisions": len(evaluations),
        "sums": _sums(sure),
        "told": [describe_decision(each) for each in sure],
    }
    is_for_all = bool(hands) and is_usual(hands[0].deal.rules)
    puzzle = next(filter(None, map(puzzle_of, sure)), None) if is_for_all else None
    if puzzle is not None:
        content["puzzle"] = puzzle
    missed = (puzzle_of(each) or choice_puzzle_of(each) for each in sure if each.cost)
    content["puzzles"] = [each for each in missed if each is not None][:OWN_PUZZLES]
    return content


def weigh_twice(evaluations: Sequence[Evaluation], most: Budget) -> None:
    """Evaluate all decisions in few worlds, then those with the most in doubt in many."""
    answers = sum(len(each.answers) for each in evaluations)
    for each in evaluations:
        each.weigh(_between(most.few, most.first, answers))
    doubtful = sorted(
        (each for each in _weighed(evaluations) if each.rough >= ROUGH), key=_least_rough
    )
    chosen = doubtful[:TWICE]
    for each in chosen:
        each.weigh_again(_between(most.many, most.again, 3 * len(chosen)))


def _weighed(evaluations: Iterable[Evaluation]) -> Iterator[Evaluation]:
    """Leave out the decisions for which no world could be sampled."""
    return (each for each in evaluations if all(each.values.values()))


def _least_rough(each: Evaluation) -> float:
    return -each.rough


def _between(bounds: tuple[int, int], ends: int, answers: int) -> int:
    least, most = bounds
    return max(least, min(most, ends // max(1, answers)))


def _sums(sure: Iterable[Evaluation]) -> dict[str, Json]:
    """Return per kind how often the player differed from the tahúr, and the result in points."""
    sums: dict[str, Json] = {kind: {"times": 0, "against": 0.0} for kind in KINDS}
    for each in sure:
        told_of = sums[_kind(each)]
        told_of["times"] += bool(each.against)
        told_of["against"] += each.against
    return {kind: _rounded(row) for kind, row in sums.items() if any(row.values())}


def _rounded(row: Json) -> Json:
    return {name: round(value, 3) for name, value in row.items()}


def _kind(each: Evaluation) -> str:
    return kind_of(each.decision, each.decision.taken, each.best)


def describe_decision(each: Evaluation) -> Json:
    """Return one decision for the review page, the own side's points and tricks first."""
    decision, view = each.decision, each.decision.view
    return {
        "hand": decision.place,
        "label": decision.start.label,
        "step": decision.step,
        "kind": _kind(each),
        "asked": str(decision.view.pending.call) if decision.view.pending else "",
        "taken": to_token(decision.taken),
        "best": to_token(each.best),
        "cost": round(each.cost, 3),
        "against": round(each.against, 3),
        "score": list(decision.own_first(view.score)),
        "dealt": [str(card) for card in decision.dealt],
        "held": [str(card) for card in view.own],
        "lying": [str(card) for card in _lying(view)],
        "tricks": list(_won(view)),
        "prices": action_values(each),
    }


def _lying(view: View) -> Iterator[Card]:
    """Yield the faces that other seats played in the open trick."""
    for trick in view.tricks:
        for play in trick.plays if trick.winner is None else ():
            if play.seat != view.viewer and play.card is not None:
                yield play.card


def _won(view: View) -> Iterator[int]:
    """Yield the result of each finished trick: 1 if won, -1 if lost, 0 for a parda."""
    assert view.viewer is not None
    for trick in view.tricks:
        if trick.winner is not None:
            is_own = trick.winner == view.viewer % 2
            yield (1 if is_own else -1) if isinstance(trick.winner, int) else 0
