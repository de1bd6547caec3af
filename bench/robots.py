"""Strength of the robots: games won in duplicate pairs, and the cost of a decision.

Workload: complete games between two teams, each deal played twice with the sides changed. The two
games of a pair have the same decks, the same first mano and the same random numbers for either
side.

`--league` lets each of them play each other, `--calls` counts a robot's calls by its envido,
`--waste` its cards that a lower one could replace,
`--tables` measures the loading of the learned tables, `--learner` how much a new learner wins from
them.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from bench.opponents import OPPONENTS
from bench.opponents.call_frequency import envidos_said
from bench.opponents.card_waste import DEAR, cards_spent
from bench.opponents.checkout import player_of
from bench.opponents.duels import Timed, duel
from bench.opponents.load_time import load
from bench.opponents.signers import Signer
from bench.opponents.table_policy import tabled
from games.engine import PRESETS, Rules, make_rules
from games.robots.decide import decide
from games.robots.heuristics import Policy, heuristic_policy
from games.robots.levels import PLAYERS
from games.robots.policy_tables import LEARNT, WHOLE, load_named
from games.robots.policy_tables.policy import lookup_stats
from training.best_response import ROOM, learnt
from training.library import Responder, compiled

WORKLOAD = "whole games in duplicate pairs, each deal twice with the sides changed"
SEATS = (2, 4, 6)
Row = Mapping[str, object]
ROBOTS: dict[str, Policy] = {
    "present": decide,
    "judgement": heuristic_policy,
    **{level.value: player for level, player in PLAYERS.items()},
    **OPPONENTS,
}


def measure(
    preset: str,
    seats: int,
    target: int | None,
    robot: str,
    opponent: str,
    seeds: Sequence[int],
    begin: tuple[int, int] = (0, 0),
    *,
    signs: bool = False,
) -> Row:
    """Return one row of the report; `missing_pct` is null if no table was used."""
    rules = replace(_rules(preset, seats, target), signals=signs)
    timed = Timed(Signer(_player(robot)) if signs else _player(robot))
    lookup_stats.clear()
    won = duel(rules, timed, _player(opponent), seeds, begin)
    return {
        "preset": preset,
        "seats": seats,
        "target": rules.target,
        "begin": f"{begin[0]}-{begin[1]}",
        "robot": robot,
        "signs": signs,
        "opponent": opponent,
        "win_pct": won.win_pct,
        "ci95": won.ci95,
        "pairs": won.pairs,
        "cpu_ms_per_decision": round(timed.cpu_ms(), 3),
        "p99_ms": round(timed.p99_ms(), 3),
        "missing_pct": _missing(),
    }


def _player(name: str) -> Policy:
    if name in ROBOTS:
        return ROBOTS[name]
    return player_of(Path(name)) if Path(name).is_dir() else tabled(Path(name))


def _rules(preset: str, seats: int, target: int | None) -> Rules:
    return make_rules(preset, {"seats": str(seats)} | ({"target": str(target)} if target else {}))


def _missing() -> float | None:
    """Return the percentage of decisions, under known rules, that the table does not contain."""
    decisions = lookup_stats["answered"] + lookup_stats["situation"]
    return round(100 * lookup_stats["situation"] / decisions, 2) if decisions else None


def duels(arguments: argparse.Namespace) -> Iterator[Row]:
    """Measure every requested preset, number of seats and opponent."""
    games = product(arguments.preset, arguments.seats, arguments.opponent, arguments.begin)
    for preset, seats, opponent, (begin, target) in games:
        robot, seeds = arguments.robot, _seeds(arguments)
        points, signs = target or arguments.target, arguments.signs
        yield measure(preset, seats, points, robot, opponent, seeds, begin, signs=signs)


def league(arguments: argparse.Namespace) -> Iterator[Row]:
    """Play the opponents against each other: half of a matrix, which gives the other half."""
    for preset, seats in product(arguments.preset, arguments.seats):
        for one, other in combinations(arguments.opponent, 2):
            yield measure(preset, seats, arguments.target, one, other, _seeds(arguments))


def calls(arguments: argparse.Namespace) -> Iterator[Row]:
    """Count the robot's first call as mano, by the value of its envido."""
    for preset, seats in product(arguments.preset, arguments.seats):
        rules = _rules(preset, seats, arguments.target)
        calls_by_value = envidos_said(rules, _player(arguments.robot), _seeds(arguments))
        for value in sorted(calls_by_value):
            hands = calls_by_value[value].total()
            sizes = {
                str(size): round(100 * n / hands, 1)
                for size, n in calls_by_value[value].items()
                if size
            }
            yield {
                "preset": preset,
                "seats": seats,
                "robot": arguments.robot,
                "envido": value,
                "hands": hands,
                "calls_pct": round(sum(sizes.values()), 1),
                "sizes_pct": sizes,
            }


def waste(arguments: argparse.Namespace) -> Iterator[Row]:
    """Count the cards that the robot spends three ranks and more too dear."""
    for preset, seats in product(arguments.preset, arguments.seats):
        rules = _rules(preset, seats, arguments.target)
        spent = list(cards_spent(rules, _player(arguments.robot), _seeds(arguments)))
        for takes in (True, False):
            ranks = [each.ranks for each in spent if each.takes == takes]
            dear = sum(each >= DEAR for each in ranks)
            yield {
                "preset": preset,
                "seats": seats,
                "robot": arguments.robot,
                "cards": "takes" if takes else "discards",
                "counted": len(ranks),
                "too_dear_pct": round(100 * dear / max(1, len(ranks)), 2),
            }


def loads(_arguments: argparse.Namespace) -> Iterator[Row]:
    """Measure every table, each loaded in a separate process."""
    return map(load, LEARNT)


def learners(arguments: argparse.Namespace) -> Iterator[Row]:
    """Measure the gain of a best response to each table of argentino."""
    for name in (name for name in WHOLE if name.startswith("argentino-2-")):
        table = load_named(name)
        assert table is not None
        with compiled(table.rules) as library:
            responder = Responder(library, arguments.seed, ROOM, table)
            *_, gain = learnt(responder, arguments.seconds)
        yield {
            "table": name,
            "gain_points_a_hand": round(gain.amount, 3),
            "ci95": round(gain.half, 3),
            "learner_cpu_s": round(gain.seconds),
            "learner_deals": gain.deals,
        }


def _seeds(arguments: argparse.Namespace) -> range:
    return range(arguments.seed, arguments.seed + arguments.pairs)


def _name(name: str) -> str:
    if name not in ROBOTS and not Path(name).exists():
        raise argparse.ArgumentTypeError(f"no robot, no file and no checkout: {name}")
    return name


class Begin(NamedTuple):
    """The first scores of the robot and of the opponent."""

    score: tuple[int, int]
    target: int | None = None
    """The points of these games, if they differ from those of the others."""


def _begin(text: str) -> Begin:
    score, _, target = text.partition("/")
    own, theirs = map(int, score.split("-"))
    return Begin((own, theirs), int(target) if target else None)


def parsed() -> argparse.Namespace:
    """Parse the options; without any, measure everything with few pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--preset", nargs="+", choices=PRESETS, default=list(PRESETS))
    parser.add_argument("--seats", nargs="+", type=int, choices=SEATS, default=SEATS)
    parser.add_argument("--target", type=int, help="points of a game; else the preset's")
    player_help = f"one of {', '.join(ROBOTS)}, the file of a table, or a checkout of any commit"
    parser.add_argument("--robot", type=_name, default="present", help=player_help)
    parser.add_argument(
        "--opponent", type=_name, nargs="+", default=list(OPPONENTS), help=player_help
    )
    parser.add_argument(
        "--begin",
        type=_begin,
        nargs="+",
        default=[Begin((0, 0))],
        help="first scores, such as 28-28, or 12-12/15 in a game to 15",
    )
    parser.add_argument(
        "--signs", action="store_true", help="the robot and its partners make señas and go by them"
    )
    parser.add_argument("--pairs", type=int, default=50, help="2,000 for figures to be published")
    modes = {"league": league, "calls": calls, "waste": waste, "tables": loads, "learner": learners}
    for name, rows in modes.items():
        parser.add_argument(
            f"--{name}", dest="rows", action="store_const", const=rows, help=rows.__doc__
        )
    parser.set_defaults(rows=duels)
    parser.add_argument("--seed", type=int, default=1, help="of the first pair; the next follow")
    parser.add_argument("--seconds", type=int, default=600, help="of CPU, for a learner")
    return parser.parse_args()


def main() -> None:
    """Print a row as soon as it is measured, or all as JSON."""
    arguments = parsed()
    rows: Callable[[argparse.Namespace], Iterator[Row]] = arguments.rows
    if arguments.json:
        print(json.dumps({"workload": WORKLOAD, "rows": list(rows(arguments))}))
        return
    print(WORKLOAD)
    for row in rows(arguments):
        print(", ".join(f"{name} {value}" for name, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
