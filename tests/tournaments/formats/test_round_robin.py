"""Round robins by the Berger tables."""

from collections import Counter
from itertools import chain, combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Pairing
from tournaments.formats.round_robin import Round, round_robin, rounds_per_cycle

FIELDS = st.integers(2, 25)


def lines(rounds: tuple[Round[int], ...]) -> list[str]:
    return [
        " ".join(f"{pairing.first}-{pairing.second or 'bye'}" for pairing in round_)
        for round_ in rounds
    ]


def test_six_play_by_the_table_of_the_handbook() -> None:
    assert lines(round_robin(range(1, 7))) == [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ]


def test_in_an_odd_field_the_opponent_of_the_missing_number_has_the_bye() -> None:
    assert lines(round_robin(range(1, 6)))[:2] == ["1-bye 2-5 3-4", "4-bye 5-3 1-2"]


def test_two_cycles_swap_the_last_two_rounds_of_the_first_and_change_sides_in_the_second() -> None:
    assert lines(round_robin(range(1, 5), 2)) == [
        "1-4 2-3",
        "2-4 3-1",
        "4-3 1-2",
        "4-1 3-2",
        "3-4 2-1",
        "4-2 1-3",
    ]


def test_a_bye_has_no_sides_to_change() -> None:
    assert round_robin("abc", 2)[3] == (Pairing("a", None), Pairing("c", "b"))


@given(FIELDS)
def test_everybody_meets_everybody_once(entries: int) -> None:
    rounds = round_robin(range(entries))
    met = Counter(
        frozenset((pairing.first, pairing.second))
        for pairing in chain.from_iterable(rounds)
        if not pairing.is_bye
    )
    assert met == Counter(map(frozenset, combinations(range(entries), 2)))
    assert len(rounds) == rounds_per_cycle(entries)


@given(FIELDS)
def test_in_two_cycles_everybody_meets_everybody_on_both_sides(entries: int) -> None:
    pairings = chain.from_iterable(round_robin(range(entries), 2))
    met = [(pairing.first, pairing.second) for pairing in pairings if not pairing.is_bye]
    assert len(met) == len(set(met)) == entries * (entries - 1)


@given(FIELDS)
def test_everybody_is_in_every_round_once_and_byes_are_even(entries: int) -> None:
    rounds = round_robin(range(entries))
    for round_ in rounds:
        present = [one for pairing in round_ for one in (pairing.first, pairing.second)]
        assert sorted(one for one in present if one is not None) == list(range(entries))
    byes = Counter(pairing.first for pairing in chain.from_iterable(rounds) if pairing.is_bye)
    assert set(byes.values()) <= {1}


@given(FIELDS)
def test_nobody_has_the_same_side_three_times_running(entries: int) -> None:
    rounds = round_robin(range(entries), 2)
    for entry in range(entries):
        sides = [
            next(
                (pairing.first == entry, pairing.is_bye)
                for pairing in round_
                if entry in (pairing.first, pairing.second)
            )
            for round_ in rounds
        ]
        assert all(bye or len(list(run)) < 3 for (_, bye), run in groupby(sides))


def test_one_entry_has_nobody_to_play() -> None:
    with pytest.raises(FormatError) as refused:
        round_robin([7])
    assert refused.value.code == "too-few-entries"
