"""Swiss rounds."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.errors import FormatError
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.swiss import EXACT, SWISS, pair_round, recommended_rounds
from tournaments.formats.swiss_field import Contender, Field

Event = dict[int, Contender[int]]


def field_of(entries: int, clubs: int = 0, seed: int = 1) -> Event:
    rng = Random(seed)
    return {
        number: Contender(number, number, club=rng.randrange(clubs) if clubs else None)
        for number in range(1, entries + 1)
    }


def after(event: Event, pairings: tuple[SwissPairing[int], ...], rng: Random) -> Event:
    """Everybody a round later, better seeds winning more often."""
    event = dict(event)
    for pairing in pairings:
        first = event[pairing.first]
        if pairing.second is None:
            event[pairing.first] = replace(first, points=first.points + 1, byes=first.byes + 1)
            continue
        second = event[pairing.second]
        won = rng.random() < 1 / (1 + 10 ** ((first.seed - second.seed) / 40))
        for one, other, gained in ((first, second, won), (second, first, not won)):
            opponents = (*one.opponents, other.entry)
            event[one.entry] = replace(one, points=one.points + gained, opponents=opponents)
    return event


def pairs(event: Event) -> list[tuple[int, int | None]]:
    return [(one.first, one.second) for one in pair_round(list(event.values()))]


def test_a_first_round_is_the_top_half_against_the_bottom_half() -> None:
    assert pairs(field_of(8)) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_lowest_has_the_bye_of_an_odd_field() -> None:
    assert pairs(field_of(7)) == [(1, 4), (2, 5), (3, 6), (7, None)]


def test_an_entry_alone_has_a_bye_and_nobody_has_no_round() -> None:
    assert pairs(field_of(1)) == [(1, None)]
    assert pairs({}) == []


def test_pairing_goes_by_points_and_then_by_seed() -> None:
    event = field_of(4)
    event[4] = replace(event[4], points=2)
    event[3] = replace(event[3], points=1)
    assert pairs(event) == [(4, 3), (1, 2)]


def test_a_pairing_tells_the_points_of_both_sides() -> None:
    event = field_of(3)
    event[1] = replace(event[1], points=1.5)
    first, bye = pair_round(list(event.values()))
    assert (first.points, bye.points) == ((1.5, 0), (0, None))


def test_an_odd_score_group_sends_its_lowest_to_the_top_of_the_next() -> None:
    event = {number: replace(one, points=float(number <= 3)) for number, one in field_of(6).items()}
    assert pairs(event) == [(1, 2), (3, 4), (5, 6)]


def test_club_mates_are_apart_where_that_can_be() -> None:
    event = field_of(8)
    for number in (1, 5):
        event[number] = replace(event[number], club="norte")
    assert pairs(event) == [(1, 6), (2, 5), (3, 7), (4, 8)]


def test_like_scores_count_more_than_clubs() -> None:
    event = {
        number: replace(one, points=float(number <= 2), club=(number + 1) // 2)
        for number, one in field_of(4).items()
    }
    assert pairs(event) == [(1, 2), (3, 4)]


@pytest.mark.parametrize(("entries", "rounds"), [(4, 5), (5, 7), (8, 9), (9, 9), (12, 8)])
@pytest.mark.parametrize("seed", range(4))
def test_nobody_meets_again_while_that_can_be_avoided(entries: int, rounds: int, seed: int) -> None:
    rng, event = Random(seed), field_of(entries)
    for _ in range(rounds):
        pairings = pair_round(list(event.values()))
        present = [one for pairing in pairings for one in (pairing.first, pairing.second)]
        assert sorted(one for one in present if one is not None) == list(event)
        flagged = [one for one in pairings if one.is_rematch and not one.is_bye]
        met = [one for one in pairings if one.second in event[one.first].opponents]
        assert flagged == met
        if met:
            assert len(met) == fewest_rematches(event)
        event = after(event, pairings, rng)


def fewest_rematches(event: Event) -> int:
    """As a matching that knows of nothing else; the bye may be anybody's."""
    everybody = [*event, *([0] if len(event) % 2 else [])]
    met = {
        (one, two): int(two in event[one].opponents)
        for one, two in combinations(everybody, 2)
        if one
    }
    partners = cheapest_partners(met | {(two, 0): 0 for two in event if 0 in everybody})
    return sum(met.get((one, two), 0) for one, two in partners.items() if one < two)


def test_four_in_their_fourth_round_have_two_flagged_rematches() -> None:
    rng, event = Random(1), field_of(4)
    for forced in (0, 0, 0, 2):
        pairings = pair_round(list(event.values()))
        assert sum(pairing.is_rematch for pairing in pairings) == forced
        event = after(event, pairings, rng)


@pytest.mark.parametrize("entries", [7, 9, 101])
def test_byes_go_to_the_lowest_who_had_none(entries: int) -> None:
    rng, event = Random(entries), field_of(entries)
    for _ in range(min(entries, 9)):
        pairings = pair_round(list(event.values()))
        bye = event[pairings[-1].first]
        assert pairings[-1].is_bye
        assert bye.byes == 0
        assert not pairings[-1].is_rematch
        assert bye.points == min(one.points for one in event.values() if not one.byes)
        event = after(event, pairings, rng)


@pytest.mark.parametrize("entries", [9, EXACT + 1])
def test_who_has_just_come_has_the_bye_only_where_nobody_has_fewer_points(entries: int) -> None:
    event = field_of(entries)
    for number in range(1, entries):
        event[number] = replace(event[number], points=number % 2)
    event[entries] = replace(event[entries], unplayed=1)
    bye = pair_round(list(event.values()))[-1]
    assert (bye.first, bye.second) == (entries - 1, None), "the lowest of those who have played"
    for number in range(1, entries):
        event[number] = replace(event[number], points=1)
    bye = pair_round(list(event.values()))[-1]
    assert (bye.first, bye.second) == (entries, None), "it alone has no point"


def test_a_second_bye_is_flagged() -> None:
    event = {number: replace(one, byes=1) for number, one in field_of(3).items()}
    assert pair_round(list(event.values()))[-1].is_rematch


@pytest.mark.parametrize("clubs", [0, 6])
@pytest.mark.parametrize("entries", [EXACT + 2, EXACT + 3])
def test_in_large_fields_the_pairs_near_the_ideal_are_as_good_as_all(
    entries: int, clubs: int
) -> None:
    rng, event = Random(entries), field_of(entries, clubs)
    for round_ in range(7):
        contenders = list(event.values())
        pairings = pair_round(contenders)
        if round_ >= 5:
            assert cost(contenders, pairings) == least_cost(contenders)
        event = after(event, pairings, rng)


def cost(contenders: list[Contender[int]], pairings: tuple[SwissPairing[int], ...]) -> int:
    field = Field(contenders)
    rank = {one.entry: number for number, one in enumerate(field.ranked)}
    pairs = ((rank[one.first], rank.get(one.second or 0, field.size)) for one in pairings)
    return sum(field.cost(pair) for pair in pairs)


def least_cost(contenders: list[Contender[int]]) -> int:
    field = Field(contenders)
    partners = cheapest_partners({pair: field.cost(pair) for pair in field.everybody()})
    return sum(field.cost(pair) for pair in partners.items() if pair[0] < pair[1])


def test_a_large_field_that_has_met_near_the_ideal_looks_further() -> None:
    """All pairs except distant ones have met.

    No near opponent is left, and still no pair meets again.
    """
    event = field_of(2 * EXACT)
    for number, one in event.items():
        met = [other for other in event if abs(abs(other - number) - EXACT) < 30]
        event[number] = replace(one, opponents=met)
    assert not any(pairing.is_rematch for pairing in pair_round(list(event.values())))


def test_a_large_field_where_everybody_has_met_is_paired_all_the_same() -> None:
    event = field_of(EXACT + 2)
    for number, one in event.items():
        event[number] = replace(one, opponents=[other for other in event if other != number])
    pairings = pair_round(list(event.values()))
    assert len(pairings) == EXACT // 2 + 1
    assert all(pairing.is_rematch for pairing in pairings)


def test_one_entry_twice_is_refused() -> None:
    with pytest.raises(FormatError) as refused:
        pair_round([Contender(7, 1), Contender(7, 2)])
    assert refused.value.code == "duplicate-entry"


@pytest.mark.parametrize(("entries", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (128, 7)])
def test_as_many_rounds_as_a_knockout_are_recommended(entries: int, rounds: int) -> None:
    assert recommended_rounds(entries) == rounds


def test_late_entries_are_taken_in_the_first_half() -> None:
    shape = FormatOptions(format="swiss", swiss_rounds=9)
    joining = [SWISS.play.may_join(shape, number) for number in range(1, 10)]
    assert joining == [True] * 4 + [False] * 5
