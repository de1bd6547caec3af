"""Faults that the season planner leaves, compared with the plain Berger table.

Workload: leagues of 12 and 24 teams, two teams for each club, home and away. Half of the clubs have
room for two matches and three closed nights, the others room for one; each team asks for two
nights at home, drawn by lot. The plain table is the mean of 200 orders of the teams; the plan is
searched with three seeds.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from random import Random

from tournaments.formats.round_robin import round_robin
from tournaments.formats.season_plan import (
    Fault,
    FaultKind,
    Season,
    SeasonMatch,
    Side,
    Wish,
    count_faults,
    find_faults,
    impossible_wishes,
)
from tournaments.formats.season_planner import plan_season

WORKLOAD = (
    "double round robin of 12 and 24 teams of 6 and 12 clubs; half of the clubs hold two matches a "
    "night and are closed on three, the others hold one; each team asks for two nights at home"
)
SIZES = (12, 24)
SEEDS = (1, 2, 3)
ORDERS = 200
LEAGUE = 3  # seed of the leagues
SHOWN = {
    "clashes": FaultKind.CLASH,
    "closed": FaultKind.CLOSED,
    "wishes": FaultKind.WISH,
    "rematches": FaultKind.REMATCH,
    "breaks": FaultKind.BREAK,
}


def make_league(teams: int) -> Season[int]:
    """Draw closed nights by lot, so that each night has room for all matches, and wishes."""
    chance, clubs, nights = Random(LEAGUE), teams // 2, 2 * (teams - 1)
    capacity: dict[int, list[int]] = {}
    while not capacity or any(
        sum(room[night] for room in capacity.values()) < teams // 2 for night in range(nights)
    ):
        for club in range(clubs):
            closed = chance.sample(range(nights), 3) if club < clubs // 2 else ()
            room = 2 if club < clubs // 2 else 1
            capacity[club] = [0 if night in closed else room for night in range(nights)]
    wishes = tuple(
        Wish(team, night, Side.HOME)
        for team in range(teams)
        for night in chance.sample(range(nights), 2)
    )
    venues = {team: team % clubs for team in range(teams)}
    return Season(range(teams), nights, venues, capacity, wishes=wishes)


def figures(faults: Iterable[Fault[int]]) -> dict[str, int]:
    """Return the number of faults of the kinds shown."""
    counts = count_faults(faults)
    return {name: counts[kind] for name, kind in SHOWN.items()}


def berger_row(season: Season[int]) -> dict[str, object]:
    """Return the mean figures of the plain table over many orders of the teams."""
    sums: Counter[str] = Counter()
    for order in range(ORDERS):
        teams = Random(order).sample(season.entries, len(season.entries))
        matches = [
            SeasonMatch(day, pairing.first, pairing.second)
            for day, pairings in enumerate(round_robin(teams, 2))
            for pairing in pairings
        ]
        sums.update(figures(find_faults(season, matches)))
    return {name: round(sums[name] / ORDERS, 1) for name in SHOWN}


def plan_row(season: Season[int], seed: int) -> dict[str, object]:
    """Return the figures of one plan, with its CPU seconds."""
    start = time.process_time()
    plan = plan_season(season, chance=Random(seed))
    seconds = time.process_time() - start
    return figures(plan.faults) | {"steps": plan.steps, "seconds": round(seconds, 1)}


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    as_json = parser.parse_args().json
    rows: list[dict[str, object]] = []
    for teams in SIZES:
        season = make_league(teams)
        about = {"teams": teams, "impossible": sum(1 for _ in impossible_wishes(season))}
        rows.append(about | {"plan": "berger"} | berger_row(season))
        rows += [about | {"plan": f"seed {seed}"} | plan_row(season, seed) for seed in SEEDS]
    if as_json:
        print(json.dumps({"workload": WORKLOAD, "rows": rows}))
        return
    print(WORKLOAD)
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))


if __name__ == "__main__":
    main()
