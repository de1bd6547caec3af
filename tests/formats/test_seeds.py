"""Seeding, and where seeds stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.seeds import (
    Seeding,
    SeedReason,
    balance_byes,
    bracket_order,
    bracket_size,
    bye_seeds,
    seed_by_hand,
    seed_by_lot,
    seed_by_rank,
    seed_by_rating,
)


def order(seeding: tuple[Seeding[str], ...]) -> str:
    return "".join(seeded.entry for seeded in seeding)


def test_by_hand_the_order_given_is_the_seeding() -> None:
    assert seed_by_hand("ba") == (
        Seeding(1, "b", SeedReason.MANUAL),
        Seeding(2, "a", SeedReason.MANUAL),
    )


def test_by_rating_the_highest_is_first_and_says_its_figure() -> None:
    seeding = seed_by_rating({"a": 10.0, "b": 25.5, "c": 20.0}, "lote")
    assert order(seeding) == "bca"
    assert seeding[0] == Seeding(1, "b", SeedReason.RATING, 25.5)


def test_equal_ratings_are_ordered_by_lot_whatever_the_input_order() -> None:
    ratings = dict.fromkeys("abcdef", 25.0)
    backwards = dict(reversed(ratings.items()))
    assert seed_by_rating(ratings, "lote") == seed_by_rating(backwards, "lote")
    assert order(seed_by_rating(ratings, "lote")) != "abcdef"


def test_by_lot_everybody_has_a_seed_and_the_reason() -> None:
    seeding = seed_by_lot("abcd", "lote")
    assert sorted(order(seeding)) == list("abcd")
    assert {seeded.reason for seeded in seeding} == {SeedReason.RANDOM}


def test_by_rank_a_previous_stage_orders_and_its_ties_go_by_lot() -> None:
    seeding = seed_by_rank({"a": 3, "b": 1, "c": 3}, "lote")
    assert order(seeding)[0] == "b"
    assert [seeded.figure for seeded in seeding] == [1, 3, 3]


def test_one_entry_twice_is_refused_by_name() -> None:
    with pytest.raises(FormatError) as refused:
        seed_by_hand("abac")
    assert (refused.value.code, refused.value.subjects) == ("duplicate-entry", ("a",))


@pytest.mark.parametrize(("entries", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (128, 128)])
def test_a_bracket_is_the_next_power_of_two(entries: int, size: int) -> None:
    assert bracket_size(entries) == size


def test_best_seeds_stand_in_different_sections() -> None:
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_byes_go_to_the_top_seeds() -> None:
    assert bye_seeds(5) == [1, 2, 3]
    assert bye_seeds(8) == []


@given(st.integers(1, 6), st.data())
def test_balanced_byes_meet_each_other_only_if_entries_are_too_few(
    power: int, data: st.DataObject
) -> None:
    size = 1 << power
    entries = data.draw(st.integers(1, size))
    spread = balance_byes([*range(entries), *[None] * (size - entries)])
    empty = sum(pair == (None, None) for pair in zip(spread[::2], spread[1::2], strict=True))
    assert [slot for slot in spread if slot is not None] == list(range(entries))
    assert len(spread) == size
    assert empty == max(0, size // 2 - entries)
