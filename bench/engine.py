"""Speed of the rules engine: hands, actions and games per CPU second.

Workload: one process plays complete games by uniformly random legal actions. Every step calls
`to_act`, `legal_actions` of one of those seats, and `apply`; shuffling, dealing and
`next_hand_start` are included.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from games.engine import (
    PRESETS,
    Card,
    Rules,
    Start,
    apply,
    deal,
    deck_for,
    first_start,
    legal_actions,
    make_rules,
    next_hand_start,
)

WORKLOAD = "whole games of uniform random legal play, legal_actions at every step"
SEATS = (2, 4, 6)
GAMES_BETWEEN_CLOCKS = 10

Item = TypeVar("Item")


@dataclass
class Count:
    """The number of hands, actions and games played."""

    hands: int = 0
    actions: int = 0
    games: int = 0


def play_game(rules: Rules, rng: Random, count: Count) -> None:
    """Play one complete game and count it."""
    deck = list(deck_for(rules))
    dealt = 3 * rules.seats + rules.muestra
    start: Start | None = first_start(rules, rng.randrange(rules.seats))
    while start is not None:
        if start.part in ("", "a"):
            _shuffle_top(rng, deck, dealt)
        state = deal(start, deck)
        while not state.over:
            seat = _pick(rng, state.to_act)
            state = apply(state, _pick(rng, legal_actions(state, seat)))
        count.hands += 1
        count.actions += len(state.actions)
        start = next_hand_start(state)
    count.games += 1


def _shuffle_top(rng: Random, deck: list[Card], size: int) -> None:
    """Shuffle by Fisher-Yates, and stop after the cards to deal."""
    for place in range(size):
        other = place + int(rng.random() * (len(deck) - place))
        deck[place], deck[other] = deck[other], deck[place]


def _pick(rng: Random, items: Sequence[Item]) -> Item:
    return items[int(rng.random() * len(items))]


def measure(rules: Rules, seconds: float) -> dict[str, object]:
    """Return one row of the report, measured for at least `seconds` of CPU time."""
    rng, count = Random(1), Count()
    start = time.process_time()
    spent = 0.0
    while spent < seconds:
        for _ in range(GAMES_BETWEEN_CLOCKS):
            play_game(rules, rng, count)
        spent = time.process_time() - start
    return {
        "preset": rules.preset,
        "seats": rules.seats,
        "hands_per_cpu_s": round(count.hands / spent),
        "actions_per_cpu_s": round(count.actions / spent),
        "games_per_cpu_s": round(count.games / spent, 1),
    }


def rows(seconds: float) -> Iterator[dict[str, object]]:
    """Yield a row for every preset at every number of seats."""
    for preset in PRESETS:
        for seats in SEATS:
            yield measure(make_rules(preset, {"seats": str(seats)}), seconds)


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each row")
    arguments = parser.parse_args()
    measured = list(rows(arguments.seconds))
    if arguments.json:
        print(json.dumps({"workload": WORKLOAD, "rows": measured}))
        return
    print(WORKLOAD)
    for row in measured:
        print("{preset:16} {seats} seats {hands_per_cpu_s:>7} hands/s".format(**row), end="")
        print("{actions_per_cpu_s:>8} actions/s {games_per_cpu_s:>7} games/s".format(**row))


if __name__ == "__main__":
    main()
