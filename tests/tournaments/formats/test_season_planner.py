"""Plans of seasons: complete, repeatable, and with every fault named."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import pytest

from tournaments.formats.errors import FormatError
from tournaments.formats.lost_day import replan_lost_days
from tournaments.formats.season_plan import (
    Fault,
    FaultKind,
    Season,
    SeasonMatch,
    Side,
    Wish,
    check_season,
    cost_of,
    count_faults,
    find_faults,
    impossible_wishes,
)
from tournaments.formats.season_planner import choose_days, plan_season, random_factorization

STEPS = 6_000


def make_season(entries: int, days: int, cycles: int = 2, room: int = 1, **more) -> Season[int]:
    """Two entries for each venue; every venue holds `room` matches a day."""
    venues = {entry: f"room {entry // 2}" for entry in range(entries)}
    capacity = {venue: [room] * days for venue in venues.values()}
    return Season(range(entries), days, venues, capacity, cycles, **more)


def hard_season(entries: int, cycles: int, extra_days: int, seed: int) -> Season[int]:
    """A season with closed rooms, wishes of all kinds, derbies and long trips."""
    rng = Random(seed)
    days = (entries - 1 + entries % 2) * cycles + extra_days
    season = make_season(entries, days, cycles)
    capacity = {venue: [rng.choice((0, 1, 2, 2)) for _ in range(days)] for venue in season.capacity}
    for venue in capacity:
        capacity[venue][0] = entries
    wishes = tuple(
        Wish(rng.randrange(entries), rng.randrange(days), rng.choice(list(Side)))
        for _ in range(entries)
    )
    return replace(
        season,
        venues={**season.venues, 0: None},
        capacity={venue: [max(1, room) for room in rooms] for venue, rooms in capacity.items()},
        wishes=wishes,
        derbies=frozenset(map(frozenset, combinations(range(min(3, entries)), 2))),
        far=frozenset({frozenset(("room 0", "room 1"))}),
        short_days=frozenset(range(0, days, 2)),
    )


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8, 11])
@pytest.mark.parametrize("extra_days", [0, 2])
def test_everybody_meets_everybody_once_per_cycle(entries, cycles, extra_days):
    season = hard_season(entries, cycles, extra_days, seed=entries)
    plan = plan_season(season, chance=Random(1), steps=STEPS)
    met = Counter((match.home, match.away) for match in plan.matches)
    if cycles == 2:
        assert met == Counter(permutations(range(entries), 2))
    else:
        assert sorted(map(sorted, met)) == [*map(list, combinations(range(entries), 2))]
    assert not count_faults(plan.faults)[FaultKind.TWICE]


@pytest.mark.parametrize("entries", [2, 7, 10])
def test_the_search_counts_the_cost_that_the_faults_have(entries):
    season = hard_season(entries, 2, 0, seed=entries)
    costs: list[int] = []
    plan = plan_season(
        season, chance=Random(2), steps=20_000, progress=lambda _, cost: not costs.append(cost)
    )
    assert cost_of(plan.faults) <= costs[-1] <= costs[0]
    stopped = plan_season(
        season, chance=Random(2), steps=20_000, progress=lambda steps, _: not steps
    )
    assert cost_of(stopped.faults) == costs[1]  # what the search believed after the same steps


def test_the_same_seed_gives_the_same_plan():
    season = hard_season(8, 2, 0, seed=4)
    first, again, other = (
        plan_season(season, chance=Random(seed), steps=STEPS) for seed in (5, 5, 6)
    )
    assert first == again
    assert first.matches != other.matches


def test_stops_when_the_caller_says_so():
    plan = plan_season(
        make_season(6, 10), chance=Random(1), steps=10**9, progress=lambda steps, _: not steps
    )
    assert 0 < plan.steps < 10**5
    assert len(plan.matches) == 30


def test_an_easy_season_has_no_fault_but_breaks():
    wishes = (Wish(0, 3, Side.HOME), Wish(5, 4, Side.AWAY))
    plan = plan_season(make_season(6, 10, wishes=wishes), chance=Random(3), steps=60_000)
    counted = count_faults(plan.faults)
    assert {kind for kind, count in counted.items() if count} <= {FaultKind.BREAK}
    assert counted[FaultKind.BREAK] <= 14


def test_spare_days_are_those_on_which_playing_costs_most():
    free = Wish(0, 2, Side.FREE)
    season = make_season(4, 8, wishes=(free, Wish(1, 7, Side.HOME)))
    closed = {**season.capacity, "room 0": [0, *[1] * 7]}
    assert choose_days(replace(season, capacity=closed)) == (1, 3, 4, 5, 6, 7)


@pytest.mark.parametrize("entries", [2, 4, 12, 24])
def test_a_random_factorization_pairs_all_in_each_round(entries):
    table = random_factorization(entries, Random(entries))
    for number in range(entries - 1):
        assert all(table[table[one][number]][number] == one for one in range(entries))
    assert all(len(set(row) | {one}) == entries for one, row in enumerate(table))


@pytest.mark.parametrize(
    ("season", "code", "subjects"),
    [
        (make_season(1, 5), "too-few-entries", (0,)),
        (make_season(4, 5), "too-few-days", (5, 6)),
        (make_season(6, 10, room=0), "too-few-tables", (0, 10, 3)),
        (
            replace(make_season(4, 8), venues=dict.fromkeys(range(4), "room 0")),
            "too-few-tables",
            (0, 6, 2),
        ),
    ],
)
def test_refuses_a_season_that_cannot_be_played(season, code, subjects):
    with pytest.raises(FormatError) as refused:
        check_season(season)
    assert (refused.value.code, refused.value.subjects) == (code, subjects)


def test_refuses_a_venue_that_is_closed_too_often():
    season = make_season(4, 6)
    capacity = {"room 0": [1, 1, 1, 1, 0, 0], "room 1": [2] * 6}
    with pytest.raises(FormatError) as refused:
        check_season(replace(season, capacity=capacity))
    assert refused.value.subjects == ("room 0", 4, 6)
    check_season(replace(season, capacity=capacity, cycles=1))


def test_names_the_wishes_that_no_plan_meets():
    wishes = (
        Wish(0, 0, Side.HOME),
        Wish(1, 0, Side.HOME),  # the other entry of the same room
        Wish(2, 1, Side.HOME),  # closed
        Wish(3, 1, Side.AWAY),
        Wish(3, 2, Side.FREE),
    )
    season = make_season(4, 6, wishes=wishes)
    season = replace(season, capacity={**season.capacity, "room 1": [1, 0, 1, 1, 1, 1]})
    assert tuple(impossible_wishes(season)) == (wishes[1], wishes[2], wishes[4])
    with_spare_days = replace(season, days=7, capacity={"room 0": [1] * 7, "room 1": [1] * 7})
    assert tuple(impossible_wishes(with_spare_days)) == (wishes[1],)


def test_names_every_fault():
    season = make_season(
        4,
        3,
        wishes=(Wish(0, 0, Side.AWAY), Wish(1, 1, Side.HOME), Wish(2, 1, Side.FREE)),
        derbies=frozenset({frozenset((0, 2)), frozenset((1, 3))}),
        far=frozenset({frozenset(("room 0", "room 1"))}),
        short_days=frozenset({1}),
    )
    season = replace(season, capacity={"room 0": [1, 1, 1], "room 1": [1, 0, 1]})
    matches = [
        SeasonMatch(0, 0, 2),
        SeasonMatch(0, 1, 3),  # the room holds one; the second derby of the day
        SeasonMatch(1, 2, 0),  # closed, a long trip, and again
        SeasonMatch(2, 2, 3),
        SeasonMatch(2, 3, 1),
        SeasonMatch(None, 3, 0),
    ]
    assert find_faults(season, matches) == (
        Fault(FaultKind.TWICE, 2, (3,)),
        Fault(FaultKind.CLASH, 0, (1, 3)),
        Fault(FaultKind.CLASH, 2, (3, 1)),
        Fault(FaultKind.CLOSED, 1, (2, 0)),
        Fault(FaultKind.WISH, 0, (0,), season.wishes[0]),
        Fault(FaultKind.WISH, 1, (1,), season.wishes[1]),
        Fault(FaultKind.WISH, 1, (2,), season.wishes[2]),
        Fault(FaultKind.REMATCH, 1, (2, 0)),
        Fault(FaultKind.DERBY, 0, (1, 3)),
        Fault(FaultKind.TRIP, 1, (2, 0)),
        Fault(FaultKind.BREAK, 2, (2,)),
    )


def planned(entries: int = 6, spare: int = 1) -> tuple[Season[int], tuple[SeasonMatch[int], ...]]:
    season = make_season(entries, 2 * entries - 2)
    matches = plan_season(season, chance=Random(1), steps=30_000).matches
    return make_season(entries, season.days + spare), matches


def test_a_lost_day_moves_to_the_spare_day():
    season, matches = planned()
    replan = replan_lost_days(season, matches, {4}, first_day=4)
    assert {change.before.day for change in replan.changes} == {4}
    assert {change.after.day for change in replan.changes} == {10}
    assert len(replan.changes) == 3
    untouched = [match for match in matches if match.day != 4]
    assert set(untouched) < set(replan.matches)


def test_of_two_lost_days_nothing_moves_to_the_other():
    season, matches = planned(spare=2)
    replan = replan_lost_days(season, matches, {4, 5})
    assert {change.before.day for change in replan.changes} == {4, 5}
    assert {change.after.day for change in replan.changes} == {10, 11}


def test_a_lost_day_without_a_spare_one_is_postponed():
    season, matches = planned(spare=0)
    replan = replan_lost_days(season, matches, {4})
    assert [change.after.day for change in replan.changes] == [None] * 3
    assert not replan_lost_days(season, replan.matches, {4}).changes


def test_a_closed_room_turns_both_legs_round():
    """The lost match would be at home in a room that is closed on the only spare day."""
    season = make_season(2, 3)
    season = replace(season, venues={0: "a", 1: "b"}, capacity={"a": [1, 1, 0], "b": [1, 1, 1]})
    matches = (SeasonMatch(0, 0, 1), SeasonMatch(1, 1, 0))
    replan = replan_lost_days(season, matches, {0}, first_day=0)
    assert replan.matches == (SeasonMatch(2, 1, 0), SeasonMatch(1, 0, 1))
    other_leg_was_played = replan_lost_days(season, matches, {0}, first_day=2)
    assert replan_lost_days(season, matches, {0}, begun={1}).changes == other_leg_was_played.changes
    assert other_leg_was_played.matches == (SeasonMatch(None, 0, 1), matches[1])


def test_a_day_that_was_played_is_not_used():
    season, matches = planned(spare=1)
    moved = tuple(
        replace(match, day=None if match.day is None else match.day + 1) for match in matches
    )
    replan = replan_lost_days(season, moved, {5}, first_day=4)
    assert {change.after.day for change in replan.changes} == {None}
