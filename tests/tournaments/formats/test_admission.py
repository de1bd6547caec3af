"""Fewer places than applicants."""

from tournaments.formats.admission import Admission, admit


def test_the_first_to_come_are_in_and_the_others_wait_in_order() -> None:
    assert admit("abcd", 2) == Admission(("a", "b"), ("c", "d"))


def test_where_there_is_room_everybody_is_in() -> None:
    assert admit("abcd", 9) == Admission(tuple("abcd"), ())


def test_without_a_free_place_everybody_waits() -> None:
    assert admit("cd", 0) == Admission((), ("c", "d"))
