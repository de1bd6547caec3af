"""Time that organisers wait for a draw: CPU seconds of the slowest step of each event.

Workload: Swiss events of nine rounds with twenty clubs, in which the better seed wins more often;
each round is a step. Double elimination of 256, in which the draw and the update after each match
are the steps. The double Berger table of 64.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import TypeVar

from tournaments.formats.bracket import apply_verdicts
from tournaments.formats.knockout import double_elimination
from tournaments.formats.pairing import SwissPairing
from tournaments.formats.round_robin import round_robin
from tournaments.formats.series import Verdict
from tournaments.formats.swiss import pair_round
from tournaments.formats.swiss_field import Contender

WORKLOAD = (
    "CPU seconds of the slowest step: one of nine Swiss rounds with twenty clubs; drawing double "
    "elimination of 256 or settling it after a match; drawing the double Berger table of 64"
)
ROUNDS = 9
CLUBS = 20
ELO = 400

Found = TypeVar("Found")
Field = dict[int, Contender[int]]


def timed(step: Callable[[], Found]) -> tuple[Found, float]:
    """Return the result of a step, and the CPU seconds it took."""
    start = time.process_time()
    result = step()
    return result, time.process_time() - start


def swiss(entries: int) -> Iterator[float]:
    """Yield the seconds of each round."""
    rng = Random(entries)
    field = {seed: Contender(seed, seed, club=rng.randrange(CLUBS)) for seed in range(entries)}
    for _ in range(ROUNDS):
        pairings, seconds = timed(partial(pair_round, list(field.values())))
        yield seconds
        for pairing in pairings:
            field |= played(field, pairing, rng)


def played(field: Field, pairing: SwissPairing[int], rng: Random) -> Field:
    """Return the sides after their match; a bye counts as a win."""
    first = field[pairing.first]
    if pairing.second is None:
        return {first.entry: replace(first, points=first.points + 1, byes=first.byes + 1)}
    second = field[pairing.second]
    won = rng.random() < 1 / (1 + 10 ** ((first.seed - second.seed) / ELO))
    return {
        one.entry: replace(one, points=one.points + gained, opponents=(*one.opponents, other.entry))
        for one, other, gained in ((first, second, won), (second, first, not won))
    }


def double_elimination_event(entries: int) -> Iterator[float]:
    """Yield the seconds of the draw, then of the update after each match."""
    graph, seconds = timed(partial(double_elimination, entries))
    yield seconds
    rng = Random(entries)
    verdicts: dict[str, Verdict] = {}
    for node in graph.nodes:
        states, seconds = timed(partial(apply_verdicts, graph, dict(verdicts)))
        yield seconds
        if states[node.key].is_ready:
            verdicts[node.key] = rng.choice((Verdict.FIRST, Verdict.SECOND))


def berger(entries: int) -> Iterator[float]:
    """Yield the seconds of the table."""
    yield timed(partial(round_robin, range(entries), 2))[1]


CASES: dict[str, Callable[[], Iterator[float]]] = {
    "swiss-100": partial(swiss, 100),
    "swiss-300": partial(swiss, 300),
    "swiss-1000": partial(swiss, 1000),
    "double-elimination-256": partial(double_elimination_event, 256),
    "berger-64": partial(berger, 64),
}


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    as_json = parser.parse_args().json
    rows = [{"case": case, "worst_s": round(max(steps()), 4)} for case, steps in CASES.items()]
    if as_json:
        print(json.dumps({"workload": WORKLOAD, "rows": rows}))
        return
    print(WORKLOAD)
    for row in rows:
        print(f"{row['case']:<24} {row['worst_s']:>8.4f} s")


if __name__ == "__main__":
    main()
