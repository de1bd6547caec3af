"""Fewer places than applicants."""

from tournaments.formats.registration import Admission, admit


def test_the_first_to_come_are_in_and_the_others_wait_in_order() -> None:
    assert admit("abcd", 2) == Admission(("a", "b"), ("c", "d"))


def test_without_a_cap_everybody_is_in() -> None:
    assert admit("abcd", None) == Admission(tuple("abcd"), ())


def test_a_withdrawal_promotes_the_first_who_waits() -> None:
    assert admit("cd", 2, already_in=1) == Admission(("c",), ("d",))


def test_a_cap_lowered_under_those_who_are_in_admits_nobody() -> None:
    assert admit("cd", 2, already_in=3) == Admission((), ("c", "d"))
