"""Dogs between hands and signs between partners: who is shown what."""

from datetime import timedelta

import pytest

from games.chat.queries import sign_buttons
from games.engine import (
    State,
    ThrowPerros,
    apply_line,
    deal_hands,
    first_start,
    make_rules,
    parse_card,
)
from games.house_rules import OFFERED, canto
from games.models import Game
from games.table_view.table import PerrosOffer
from tests.games.table_view.boards import (
    FOUR,
    NOW,
    TWO,
    _legal_tokens,
    a_game,
    a_hand,
    make_table_view,
    pictures,
    rendered_table,
    some_seats,
    tokens,
)


def test_an_answer_to_the_dogs_is_said_in_words() -> None:
    assert canto("ley:quiere:pasa", "argentino-flor") == "En ley: quiero y paso"


BETWEEN = "0:truco 1:no"  # a hand that is over


def test_the_dogs_may_be_thrown_between_hands_by_the_players() -> None:
    over = a_hand(TWO, BETWEEN)
    assert tokens(rendered_table(over, 0, dogs=PerrosOffer())) == {"perros"}
    for viewer, dogs in ((0, None), (0, PerrosOffer(thrown=1)), (None, PerrosOffer())):
        assert "perros" not in tokens(rendered_table(over, viewer, dogs=dogs))


def test_the_team_that_threw_can_take_them_back() -> None:
    over = a_hand(TWO, BETWEEN)
    assert tokens(rendered_table(over, 0, dogs=PerrosOffer(thrown=0))) == {"perros:back"}
    for viewer in (1, None):
        assert tokens(rendered_table(over, viewer, dogs=PerrosOffer(thrown=0))) == set()


def an_opening() -> Game:
    """A table whose cuts are being opened: nothing is dealt."""
    rules = make_rules("argentino-flor", {"perros": "on"})
    return a_game(rules, status=Game.Status.OPENING)


def test_the_dogs_may_be_thrown_before_the_first_hand_and_taken_back() -> None:
    """R-X4, R-X5."""
    shown = rendered_table(None, 0, game=an_opening(), dogs=PerrosOffer())
    assert tokens(shown) == {"perros"}
    assert 'name="hand" value="0"' in shown
    assert tokens(rendered_table(None, None, game=an_opening(), dogs=PerrosOffer())) == set()
    for viewer, offered in ((0, {"perros:back"}), (1, set()), (None, set())):
        shown = rendered_table(None, viewer, game=an_opening(), dogs=PerrosOffer(thrown=0))
        assert tokens(shown) == offered
        assert "¡Echo los perros!" in shown
    plain = rendered_table(None, 0, game=an_opening())
    assert tokens(plain) == set()
    assert 'name="hand"' not in plain


def test_who_threw_the_dogs_is_said_before_the_deal() -> None:
    line = make_table_view(a_hand(TWO, BETWEEN), 1, dogs=PerrosOffer(thrown=0)).prompt.line
    assert line == "Ana Sosa: ¡Echo los perros!"


def a_challenge(flores: bool) -> State:
    """Team 0 has thrown the dogs; seat 1 holds a flor or not."""
    rules = make_rules("argentino-flor", {"perros": "on"})
    hands = (TWO[0], "3o 6o 11o" if flores else TWO[1])
    cards = [[parse_card(card) for card in hand.split()] for hand in hands]
    return apply_line(deal_hands(first_start(rules, 0), cards), ThrowPerros(0))


def test_the_throwers_see_no_card_before_the_answer() -> None:
    throwers = make_table_view(a_challenge(flores=False), 0)
    assert [card.picture for card in throwers.hand] == ["back"] * 3
    assert throwers.prompt.line == "Los perros: responde Martín Ríos"
    assert pictures(rendered_table(a_challenge(flores=False), 0)) == set()


@pytest.mark.parametrize(
    ("flores", "answer"),
    [(True, "En ley: quiero la contraflor y el truco"),
     (False, "A punto: quiero la falta y el truco")],
)  # fmt: skip
def test_the_dogs_are_answered_in_one_of_four_ways(flores: bool, answer: str) -> None:
    state = a_challenge(flores)
    rows = make_table_view(state, 1).call_rows
    assert [len(row) for row in rows] == [1, 2, 2]
    assert rows[0][0].label == answer
    assert rows[2][0].asks_again
    assert tokens(rendered_table(state, 1)) == set(_legal_tokens(state, 1))


FOUR_SIGNING = {"preset": "trucoestrella"}


@pytest.mark.parametrize(
    ("viewer", "words"), [(2, "as de espadas"), (0, "as de espadas"), (1, ""), (None, "")]
)
def test_a_sign_is_shown_to_its_team_alone(viewer: int | None, words: str) -> None:
    state = a_hand(FOUR, **FOUR_SIGNING)
    game = a_game(state.start.rules)
    seats = some_seats(game, sign="1e", signed_at=NOW - timedelta(seconds=9), sign_seen="2")
    sign = make_table_view(state, viewer, game=game, seats=seats).places[0].sign
    assert (sign.words if sign else "") == words
    plain = rendered_table(state, viewer, game=game, seats=some_seats(game))
    assert (rendered_table(state, viewer, game=game, seats=seats) == plain) == (words == "")


def test_a_sign_is_soon_forgotten() -> None:
    state = a_hand(FOUR, **FOUR_SIGNING)
    game = a_game(state.start.rules)
    seats = some_seats(game, sign="1e", signed_at=NOW - timedelta(seconds=10), sign_seen="2")
    assert make_table_view(state, 2, game=game, seats=seats).places[0].sign is None


@pytest.mark.parametrize("preset", OFFERED)
def test_every_sign_has_words(preset: str) -> None:
    rules = make_rules(preset, {"seats": "4", "signals": "on"})
    assert all(button.words and button.short for button in sign_buttons(rules))


def test_a_partner_sees_how_a_sign_is_made_and_what_it_tells() -> None:
    state = a_hand(FOUR, preset="trucoestrella")
    game = a_game(state.start.rules)
    signs = {
        code: some_seats(game, sign=code, signed_at=NOW, sign_seen="2") for code in ("1e", "mata")
    }
    shows = {
        code: rendered_table(state, 2, game=game, seats=seats) for code, seats in signs.items()
    }
    assert "#g-brows" in shows["1e"]
    assert "as de espadas" in shows["1e"]
    assert ">Matá</q>" in shows["mata"]
    for viewer in (1, 3, None):
        for seats in signs.values():
            assert 'class="sign"' not in rendered_table(state, viewer, game=game, seats=seats)
