"""The model that robots are trained on is the engine, action by action.

`HANDS=50000` for more than a glance: `make soak PART=hands` asks for a thousand, the command in
docs/robots.md for a hundred thousand.
"""

import os
import random

import pytest

from games.engine import (
    Action,
    Answer,
    Call,
    CallName,
    ChooseHand,
    Fold,
    HandChoice,
    PlayCard,
    PlayPair,
    State,
    apply,
    deal_hands,
    deck_for,
    legal_actions,
    make_rules,
    view,
)
from games.engine.calls import MORE, TRUCOS
from games.engine.hand_start import Start
from games.robots.policy_tables.info_sets import info_set_key, read_info_set
from training.library import ModelHand, compiled

HANDS = int(os.environ.get("HANDS", "300"))
SPOKEN = {
    CallName.ENVIDO: "envido",
    CallName.VUELVO: "envido",
    CallName.REAL: "real",
    MORE[2]: "real",
    CallName.FALTA: "falta",
    **dict.fromkeys(TRUCOS, "truco"),
}
UNSPOKEN = {*MORE} - SPOKEN.keys()
WHOLE = deck_for(make_rules("argentino"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("preset", "target"),
    [
        *(("argentino", 30), ("argentino", 15), ("uruguayo-online", 40), ("truc", 24)),
        *(("gauderio", 24), ("paulista", 12), ("mineiro", 12)),
        *(("venezolano", 24), ("mallorqui", 24)),
    ],
)
def test_the_model_agrees_with_the_engine_action_by_action(preset, target, record_property):
    """What is legal, who is asked, the score, the end; and what the seat can tell apart."""
    rng, actions = random.Random(target), 0
    rules = make_rules(preset, {"target": str(target), "seats": "2"})
    with compiled(rules) as library:
        for number in range(HANDS):
            least = 0 if number % 4 else target - 4  # a quarter where both need four at most
            score = a_score(rules, rng, least)
            cards = rng.sample([WHOLE.index(card) for card in deck_for(rules)], 7)
            state = unchallenged(dealt(rules, cards, score, number % 2))
            model = ModelHand(library, cards, score, number % 2)
            mild = rng.random() < 0.7  # a mazo at every turn would end most hands at once
            while not state.over:
                actions += 1
                state = agreeing(state, model, rng, mild=mild)
            assert model.is_over
            assert model.score == state.score
    record_property("hands", {"actions": actions})
    assert actions > 3 * HANDS


def a_score(rules, rng: random.Random, least: int) -> tuple[int, int]:
    """Draw a score of a hand in which seats decide: not that of a mão de ferro."""
    x = rules.target - rules.truco_prices[0]
    while True:
        score = (rng.randrange(least, rules.target), rng.randrange(least, rules.target))
        if score != (x, x) or not rules.mao_x:
            return score


def dealt(rules, cards, score, mano) -> State:
    hands = [[WHOLE[place] for place in cards[:3]], [WHOLE[place] for place in cards[3:6]]]
    muestra = WHOLE[cards[6]] if rules.muestra else None
    return deal_hands(Start(rules, 1, "", mano, score, (0, 0)), hands, muestra)


def unchallenged(state: State) -> State:
    """The hand once every flor that is due was announced: the model knows no contest."""
    while not state.over:
        (seat,) = state.to_act
        legal = legal_actions(state, seat)
        pending = view(state, seat).pending
        if Call(seat, CallName.FLOR) in legal:
            state = apply(state, Call(seat, CallName.FLOR))
        elif pending is not None and pending.family == "flor":
            state = apply(state, Answer(seat, accepted=True))
        else:
            break
    return state


def agreeing(state: State, model: ModelHand, rng: random.Random, *, mild: bool) -> State:
    """Compare the two here, and do one action in both."""
    (seat,) = state.to_act
    legal = [each for each in legal_actions(state, seat) if is_in_model(each)]
    names = {name_of(state, action): action for action in legal}
    assert len(names) == len(legal)
    assert model.legal == set(names)
    assert (model.actor, model.score, model.is_over) == (seat, state.score, False)
    assert model.situation == info_set_key(read_info_set(view(state, seat)))
    name = rng.choice([name for name in sorted(names) if name != "mazo" or not mild])
    model.act(name)
    return unchallenged(apply(state, names[name]))


def is_in_model(action: Action) -> bool:
    """Whether the model has this action: it covers no card, and raises by 3 for any number."""
    covers = isinstance(action, PlayCard | PlayPair) and action.covered
    return not covers and not (isinstance(action, Call) and action.canto in UNSPOKEN)


def name_of(state: State, action: Action) -> str:
    match action:
        case PlayCard(seat, card) | PlayPair(seat, card):
            return f"slot{read_info_set(view(state, seat)).dealt.index(card)}"
        case Call(_, canto):
            return SPOKEN[canto]
        case Answer(_, accepted):
            return "quiero" if accepted else "no"
        case Fold():
            return "mazo"
        case ChooseHand(_, choice):
            return "quiero" if choice is HandChoice.PLAY else "no"
    raise AssertionError(action)
