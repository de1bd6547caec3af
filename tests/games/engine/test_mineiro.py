"""Truco mineiro: fixed manilhas, 2-4-6-10-12, the highest card after a tie, mão de dez (MI)."""

import pytest

from games.engine import State, first_start, make_rules, next_hand_start, parse_card, view
from games.engine.ranks import ranking
from tests.games.engine.hands import cards, dealt, legal_tokens, play, refused, scored

TWO = ("3e 7o 5c", "2o 6c 11b")
FIRST_TIED = ("3e 12o 12c", "3o 6c 11b")


def sat(*hands: str, score: tuple[int, int] = (0, 0), mano: int = 0, **options: str) -> State:
    rules = make_rules("mineiro", {"seats": str(len(hands)), **options})
    return dealt(first_start(rules, mano, score), *hands)


def test_four_cards_are_always_manilhas() -> None:
    strength = ranking("mineiro", None).strength
    order = [strength[card] for card in cards("4b 7c 1e 7o 3b 2b 1b 12b 11b 10b 7b")]
    assert order == sorted(set(order), reverse=True)
    assert strength[parse_card("4c")] == min(strength.values())
    assert ranking("mineiro", None).manilhas == ()


@pytest.mark.parametrize(
    ("line", "price", "refusal"),
    [
        ("0:truco", 4, 2),
        ("0:truco 1:retruco", 6, 4),
        ("0:truco 1:retruco 0:vale4", 10, 6),
        ("0:truco 1:retruco 0:vale4 1:fuera", 12, 10),
    ],
)
def test_the_ladder_pays_a_level_or_the_one_before(line: str, price: int, refusal: int) -> None:
    asked = play(sat(*TWO), line)
    seat = asked.to_act[0]
    pending = view(asked, seat).pending
    assert pending is not None
    assert (pending.quiero, pending.no) == (price, refusal)
    assert scored(play(asked, f"{seat}:no")) == [(1 - seat, refusal, "truco-refused")]


@pytest.mark.parametrize("prices", ["2-4-8-10-12", "2-4-6-8-12"])
def test_other_prices_are_data(prices: str) -> None:
    top = play(sat(*TWO, prices=prices), "0:truco 1:retruco 0:vale4")
    pending = view(top, 1).pending
    assert pending is not None
    assert (pending.quiero, pending.no) == tuple(map(int, prices.split("-")[3:1:-1]))


def test_an_uncalled_hand_pays_two() -> None:
    assert scored(play(sat(*TWO), "0:5c 1:2o 1:6c 0:3e 0:7o 1:11b")) == [(0, 2, "hand")]


class TestAfterATiedFirstTrick:
    def test_who_tied_leads_its_highest_card(self) -> None:
        state = play(sat(*FIRST_TIED), "0:3e 1:3o")
        assert state.to_act == (1,)
        assert legal_tokens(state, 1) == {"11b", "truco", "mazo"}
        assert refused(state, "1:6c") == refused(state, "1:(11b)") == "must-show-highest"

    def test_of_two_equal_cards_either_is_played(self) -> None:
        state = play(sat(*FIRST_TIED), "0:3e 1:3o 1:11b")
        assert legal_tokens(state, 0) >= {"12o", "12c"}
        assert play(state, "0:12c").hand_winner == 0

    def test_the_highest_is_shown_in_an_open_mao_de_ferro_too(self) -> None:
        state = play(sat(*FIRST_TIED, score=(10, 10), ferro="open"), "0:3e 1:3o")
        assert legal_tokens(state, 1) == {"11b"}
        assert refused(state, "1:6c") == "must-show-highest"
        blind = play(sat(*FIRST_TIED, score=(10, 10)), "0:#1 1:#1")
        assert legal_tokens(blind, blind.to_act[0]) == {"#2", "#3"}

    def test_any_card_is_played_where_the_highest_need_not(self) -> None:
        state = play(sat(*FIRST_TIED, tie_highest="off"), "0:3e 1:3o")
        assert legal_tokens(state, 1) >= {"6c", "11b", "(6c)"}


def test_all_tied_pays_nobody() -> None:
    state = play(sat("3e 2e 1b", "3o 2o 1o"), "0:3e 1:3o 1:2o 0:2e 0:1b 1:1o")
    assert (state.over, state.hand_winner, scored(state)) == (True, None, [])


def test_the_leader_may_cover_and_covered_cards_tie() -> None:
    state = play(sat("3e 2e 1b", "2o 4o 5o"), "0:3e 1:2o 0:(2e)")
    assert refused(state, "1:(4o)") is None
    assert play(state, "1:(4o)").hand_winner == 0  # a tie after a won first trick


def test_mao_de_dez_is_for_four_or_two() -> None:
    state = sat(*TWO, score=(6, 10))
    assert state.to_act == (1,)
    assert scored(play(state, "1:corre")) == [(0, 2, "mao-x-refused")]
    assert scored(play(state, "1:joga 0:7o 1:2o 0:3e 1:11b")) == [(0, 4, "mao-x")]
    assert next_hand_start(play(state, "1:joga 0:mazo")) is None


def test_mao_de_ferro_is_at_ten_all() -> None:
    state = sat(*TWO, score=(10, 10))
    assert legal_tokens(state, 0) == {"#1", "#2", "#3"}
    assert scored(play(state, "0:#2 1:#1 0:#1 1:#2")) == [(0, 2, "hand")]
