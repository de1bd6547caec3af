"""R-T: ranks, tricks and who wins the hand."""

import pytest

from games.engine import deck_for, make_rules, parse_card
from games.engine.ranks import ranking
from tests.games.engine.hands import cards, play, ranking_with_muestra, scored, table


def test_rt1_the_ranks_from_the_sword_to_the_fours():
    strength = ranking("spanish", None).strength
    ladder = cards("1e 1b 7e 7o 3c 2c 1o 12e 11e 10e 7c 6e 5e 4e")
    ranks = [strength[card] for card in ladder]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(strength.values())) == 14
    assert strength[parse_card("1c")] == strength[parse_card("1o")]
    assert strength[parse_card("7b")] == strength[parse_card("7c")]


def test_rt1_the_short_deck_has_the_3_to_7_of_each_suit_and_two_aces():
    deck = deck_for(make_rules("truc"))
    assert len(deck) == 22
    assert {card.rank for card in deck} == {1, 3, 4, 5, 6, 7}
    assert [str(card) for card in deck if card.rank == 1] == ["1e", "1b"]


def test_rt1_the_piezas_rank_first():
    strength = ranking_with_muestra("3o").strength
    ranks = [strength[card] for card in cards("2o 4o 5o 11o 10o 1e")]
    assert ranks == sorted(ranks, reverse=True)
    assert strength[parse_card("2c")] < strength[parse_card("3c")]


def test_rt2_the_12_takes_the_place_of_a_muestra_that_is_a_pieza():
    strength = ranking_with_muestra("4o").strength
    assert strength[parse_card("2o")] > strength[parse_card("12o")] > strength[parse_card("5o")]
    assert ranking_with_muestra("4o").piezas[parse_card("12o")] == (4, 29)
    assert parse_card("12o") not in ranking_with_muestra("7o").piezas
    assert parse_card("12e") not in ranking_with_muestra("4o").piezas


def test_rt3_equal_best_cards_of_one_team_are_no_parda_and_the_first_leads():
    state = play(
        table("argentino", "4e 6c 5o", "3b 5e 6e", "4o 6b 10b", "3c 4c 11b"),
        "0:4e 1:3b 2:4o 3:3c",
    )
    assert state.tricks[0].winner == 1
    assert state.turn == 1


def test_rt3_equal_best_cards_of_both_teams_are_parda():
    state = play(table("argentino", "3e 4e 5o", "3o 4o 5b"), "0:3e 1:3o")
    assert state.tricks[0].winner == "="


def test_rt4_the_winner_leads_and_after_a_parda_the_same_seat_leads_again():
    state = table("argentino", "3e 4e 5o", "3o 6o 5b")
    assert play(state, "0:3e 1:3o").to_act == (0,)
    assert play(state, "0:4e 1:3o").to_act == (1,)


@pytest.mark.feature("Rules", "The ranks, tricks and pardas of every family")
@pytest.mark.parametrize(
    ("line", "winner"),
    [
        ("0:1e 1:4c 0:3e 1:3b", 0),  # W=: the first trick decides
        ("0:3e 1:3b 0:1e 1:4c", 0),  # =W
        ("0:3e 1:3b 0:6e 1:6o 0:1e 1:4c", 0),  # ==W
        ("0:3e 1:3b 0:6e 1:6o 0:4e 1:4c", 0),  # ===: mano
        ("0:3e 1:4c 0:4e 1:3b 1:6o 0:6e", 0),  # WL=: the first trick
    ],
)
def test_rt5_two_tricks_or_the_first_that_was_not_tied(line, winner):
    third = "1e" if "1e" in line else "4e"
    state = play(table("argentino", f"3e 6e {third}", "3b 6o 4c"), line)
    assert state.over
    assert state.hand_winner == winner
    assert scored(state) == [(winner, 1, "hand")]


def test_rt5_all_tied_goes_to_the_team_of_mano():
    state = table("argentino", "3e 6e 4e", "3b 6o 4c", mano=1)
    assert play(state, "1:3b 0:3e 1:6o 0:6e 1:4c 0:4e").hand_winner == 1


def test_rt6_the_card_of_a_seat_that_folds_still_counts():
    state = table("argentino", "1e 6c 5o", "3b 5e 6e", "4o 6b 10b", "3c 4c 11b")
    state = play(state, "0:1e 1:truco 0:mazo 2:quiero 1:3b 2:4o 3:3c")
    assert state.tricks[0].winner == 0
    assert state.folded == (0,)


def test_rt6_if_a_folded_seat_should_lead_the_next_seat_still_in_leads():
    state = table("argentino", "1e 6c 5o", "3b 5e 6e", "4o 6b 10b", "3c 4c 11b")
    state = play(state, "0:1e 1:truco 0:mazo 2:quiero 1:3b 2:4o 3:3c")
    assert state.to_act == (1,)
    assert state.tricks[-1].leader == 1


def test_rt6_a_fold_completes_a_trick_once_no_call_is_pending():
    state = table("argentino", "4e 6c 5o", "3b 5e 6e", "4o 6b 10b", "3c 4c 11b", mano=1)
    state = play(state, "1:3b 2:4o 3:4c 0:truco 1:retruco 0:mazo")
    assert state.tricks[0].winner is None
    state = play(state, "2:quiero")
    assert state.tricks[0].winner == 1
    assert state.to_act == (1,)
    assert cards("4e 6c 5o") == state.held[0]


def test_rt2_a_muestra_that_is_no_pieza_leaves_its_12_ordinary():
    strength = ranking_with_muestra("7o").strength
    assert strength[parse_card("12o")] == strength[parse_card("12e")]
    assert parse_card("12o") not in ranking_with_muestra("7o").piezas
    assert ranking_with_muestra("11o").piezas[parse_card("12o")] == (11, 27)
