"""`python -m tests.tournaments.formats.season_oracle`: the best plans of small seasons, by CP-SAT.

Writes `season_optima.json`, with which `test_season_optima.py` compares the planner. OR-tools is
large (80 MB), so it is no dependency: `pip install ortools` before this script.
"""

import json
from itertools import combinations, permutations
from pathlib import Path
from random import Random

from tournaments.formats.season_plan import WEIGHTS, FaultKind, Season, Side, Wish

OPTIMA = Path(__file__).with_name("season_optima.json")
CASES = [(entries, cycles, seed) for entries in (4, 5, 6) for cycles in (1, 2) for seed in (1, 2)]


def make_case(entries: int, cycles: int, seed: int) -> Season[int]:
    """A season with two entries for each venue, closed rooms, wishes, derbies and long trips."""
    chance = Random(f"{entries} {cycles} {seed}")
    days = (entries - 1 + entries % 2) * cycles
    venues = {entry: entry // 2 for entry in range(entries)}
    capacity = {
        venue: [chance.choice((1, 1, 2)) for _ in range(days)] for venue in set(venues.values())
    }
    wishes = {
        (chance.randrange(entries), chance.randrange(days)): chance.choice(list(Side))
        for _ in range(2 * entries)
    }
    return Season(
        range(entries),
        days,
        venues,
        capacity,
        cycles,
        tuple(Wish(entry, day, side) for (entry, day), side in wishes.items()),
        frozenset(map(frozenset, ((0, 2), (1, 3)))),
        frozenset({frozenset((0, 1))}),
        frozenset(range(0, days, 2)),
    )


def solve(season: Season[int]) -> int:
    """Return the least cost of a plan; every day has one round, as in the planner."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    entries, days = list(season.entries), range(season.days)
    half = season.rounds // season.cycles
    plays = {
        (home, away, day): model.new_bool_var(f"{home} {away} {day}")
        for home, away in permutations(entries, 2)
        for day in days
    }
    at_home = {
        (one, day): sum(plays[one, other, day] for other in entries if other != one)
        for one in entries
        for day in days
    }
    away = {
        (one, day): sum(plays[other, one, day] for other in entries if other != one)
        for one in entries
        for day in days
    }
    costs: list[object] = []
    for one, day in at_home:
        model.add_at_most_one(
            plays[pair]
            for other in entries
            if other != one
            for pair in ((one, other, day), (other, one, day))
        )
        if len(entries) % 2 == 0:
            model.add(at_home[one, day] + away[one, day] == 1)
    for one, other in combinations(entries, 2):
        for cycle in range(season.cycles):
            in_cycle = range(cycle * half, (cycle + 1) * half)
            both = ((one, other), (other, one))
            model.add_exactly_one(plays[(*pair, day)] for pair in both for day in in_cycle)
        if season.cycles == 2:
            model.add_exactly_one(plays[one, other, day] for day in days)
    if len(entries) % 2:
        for day in days:
            model.add(sum(at_home[one, day] for one in entries) == len(entries) // 2)

    def at_least(value: object, weight: int) -> None:
        """Pay for what is above zero."""
        over = model.new_int_var(0, 100, "")
        model.add(over >= value)
        costs.append(weight * over)

    for venue, rooms in season.capacity.items():
        for day, room in enumerate(rooms):
            used = sum(at_home[one, day] for one in entries if season.venues[one] == venue)
            at_least(used - room, WEIGHTS[FaultKind.CLASH])
    for wish in season.wishes:
        home, guest = at_home[wish.entry, wish.day], away[wish.entry, wish.day]
        missed = {Side.HOME: 1 - home, Side.AWAY: home, Side.FREE: home + guest}[wish.side]
        costs.append(WEIGHTS[FaultKind.WISH] * missed)
    for day in days:
        derbies = [tuple(pair) for pair in season.derbies]
        met = sum(plays[a, b, day] + plays[b, a, day] for a, b in derbies)
        at_least(met - 1, WEIGHTS[FaultKind.DERBY])
        for one, other in permutations(entries, 2):
            if season.is_long_trip(one, other, day):
                costs.append(WEIGHTS[FaultKind.TRIP] * plays[one, other, day])
    for before in days[:-1]:
        for sides in (at_home, away):
            for one in entries:
                at_least(sides[one, before] + sides[one, before + 1] - 1, WEIGHTS[FaultKind.BREAK])
        for a, b in combinations(entries, 2):
            twice = sum(plays[a, b, d] + plays[b, a, d] for d in (before, before + 1))
            at_least(twice - 1, WEIGHTS[FaultKind.REMATCH])
    model.minimize(sum(costs))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    status = solver.solve(model)
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def main() -> None:
    """Solve every case to its optimum."""
    optima = {" ".join(map(str, case)): solve(make_case(*case)) for case in CASES}
    OPTIMA.write_text(json.dumps(optima, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
