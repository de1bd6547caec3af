"""¿Querés o no querés?: a call, as its seat knew it as it was asked, and what either answer brings.

A puzzle keeps no hidden card (`games.review.positions`).
"""

import random
from typing import Final

from games.engine import Action, Answer, Fold, State, apply, to_token
from games.review.decisions import Decision
from games.review.positions import Json, laid
from games.review.weighing import USUAL, Weighed, ended, prices
from games.review.worlds import worlds

PUZZLE_VERSION: Final = 2
LEAD: Final = 0.3
"""Points of the hand by which one answer has to be better than the other."""
OBVIOUS: Final = 2.5
"""Points from which it is no question any more."""
AGREED: Final = 0.5
"""How often the tahúr has to give the better one, too; a raise wants."""
WINS: Final = 120
"""Worlds in which it is seen how often the call is won, if it is wanted."""
KNOWN: Final = frozenset({"target"})
"""Options that a puzzle may have of its own: what else a house has changed, nobody guesses."""


def is_asked(decision: Decision) -> bool:
    """Say whether a call is to be wanted or not, one against one, under rules everybody knows."""
    view = decision.view
    accepted = {act.accepted for act in view.legal if isinstance(act, Answer)}
    is_usual = decision.start.rules.options().keys() <= KNOWN
    return view.pending is not None and accepted == {True, False} and is_usual


def puzzle_of(each: Weighed) -> Json | None:
    """Return the puzzle that a decision weighed twice makes, as JSON can hold it (docs/robots.md).

    None where neither answer is better by `LEAD`, where one is by `OBVIOUS`, where the tahúr
    seldom gives the better one, or where refusing is and something else is better still.
    """
    decision = each.decision
    if not (is_asked(decision) and each.is_sure):
        return None
    answers = [act for act in decision.view.legal if isinstance(act, Answer)]
    better, other = sorted(answers, key=each.mean, reverse=True)
    hand = laid(decision, f"{each.seed} shown")
    if hand is None or not LEAD <= each.lead(better, other) < OBVIOUS:
        return None
    refused = _refused(each)
    if (1 - refused if better.accepted else refused) < AGREED:
        return None
    if not better.accepted and _is_beaten(each, better):
        return None
    return {
        "version": PUZZLE_VERSION,
        **hand,
        "best": to_token(better),
        "lead": round(each.lead(better, other), 3),
        "refused": round(refused, 3),
        "wins": round(_wins(each), 3),
        "prices": prices(each),
    }


def _is_beaten(each: Weighed, refusal: Action) -> bool:
    """Whether a call that the tahúr makes instead is clearly better: a puzzle has no button for it.

    Where wanting is right such a call may stand beside it: who makes it does not refuse either.
    """
    others = [act for act in each.values if not isinstance(act, Answer | Fold)]
    return any(each.share(act) >= USUAL and each.lead(act, refusal) > 0 for act in others)


def _refused(each: Weighed) -> float:
    """Return how often, 0 to 1, the tahúr does not want it."""
    return sum(each.share(act) for act in each.shares if _refuses(act))


def _refuses(act: Action) -> bool:
    return isinstance(act, Fold) or (isinstance(act, Answer) and not act.accepted)


def _wins(each: Weighed) -> float:
    """Return how often, 0 to 1, the call is won by who wants it; a tie goes as the rules say."""
    decision, seed = each.decision, f"{each.seed} wins"
    wanted = next(act for act in decision.view.legal if isinstance(act, Answer) and act.accepted)
    rng = random.Random(seed)
    ends = [ended(apply(world, wanted), rng) for world in worlds(decision, rng, WINS)]
    return sum(_winner(decision, end) == decision.seat % 2 for end in ends) / max(1, len(ends))


def _winner(decision: Decision, end: State) -> int | None:
    """Return the team that won what was called."""
    assert decision.view.pending is not None
    match decision.view.pending.family:
        case "envido":
            declared = end.envido.declared
        case "flor":
            declared = end.flor.declared
        case _:
            return end.hand_winner
    return None if declared is None else declared.winner % 2
