"""How well the robots play: games won of duplicate pairs, and what a decision costs.

Workload: whole games between two teams, each deal played twice with the sides changed; the two
games of a pair have the same decks, the same first mano and the same chance for either chair.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import product

from bench.opponents import OPPONENTS
from bench.opponents.duels import Player, Timed, duel
from games.engine import PRESETS, make_rules
from games.robots.decide import decide
from games.robots.judgement import judge
from games.robots.learned import asked
from games.robots.levels import PLAYERS

WORKLOAD = "whole games in duplicate pairs, each deal twice with the sides changed"
SEATS = (2, 4, 6)
ROBOTS: dict[str, Player] = {
    "present": decide,
    "judgement": judge,
    **{level.value: player for level, player in PLAYERS.items()},
    **OPPONENTS,
}


def measure(
    preset: str, seats: int, target: int | None, robot: str, opponent: str, seeds: Sequence[int]
) -> dict[str, object]:
    """One row of the report; `missing_pct` is null where no table was asked."""
    options = {"seats": str(seats)} | ({"target": str(target)} if target else {})
    rules = make_rules(preset, options)
    timed = Timed(ROBOTS[robot])
    asked.clear()
    won = duel(rules, timed, ROBOTS[opponent], seeds)
    return {
        "preset": preset,
        "seats": seats,
        "target": rules.target,
        "robot": robot,
        "opponent": opponent,
        "win_pct": won.win_pct,
        "ci95": won.ci95,
        "pairs": won.pairs,
        "cpu_ms_per_decision": round(timed.cpu_ms(), 3),
        "p99_ms": round(timed.p99_ms(), 3),
        "missing_pct": _missing(),
    }


def _missing() -> float | None:
    """Return in how many of 100 decisions under rules that are known nothing was learnt."""
    decisions = asked["answered"] + asked["situation"]
    return round(100 * asked["situation"] / decisions, 2) if decisions else None


def rows(arguments: argparse.Namespace) -> Iterator[dict[str, object]]:
    """Every preset, number of seats and opponent that was asked for."""
    seeds = range(arguments.seed, arguments.seed + arguments.pairs)
    asked = product(arguments.preset, arguments.seats, arguments.opponent)
    for preset, seats, opponent in asked:
        yield measure(preset, seats, arguments.target, arguments.robot, opponent, seeds)


def parsed() -> argparse.Namespace:
    """Return what was asked for; without a word everything, in few pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--seats", nargs="+", type=int, choices=SEATS, default=SEATS)
    parser.add_argument("--target", type=int, help="points of a game; else the preset's")
    parser.add_argument("--robot", choices=ROBOTS, default="present")
    parser.add_argument("--opponent", nargs="+", choices=ROBOTS, default=list(OPPONENTS))
    parser.add_argument("--pairs", type=int, default=50, help="2,000 for figures to be published")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair; the next follow")
    return parser.parse_args()


def main() -> None:
    """Print a row as soon as it is measured, or all as JSON."""
    arguments = parsed()
    if arguments.json:
        print(json.dumps({"workload": WORKLOAD, "rows": list(rows(arguments))}))
        return
    print(WORKLOAD)
    for row in rows(arguments):
        print("{preset:16} {seats} to {target} {robot} against {opponent:10}".format(**row), end="")
        print("{win_pct:>6} +- {ci95} % of {pairs} pairs".format(**row), end="")
        print("{cpu_ms_per_decision:>8} ms, p99 {p99_ms} ms".format(**row), end="")
        print(", {missing_pct} % missing".format(**row), flush=True)


if __name__ == "__main__":
    main()
