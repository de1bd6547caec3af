"""What an evening must have come to: results, standings and points in plain Python.

Written from docs/ranking.md and docs/formats.md alone; nothing of the site's own rules is imported.
The machine tells it what people did. Identifiers are the site's, values are its own.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Final

WINNER, LOSER = 20, 5
FREE_GAMES: Final = 3  # casual games of two opponents that score on one day (UTC)
WHOLE_GAME: Final = 3  # hands of a second or third of these
STRANGER: Final = "guest"  # all guests are one opponent


class ResultOrigin(Enum):
    """Origin of a result: points depend on it."""

    CARDS = "real cards, or one hall"
    HAND = "written down, though the cards were the site's"
    TABLE = "played at a table of the site"
    AWARDED = "somebody did not come, or was put out"
    VOID = "annulled"


@dataclass(frozen=True)
class Outcome:
    """A standing result: the winning side (None: neither) and the persons of both sides."""

    winner: int | None
    how: ResultOrigin
    sides: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
    shared: bool = False  # two of them sat on one network
    absent: frozenset[int] = frozenset()  # persons for whom a robot played

    def points(self) -> Counter[int]:
        if self.how in (ResultOrigin.AWARDED, ResultOrigin.VOID):
            return Counter()
        if self.shared and self.how != ResultOrigin.CARDS:
            return Counter()
        return Counter(
            {
                person: WINNER if side == self.winner else LOSER
                for side in (0, 1)
                for person in self.sides[side] - self.absent
            }
        )


@dataclass
class Seated:
    """What the players at a table did: own acts, acts done for them, and where they sat."""

    own: Counter[int] = field(default_factory=Counter)
    late: Counter[int] = field(default_factory=Counter)
    in_a_row: Counter[int] = field(default_factory=Counter)  # timeouts since the last own act
    empty: set[int] = field(default_factory=set)  # seats that nobody took, or that were left
    networks: dict[Hashable, set[str]] = field(default_factory=lambda: defaultdict(set))

    def acts(self, seat: int) -> None:
        """Note an act by a seat's own player."""
        self.own[seat] += 1
        self.in_a_row[seat] = 0
        self.empty.discard(seat)

    def is_played_for(self, seat: int) -> None:
        """Note an act by the clock or a robot in the place of a player."""
        self.late[seat] += 1
        if seat not in self.empty:
            self.in_a_row[seat] += 1
            if self.in_a_row[seat] == 2:
                self.empty.add(seat)

    def did_not_play(self, seat: int) -> bool:
        """Return whether a seat ended on automatic, or most of its acts were not its own."""
        return seat in self.empty or self.late[seat] > self.own[seat]

    def is_shared(self) -> bool:
        """Return whether two players were seen on one network."""
        seen = Counter(each for networks in self.networks.values() for each in networks)
        return any(number > 1 for number in seen.values())


@dataclass(frozen=True)
class CasualGame:
    """A finished casual game for points between two players."""

    day: date
    players: tuple[int | str, int | str]  # in the order of their seats; guests are one
    winner: int
    hands: int
    shared: bool = False
    absent: frozenset[int] = frozenset()  # seats


def casual_points(games: Iterable[CasualGame]) -> Counter[int]:
    """Return the points of accounts from their casual games, in the order they ended."""
    met: Counter[tuple[date, frozenset[int | str]]] = Counter()
    total: Counter[int] = Counter()
    for game in games:
        pair = (game.day, frozenset(game.players))
        before = met[pair]
        met[pair] += 1
        is_farmed = before >= FREE_GAMES or (before > 0 and game.hands < WHOLE_GAME)
        if game.shared or is_farmed:
            continue
        for seat, player in enumerate(game.players):
            if isinstance(player, int) and seat not in game.absent:
                total[player] += WINNER if seat == game.winner else LOSER
    return total


def person_points(outcomes: Iterable[Outcome]) -> Counter[int]:
    """Return the points of persons from the standing results of competitions."""
    total: Counter[int] = Counter()
    for outcome in outcomes:
        total += outcome.points()
    return total


@dataclass(frozen=True)
class Line:
    """What a table says of one entry."""

    won: int
    lost: int


def table(
    entries: Collection[int], played: Iterable[tuple[Sequence[int], Outcome]]
) -> Mapping[int, Line]:
    """Return the figures of a table: (entries of both sides, outcome) of each match."""
    won, lost = Counter[int](), Counter[int]()
    for sides, outcome in played:
        if outcome.how == ResultOrigin.VOID:
            continue
        for side, entry in enumerate(sides):
            (won if side == outcome.winner else lost)[entry] += 1
    return {entry: Line(won[entry], lost[entry]) for entry in entries}


def next_place(round_: int, position: int) -> tuple[int, int, int]:
    """Return where the winner of a knockout match plays on: round, position, side (from 0)."""
    return round_ + 1, position // 2, position % 2
