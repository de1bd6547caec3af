"""Bubbles as one audience sees them: whose, how long, and what a robot may know."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.chat.queries import SHOWN, robot_voice, speaker_key
from games.models import Line
from tests.games.table_view.boards import (
    FOUR,
    NOW,
    TWO,
    a_game,
    a_hand,
    make_table_view,
    rendered_table,
    some_seats,
)

OVER = "0:truco 1:no"
SECOND = timedelta(seconds=1)


def a_line(number: int, seat: int | None, **what: object) -> Line:
    """A line that was never saved: a board only reads."""
    author = User(pk=99 if seat is None else seat + 1)  # as `some_seats` has it
    fields = {"pk": number, "speaker": f"user {author.pk}", "author": author, "seat": seat}
    return Line(**fields | {"at": NOW} | what)


def test_who_has_left_their_seat_takes_their_bubble_along() -> None:
    said, left = a_line(1, 1, phrase="luck"), a_line(2, 1, phrase="thanks", author=User(pk=99))
    assert set(make_table_view(a_hand(TWO), 0, lines=[said]).talk.said) == {1}
    talk = make_table_view(a_hand(TWO), 0, lines=[left]).talk
    assert talk.said == {}
    assert talk.newest is not None


def test_a_phrase_stays_for_some_seconds_and_then_is_gone() -> None:
    lines = [a_line(1, 1, phrase="luck")]
    for age, is_there in ((0 * SECOND, True), (SHOWN - SECOND, True), (SHOWN, False)):
        html = rendered_table(a_hand(TWO), 0, lines=lines, now=NOW + age)
        assert ("¡Qué suerte!" in html) == is_there


def test_the_newest_of_a_seat_is_its_bubble_and_a_face_is_drawn() -> None:
    lines = [a_line(2, 1, phrase="laugh"), a_line(1, 1, phrase="luck")]
    html = rendered_table(a_hand(TWO), None, lines=lines)
    assert "#f-laugh" in html
    assert "¡Qué suerte!" not in html


def test_a_spectators_line_is_no_bubble_and_not_for_players() -> None:
    lines = [a_line(3, None, text="hola"), a_line(1, 0, phrase="luck")]
    talks = {
        viewer: make_table_view(a_hand(TWO), viewer, lines=lines).talk for viewer in (0, 1, None)
    }
    assert {viewer: talk.newest.number for viewer, talk in talks.items() if talk.newest} == {
        0: 1, 1: 1, None: 3
    }  # fmt: skip
    assert all(set(talk.said) == {0} for talk in talks.values())


def test_nothing_is_shown_where_nothing_is_said() -> None:
    game = a_game(a_hand(TWO).start.rules, talk="none")
    assert (
        make_table_view(a_hand(TWO), 0, game, lines=[a_line(1, 1, phrase="luck")]).talk.said == {}
    )


def test_a_stranger_is_not_known_again_at_another_table() -> None:
    one, other = a_game(a_hand(TWO).start.rules), a_game(a_hand(TWO).start.rules, commitment="b1")
    assert speaker_key(one, "f" * 64) != speaker_key(other, "f" * 64)
    assert speaker_key(one, "user 7") == speaker_key(other, "user 7") == "u7"


# ---- robots ----
def robots_speak(hands: tuple[str, ...], pk: int, line: str = OVER, viewer: int | None = None):
    state = a_hand(hands, line)
    game = a_game(state.start.rules, pk=pk)
    seats = some_seats(game)
    for seat in seats[1:]:
        seat.robot, seat.user = True, None
    return make_table_view(state, viewer, game, seats).talk.said


TABLES = range(1, 60)


def test_a_robot_has_a_word_on_some_hands_and_can_be_muted() -> None:
    said = {pk: robots_speak(TWO, pk) for pk in TABLES}
    spoken = {pk: each for pk, each in said.items() if each}
    assert 5 < len(spoken) < 30
    assert {bubble.by for each in spoken.values() for bubble in each.values()} == {robot_voice(1)}


@pytest.mark.feature("Playing", "Robots talk now and then, and reveal nothing")
def test_what_a_robot_says_tells_nothing_of_cards_nobody_saw() -> None:
    others = ("4o 5o 6e", "12e 12b 2c", *FOUR[2:])
    for pk in TABLES:
        assert robots_speak(FOUR, pk) == robots_speak(others, pk)
        assert robots_speak(FOUR, pk, viewer=1) == robots_speak(FOUR, pk, viewer=0)


@pytest.mark.parametrize("line", ["", "0:truco"])
def test_robots_say_nothing_while_a_hand_is_played(line: str) -> None:
    assert not any(robots_speak(TWO, pk, line) for pk in TABLES)


def test_a_long_line_is_cut_in_its_bubble_and_whole_in_the_list() -> None:
    text = "una frase bastante larga de esas que no entran en ninguna mesa"
    talk = make_table_view(a_hand(TWO), 0, lines=[a_line(1, 1, text=text)]).talk
    assert talk.said[1].words == "una frase bastante larga de esas que no…"
    assert talk.newest is not None
    assert talk.newest.words == text


def test_one_word_without_end_is_cut_too() -> None:
    words = make_table_view(a_hand(TWO), 0, lines=[a_line(1, 1, text="j" * 200)]).talk.said[1].words
    assert words == "j" * 39 + "…"
