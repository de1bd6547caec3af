"""Faces at the seats: everybody has one, and no mood tells anything about hidden cards."""

from random import Random

import pytest

from games.artwork.faces import Mood
from games.engine import (
    make_rules,
    view,
)
from games.table_view.faces import seat_faces, seat_mood
from tests.games.table_view.boards import (
    FOUR,
    TWO,
    a_game,
    a_hand,
    make_table_view,
    random_states,
    rendered_table,
    some_seats,
)


def moods(line: str, hands: tuple[str, ...] = FOUR, **changes: object) -> tuple[Mood, ...]:
    state = a_hand(hands, line)
    game = a_game(state.start.rules, **changes)
    return tuple(seat_mood(view(state, None), game, seat) for seat in range(len(hands)))


def test_everybody_has_a_face_and_those_nobody_chose_differ() -> None:
    game = a_game(make_rules("argentino", {"seats": "6"}))
    seats = some_seats(game)
    for seat in seats[3:]:
        seat.user, seat.robot = None, True
    faces = seat_faces(seats, game.names_of(seats))
    assert len(set(faces)) == 6
    for seat in seats[:2]:
        seat.user.avatar = 7
    chosen = seat_faces(seats, game.names_of(seats))
    assert chosen[:2] == ("a7", "a7")
    assert "a7" not in chosen[2:]


def test_an_empty_seat_has_no_face() -> None:
    game = a_game(make_rules("argentino", {"seats": "2"}))
    seats = some_seats(game, user=None)
    assert seat_faces(seats, game.names_of(seats))[0] == ""


@pytest.mark.parametrize("call", ["envido", "truco"])
def test_a_mood_follows_what_everybody_saw(call: str) -> None:
    seen = {moods(f"0:{call}", TWO, commitment=f"{chance:064x}") for chance in range(40)}
    callers, answerers = ({pair[seat] for pair in seen} for seat in (0, 1))
    assert callers == {Mood.NEUTRAL, Mood.BLUFF}
    assert answerers == {Mood.NEUTRAL, Mood.WORRIED}


def test_nobody_smiles_before_a_trick_is_taken() -> None:
    assert set(moods("")) == {Mood.NEUTRAL}
    assert set(moods("0:1e")) == {Mood.NEUTRAL}


def test_the_end_of_a_hand_is_seen_in_the_faces() -> None:
    seen = {moods("0:truco 1:no", TWO, commitment=f"{chance:064x}") for chance in range(40)}
    assert {pair[0] for pair in seen} == {Mood.NEUTRAL, Mood.HAPPY}
    assert {pair[1] for pair in seen} == {Mood.NEUTRAL, Mood.WORRIED}


@pytest.mark.feature("Playing", "No mood of a face depends on hidden cards")
@pytest.mark.parametrize("hands", [TWO, FOUR], ids=["two", "four"])
@pytest.mark.parametrize("line", ["", "0:envido", "0:truco", "0:envido 1:real", "0:truco 1:no"])
def test_twin_deals_give_equal_moods(hands: tuple[str, ...], line: str) -> None:
    other = tuple(reversed(hands))
    assert moods(line, hands) == moods(line, other)


@pytest.mark.parametrize("seed", range(12))
def test_every_viewer_is_shown_the_same_moods(seed: int) -> None:
    rng = Random(seed)
    game = a_game(make_rules("argentino-flor", {"seats": "4"}))
    for state in random_states("argentino-flor", rng, 1, 4):
        shown = {
            tuple(seat_mood(view(state, viewer), game, seat) for seat in range(4))
            for viewer in (None, 0, 1, 2, 3)
        }
        assert len(shown) == 1


def test_the_board_draws_the_face_of_every_seat() -> None:
    state = a_hand(FOUR)
    shown = make_table_view(state, 0)
    page = rendered_table(state, 0)
    for place in shown.places:
        assert place.face
        assert f'data-face="{place.face}"' in page
