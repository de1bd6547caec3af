"""Progress through a lesson hand: actions of learner and robot, folded over its deal."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from games.engine import (
    IllegalActionError,
    Start,
    State,
    apply,
    deal_hands,
    from_token,
    legal_actions,
    parse_card,
    view,
)
from games.lessons.course import Course, Hand, Step
from games.robots import decide

LEARNER, ROBOT = 0, 1


@dataclass(frozen=True)
class Place:
    """A learner's position in a hand: the actions so far, the state, and the current step.

    `step` is None when the hand is over or played without guidance; `remark` answers an action that
    is legal but not good.
    """

    said: tuple[str, ...]
    state: State
    step: Step | None
    remark: str = ""


def place(course: Course, number: int, tokens: Sequence[str] = ()) -> Place:
    """Replay a course's hand (1 to 10) with these actions of the learner.

    Raises NotationError or IllegalActionError for an impossible action, and IllegalActionError
    `not-good` for one that the hand does not continue from.
    """
    hand = course.hands[number - 1]
    state = _with_robot(_opened(course, number), hand, hand.opening)
    for index, token in enumerate(tokens):
        following = apply(state, from_token(LEARNER, token))
        if hand.steps and token not in hand.steps[index].good:
            raise IllegalActionError("not-good")
        state = _with_robot(following, hand, hand.steps[index].good[token] if hand.steps else "")
    return Place(tuple(tokens), state, None if state.over else _step(hand, len(tokens)))


def answer(course: Course, number: int, tokens: Sequence[str], token: str) -> Place:
    """Do one action: a good one continues the hand, another legal one is explained and repeated.

    Raises as `place` does.
    """
    now = place(course, number, tokens)
    apply(now.state, from_token(LEARNER, token))
    if now.step is not None and token not in now.step.good:
        return Place(now.said, now.state, now.step, remark=now.step.other)
    return place(course, number, (*tokens, token))


def _opened(course: Course, number: int) -> State:
    hand = course.hands[number - 1]
    start = Start(course.rules, number, "", hand.mano, hand.score, (0, 0))
    hands = [[parse_card(card) for card in cards.split()] for cards in (hand.mine, hand.robots)]
    return deal_hands(start, hands, parse_card(hand.muestra) if hand.muestra else None)


def _step(hand: Hand, index: int) -> Step | None:
    return hand.steps[index] if hand.steps else None


def _with_robot(state: State, hand: Hand, tokens: str) -> State:
    """Play the robot's scripted actions, or its own choice in a hand without guidance."""
    for token in tokens.split():
        state = apply(state, from_token(ROBOT, token))
    while not hand.steps and ROBOT in state.to_act:
        legal = legal_actions(state, ROBOT)
        chance = random.Random(len(state.actions))  # the same actions give the same hand
        state = apply(state, decide(view(state, ROBOT), legal, chance))
    return state
