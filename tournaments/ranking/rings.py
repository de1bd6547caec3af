"""Detection of rings: groups of accounts that play each other for points alone.

A ring is scored as a graph of casual play: which accounts met, how often, how fast, the results,
and from where. No single sign accuses anybody: honest friends share a bar's network, and join
together. Whoever is found waits for a person (`tournaments.ranking.held_points`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import product
from statistics import median
from typing import Final

from tournaments.formats.ranking_points import A_DAY, A_GAME

FEWEST_MEETINGS: Final = 3
"""Meetings of two accounts from which on they are neighbours in the graph."""
FEWEST_PLAYERS: Final = 3  # two are for the list of odd series
FEWEST_GAMES: Final = 12
LARGEST: Final = 20
"""Players of a component above which it is divided into communities."""
CLOSED: Final = 0.75
"""Share of their games that members of a ring play among themselves, at least."""
ONE_SIDED: Final = 0.8
"""Share of the games of two opponents that one of them wins, from which on it is one-sided."""
SECONDS_A_HAND: Final = 12.0
"""People need twice as long for a hand of two seats; below this nobody thinks."""
NEW: Final = timedelta(days=7)
SUSPECT: Final = 0.5


class Sign(StrEnum):
    """Evidence that accounts play for each other's points; `WEIGHTS` says how much it counts."""

    ONE_SIDED = "one-sided"  # games between two members nearly always go to the same one
    FAST = "fast"  # hands are played faster than people think, or games end after one or two
    DAILY_LIMIT = "daily-limit"  # two members meet as often as points allow, and then stop
    NEW = "new"  # accounts made within days of each other, shortly before
    SHARED_NETWORK = "shared-network"  # accounts have used the network of another member


WEIGHTS: Final[Mapping[Sign, float]] = {
    Sign.ONE_SIDED: 0.3,
    Sign.FAST: 0.3,
    Sign.DAILY_LIMIT: 0.2,
    Sign.NEW: 0.2,
    Sign.SHARED_NETWORK: 0.1,
}


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """A casual game for points: its accounts by side, and how it went."""

    match: int
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    winner: int  # side
    at: datetime
    hands: int
    seconds: float | None = None  # from the first card to the end; None if it is not known

    @property
    def players(self) -> tuple[int, ...]:
        """The accounts of both sides."""
        return (*self.sides[0], *self.sides[1])


@dataclass(frozen=True)
class Ring:
    """Accounts that seem to be a ring, their games among themselves, and each sign from 0 to 1."""

    members: frozenset[int]
    matches: frozenset[int]
    signs: Mapping[Sign, float]

    @property
    def score(self) -> float:
        """The weighted sum of the signs; from `SUSPECT` on a person has to look."""
        return sum(WEIGHTS[sign] * share for sign, share in self.signs.items())


def find_rings(
    meetings: Sequence[Meeting],
    joined: Mapping[int, datetime],
    networks: Mapping[int, Collection[str]],
) -> list[Ring]:
    """Return the suspicious groups, the highest score first.

    `joined` tells when each account was made, `networks` the keyed hashes of its addresses.
    """
    rings = []
    for group in _groups(meetings):
        inside = [one for one in meetings if group.issuperset(one.players)]
        played = sum(not group.isdisjoint(one.players) for one in meetings)
        if len(inside) < FEWEST_GAMES or len(inside) < CLOSED * played:
            continue
        signs = {
            Sign.ONE_SIDED: _one_sided(inside),
            Sign.FAST: _fast(inside),
            Sign.DAILY_LIMIT: _at_daily_limit(inside),
            Sign.NEW: _new(group, inside, joined),
            Sign.SHARED_NETWORK: _shared_network(group, networks),
        }
        ring = Ring(group, frozenset(one.match for one in inside), signs)
        if ring.score >= SUSPECT:
            rings.append(ring)
    return sorted(rings, key=lambda ring: -ring.score)


def _groups(meetings: Iterable[Meeting]) -> Iterable[frozenset[int]]:
    """Yield groups of accounts that meet often; large ones are divided where ties are weakest."""
    import networkx as nx  # a start has no need of it

    met = Counter(pair for one in meetings for pair in _opponents(one))
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (*pair, number) for pair, number in met.items() if number >= FEWEST_MEETINGS
    )
    for component in nx.connected_components(graph):
        parts = [component]
        if len(component) > LARGEST:
            parts = nx.community.louvain_communities(graph.subgraph(component), seed=1)
        yield from (frozenset(part) for part in parts if len(part) >= FEWEST_PLAYERS)


def _opponents(meeting: Meeting) -> Iterable[tuple[int, int]]:
    for one, other in product(*meeting.sides):
        yield min(one, other), max(one, other)


def _one_sided(inside: Iterable[Meeting]) -> float:
    """Return the share of the games between opponents of whom the same one nearly always won."""
    won: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for meeting in inside:
        for first, second in product(*meeting.sides):
            is_first_lower = first < second
            won[min(first, second), max(first, second)][
                meeting.winner if is_first_lower else 1 - meeting.winner
            ] += 1
    often = [record for record in won.values() if sum(record) >= FEWEST_MEETINGS]
    uneven = sum(sum(record) for record in often if max(record) >= ONE_SIDED * sum(record))
    # three games of equals are all won by one of them in a quarter of the cases
    share = uneven / max(1, sum(map(sum, often)))
    return max(0.0, (share - 0.3) / 0.7)


def _fast(inside: Sequence[Meeting]) -> float:
    """Return 1 if half of the games are faster than people play, or end within two hands."""
    paces = [one.seconds / max(1, one.hands) for one in inside if one.seconds is not None]
    short = sum(one.hands < A_GAME for one in inside) / len(inside)
    return float((bool(paces) and median(paces) < SECONDS_A_HAND) or short >= 0.5)


def _at_daily_limit(inside: Iterable[Meeting]) -> float:
    """Return in what share of their days together opponents met just as often as scores."""
    days = Counter((pair, one.at.date()) for one in inside for pair in _opponents(one))
    return sum(number == A_DAY for number in days.values()) / len(days)


def _new(group: frozenset[int], inside: Sequence[Meeting], joined: Mapping[int, datetime]) -> float:
    """Return the share of accounts that were made within days of each other, and of the play."""
    first = min(one.at for one in inside)
    joined_at = sorted(joined[player] for player in group if player in joined)
    recent = [at for at in joined_at if first - at <= NEW]
    most = max((sum(at <= other <= at + NEW for other in recent) for at in recent), default=0)
    return most / len(group) if most >= FEWEST_PLAYERS else 0.0


def _shared_network(group: frozenset[int], networks: Mapping[int, Collection[str]]) -> float:
    """Return the share of accounts that have used an address of another member."""
    users: dict[str, set[int]] = defaultdict(set)
    for player in group:
        for key in networks.get(player, ()):
            users[key].add(player)
    sharing = {player for those in users.values() if len(those) > 1 for player in those}
    return len(sharing) / len(group)
