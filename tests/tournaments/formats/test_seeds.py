"""Seeding, and where seeds stand."""

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.seeding import (
    Seeding,
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
    assert seed_by_hand("ba") == (Seeding(1, "b"), Seeding(2, "a"))


@pytest.mark.feature("Competitions", "Seeds by hand, by lot, by rating")
def test_by_rating_the_highest_is_first() -> None:
    assert order(seed_by_rating({"a": 10.0, "b": 25.5, "c": 20.0}, "lote")) == "bca"


def test_equal_ratings_are_ordered_by_lot_whatever_the_input_order() -> None:
    ratings = dict.fromkeys("abcdef", 25.0)
    backwards = dict(reversed(ratings.items()))
    assert seed_by_rating(ratings, "lote") == seed_by_rating(backwards, "lote")
    assert order(seed_by_rating(ratings, "lote")) != "abcdef"


def test_by_lot_everybody_has_a_seed() -> None:
    assert sorted(order(seed_by_lot("abcd", "lote"))) == list("abcd")


def test_by_rank_a_previous_stage_orders_and_its_ties_go_by_lot() -> None:
    assert order(seed_by_rank({"a": 3, "b": 1, "c": 3}, "lote"))[0] == "b"


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
