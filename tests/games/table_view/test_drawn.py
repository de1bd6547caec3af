"""The draw of dealer and mano: its course, the marks of the seats, and the words for both."""

import pytest
from django.utils.translation import override

from games.engine import DealerDraw, parse_card
from games.play.seat_names import names_for
from games.table_view.history import dealer_draw_view
from games.table_view.table import with_dealer_draw
from tests.games.table_view.boards import (
    FOUR,
    TWO,
    a_game,
    a_hand,
    make_table_view,
    rendered_table,
    some_seats,
)

DRAW = DealerDraw(dealer=1, mano=0, rounds=({0: parse_card("4o"), 1: parse_card("12c")},))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es-ar", "Sorteo: Vos cuatro de oros, Martín Ríos rey de copas. Reparte: Martín Ríos. "
               "Mano: Vos"),
        ("en", "Draw: You four of oros, Martín Ríos rey (12) of copas. Dealer: Martín Ríos. "
               "Mano: You"),
    ],
)  # fmt: skip
def test_the_draw_is_told_in_one_line(language: str, words: str) -> None:
    with override(language):
        assert (
            dealer_draw_view(
                DRAW, names_for(some_seats(a_game(a_hand(TWO).start.rules)), 0), "argentino"
            ).words
            == words
        )


def test_who_ties_draws_again_and_the_last_card_is_shown() -> None:
    game = a_game(a_hand(FOUR).start.rules)
    first = {seat: parse_card(card) for seat, card in enumerate(("3o", "4c", "3b", "5e"))}
    again = {0: parse_card("1e"), 2: parse_card("6o")}
    told = dealer_draw_view(
        DealerDraw(0, 1, (first, again)), names_for(some_seats(game), None), "argentino"
    )
    assert "; de nuevo: Ana as de espadas, Luis seis de oros." in told.words
    assert told.cards[0] == "as de espadas"
    assert told.cards[1] == "cuatro de copas"


def test_a_drawn_card_with_a_french_face_is_its_corner() -> None:
    names = names_for(some_seats(a_game(a_hand(TWO).start.rules)), 0)
    drawn = dealer_draw_view(DRAW, names, "paulista")
    assert drawn.cards == {0: "4♦", 1: "K♥"}
    assert "Vos cuatro de diamantes, Martín Ríos rey (K) de corazones" in drawn.words


@pytest.mark.feature("Playing", "The draw for the dealer is shown and announced")
def test_the_cards_drawn_lie_before_the_seats_until_anything_is_said_or_played() -> None:
    seats = some_seats(a_game(a_hand(TWO).start.rules))
    fresh, begun = (
        with_dealer_draw(make_table_view(a_hand(TWO, line), 0), seats, DRAW)
        for line in ("", "0:1e")
    )
    assert [place.bubble for place in fresh.places] == [
        "cuatro de oros",
        "rey de copas",
    ]
    assert [place.bubble for place in begun.places] == ["", ""]
    assert fresh.draw == begun.draw != ""
    assert 'class="drawn"' not in rendered_table(a_hand(TWO), 0), "of a later hand"


@pytest.mark.feature("Playing", "Dealer and mano are marked and spoken")
def test_the_dealer_is_marked_beside_mano_and_both_are_spoken() -> None:
    html = rendered_table(a_hand(FOUR), 0)
    assert [place.is_dealer for place in make_table_view(a_hand(FOUR), 0).places] == [False] * 3 + [
        True
    ]
    assert html.count('<em class="deals">da</em>') == 1
    assert '<li class="unseen">Reparte: Carmen. Mano: Vos</li>' in html
