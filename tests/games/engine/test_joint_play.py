"""R-C8: a card and a truco call in one act."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.engine import (
    IllegalActionError,
    NotationError,
    PlayCard,
    State,
    apply,
    apply_joint,
    apply_log,
    deal,
    deck_for,
    first_start,
    from_joint_token,
    from_token,
    joint_actions,
    legal_actions,
    lines,
    to_joint_token,
)
from tests.games.engine.hands import every_table, play, table
from tests.runner import chance

HANDS = ("6e 4b 7o", "5e 1b 3o")
FOUR = (*HANDS, "3e 5b 6c", "7e 3b 4c")
STATES = 400  # of each table


def together(state: State, seat: int) -> set[str]:
    return {to_joint_token(both) for both in joint_actions(state, seat)}


@pytest.mark.feature("Rules", "A card and a truco call in one act")
def test_rc8_a_card_that_takes_the_trick_goes_with_truco():
    state = play(table("argentino", *HANDS), "0:6e")
    assert together(state, 1) == {"1b+truco", "3o+truco"}
    after = apply_joint(state, from_joint_token(1, "1B+Truco"))
    assert after == play(state, "1:1b 1:truco")
    assert after.to_act == (0,)


def test_rc8_a_card_that_leaves_the_turn_goes_alone():
    state = table("argentino", *HANDS)
    assert together(state, 0) == set()
    assert together(state, 1) == set()
    with pytest.raises(IllegalActionError, match="not-together"):
        apply_joint(state, from_joint_token(0, "6e+truco"))


def test_rc8_only_the_team_that_may_raise_calls():
    wanted = play(table("argentino", *HANDS), "0:truco 1:quiero 0:6e")
    assert together(wanted, 1) == {"1b+retruco", "3o+retruco"}
    mine = play(table("argentino", "6e 4b 7o", "5e 4c 3o"), "0:7o 1:5e 0:truco 1:quiero 0:6e")
    assert together(mine, 1) == {"3o+retruco"}
    theirs = play(table("argentino", *HANDS), "0:6e 1:1b 1:truco 0:quiero 1:5e")
    assert together(theirs, 0) == {"7o+retruco"}  # they accepted last
    raised = play(theirs, "0:7o 0:retruco 1:quiero 0:4b")
    assert together(raised, 1) == set()  # the card ends the hand


def test_rc8_out_of_turn_every_card_goes_with_truco():
    """R-C5: somebody else is in turn when truco is called."""
    state = table("trucoestrella", *FOUR, truco_turn="any", flor="off")
    assert together(state, 0) == {"6e+truco", "4b+truco", "7o+truco"}
    assert together(state, 1) == set()  # only who is in turn plays a card


def test_rc8_covered_cards_too():
    state = table("argentino", *HANDS, covered="on", truco_turn="any", cover_from="1")
    assert "(6e)+truco" in together(state, 0)


def test_rc8_the_offer_does_not_reveal_a_flor_that_the_system_sings():
    rules = {"truco_turn": "any", "flor_sung": "auto", "flor": "on"}
    with_flor = table("argentino-flor", "6e 4b 7o", "5e 1e 3e", **rules)
    without = table("argentino-flor", "6e 4b 7o", "5e 1b 3o", **rules)
    assert together(with_flor, 0) == together(without, 0) == set()


@pytest.mark.parametrize("text", ["1b+", "+truco", "1b+truco+truco", "1b+what"])
def test_rc8_notation_is_two_tokens(text):
    with pytest.raises(NotationError):
        from_joint_token(1, text)


@pytest.mark.parametrize("text", ["truco+1b", "1b+mazo", "1b+3o", "1b+envido", "1b+quiero"])
def test_rc8_nothing_else_goes_together(text):
    state = play(table("argentino", *HANDS), "0:6e")
    with pytest.raises(IllegalActionError):
        apply_joint(state, from_joint_token(1, text))


@pytest.mark.sampled
def test_rc8_what_is_offered_is_legal_and_needs_no_unseen_card():
    rng = Random(f"{chance.SEED} joint")
    found = 0
    for rules in every_table():
        for state in islice(states(rules, rng), STATES):
            for seat in state.deal.seats:
                offered = joint_actions(state, seat)
                found += len(offered)
                for card, call in offered:
                    assert isinstance(card, PlayCard)
                    assert apply_joint(state, (card, call)) == apply(apply(state, card), call)
                if offered:
                    assert joint_actions(with_other_cards(state, seat, rng), seat) == offered
    assert found > STATES


def states(rules, rng: Random):
    """Hand after hand of random play."""
    while True:
        deck = deck_for(rules)
        thrown = rng.choice((None, 0, 1)) if rules.perros else None
        start = first_start(rules, rng.randrange(rules.seats))
        state = apply_log(deal(start, rng.sample(deck, len(deck))), lines(thrown))
        while not state.over:
            yield state
            seat = rng.choice(state.to_act)
            legal = legal_actions(state, seat)
            state = apply(state, rng.choice([a for a in legal if "mazo" not in str(a)] or legal))


def with_other_cards(state: State, seat: int, rng: Random) -> State:
    """Return the state with other cards in the hands that the seat does not see."""
    table = {card for trick in state.tricks for played in trick.plays for card in played[1::2]}
    seen = {*state.deal.hands[seat], *table, state.deal.muestra}
    rest = [card for card in deck_for(state.deal.rules) if card not in seen]
    held = [
        hand if number == seat else tuple(rest.pop(rng.randrange(len(rest))) for _ in hand)
        for number, hand in enumerate(state.held)
    ]
    return replace(state, held=tuple(held))


def test_rc8_one_token_is_one_action():
    assert from_joint_token(0, "truco") == (from_token(0, "truco"),)
