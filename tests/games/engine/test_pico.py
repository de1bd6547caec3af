"""R-P: six seats and pico a pico."""

import pytest

from games.engine import Start, deal, deck_for, first_start, make_rules, next_hand_start, view
from games.engine.pico import next_part
from tests.games.engine.hands import dealt, legal_tokens, play, refused, scored, table

SIX = ("6e 4b 7o", "5e 6b 3o", "3e 5b 6c", "7e 3b 4c", "2e 2b 11e", "1o 12b 3c")
MALAS = make_rules("uruguayo-online", {"seats": "6", "flor": "off"})
RANGE = make_rules("argentino", {"seats": "6", "pico": "range"})


def pico(part="a", mano=0, score=(2, 3), hands=SIX, rules=MALAS):
    muestra = "7c" if rules.muestra else None
    return dealt(Start(rules, 2, part, mano, score, (0, 0)), *hands, muestra=muestra)


def test_rp1_the_first_hand_of_a_leg_is_redonda():
    assert first_start(MALAS, 0).part == ""
    two_legs = make_rules("uruguayo-online", {"seats": "6", "flor": "off", "legs_to_win": "2"})
    state = dealt(Start(two_legs, 4, "a", 0, (3, 39), (0, 0)), *SIX, muestra="7c")
    after = next_hand_start(play(state, "0:mazo"))
    assert (after.label, after.mano, after.score, after.legs) == ("5", 1, (0, 0), (0, 1))


@pytest.mark.feature("Rules", "Pico a pico with six seats")
@pytest.mark.parametrize(
    ("rules", "score", "after", "part"),
    [
        (MALAS, (0, 0), "", "a"),
        (MALAS, (0, 0), "a", "b"),
        (MALAS, (0, 0), "b", "c"),
        (MALAS, (0, 0), "c", ""),
        (MALAS, (20, 0), "", ""),  # buenas
        (MALAS, (20, 0), "a", "b"),  # a round that has started is played to its end
        (RANGE, (4, 0), "", ""),
        (RANGE, (5, 0), "", "a"),
        (RANGE, (3, 24), "", "a"),
        (RANGE, (3, 25), "", ""),
        (make_rules("argentino", {"seats": "6"}), (10, 10), "", ""),
    ],
)
def test_rp1_redonda_and_pico_alternate_while_the_score_says_so(rules, score, after, part):
    assert next_part(rules, score, after) == part


def test_rp2_one_deal_and_three_hands_each_with_its_own_mano():
    round_ = [pico(part, mano) for part, mano in (("a", 1), ("b", 2), ("c", 3))]
    assert [state.deal.seats for state in round_] == [(1, 4), (2, 5), (3, 0)]
    assert [state.start.label for state in round_] == ["2a", "2b", "2c"]
    assert [state.to_act for state in round_] == [(1,), (2,), (3,)]
    decks = [deal(state.start, deck_for(MALAS)).deal.hands for state in round_]
    assert decks[0] == decks[1] == decks[2]


def test_rp2_the_next_hand_of_the_round_follows():
    after_a = next_hand_start(play(pico("a", 1), "1:mazo"))
    assert (after_a.label, after_a.mano, after_a.round_mano) == ("2b", 2, 1)
    after_b = next_hand_start(play(pico("b", 2), "2:mazo"))
    assert (after_b.label, after_b.mano) == ("2c", 3)


def test_rp2_only_the_two_seats_play_and_their_fold_is_their_teams():
    state = pico()
    assert refused(state, "1:5e") == "not-your-turn"
    assert scored(play(state, "0:mazo")) == [(1, 1, "mazo")]
    called = play(state, "0:truco")
    assert called.to_act == (3,)


def test_rp2_only_their_flores_count():
    rules = make_rules("uruguayo-online", {"seats": "6"})
    hands = (SIX[0], "5o 6o 3o", *SIX[2:])
    state = play(pico(hands=hands, rules=rules), "0:truco")
    assert "flor" not in legal_tokens(state, 3)
    with_flor = pico("b", 1, hands=hands, rules=rules)
    assert legal_tokens(with_flor, 1) == {"flor"}


def test_rp2_falta_and_resto_are_capped():
    falta = play(pico(), "0:falta 3:quiero")
    assert scored(falta) == [(1, 10, "envido")]
    rules = make_rules("uruguayo-online", {"seats": "6"})
    hands = ("7e 6e 5e", "10e 6b 3o", "3e 5b 6c", "4o 5o 1o", "2e 2b 11e", "1c 12b 3c")
    resto = play(pico(hands=hands, rules=rules), "0:flor 3:resto 0:quiero")
    assert scored(resto) == [(0, 10, "flor")]
    near = play(pico(hands=hands, rules=rules, score=(35, 37)), "0:flor 3:resto 0:quiero")
    assert (near.score, near.winner) == ((40, 37), 0)


def test_rp2_none_is_played_after_the_target():
    assert next_hand_start(play(pico(score=(3, 39)), "0:mazo")) is None


def test_rp3_a_pico_round_moves_the_deal_once():
    before = next_hand_start(
        play(
            table("uruguayo-online", *SIX, muestra="7c", flor="off"),
            "0:mazo 1:5e 2:mazo 3:7e 4:mazo",
        )
    )
    assert (before.label, before.mano) == ("2a", 1)
    after = next_hand_start(play(pico("c", 3), "3:mazo"))
    assert (after.label, after.part, after.mano) == ("3", "", 2)


def test_rp2_a_waiting_seat_sees_its_own_cards_and_one_that_has_met_sees_none():
    second = pico("b", 1)
    assert view(second, 2).own == second.deal.hands[2]
    assert view(second, 0).own == ()
    assert view(second, 1).counts == (0, 3, 3, 0, 3, 3)


def test_rp2_in_the_last_hand_four_seats_have_met():
    third = pico("c", 0, hands=SIX)
    assert third.start.round_mano == 4
    assert view(third, None).counts == (3, 0, 0, 3, 0, 0)
    assert [bool(view(third, seat).own) for seat in range(6)] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]


def test_rp2_the_dealt_deck_serves_all_three_hands_whoever_is_mano():
    deck = deck_for(MALAS)
    state = deal(Start(MALAS, 2, "c", 0, (0, 0), (0, 0)), deck)
    assert state.deal.hands[4] == (deck[0], deck[6], deck[12])
    assert state.deal.hands[3] == (deck[5], deck[11], deck[17])
