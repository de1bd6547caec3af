"""Allotment of a hall's tables to matches."""

import pytest

from tournaments.formats.table_queue import QueuedMatch, assign_tables_to_queue


@pytest.mark.parametrize(
    ("queue", "free", "given"),
    [
        ([], [1, 2], {}),
        ([(7, {1, 2})], [], {}),
        ([(7, {1, 2}), (8, {1, 2}), (9, {1, 2})], [1, 2], {7: 1, 8: 2}),
        ([(9, {1, 2}), (7, {1, 2})], [2], {9: 2}),
        ([(7, {3}), (8, {1, 3})], [1], {8: 1}),
        ([(7, {1, 2}), (8, {1})], [1, 2], {7: 2, 8: 1}),
    ],
    ids=[
        "nobody waits",
        "no table is free",
        "the first in the queue get the first tables",
        "the queue counts, not the number of a match",
        "who may not use the table is passed over",
        "the first in the queue leaves the only table of another",
    ],
)
def test_the_queue_is_served_from_its_head(queue, free, given):
    assert (
        assign_tables_to_queue([QueuedMatch(match, tables) for match, tables in queue], free)
        == given
    )
