"""Puzzles: a decision with the value of each answer; one answer is clearly the best.

There are three themes: to accept a call or not, to call or not, and which card to play.

A puzzle holds only what the seat knew and no hidden card (`games.evaluation.action_values`).
Puzzles can be generated from robot games, so there is one before anyone has played.
"""

import random
from collections.abc import Iterator
from typing import Final

from games.engine import (
    Action,
    Answer,
    Call,
    Fold,
    PlayCard,
    Rules,
    State,
    apply,
    deal,
    deck_for,
    first_start,
    house_rules,
    legal_actions,
    make_rules,
    next_hand_start,
    seated,
    to_token,
    view,
)
from games.evaluation.action_values import Json, complete_hand
from games.evaluation.decisions import Decision, decisions
from games.evaluation.evaluate import USUAL, Evaluation, action_values, ended
from games.evaluation.sampling import sample_deals
from games.robots import decide

PUZZLE_VERSION: Final = 2
LEAD: Final = 0.3
"""Points of the hand by which one answer must be better than the other."""
OBVIOUS: Final = 2.5
"""From this difference in points the answer is too obvious."""
AGREED: Final = 0.5
"""How often the tahúr must also give the better answer; a raise counts as wanting."""
WINS: Final = 120
"""Worlds in which to count how often a wanted call is won."""
KNOWN: Final = ("target", "seats")
"""Options that a puzzle for everybody may change."""


def is_usual(rules: Rules) -> bool:
    """Return whether readers guess these rules: those of a preset, or as a new table has them."""
    known = {key: text for key, text in rules.options().items() if key in KNOWN}
    return rules in (make_rules(rules.preset, known), house_rules(rules.preset, known))


def is_asked(decision: Decision) -> bool:
    """Return whether a seat must accept or refuse, one against one."""
    view = decision.view
    accepted = {act.accepted for act in view.legal if isinstance(act, Answer)}
    has_two = view.pending is not None and view.seats == 2
    return has_two and accepted == {True, False}


def puzzle_of(each: Evaluation) -> Json | None:
    """Return the puzzle made of a decision evaluated twice, ready for JSON (docs/robots.md).

    Return None if neither answer is better by `LEAD`, if one is by `OBVIOUS`, if the tahúr rarely
    gives the better one, or if refusing is better and a third action is better still.
    """
    decision = each.decision
    if not (is_asked(decision) and each.is_sure):
        return None
    answers = [act for act in decision.view.legal if isinstance(act, Answer)]
    better, other = sorted(answers, key=each.mean, reverse=True)
    hand = complete_hand(decision, f"{each.seed} shown")
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
        "prices": action_values(each),
    }


ALIKE: Final = 0.08
"""Answers this close in points are equally right."""


def choice_puzzle_of(each: Evaluation) -> Json | None:
    """Return the puzzle of a free decision of two seats evaluated twice: a card, or a call.

    Return None unless the best answer leads all others by `LEAD`, except those as good as it, none
    is obviously wrong, and the tahúr mostly agrees.
    """
    decision = each.decision
    if not each.is_sure or decision.view.pending is not None or decision.view.seats != 2:
        return None
    choices = _choices(each)
    if choices is None:
        return None
    theme, answers = choices
    best = max(answers, key=each.mean)
    right = [act for act in answers if each.mean(best) - each.mean(act) < ALIKE]
    leads = [each.lead(best, act) for act in answers if act not in right]
    if not leads or not min(leads) >= LEAD or not max(leads) < OBVIOUS:
        return None
    others = sum(each.share(act) for act in answers if act not in right)
    if sum(each.share(act) for act in right) <= others:
        return None
    hand = complete_hand(decision, f"{each.seed} shown")
    if hand is None:
        return None
    tokens = {to_token(act) for act in answers}
    return {
        "version": PUZZLE_VERSION,
        **hand,
        "theme": theme,
        "answers": [to_token(act) for act in decision.view.legal if act in answers],
        "best": to_token(best),
        "right": [to_token(act) for act in right],
        "lead": round(min(leads), 3),
        "prices": [price for price in action_values(each) if price["token"] in tokens],
    }


def _choices(each: Evaluation) -> tuple[str, list[Action]] | None:
    """Return the theme and the answers: a call and a card, or cards if the tahúr calls nothing."""
    plays = [act for act in each.tried if isinstance(act, PlayCard) and not act.covered]
    calls = [act for act in each.tried if isinstance(act, Call)]
    if calls and plays:
        return "call", [max(calls, key=each.mean), max(plays, key=each.mean)]
    if len(plays) > 1 and len(plays) == len(each.tried):
        return "card", list(plays)
    return None


def _is_beaten(each: Evaluation, refusal: Action) -> bool:
    """Return whether a call that the tahúr makes instead is clearly better: it has no button.

    Where accepting is right, such a call does no harm: a player who makes it does not refuse
    either.
    """
    others = [act for act in each.values if not isinstance(act, Answer | Fold)]
    return any(each.share(act) >= USUAL and each.lead(act, refusal) > 0 for act in others)


def _refused(each: Evaluation) -> float:
    """Return how often, 0 to 1, the tahúr refuses."""
    return sum(each.share(act) for act in each.shares if _refuses(act))


def _refuses(act: Action) -> bool:
    return isinstance(act, Fold) or (isinstance(act, Answer) and not act.accepted)


def _wins(each: Evaluation) -> float:
    """Return how often, 0 to 1, the side that accepts wins the call; the rules decide a tie."""
    decision, seed = each.decision, f"{each.seed} wins"
    accept = next(act for act in decision.view.legal if isinstance(act, Answer) and act.accepted)
    rng = random.Random(seed)
    ends = [
        ended(apply(world, accept), rng, decision, each.plan)
        for world in sample_deals(decision, rng, WINS)
    ]
    return sum(_winner(decision, end) == decision.seat % 2 for end in ends) / max(1, len(ends))


def _winner(decision: Decision, end: State) -> int | None:
    """Return the team that won the call."""
    assert decision.view.pending is not None
    match decision.view.pending.family:
        case "envido":
            declared = end.envido.declared
        case "flor":
            declared = end.flor.declared
        case _:
            return end.hand_winner
    return None if declared is None else declared.winner % 2


HANDS: Final = 300
"""Limit of hands played for one puzzle; about one in ten has a clear answer."""
FEW, MANY = 16, 160


def generate_set(preset: str, seed: str) -> Iterator[Json]:
    """Yield puzzles of all themes from robots' hands under the usual rules of a preset."""
    rng = random.Random(seed)
    rules = seated(make_rules(preset), 2)
    for number, hand in enumerate(_hands(rules, rng)):
        for decision in decisions([hand], number % rules.seats):
            place = f"{seed} {number} {decision.step}"
            puzzle = _puzzle(decision, place) or _choice_puzzle(decision, place)
            if puzzle is not None:
                yield {**puzzle, "key": place.replace(" ", "-")}


def _choice_puzzle(decision: Decision, seed: str) -> Json | None:
    """Evaluate a card or a call in few worlds, and again if these show a difference."""
    if decision.view.pending is not None or len(decision.view.own) < 2:
        return None
    each = Evaluation(decision, seed)
    each.weigh(FEW)
    if not all(each.values.values()) or _rough_lead(each) < LEAD:
        return None
    is_silent = not any(isinstance(act, Call) for act in each.shares)
    plays = [act for act in each.answers if isinstance(act, PlayCard) and not act.covered]
    each.weigh_again(MANY, plays if is_silent else ())
    return choice_puzzle_of(each)


def generate_puzzle(preset: str, seed: str) -> Json | None:
    """Return a puzzle under the usual rules of a preset; None if no hand gave one.

    The better answer is chosen at random first. More calls deserve a refusal than an acceptance, so
    otherwise a player who always refuses would mostly be right.
    """
    rng = random.Random(seed)
    best = rng.choice(("quiero", "no"))
    other: Json | None = None
    for puzzle in _puzzles(seated(make_rules(preset), 2), seed, rng):
        if puzzle["best"] == best:
            return puzzle
        other = other or puzzle
    return other


def _puzzles(rules: Rules, seed: str, rng: random.Random) -> Iterator[Json]:
    for number, hand in enumerate(_hands(rules, rng)):
        for decision in decisions([hand], number % rules.seats):
            puzzle = _puzzle(decision, f"{seed} {number} {decision.step}")
            if puzzle is not None:
                yield puzzle


def _puzzle(decision: Decision, seed: str) -> Json | None:
    """Evaluate a call in few worlds, and again if these show a difference."""
    if not is_asked(decision):
        return None
    each = Evaluation(decision, seed)
    each.weigh(FEW)
    if not all(each.values.values()) or _rough_lead(each) < LEAD:
        return None
    each.weigh_again(MANY)
    return puzzle_of(each)


def _rough_lead(each: Evaluation) -> float:
    means = [price.mean for price in each.prices]
    return max(means) - min(means)


def _hands(rules: Rules, rng: random.Random) -> Iterator[State]:
    """Yield the finished hands of one game after another."""
    deck, start = list(deck_for(rules)), None
    for _ in range(HANDS):
        start = start or first_start(rules, rng.randrange(rules.seats))
        rng.shuffle(deck)
        state = deal(start, deck)
        while not state.over:
            seat = rng.choice(state.to_act)
            state = apply(state, decide(view(state, seat), legal_actions(state, seat), rng))
        yield state
        start = next_hand_start(state)
