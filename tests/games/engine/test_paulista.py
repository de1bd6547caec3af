"""Truco paulista: ranks by the vira, 1-3-6-9-12, tied hands, mão de onze and mão de ferro (PA)."""

import pytest

from games.engine import (
    IllegalActionError,
    State,
    first_start,
    make_rules,
    next_hand_start,
    parse_card,
    read_tgn,
    replay,
    view,
    write_tgn,
)
from games.engine.ranks import ranking
from games.robots.timing import timeout_action
from tests.games.engine.hands import cards, dealt, legal_tokens, play, refused, scored, table

TWO = ("3e 7o 4c", "2o 6c 11b")
FOUR = ("3e 7o 4c", "3o 6c 11b", "2e 7b 5c", "2c 6e 12b")
TIED = ("3e 2e 1e", "3o 2o 1o")


def sat(*hands: str, score: tuple[int, int] = (0, 0), vira: str = "10e", **options: str) -> State:
    """Deal to as many seats as hands, mano 0."""
    rules = make_rules("paulista", {"seats": str(len(hands)), **options})
    return dealt(first_start(rules, 0, score), *hands, muestra=vira)


class TestManilhas:
    @pytest.mark.parametrize(
        ("vira", "manilha"), [("4e", 5), ("7c", 10), ("12b", 1), ("2o", 3), ("3e", 4)]
    )
    def test_follow_the_vira_whatever_its_suit(self, vira: str, manilha: int) -> None:
        found = ranking("paulista", parse_card(vira), 40).manilhas
        assert [str(card) for card in found] == [f"{manilha}{suit}" for suit in "bceo"]

    @pytest.mark.parametrize(("vira", "manilha"), [("12b", 1), ("3e", 10)])
    def test_follow_within_a_smaller_deck(self, vira: str, manilha: int) -> None:
        assert ranking("paulista", parse_card(vira), 24).manilhas[0] == (manilha, "b")

    def test_beat_all_cards_and_never_tie(self) -> None:
        strength = ranking("paulista", parse_card("10e"), 40).strength
        order = [strength[card] for card in cards("11b 11c 11e 11o 3e 2e 1e 12e 10b")]
        assert order == sorted(set(order), reverse=True)
        assert strength[parse_card("3e")] == strength[parse_card("3o")]

    def test_take_tricks(self) -> None:
        state = play(sat("3e 11o 4c", "2o 11c 11b", vira="10e"), "0:3e 1:2o 0:11o 1:11c")
        assert [trick.winner for trick in state.tricks[:2]] == [0, 1]
        assert play(state, "1:11b 0:4c").hand_winner == 1


class TestLadder:
    @pytest.mark.parametrize(
        ("line", "price", "refusal"),
        [
            ("0:truco", 3, 1),
            ("0:truco 1:retruco", 6, 3),
            ("0:truco 1:retruco 0:vale4", 9, 6),
            ("0:truco 1:retruco 0:vale4 1:fuera", 12, 9),
        ],
    )
    def test_pays_a_level_or_the_one_before(self, line: str, price: int, refusal: int) -> None:
        asked = play(sat(*TWO), line)
        seat = asked.to_act[0]
        pending = view(asked, seat).pending
        assert pending is not None
        assert (pending.quiero, pending.no) == (price, refusal)
        assert scored(play(asked, f"{seat}:no")) == [(1 - seat, refusal, "truco-refused")]
        assert play(asked, f"{seat}:quiero").truco.level == len(line.split()) + 1

    def test_ends_at_twelve_which_wins(self) -> None:
        top = play(sat(*TWO), "0:truco 1:retruco 0:vale4 1:fuera 0:quiero")
        assert refused(top, "0:truco") == "top-reached"
        assert play(top, "0:3e 1:2o 0:4c 1:6c 1:11b 0:7o").winner == 1

    def test_an_uncalled_hand_pays_one(self) -> None:
        assert scored(play(sat(*TWO), "0:4c 1:2o 1:11b 0:3e")) == [(1, 1, "hand")]

    def test_the_mazo_costs_the_level_that_stands(self) -> None:
        assert scored(play(sat(*TWO), "0:truco 1:quiero 0:mazo")) == [(1, 3, "mazo")]


class TestTies:
    def test_three_leave_a_hand_without_winner(self) -> None:
        state = play(sat(*TIED), "0:truco 1:quiero 0:3e 1:3o 0:2e 1:2o 0:1e 1:1o")
        assert state.over
        assert state.hand_winner is None
        assert scored(state) == []
        following = next_hand_start(state)
        assert following is not None
        assert (following.number, following.mano, following.score) == (2, 1, (0, 0))

    @pytest.mark.parametrize(("all_tied", "winner"), [("mano", 0), ("dealer", 1)])
    def test_three_can_have_a_winner(self, all_tied: str, winner: int) -> None:
        state = play(sat(*TIED, all_tied=all_tied), "0:3e 1:3o 0:2e 1:2o 0:1e 1:1o")
        assert scored(state) == [(winner, 1, "hand")]

    @pytest.mark.parametrize(
        ("leader", "expected"), [("first_tied", 1), ("tied_it", 2), ("led", 0), ("mano", 0)]
    )
    def test_say_who_leads_next(self, leader: str, expected: int) -> None:
        hands = ("4c 7o 5e", "3o 6c 11b", "3c 7b 5c", "2c 6e 12b")
        state = play(sat(*hands, tie_leader=leader), "0:4c 1:3o 2:3c 3:2c")
        assert state.to_act == (expected,)

    def test_a_partners_equal_card_does_not_make_the_tie(self) -> None:
        hands = ("3e 7o 5e", "4o 6c 11b", "3c 7b 5c", "3b 6e 12b")
        state = play(sat(*hands, tie_leader="tied_it"), "0:3e 1:4o 2:3c 3:3b")
        assert state.to_act == (3,)

    def test_a_folded_leader_passes_the_lead_on(self) -> None:
        hands = ("4c 7o 5e", "3o 6c 11b", "3c 7b 5c", "2c 6e 12b")
        state = play(sat(*hands), "0:4c 1:3o 2:truco 1:mazo 3:quiero 2:3c 3:2c")
        assert state.to_act == (2,)


class TestCoveredCards:
    def test_come_from_the_second_trick_and_not_from_the_leader(self) -> None:
        state = sat(*TWO)
        assert refused(state, "0:(3e)") == "cover-too-early"
        assert refused(play(state, "0:3e"), "1:(2o)") == "cover-too-early"
        second = play(state, "0:3e 1:2o")
        assert refused(second, "0:(4c)") == "leader-shows"
        assert refused(play(second, "0:4c"), "1:(6c)") is None

    def test_lose_to_every_card_and_bind_nothing(self) -> None:
        state = play(sat(*TWO), "0:4c 1:2o 1:6c 0:(3e)")
        assert state.hand_winner == 1
        tied = play(sat("3e 7o 4c", "3o 6c 5b"), "0:3e 1:3o 0:4c 1:(6c)")
        assert tied.hand_winner == 0


class TestMaoDeOnze:
    def test_the_team_at_eleven_decides_before_the_first_card(self) -> None:
        state = sat(*FOUR, score=(11, 4))
        assert state.to_act == (0, 2)
        assert legal_tokens(state, 0) == legal_tokens(state, 2) == {"joga", "corre"}
        assert refused(state, "0:3e") == refused(state, "2:truco") == "decide-first"
        assert refused(state, "0:mazo") == "decide-first"
        assert refused(state, "0:quiero") == "wrong-answer"
        assert refused(state, "1:joga") == "not-your-turn"
        pending = view(state, 1).pending
        assert pending is not None
        assert (pending.family, pending.quiero, pending.no) == ("mao_x", 3, 1)

    def test_running_costs_one(self) -> None:
        state = play(sat(*FOUR, score=(4, 11)), "3:corre")
        assert scored(state) == [(0, 1, "mao-x-refused")]
        assert (state.hand_winner, state.score) == (0, (5, 11))

    def test_playing_is_for_three_and_mano_leads(self) -> None:
        state = play(sat(*FOUR, score=(4, 11)), "1:joga")
        assert (state.to_act, view(state, 0).stake) == ((0,), 3)
        lost = play(state, "0:3e 1:6c 2:2e 3:2c 0:7o 1:11b 2:5c 3:6e 1:3o 2:7b 3:12b 0:4c")
        assert lost.score == (4, 12)
        assert scored(lost) == [(1, 1, "mao-x")]

    def test_the_rivals_are_paid_three_for_it_and_for_a_mazo(self) -> None:
        state = play(sat(*TWO, score=(11, 4)), "0:joga")
        assert scored(play(state, "0:4c 1:2o 1:11b 0:7o")) == [(1, 3, "mao-x")]
        assert scored(play(state, "0:mazo")) == [(1, 3, "mazo")]

    def test_nobody_calls_truco(self) -> None:
        state = play(sat(*TWO, score=(11, 4)), "0:joga")
        assert refused(state, "0:truco") == "truco-banned"
        assert refused(play(state, "0:4c"), "1:truco") == "truco-banned"

    @pytest.mark.parametrize(("option", "price"), [("loses_hand", 3), ("loses_leg", 8)])
    def test_a_truco_call_of_any_seat_costs_its_team(self, option: str, price: int) -> None:
        at_eleven = play(sat(*FOUR, score=(11, 4), mao_x_truco=option), "0:joga 0:3e 1:6c")
        assert scored(play(at_eleven, "2:truco")) == [(1, price, "truco-in-mao-x")]
        rivals = play(sat(*FOUR, score=(4, 11), mao_x_truco=option), "1:joga 0:3e 1:6c 2:2e")
        assert scored(play(rivals, "3:truco")) == [(0, price, "truco-in-mao-x")]

    @pytest.mark.parametrize(
        ("sees", "seats"), [("team", {0, 2}), ("own", set()), ("both", {0, 1, 2, 3})]
    )
    def test_mates_see_each_others_cards_until_the_decision(
        self, sees: str, seats: set[int]
    ) -> None:
        state = sat(*FOUR, score=(11, 4), mao_x_sees=sees)
        for seat in range(4):
            mate = (seat + 2) % 4
            expected = {mate: state.deal.hands[mate]} if seat in seats else {}
            assert view(state, seat).mates == expected
            assert view(play(state, "0:joga"), seat).mates == {}
        assert view(state, None).mates == {}

    def test_it_is_no_decision_for_two_teams_or_none(self) -> None:
        assert sat(*TWO, score=(10, 4)).opening == ""
        assert sat(*TWO, score=(11, 11)).opening == ""
        assert sat(*TWO, score=(11, 4), mao_x="off", ferro="off").opening == ""

    def test_time_out_is_to_run(self) -> None:
        seen = view(sat(*TWO, score=(11, 4)), 0)
        assert timeout_action(seen, seen.legal) == seen.legal[1]


class TestMaoDeFerro:
    def test_no_card_is_covered_in_any_trick(self) -> None:
        state = sat(*TWO, score=(11, 11), ferro="open")
        assert refused(state, "0:(3e)") == "cannot-cover"
        assert refused(play(state, "0:3e 1:2o"), "0:(4c)") == "cannot-cover"

    def test_is_played_blind_by_place(self) -> None:
        state = sat(*TWO, score=(11, 11))
        assert legal_tokens(state, 0) == {"#1", "#2", "#3"}
        assert view(state, 0).own == ()
        after = play(state, "0:#2")
        assert view(after, 1).tricks[0].plays[0].card == parse_card("7o")
        assert refused(play(after, "1:#1"), "1:#1") == "card-not-held"
        assert legal_tokens(play(after, "1:#1"), 1) == {"#2", "#3"}

    def test_tells_nobody_what_it_holds(self) -> None:
        state = sat(*TWO, score=(11, 11))
        assert refused(state, "0:3e") == refused(state, "0:1c") == "play-by-place"
        assert view(state, 0).events[0].cards == ()

    def test_has_no_calls_no_mazo_and_no_covers(self) -> None:
        state = play(sat(*TWO, score=(11, 11)), "0:#1 1:#1")
        assert refused(state, "0:truco") == "truco-banned"
        assert refused(state, "0:mazo") == "last-hand"
        shown = play(sat(*TWO, score=(11, 11), ferro="open"), "0:3e 1:2o 0:4c")
        assert legal_tokens(shown, 1) == {"6c", "11b"}
        assert refused(sat(*TWO), "0:#1") == "not-blind"

    def test_wins_the_game_or_is_played_again(self) -> None:
        state = sat(*TWO, score=(11, 11))
        won = play(state, "0:#1 1:#1 0:#2 1:#3 1:#2 0:#3")
        assert scored(won) == [(1, 1, "hand")]
        assert won.winner == 1
        tied = play(sat(*TIED, score=(11, 11)), "0:#1 1:#1 0:#2 1:#2 0:#3 1:#3")
        again = next_hand_start(tied)
        assert again is not None
        assert again.score == (11, 11)

    def test_without_it_both_teams_play_on(self) -> None:
        state = sat(*TWO, score=(11, 11), ferro="off")
        assert {"truco", "mazo", "3e"} <= legal_tokens(state, 0)


RECORD = """[Rules "paulista"]
[Options "seats=2"]
[Seats "A" "B"]
[Score "11-8"]

hand 1 mano=0 deal=4c,7o,3e/2o,11b,6c muestra=10e
0:joga 0:4c 1:2o 1:11b 0:(7o)

hand 2 mano=1 deal=3e,2e,1e/3o,2o,1o muestra=10e
1:#1 0:#1 1:#2 0:#2 1:#3 0:#3

hand 3 mano=0 deal=3e,7o,4c/2o,6c,11b muestra=10e
0:#1 1:#1 0:#2 1:#3 1:#2 0:#3
"""


def test_a_record_of_all_of_it_reads_back() -> None:
    record = read_tgn(RECORD)
    assert write_tgn(record) == RECORD
    played = replay(record)
    assert [state.score for state in played.hands] == [(11, 11), (11, 11), (11, 12)]
    assert [state.hand_winner for state in played.hands] == [1, None, 1]


def test_a_record_cannot_name_a_card_of_a_blind_hand() -> None:
    with pytest.raises(IllegalActionError, match="hand 2, action 0: play-by-place"):
        replay(read_tgn(RECORD.replace("1:#1 0:#1", "1:3o 0:3e")))


def test_the_clean_deck_deals_no_other_card() -> None:
    rules = make_rules("paulista", {"seats": "2", "deck": "24"})
    with pytest.raises(IllegalActionError, match="wrong-deal"):
        dealt(first_start(rules, 0), "3e 7o 2c", "2o 1c 11b", muestra="10e")
    state = table("paulista", "3e 10b 2c", "2o 1c 11b", muestra="3o", deck="24")
    assert play(state, "0:10b 1:2o").tricks[0].winner == 0
