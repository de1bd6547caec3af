"""Plan a season by simulated annealing.

The search starts from a random factorization (Dinitz and Stinson 1987), not from the Berger table:
most Berger tables are perfect, so exchanging opponents in part of two rounds always exchanges the
whole rounds, and the search is stuck. Moves (Anagnostopoulos et al. 2006, for the travelling
tournament) keep every cycle complete: turn the sides of a pair round, exchange a chain of matches
between two days, exchange a chain of opponents between two entries, exchange two entries.

The search counts steps and reads no clock: the same season, chance and steps give the same plan.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol

from tournaments.formats.pairing import Id
from tournaments.formats.season_plan import (
    NO_LIMIT,
    WEIGHTS,
    Fault,
    FaultKind,
    Season,
    SeasonMatch,
    Side,
    check_season,
    find_faults,
)

REPORT_EVERY = 1 << 13  # steps
STARTS = 3
HOT, COLD = 1.3, 0.95  # temperatures, in breaks: hotter or colder ones waste steps
TURN, EXCHANGE_DAYS, EXCHANGE_OPPONENTS = 0.6, 0.8, 0.99  # cumulative shares of the moves
SAME_SIDE = ((0, 0, 0), (0, 1, 0), (0, 0, 1))  # 1: a break; sides are 0 none, 1 home, -1 away
LONGEST_CHAIN = 4  # days on which two entries exchange opponents: longer ones seldom pay

ROOM = WEIGHTS[FaultKind.CLASH]  # of each home match beyond the tables of a venue
_MISSING = {Side.HOME: (0, -1), Side.AWAY: (1,), Side.FREE: (1, -1)}  # sides that miss the wish

Progress = Callable[[int, float], bool]
"""Receives the steps done and the cost so far; returns whether to go on."""


class Chance(Protocol):
    """The part of `random.Random` that a search needs."""

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...


@dataclass(frozen=True)
class SeasonPlan(Generic[Id]):
    """The best plan found, and everything that is wrong with it."""

    matches: tuple[SeasonMatch[Id], ...]
    faults: tuple[Fault[Id], ...]
    steps: int


def plan_season(
    season: Season[Id],
    *,
    chance: Chance,
    steps: int | None = None,
    progress: Progress = lambda _steps, _cost: True,
) -> SeasonPlan[Id]:
    """Return the best plan found within the steps, or until `progress` returns False.

    Raises FormatError where `check_season` does.
    """
    check_season(season)
    days = choose_days(season)
    search = _Search(season, days, chance)
    steps_done = search.anneal(usual_steps(season) if steps is None else steps, progress)
    matches = search.matches()
    return SeasonPlan(matches, find_faults(season, matches), steps_done)


def usual_steps(season: Season[Id]) -> int:
    """Return the default number of steps: two million for twelve entries."""
    return min(8_000_000, 14_000 * len(season.entries) ** 2)


def choose_days(season: Season[Id]) -> tuple[int, ...]:
    """Return as many days as the season has rounds: those that cost least to play on."""
    nobody_rests = len(season.entries) % 2 == 0
    cost = [
        WEIGHTS[FaultKind.CLOSED] * max(0, len(season.entries) // 2 - season.tables(day))
        for day in range(season.days)
    ]
    for wish in season.wishes:
        if wish.side is Side.HOME:
            cost[wish.day] -= WEIGHTS[FaultKind.WISH]
        elif wish.side is Side.FREE and nobody_rests:
            cost[wish.day] += WEIGHTS[FaultKind.WISH]
    cheapest = sorted(range(season.days), key=lambda day: (cost[day], day))
    return tuple(sorted(cheapest[: season.rounds]))


def random_factorization(entries: int, chance: Chance) -> list[list[int]]:
    """Return the opponent of each of an even number of entries in each round of one cycle.

    Hill climbing by Dinitz and Stinson: pair any two that have not met in a round in which one of
    them is free, and break the pairing that is in the way.
    """
    rounds = range(entries - 1)
    opponent = [[-1] * (entries - 1) for _ in range(entries)]
    met = [[-1] * entries for _ in range(entries)]  # round, or -1
    missing = entries * (entries - 1) // 2
    while missing:
        one = chance.randrange(entries)
        free = [number for number in rounds if opponent[one][number] < 0]
        if not free:
            continue
        number = free[chance.randrange(len(free))]
        if chance.random() < 0.5:
            others = [x for x in range(entries) if x != one and met[one][x] < 0]
        else:
            others = [x for x in range(entries) if x != one and opponent[x][number] < 0]
        other = others[chance.randrange(len(others))]
        last = opponent[other][number]
        before = met[one][other]
        if last >= 0:
            opponent[last][number] = -1
            met[other][last] = met[last][other] = -1
        elif before >= 0:
            opponent[one][before] = opponent[other][before] = -1
        else:
            missing -= 1
        opponent[one][number], opponent[other][number] = other, one
        met[one][other] = met[other][one] = number
    return opponent


class _Search(Generic[Id]):
    """A plan as lists of integers, and the cost of changing it.

    Entries and rounds are numbered. With an odd number of entries one more, the ghost, is the
    opponent of whoever has a bye. `opponent` and `side` are by entry and round; `side` ends with a
    0, so that both neighbours of each round exist. `first_leg` is each pair's side in the first
    cycle; in the second it is the other one.
    """

    def __init__(self, season: Season[Id], days: Sequence[int], chance: Chance) -> None:
        self.season, self.days, self.chance = season, days, chance
        self.entries = list(season.entries)
        self.real = len(self.entries)
        self.size = self.real + self.real % 2
        self.cycle = self.size - 1
        self.rounds = len(days)
        self.signs = [1] * self.cycle + [-1] * (self.rounds - self.cycle)
        self.best: float = math.inf
        self._read_season()
        self._start()

    def _read_season(self) -> None:
        season = self.season
        venues = [season.venues.get(entry) for entry in self.entries]
        numbers = {
            venue: at
            for at, venue in enumerate(
                dict.fromkeys(venue for venue in venues if venue is not None)
            )
        }
        own = range(len(numbers), len(numbers) + self.size)  # of entries without a venue
        self.venue = [numbers.get(venue, own[at]) for at, venue in enumerate(venues)]
        self.venue += own[self.real :]
        self.room = [[season.capacity[venue][day] for day in self.days] for venue in numbers]
        self.room += [[NO_LIMIT] * self.rounds for _ in own]
        number_of = {entry: number for number, entry in enumerate(self.entries)}
        round_of = {day: number for number, day in enumerate(self.days)}
        # by entry and round: the cost of no match, of a home match and, at -1, of an away match
        self.side_cost = [[[0, 0, 0] for _ in self.days] for _ in range(self.size)]
        for wish in season.wishes:
            if wish.day in round_of:
                costs = self.side_cost[number_of[wish.entry]][round_of[wish.day]]
                for side in _MISSING[wish.side]:
                    costs[side] += WEIGHTS[FaultKind.WISH]
        pairs = [[frozenset((one, other)) for other in self.entries] for one in self.entries]
        self.is_derby = [[*(pair in season.derbies for pair in row), False] for row in pairs]
        self.is_far = [
            [*(frozenset(map(season.venues.get, pair)) in season.far for pair in row), False]
            for row in pairs
        ]
        self.is_short = [day in season.short_days for day in self.days]
        self.has_pair_costs = bool(season.derbies or (season.far and season.short_days))

    def _start(self) -> None:
        """Draw a random plan to begin with."""
        size, cycle = self.size, self.cycle
        table = random_factorization(size, self.chance)
        self.opponent = [row * (self.rounds // cycle) for row in table]
        self.first_leg = [[0] * size for _ in range(size)]
        for one in range(self.real):
            for other in range(one):
                self._turn(one, other, self.chance.randrange(2) * 2 - 1)
        # by entry and opponent: the round of each cycle
        self.met = [[[0] * size for _ in range(size)] for _ in range(self.rounds // cycle)]
        self.side = [[0] * (self.rounds + 1) for _ in range(size)]
        self.used = [[0] * self.rounds for _ in self.room]
        for one in range(size):
            for at, other in enumerate(self.opponent[one]):
                self.met[at // cycle][one][other] = at
                self.side[one][at] = self.first_leg[one][other] * self.signs[at]
                self.used[self.venue[one]][at] += self.side[one][at] == 1
        self.cost = self._total()
        if self.cost < self.best:
            self._keep()

    def _turn(self, one: int, other: int, side: int) -> None:
        self.first_leg[one][other], self.first_leg[other][one] = side, -side

    def _keep(self) -> None:
        self.best = self.cost
        self.best_side = [row[:] for row in self.side]
        self.best_opponent = [row[:] for row in self.opponent]

    def _total(self) -> int:
        total = self._pair_cost(range(self.rounds))
        for one, sides in enumerate(self.side):
            for at in range(self.rounds):
                total += self.side_cost[one][at][sides[at]] + SAME_SIDE[sides[at - 1]][sides[at]]
        for used, room in zip(self.used, self.room, strict=True):
            over = sum(max(0, count - limit) for count, limit in zip(used, room, strict=True))
            total += WEIGHTS[FaultKind.CLASH] * over
        return total

    def matches(self) -> tuple[SeasonMatch[Id], ...]:
        """Return the best plan so far."""
        return tuple(
            SeasonMatch(day, self.entries[one], self.entries[self.best_opponent[one][at]])
            for at, day in enumerate(self.days)
            for one in range(self.real)
            if self.best_side[one][at] == 1
        )

    def anneal(self, steps: int, progress: Progress) -> int:
        """Improve the plan from several starts; return the number of steps done.

        Three short searches find more than one of the same length: how good a search can get is
        settled early on.
        """
        length = -(-steps // STARTS)
        for done in range(0, steps, length):
            if done:
                self._start()
            taken = self._anneal_once(min(length, steps - done), done, progress)
            if taken < min(length, steps - done):
                return done + taken
        return steps

    def _anneal_once(self, steps: int, before: int, progress: Progress) -> int:
        random = self.chance.random
        heat = HOT
        for step in range(steps):
            if not step % 512:
                heat = HOT * (COLD / HOT) ** (step / steps)
                if not step % REPORT_EVERY and not progress(before + step, self.best):
                    return step
            share = random()
            limit = -heat * math.log(1 - random())
            if share < TURN or self.size == 2:  # two entries have nothing to exchange
                self._try_turn(limit)
            elif share < EXCHANGE_DAYS:
                self._try_days(limit)
            else:
                self._try_exchange(share, limit)
            if self.cost < self.best:
                self._keep()
        return steps

    def _try_turn(self, limit: float) -> None:
        """Turn the sides of a pair round in both cycles, if that costs no more than the limit."""
        random = self.chance.random
        one = int(random() * self.real)
        other = int(random() * (self.real - 1))
        other += other >= one
        legs = [met[one][other] for met in self.met]
        mine, theirs = self.side[one], self.side[other]
        my_cost, their_cost = self.side_cost[one], self.side_cost[other]
        my_venue, their_venue = self.venue[one], self.venue[other]
        my_used, my_room = self.used[my_venue], self.room[my_venue]
        their_used, their_room = self.used[their_venue], self.room[their_venue]
        cost = 0
        for at in legs:
            now = mine[at]
            cost -= now * (mine[at - 1] + mine[at + 1] - theirs[at - 1] - theirs[at + 1])
            cost += my_cost[at][-now] - my_cost[at][now]
            cost += their_cost[at][now] - their_cost[at][-now]
            if my_venue != their_venue:
                if now == 1:
                    if my_used[at] > my_room[at]:
                        cost -= ROOM
                    if their_used[at] >= their_room[at]:
                        cost += ROOM
                else:
                    if their_used[at] > their_room[at]:
                        cost -= ROOM
                    if my_used[at] >= my_room[at]:
                        cost += ROOM
        if legs[-1] == legs[0] + 1:
            cost -= 4  # both legs turn, so the sides between them do not become equal
        if cost > limit:
            return
        self.cost += cost
        self._turn(one, other, -self.first_leg[one][other])
        for at in legs:
            now = mine[at]
            mine[at], theirs[at] = -now, now
            my_used[at] -= now
            their_used[at] += now

    def _try_days(self, limit: float) -> None:
        """Exchange a chain of matches between two days of a cycle."""
        random = self.chance.random
        day = int(random() * self.cycle)
        another = int(random() * (self.cycle - 1))
        another += another >= day
        if random() < 0.5:
            day += self.rounds - self.cycle
            another += self.rounds - self.cycle
        chain = self._chain_of_entries(int(random() * self.size), day, another)
        cost = self._cost_of_days(day, another, chain) - self._pair_cost((day, another))
        if cost > limit:
            return
        self._exchange_days(day, another, chain)
        cost += self._pair_cost((day, another))
        if cost > limit:
            self._exchange_days(day, another, chain)
        else:
            self.cost += cost

    def _try_exchange(self, share: float, limit: float) -> None:
        """Exchange opponents or entries; exchange them back if that costs too much."""
        random = self.chance.random
        one = int(random() * self.real)
        other = int(random() * (self.real - 1))
        other += other >= one
        if share < EXCHANGE_OPPONENTS:
            start = int(random() * self.rounds)
            if self.opponent[one][start] == other:
                return
            days = self._chain_of_days(one, other, start)
            if len(days) > LONGEST_CHAIN:
                return
            exchange = partial(self._exchange_opponents, one, other, days)
        else:
            exchange = partial(self._exchange_entries, one, other)
        cost = exchange()
        if cost > limit:
            exchange()
        else:
            self.cost += cost

    def _chain_of_entries(self, start: int, day: int, another: int) -> list[int]:
        """Return who has to exchange two days if one entry does."""
        chain: list[int] = []
        one = start
        while True:
            other = self.opponent[one][day]
            chain += (one, other)
            one = self.opponent[other][another]
            if one == start:
                return chain

    def _chain_of_days(self, one: int, other: int, start: int) -> tuple[int, ...]:
        """Return the days on which two entries have to exchange opponents if they do on one."""
        met = self.met[start // self.cycle][one]
        opponents = self.opponent[other]
        days, day = [start], met[opponents[start]]
        while day != start:
            days.append(day)
            day = met[opponents[day]]
        return tuple(days)

    def _cost_of_days(self, day: int, another: int, chain: Sequence[int]) -> int:
        """Return what it costs to exchange the sides of these entries on two days of a cycle."""
        if day > another:
            day, another = another, day
        are_neighbours = another == day + 1
        moved: dict[int, int] = {}  # by venue: home matches from the first day to the second
        cost = 0
        for one in chain:
            sides = self.side[one]
            first, second = sides[day], sides[another]
            if first == second:
                continue
            costs = self.side_cost[one]
            cost += costs[day][second] - costs[day][first]
            cost += costs[another][first] - costs[another][second]
            was, becomes = SAME_SIDE[first], SAME_SIDE[second]
            left, right = sides[day - 1], sides[another + 1]
            cost += becomes[left] - was[left] + was[right] - becomes[right]
            if not are_neighbours:
                left, right = sides[another - 1], sides[day + 1]
                cost += was[left] - becomes[left] + becomes[right] - was[right]
            if first == 1:
                moved[self.venue[one]] = moved.get(self.venue[one], 0) + 1
            elif second == 1:
                moved[self.venue[one]] = moved.get(self.venue[one], 0) - 1
        for venue, count in moved.items():
            if count:
                for at, change in ((day, -count), (another, count)):
                    over = self.used[venue][at] - self.room[venue][at]
                    cost += ROOM * (max(0, over + change) - max(0, over))
        return cost

    def _exchange_days(self, day: int, another: int, chain: Sequence[int]) -> None:
        """Exchange all that these entries do on two days of a cycle."""
        met = self.met[day // self.cycle]
        for one in chain:
            opponents, sides = self.opponent[one], self.side[one]
            first, second = opponents[day], opponents[another]
            opponents[day], opponents[another] = second, first
            met[one][first], met[one][second] = another, day
            used = self.used[self.venue[one]]
            used[day] += (sides[another] == 1) - (sides[day] == 1)
            used[another] += (sides[day] == 1) - (sides[another] == 1)
            sides[day], sides[another] = sides[another], sides[day]

    def _exchange_opponents(self, one: int, other: int, days: Sequence[int]) -> int:
        """Exchange the opponents of two entries on some days of a cycle; return the cost."""
        met = self.met[days[0] // self.cycle]
        sign = self.signs[days[0]]
        my_leg, their_leg = self.first_leg[one], self.first_leg[other]
        mine, theirs = self.opponent[one], self.opponent[other]
        cost = -self._pair_cost(days)
        changes: list[tuple[int, int, int]] = []
        for day in days:
            first, second = mine[day], theirs[day]
            mine[day], theirs[day] = second, first
            self.opponent[second][day], self.opponent[first][day] = one, other
            met[one][second] = met[second][one] = met[other][first] = met[first][other] = day
            side, their_side = my_leg[second] * sign, their_leg[first] * sign
            changes += (
                (one, day, side),
                (second, day, -side),
                (other, day, their_side),
                (first, day, -their_side),
            )
        return cost + self._set_sides(changes) + self._pair_cost(days)

    def _exchange_entries(self, one: int, other: int) -> int:
        """Exchange two entries on all days; return the cost."""
        legs = self.first_leg
        days = range(self.rounds)
        cost = -self._pair_cost(days) if self.has_pair_costs else 0
        for third in range(self.size):
            if third not in (one, other):
                first, second = legs[one][third], legs[other][third]
                self._turn(one, third, second)
                self._turn(other, third, first)
                for met in self.met:
                    first, second = met[one][third], met[other][third]
                    met[one][third] = met[third][one] = second
                    met[other][third] = met[third][other] = first
        self._turn(one, other, -legs[one][other])
        mine, theirs = self.opponent[one], self.opponent[other]
        changes: list[tuple[int, int, int]] = []
        for day in days:
            first, second = mine[day], theirs[day]
            if first != other:
                mine[day], theirs[day] = second, first
                self.opponent[second][day], self.opponent[first][day] = one, other
            changes += ((one, day, self.side[other][day]), (other, day, self.side[one][day]))
        cost += self._set_sides(changes)
        return cost + self._pair_cost(days) if self.has_pair_costs else cost

    def _set_sides(self, changes: Sequence[tuple[int, int, int]]) -> int:
        """Set sides by entry and day; return the cost."""
        cost = 0
        all_sides, side_cost, venues = self.side, self.side_cost, self.venue
        for one, day, new in changes:
            sides = all_sides[one]
            old = sides[day]
            if new == old:
                continue
            sides[day] = new
            before, after = sides[day - 1], sides[day + 1]
            now, then = SAME_SIDE[new], SAME_SIDE[old]
            costs = side_cost[one][day]
            cost += now[before] + now[after] - then[before] - then[after] + costs[new] - costs[old]
            venue = venues[one]
            if old == 1:
                used = self.used[venue]
                if used[day] > self.room[venue][day]:
                    cost -= ROOM
                used[day] -= 1
            elif new == 1:
                used = self.used[venue]
                if used[day] >= self.room[venue][day]:
                    cost += ROOM
                used[day] += 1
        return cost

    def _pair_cost(self, days: Sequence[int]) -> int:
        """Return what it costs that these pairs meet on these days."""
        cost = 0
        last = self.cycle - 1  # of the first cycle
        if self.rounds > self.cycle and (last in days or self.cycle in days):
            again = sum(row[last] == row[self.cycle] for row in self.opponent[: self.real])
            cost = WEIGHTS[FaultKind.REMATCH] * (again // 2)
        if self.has_pair_costs:
            cost += sum(map(self._pair_cost_of_day, days))
        return cost

    def _pair_cost_of_day(self, day: int) -> int:
        pairs = [(one, self.opponent[one][day]) for one in range(self.real)]
        derbies = sum(self.is_derby[one][other] for one, other in pairs) // 2
        trips = sum(self.is_far[one][other] for one, other in pairs) // 2 * self.is_short[day]
        return WEIGHTS[FaultKind.DERBY] * max(0, derbies - 1) + WEIGHTS[FaultKind.TRIP] * trips
