"""The moments that the end of a game tells: which hands, whose, and never the same place twice."""

from dataclasses import replace
from random import Random

import pytest

from games.engine import Points, State, apply, deal_hands, from_token, next_hand_start, parse_card
from games.play.statistics import Highlight, figures_of, highlights, team_figures
from tests.games.table_view.boards import a_hand, random_states

STRONG, WEAK = "1e 7e 3c", "4c 5b 6o"


def only(kind: str, *hands: State) -> Highlight:
    """The moment of a kind among those of these hands."""
    return next(moment for moment in highlights(hands) if moment.kind == kind)


def test_an_accepted_falta_is_told_first_once_it_is_declared() -> None:
    plain = a_hand((STRONG, WEAK), "0:1e 1:mazo")
    falta = a_hand((STRONG, WEAK), "0:falta 1:quiero")
    moment = only("all-in", plain, falta)
    assert (moment.hand, moment.step, moment.team, moment.call) == (2, 2, 0, "falta")
    assert moment.points == sum(one.points for one in falta.points if one.reason == "envido")


def test_an_accepted_bid_of_the_falta_with_flor_is_one() -> None:
    rules = {"preset": "uruguayo", "muestra": "6c", "flor_contest": "ladder"}
    hand = a_hand(("7e 6e 3e", "1o 3o 7o"), "0:flor 1:flor 0:confalta 1:quiero", **rules)
    moment = only("all-in", hand)
    assert (moment.step, moment.team, moment.call) == (4, 0, "confalta")
    assert "flor" not in {each.kind for each in highlights([hand])}


def test_a_wanted_vale_cuatro_names_who_won_it() -> None:
    hand = a_hand((STRONG, WEAK), "0:truco 1:retruco 0:vale4 1:quiero 0:1e 1:4c 0:7e 1:5b")
    moment = only("truco", hand)
    assert (moment.call, moment.step, moment.team, moment.points) == ("vale4", 4, 0, 4)


def test_a_retruco_that_ended_in_the_mazo_brought_its_price() -> None:
    moment = only("truco", a_hand((STRONG, WEAK), "0:truco 1:retruco 0:quiero 0:1e 1:mazo"))
    assert (moment.call, moment.team, moment.points) == ("retruco", 0, 3)


def test_what_brought_nothing_is_no_moment() -> None:
    hand = a_hand((STRONG, WEAK), "0:truco 1:retruco 0:quiero 0:1e 1:mazo")
    assert highlights([replace(hand, points=(Points(0, 0, "mazo"),))]) == ()


@pytest.mark.parametrize(
    ("hands", "line", "call", "team"),
    [
        ((WEAK, STRONG), "0:truco 1:no", "truco", 0),
        (("4c 5b 6o", "7e 6e 1o"), "0:envido 1:no 0:mazo", "envido", 0),
    ],
)
def test_a_bluff_is_a_call_that_the_stronger_side_did_not_want(
    hands: tuple[str, str], line: str, call: str, team: int
) -> None:
    moment = only("bluff", a_hand(hands, line))
    assert (moment.call, moment.team) == (call, team)


def test_who_called_with_the_better_cards_did_not_bluff() -> None:
    kinds = {moment.kind for moment in highlights([a_hand((STRONG, WEAK), "0:truco 1:no")])}
    assert "bluff" not in kinds


def test_a_flor_is_a_moment_where_it_is_played() -> None:
    hand = a_hand(("1e 7e 3e", WEAK), "0:flor 0:1e 1:mazo", preset="argentino-flor")
    assert only("flor", hand).points == 3


@pytest.mark.feature("Records", "The moments worth another look")
def test_the_same_game_gives_the_same_moments_and_no_place_twice() -> None:
    for preset in ("argentino", "argentino-flor", "uruguayo", "truc"):
        hands = [state for state in random_states(preset, Random(preset), 12) if state.over]
        found = highlights(hands)
        assert found == highlights(tuple(hands))
        assert len(found) == 3
        assert len({moment.hand for moment in found}) == 3
        places = [(moment.hand, moment.step) for moment in found]
        assert places == sorted(set(places))
        for moment in found:
            assert 0 <= moment.step <= len(hands[moment.hand - 1].actions)


def test_the_last_hand_is_the_winners_though_the_other_side_took_more_in_it() -> None:
    hand = a_hand((STRONG, WEAK), "0:truco 1:quiero 0:1e 1:4c 0:7e 1:5b")
    paid = (Points(0, 2, "envido"), Points(1, 1, "truco"))
    moment = only("last", hand, hand, replace(hand, points=paid, legs=(0, 1)))
    assert (moment.team, moment.points) == (1, 1)


def test_a_game_of_no_hands_has_no_moments() -> None:
    assert highlights([]) == ()


def test_a_comeback_is_told_from_where_it_was_worst() -> None:
    behind = a_hand((WEAK, STRONG), "0:truco 1:retruco 0:quiero 0:4c 1:3c 1:7e 0:5b", target="9")
    start = next_hand_start(behind)
    assert start is not None
    dealt = deal_hands(
        start, [[parse_card(card) for card in text.split()] for text in (STRONG, WEAK)]
    )
    won = apply(apply(dealt, from_token(1, "falta")), from_token(0, "quiero"))
    moment = only("comeback", behind, won)
    assert (moment.hand, moment.team, moment.points) == (1, 0, 3)
    assert "comeback" not in {one.kind for one in highlights([behind])}


def test_a_team_is_counted_once_for_all_its_seats() -> None:
    hands = [state for state in random_states("argentino", Random(5), 9, 4) if state.over]
    for team in (0, 1):
        figures = team_figures(hands, team)
        seats = [figures_of(hands, (), seat) for seat in (team, team + 2)]
        assert figures.hands == len(hands)
        assert figures.hands_won == sum(hand.hand_winner == team for hand in hands)
        assert figures.envidos_won == sum(one.envidos_won for one in seats)
        assert max(one.trucos_won for one in seats) <= figures.trucos_won
