"""Draws that anybody can repeat from the published seed."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.seeding import WORDS, random_below, shuffled, tiebreak_lot


def test_a_published_seed_always_gives_the_same_order() -> None:
    assert shuffled(range(1, 9), "copa-2026") == [7, 5, 6, 4, 3, 2, 8, 1]


@given(st.lists(st.integers(), unique=True), st.text())
def test_a_draw_keeps_everybody(entries: list[int], seed: str) -> None:
    assert sorted(shuffled(entries, seed)) == sorted(entries)


def test_another_seed_gives_another_order() -> None:
    assert shuffled(range(30), "uno") != shuffled(range(30), "dos")


def test_every_order_is_about_equally_likely() -> None:
    orders = Counter(tuple(shuffled("abc", str(seed))) for seed in range(6000))
    assert len(orders) == 6
    assert all(880 < count < 1120 for count in orders.values())


def test_numbers_of_the_incomplete_last_span_are_thrown_again() -> None:
    assert random_below(iter([WORDS - 1, 5]), 3) == 2


def test_a_lot_depends_on_the_entry_and_the_seed_alone() -> None:
    assert tiebreak_lot("uno", 7) == tiebreak_lot("uno", 7)
    assert len({tiebreak_lot("uno", 7), tiebreak_lot("uno", 8), tiebreak_lot("dos", 7)}) == 3
