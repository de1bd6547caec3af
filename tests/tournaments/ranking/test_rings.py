"""Detection of rings: eight alts are found, thirty honest friends are not."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import combinations, count
from random import Random

import pytest

from tournaments.ranking.rings import Meeting, Ring, Sign, find_rings

START = datetime(2026, 11, 2, 18, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
Joined = dict[int, datetime]
Networks = dict[int, list[str]]
Group = tuple[list[Meeting], Joined, Networks]


@dataclass
class Bar:
    """Where games are made up: chance, and the next numbers of accounts and matches."""

    chance: Random
    accounts: "count[int]" = field(default_factory=lambda: count(1))
    matches: "count[int]" = field(default_factory=lambda: count(1))

    def players(self, number: int) -> list[int]:
        return [next(self.accounts) for _ in range(number)]

    def play(
        self,
        pairs: Iterable[Sequence[int]],
        *,
        first_wins: float,
        pace: float,  # seconds a hand
        hands: tuple[int, int],
        day: int | None = None,  # None: any of three weeks
    ) -> Iterator[Meeting]:
        for first, second in pairs:
            length, chance = self.chance.randint(*hands), self.chance
            played = chance.randrange(21) if day is None else day
            yield Meeting(
                match=next(self.matches),
                sides=((first,), (second,)),
                winner=int(chance.random() >= first_wins),
                at=START + played * DAY + chance.randrange(240) * MINUTE,
                hands=length,
                seconds=length * pace * chance.uniform(0.7, 1.4),
            )

    def joined(self, players: Iterable[int], days: float) -> Joined:
        return {player: START - self.chance.uniform(0, days) * DAY for player in players}


def feeders(bar: Bar) -> Group:
    """One account is fed by seven: 48 games of 20 points are 960."""
    main, *others = players = bar.players(8)
    pairs = [(main, other) for other in others for _ in range(3)]
    found = [
        one
        for day in range(2)
        for one in bar.play(pairs, first_wins=0.97, pace=5, hands=(3, 6), day=day)
    ]
    return found, bar.joined(players, 2), {player: [f"n{player}"] for player in players}


def equals(bar: Bar) -> Group:
    """Five old accounts of one person take turns in winning, since a loss is worth five points."""
    players = bar.players(5)
    pairs = [pair for pair in combinations(players, 2) for _ in range(3)]
    found = [
        one
        for day in range(6)
        for one in bar.play(pairs, first_wins=0.5, pace=4, hands=(3, 5), day=day)
    ]
    return found, dict.fromkeys(players, START - 90 * DAY), {player: ["one"] for player in players}


def patient(bar: Bar) -> Group:
    """Five new accounts feed another at a human pace."""
    main, *others = players = bar.players(6)
    pairs = [(main, other) for other in others for _ in range(3)]
    found = [
        one
        for day in range(5)
        for one in bar.play(pairs, first_wins=0.95, pace=25, hands=(4, 9), day=day)
    ]
    return found, bar.joined(players, 3), {}


def friends(bar: Bar) -> Group:
    """Thirty people of a bar who joined in one week and share its network."""
    players = bar.players(30)
    skill = {player: bar.chance.gauss(0, 0.5) for player in players}
    found = []
    for _ in range(400):
        first, second = bar.chance.sample(players, 2)
        wins = 1 / (1 + 10 ** (skill[second] - skill[first]))
        found += bar.play([(first, second)], first_wins=wins, pace=30, hands=(8, 22))
    return found, bar.joined(players, 6), {player: ["bar"] for player in players}


def family(bar: Bar) -> Group:
    """Four who play every evening at home, one of them far better than the others."""
    players = bar.players(4)
    found = []
    for pair in combinations(players, 2):
        wins = 0.8 if pair[0] == players[0] else bar.chance.uniform(0.4, 0.6)
        found += bar.play([pair] * 12, first_wins=wins, pace=25, hands=(8, 20))
    return found, bar.joined(players, 400), {player: ["home"] for player in players}


def quick(bar: Bar) -> Group:
    """Six people who play short games fast, with others too."""
    players, others = bar.players(6), bar.players(20)
    pairs = [bar.chance.sample(players, 2) for _ in range(60)]
    pairs += [[bar.chance.choice(players), bar.chance.choice(others)] for _ in range(60)]
    found = list(bar.play(pairs, first_wins=0.5, pace=10, hands=(3, 8)))
    return found, dict.fromkeys([*players, *others], START - 90 * DAY), {}


Made = Callable[[Bar], Group]
RINGS: list[Made] = [feeders, equals, patient]
HONEST: list[Made] = [friends, family, quick]


def find(*made: Made, seed: object) -> tuple[list[Ring], list[set[int]]]:
    """Return the rings found among these groups, who play at once, and each group's accounts."""
    bar = Bar(Random(f"rings {seed}"))
    meetings: list[Meeting] = []
    joined: Joined = {}
    networks: Networks = {}
    groups = []
    for make in made:
        played, when, where = make(bar)
        meetings, joined, networks = meetings + played, joined | when, networks | where
        groups.append(set(when))
    return find_rings(meetings, joined, networks), groups


def test_eight_alts_are_found_and_thirty_friends_are_not() -> None:
    rings, (alts, bar) = find(feeders, friends, seed=1)
    assert [ring.members for ring in rings] == [alts]
    (ring,) = rings
    assert len(ring.matches) == 42
    assert min(ring.signs[sign] for sign in (Sign.ONE_SIDED, Sign.FAST, Sign.NEW)) > 0.9
    assert bar.isdisjoint(ring.members)


@pytest.mark.parametrize("make", HONEST)
def test_honest_groups_are_left_alone(make: Made) -> None:
    assert [seed for seed in range(30) if find(make, seed=seed)[0]] == []


@pytest.mark.parametrize("make", RINGS)
def test_rings_are_found_whole(make: Made) -> None:
    """Recall over thirty rings of each kind; docs/ranking.md states it."""
    found = [find(make, seed=seed) for seed in range(30)]
    whole = [rings for rings, (members,) in found if [one.members for one in rings] == [members]]
    assert len(whole) == len(found)


def test_rings_are_found_among_everybody_else() -> None:
    rings, groups = find(*RINGS, *HONEST, seed="all")
    assert {ring.members for ring in rings} == {frozenset(group) for group in groups[:3]}


def test_few_games_accuse_nobody() -> None:
    meetings, joined, networks = feeders(Bar(Random(1)))
    assert find_rings(meetings[:11], joined, networks) == []
    assert find_rings([], {}, {}) == []
