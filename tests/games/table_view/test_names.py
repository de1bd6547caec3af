"""Who is who at a table: the letters that tell its people apart."""

import pytest

from games.play.seat_names import tags
from tests.games.table_view.boards import FOUR, a_game, a_hand, make_table_view, some_seats


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ("Ana, Beto", "AN BE"),
        ("Chacho, Chola", "CA CO"),
        ("Chacho, Beto, Chana, Mia, Chola, Luis", "CC BE CN MI CO LU"),
        ("Ana Sosa, Alba Soto", "AN AL"),
        ("Juan, Juana", "J1 JA"),
        ("Ana, ana, Ana", "A1 A2 A3"),
        ("Chacho, Chola, Carlos Anaya", "CC CO CA"),
        ("Invitado 126, Invitado 226", "I1 I2"),
        ("Invitado 29, Invitado 31", "I29 I31"),
        ("Chacho, Chacho, Camila 1", "C2 C3 C1"),
        ("--, --", "1 2"),
    ],
)
def test_no_two_at_a_table_have_the_same_tag(people, told):
    found = tags(tuple(people.split(", ")))
    assert " ".join(found) == told
    assert len(set(found)) == len(found)


def test_avatars_and_cards_bear_these_tags() -> None:
    state = a_hand(FOUR, "0:1e 1:3o")
    seats = some_seats(a_game(state.start.rules))
    for seat, name in zip(seats, ("Chacho", "Beto", "Chola", "Mia"), strict=True):
        assert seat.user is not None
        seat.user.display_name = name
    drawn = make_table_view(state, 1, seats=seats)
    assert [place.initials for place in drawn.places] == ["CA", "BE", "CO", "MI"]
    assert [card.initials for card in drawn.tricks[0].cards] == ["CA", "BE"]
