"""Inferences of robots from plays and calls of others, and their evaluation of cards."""

import random

from games.engine import State, view
from games.engine.envido import value
from games.robots.inference import ODD
from games.robots.observation import played_cards, sample_hands
from games.robots.win_probability import win_counts_by_card
from tests.games.engine.hands import play, ranking_with_muestra, table

STRENGTH = ranking_with_muestra(None).strength
FOUR = ("4o 5b 1b", "7b 4b 3o", "6c 10e 2c", "12b 11o 4c")


def imagined_cards(state: State, seat: int, other: int, times: int = 200):
    """Return the cards that a seat imagines in another hand, over many samples."""
    return [hands[other] for hands in sample_hands(view(state, seat), random.Random(3), times)]


def share(hands, fits) -> float:
    return sum(map(fits, hands)) / len(hands)


# What was thrown


def test_who_lets_a_trick_go_holds_no_card_that_takes_it_or_ties_it():
    state = play(table("argentino", "2o 5b 1b", "4b 6c 7c"), "0:2o 1:4b")
    hands = imagined_cards(state, 0, 1)
    assert share(hands, lambda hand: max(map(STRENGTH.get, hand)) >= STRENGTH[(2, "o")]) < ODD


def test_who_takes_a_trick_dear_holds_nothing_cheaper_that_does():
    line, between = "0:3o 1:1e", {card for card, up in STRENGTH.items() if 10 < up < 14}
    hands = imagined_cards(play(table("argentino", "3o 5b 4o", "1e 4b 6c"), line), 0, 1)
    assert 0 < share(hands, lambda hand: not between.isdisjoint(hand)) < 0.08


def test_nobody_is_sure_of_what_was_thrown():
    state = play(table("argentino", "2o 5b 1b", "4b 6c 7c"), "0:2o 1:4b")
    hands = imagined_cards(state, 0, 1)
    assert share(hands, lambda hand: max(map(STRENGTH.get, hand)) >= STRENGTH[(2, "o")]) > 0


def test_a_seat_that_hides_its_cards_tells_nothing():
    state = play(table("truc", "3e 7c 4b", "4o 5o 7o"), "0:3e 1:(4o)")
    hands = imagined_cards(state, 0, 1)
    assert share(hands, lambda hand: max(map(STRENGTH.get, hand)) >= STRENGTH[(3, "e")]) > 0.4


# What was called, and what was not


def test_who_plays_and_leaves_the_envido_counts_little():
    def counts_much(line):
        state = play(table("argentino", *FOUR), line)
        up = played_cards(view(state, 2), 0)
        hands = imagined_cards(state, 2, 0, 400)
        return share(hands, lambda hand: value((*up, *hand), ranking_with_muestra(None)) > 28)

    assert counts_much("0:5b 1:7b") < 0.6 * counts_much("0:envido 1:no 0:5b 1:7b")


def test_a_partner_or_rival_who_calls_a_truco_is_taken_to_hold_more():
    def mean_strength(line, seat):
        hands = imagined_cards(play(table("argentino", *FOUR), line), seat, 0)
        return sum(STRENGTH[card] for hand in hands for card in hand) / len(hands)

    silent, called = "0:envido 1:no", "0:envido 1:no 0:truco 1:quiero"
    assert mean_strength(called, 1) > mean_strength(silent, 1) + 2
    assert mean_strength(called, 2) > mean_strength(silent, 2) + 2


def test_one_against_one_a_truco_tells_nothing_of_single_cards():
    silent, called = (
        imagined_cards(play(table("argentino", "4o 5b 1b", "7b 4b 3o"), line), 1, 0)
        for line in ("0:envido 1:no", "0:envido 1:no 0:truco")
    )
    assert silent == called


# Cards


def test_cards_are_weighed_in_the_same_imagined_hands():
    """A hand that cannot lose: it wins in every imagined world, whichever card is played first."""
    seen = view(play(table("argentino", "1e 1b 7e", "2o 6o 3c"), "0:envido 1:no"), 0)
    won = win_counts_by_card(seen, random.Random(1))
    assert won.keys() == {STRENGTH[card] for card in seen.own}
    assert len(set(won.values())) == 1
