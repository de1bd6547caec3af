"""Orders part neighbours."""

import pytest

from tournaments.formats.seeding import (
    Order,
    half_shift,
    natural,
    pair_flip,
    reverse,
    reverse_half_shift,
)


@pytest.mark.parametrize(
    ("order", "row"),
    [
        (natural, "12345678"),
        (reverse, "87654321"),
        (half_shift, "56781234"),
        (reverse_half_shift, "43218765"),
        (pair_flip, "21436587"),
    ],
)
def test_eight_are_reordered(order: Order[str], row: str) -> None:
    assert "".join(order("12345678")) == row


@pytest.mark.parametrize("order", [natural, reverse, half_shift, reverse_half_shift, pair_flip])
@pytest.mark.parametrize("length", range(6))
def test_an_order_keeps_everybody(order: Order[int], length: int) -> None:
    assert sorted(order(range(length))) == list(range(length))
