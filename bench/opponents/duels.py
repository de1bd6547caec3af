"""Duplicate duels: every deal of a game is played twice, with the sides changed."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.opponents.signers import SeesDeal
from games.engine import (
    Action,
    Card,
    Rules,
    Start,
    State,
    View,
    apply,
    deal,
    deck_for,
    first_start,
    next_hand_start,
    view,
)
from games.robots.heuristics import Policy

NORMAL_95 = 1.96


@dataclass
class Timed:
    """A player with a count of its decisions and the CPU time of each."""

    player: Policy
    seconds: list[float] = field(default_factory=list)

    def __call__(self, seen: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """Decide, and record the time; a single legal action is no decision."""
        before = time.process_time()
        action = self.player(seen, legal, rng)
        if len(legal) > 1:
            self.seconds.append(time.process_time() - before)
        return action

    def see_deal(self, state: State, team: int, rng: random.Random) -> None:
        """Let the player see a new hand."""
        if isinstance(self.player, SeesDeal):
            self.player.see_deal(state, team, rng)

    def cpu_ms(self) -> float:
        """Return the mean time of a decision."""
        return 1000 * sum(self.seconds) / max(1, len(self.seconds))

    def p99_ms(self) -> float:
        """Return the 99th percentile of the decision times."""
        ordered = sorted(self.seconds) or [0.0]
        return 1000 * ordered[math.ceil(0.99 * len(ordered)) - 1]


@dataclass(frozen=True)
class Score:
    """The share of wins of the first player, with half of the 95 % interval, both in per cent."""

    win_pct: float
    ci95: float
    pairs: int


def duel(
    rules: Rules,
    robot: Policy,
    opponent: Policy,
    seeds: Sequence[int],
    begin: tuple[int, int] = (0, 0),
) -> Score:
    """Play a pair of games for each seed: the same deals, the robot on either side.

    Games begin with these points of the robot and of the opponent.
    """
    return score(list(outcomes(rules, robot, opponent, seeds, begin)))


def outcomes(
    rules: Rules,
    robot: Policy,
    opponent: Policy,
    seeds: Sequence[int],
    begin: tuple[int, int] = (0, 0),
) -> Iterator[float]:
    """Yield the robot's result of each pair: 0, a half, or 1."""
    for seed in seeds:
        is_first_won = winner(rules, (robot, opponent), seed, begin) == 0
        is_second_won = winner(rules, (opponent, robot), seed, (begin[1], begin[0])) == 1
        yield (is_first_won + is_second_won) / 2


def score(won: Sequence[float]) -> Score:
    """Return the mean over pairs, because the two games of a pair are not independent."""
    pairs = len(won)
    mean = sum(won) / pairs
    variance = sum((each - mean) ** 2 for each in won) / max(1, pairs - 1)
    half = NORMAL_95 * math.sqrt(variance / pairs)
    return Score(round(100 * mean, 1), round(100 * half, 1), pairs)


def winner(
    rules: Rules, teams: tuple[Policy, Policy], seed: int, begin: tuple[int, int] = (0, 0)
) -> int:
    """Play one game between two teams, each with one policy, and return the winner.

    It begins with these points of the teams.

    Decks depend only on the seed and the hand's number; each team has its own random numbers.
    """
    chances = tuple(random.Random(f"{seed} team {team}") for team in (0, 1))
    signs = tuple(random.Random(f"{seed} signs {team}") for team in (0, 1))
    table = random.Random(f"{seed} table")
    start: Start | None = first_start(rules, table.randrange(rules.seats), begin)
    won = None
    while start is not None:
        state = deal(start, deck_of_hand(rules, seed, start.number))
        for team, player in enumerate(teams):
            if isinstance(player, SeesDeal):
                player.see_deal(state, team, signs[team])
        while not state.over:
            seat = state.to_act[0] if len(state.to_act) == 1 else table.choice(state.to_act)
            seen = view(state, seat)
            state = apply(state, teams[seat % 2](seen, seen.legal, chances[seat % 2]))
        start, won = next_hand_start(state), state.winner
    assert won is not None
    return won


def deck_of_hand(rules: Rules, seed: int, number: int) -> list[Card]:
    deck = list(deck_for(rules))
    random.Random(f"{seed} hand {number}").shuffle(deck)
    return deck
