"""R-D: the draw for the deal, the rotation, and the deal itself."""

import dataclasses

import pytest

from games.engine import (
    IllegalActionError,
    Start,
    State,
    ThrowPerros,
    apply_line,
    deal,
    deck_for,
    draw_dealer,
    first_start,
    make_rules,
    next_hand_start,
)
from games.engine.state import replace
from tests.games.engine.hands import cards, dealt, play, table


def test_rd1_the_highest_card_drawn_deals_and_the_next_seat_is_mano():
    drawn = draw_dealer(make_rules("argentino", {"seats": "4"}), cards("4e 3o 1b 12c"))
    assert (drawn.dealer, drawn.mano) == (2, 3)
    assert drawn.rounds == (dict(enumerate(cards("4e 3o 1b 12c"))),)


def test_rd1_seats_that_tie_draw_again():
    drawn = draw_dealer(make_rules("argentino", {"seats": "4"}), cards("3e 3o 4b 3c 4e 7o 5o"))
    assert drawn.dealer == 1
    assert [list(round_) for round_ in drawn.rounds] == [[0, 1, 2, 3], [0, 1, 3]]


def test_rd1_in_truc_the_draw_is_the_lot_for_mano():
    drawn = draw_dealer(make_rules("truc"), cards("4e 1b"))
    assert (drawn.mano, drawn.dealer) == (1, 0)


@pytest.mark.parametrize("seats", ["2", "4", "6"])
def test_rd1_a_deck_that_ties_as_long_as_it_can_still_decides(seats):
    rules = make_rules("argentino", {"seats": seats})
    unlike = cards("1e 1b 7e 7o")
    tied = [card for card in deck_for(rules) if card not in unlike]
    order = sorted(tied, key=lambda card: (card.rank, card.suit))
    drawn = draw_dealer(rules, [*order, *unlike])
    assert drawn.dealer in range(int(seats))


def test_rd2_three_cards_each_one_at_a_time_from_mano():
    rules = make_rules("argentino", {"seats": "4"})
    deck = deck_for(rules)
    state = deal(first_start(rules, mano=1), deck)
    assert state.deal.hands[1] == (deck[0], deck[4], deck[8])
    assert state.deal.hands[0] == (deck[3], deck[7], deck[11])
    assert state.to_act == (1,)


def test_rd2_each_next_hand_the_deal_passes_one_seat_on():
    after = next_hand_start(play(table("argentino", "1e 2e 3o", "4e 5e 6o", mano=1), "1:mazo"))
    assert after == Start(make_rules("argentino"), 2, "", 0, (2, 0), (0, 0))
    assert after.dealer == 1


def test_rd3_the_card_after_the_deal_is_turned_up():
    rules = make_rules("uruguayo-online")
    deck = deck_for(rules)
    state = deal(first_start(rules, mano=0), deck)
    assert state.deal.muestra == deck[6]
    assert deal(first_start(make_rules("argentino"), 0), deck).deal.muestra is None


@pytest.mark.parametrize(
    ("hands", "muestra"),
    [
        (("1e 2e", "4e 5e 6o"), None),
        (("1e 2e 3o", "4e 5e 1e"), None),
        (("1e 2e 3o",), None),
        (("1e 2e 3o", "4e 5e 6o"), "7o"),
    ],
)
def test_rd4_a_deal_the_rules_cannot_produce_is_refused(hands, muestra):
    with pytest.raises(IllegalActionError, match="wrong-deal"):
        dealt(first_start(make_rules("argentino"), 0), *hands, muestra=muestra)


def test_rd4_a_card_outside_the_deck_and_a_muestra_in_a_hand_are_refused():
    with pytest.raises(IllegalActionError, match="wrong-deal"):
        table("truc", "2e 3e 4o", "5e 6e 7o")
    with pytest.raises(IllegalActionError, match="wrong-deal"):
        table("uruguayo", "2e 3e 4o", "5e 6e 7o", muestra="7o")
    with pytest.raises(IllegalActionError, match="wrong-deal"):
        table("uruguayo", "2e 3e 4o", "5e 6e 7o")


def test_rd5_the_deck_is_all_the_chance_there_is():
    rules = make_rules("uruguayo-online", {"seats": "6"})
    deck = deck_for(rules)[::-1]
    assert deal(first_start(rules, 3), deck) == deal(first_start(rules, 3), deck)


def test_a_start_survives_json():
    rules = make_rules("uruguayo-online", {"seats": "6"})
    start = Start(rules, 7, "b", 4, (3, 11), (1, 0))
    assert Start.from_json(rules, start.to_json()) == start
    assert (start.label, start.round_mano, start.dealer) == ("7b", 3, 2)


def test_rx1_a_dealt_hand_knows_who_threw_the_dogs():
    rules = make_rules("uruguayo-online", {"perros": "on"})
    assert apply_line(deal(first_start(rules, 0), deck_for(rules)), ThrowPerros(1)).to_act == (0,)


@pytest.mark.parametrize("size", [0, 6, 39, 41])
def test_a_deck_of_the_wrong_size_is_refused(size):
    rules = make_rules("argentino")
    deck = (*deck_for(rules), *deck_for(rules))[:size]
    with pytest.raises(IllegalActionError, match="hand 1: wrong-deck"):
        deal(first_start(rules, 0), deck)
    with pytest.raises(IllegalActionError, match="wrong-deck"):
        deal(first_start(make_rules("truc"), 0), deck_for(rules))


@pytest.mark.parametrize("score", [(30, 0), (0, 31), (-1, 0)])
def test_a_game_does_not_begin_at_a_score_that_ends_it(score):
    with pytest.raises(IllegalActionError, match="bad-score"):
        first_start(make_rules("argentino"), 0, score)


@pytest.mark.parametrize("mano", [-1, 2])
def test_a_game_does_not_begin_with_a_seat_that_is_not_there(mano):
    with pytest.raises(IllegalActionError, match="wrong-mano"):
        first_start(make_rules("argentino"), mano)


def test_a_hand_differs_from_another_in_what_was_replaced_alone():
    begun = table("argentino", "4c 4e 5o", "7e 1e 2o")
    fields = {field.name: getattr(begun, field.name) for field in dataclasses.fields(State)}
    assert begun == State(**fields)
    assert replace(begun, turn=1) == dataclasses.replace(begun, turn=1)
    assert replace(begun, turn=1) != begun
    with pytest.raises(dataclasses.FrozenInstanceError):
        begun.turn = 1
