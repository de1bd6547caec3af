"""The bracket as a graph: a slot is a seed, a bye or the outcome of another match.

`apply_verdicts` returns the occupants of every match for the verdicts so far.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from tournaments.formats.errors import FormatError
from tournaments.formats.series import VERDICTS, Verdict

N = TypeVar("N", bound=Hashable)


class Part(StrEnum):
    """Part of a bracket to which a match belongs."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"
    CONSOLATION = "consol"


PLACE = "place"


def placement_part(first: int) -> str:
    """Return the part whose entries play for the places from `first` on."""
    return Part.THIRD if first == THIRD_RANK else f"{PLACE}{first}"


def first_place_of(part: str) -> int | None:
    """Return the best place that a part of a bracket plays for; None if it plays for none."""
    if part == Part.THIRD:
        return THIRD_RANK
    return int(part.removeprefix(PLACE)) if part.startswith(PLACE) else None


THIRD_RANK = 3


@dataclass(frozen=True)
class Seed:
    """The entry seeded `number`, 1 being the best."""

    number: int


@dataclass(frozen=True)
class Bye:
    """An empty slot: the opponent advances."""


@dataclass(frozen=True)
class WinnerOf:
    """The winner of the match with that key."""

    key: str


@dataclass(frozen=True)
class LoserOf:
    """The loser of the match with that key.

    With `only` it is a bye unless that side lost: the side for which it was the first match.
    """

    key: str
    only: int | None = None


Slot = Seed | Bye | WinnerOf | LoserOf
BYE = Bye()


@dataclass(frozen=True)
class Node:
    """One match of a bracket; round and position count from 1 inside the part."""

    part: str  # a `Part`, or a `placement_part`
    round: int
    position: int
    slots: tuple[Slot, Slot]

    @property
    def key(self) -> str:
        """The key by which other slots refer to it."""
        return node_key(self.part, self.round, self.position)

    @property
    def is_reset(self) -> bool:
        """Whether it is the second grand final, played only if the unbeaten side lost the first."""
        return self.part == Part.FINAL and self.round == 2

    @property
    def sources(self) -> tuple[str, ...]:
        """The keys of the matches this one waits for."""
        return tuple(slot.key for slot in self.slots if isinstance(slot, WinnerOf | LoserOf))


def node_key(part: str, round_: int, position: int) -> str:
    return f"{part}.{round_}.{position}"


def paired(part: str, round_: int, slots: Sequence[Slot]) -> list[Node]:
    """Return the matches of neighbouring slots."""
    return [
        Node(part, round_, position, pair)
        for position, pair in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1)
    ]


def rounds_of(part: str, slots: Sequence[Slot], drops: Iterable[Sequence[Slot]] = ()) -> list[Node]:
    """Return the rounds of a part until one entry is left.

    Those of each drop join when as many are left of those before, and meet them.
    """
    nodes: list[Node] = []

    def play(meeting: Sequence[Slot]) -> Sequence[Slot]:
        matches = paired(part, nodes[-1].round + 1 if nodes else 1, meeting)
        nodes.extend(matches)
        return [WinnerOf(node.key) for node in matches]

    for drop in drops:
        while len(slots) > len(drop):
            slots = play(slots)
        slots = play([slot for pair in zip(drop, slots, strict=True) for slot in pair])
    while len(slots) > 1:
        slots = play(slots)
    return nodes


@dataclass(frozen=True)
class Graph:
    """A whole bracket; every match comes after those that feed it."""

    nodes: tuple[Node, ...]

    @cached_property
    def by_key(self) -> Mapping[str, Node]:
        return MappingProxyType({node.key: node for node in self.nodes})

    @cached_property
    def sources(self) -> frozenset[Slot]:
        """Every seed and outcome of another match that takes a place in the bracket."""
        return frozenset(slot for node in self.nodes for slot in node.slots)

    @cached_property
    def rounds(self) -> Mapping[str, int]:
        """The number of rounds of each part; 0 for a part without matches."""
        last = Counter({node.part: node.round for node in self.nodes})
        return MappingProxyType(last)

    def is_final(self, part: str, round_: int) -> bool:
        """Return whether a round decides the winner: the grand final, else the last main round."""
        if Part.FINAL in self.rounds:
            return part == Part.FINAL
        return (part, round_) == (Part.MAIN, self.rounds[Part.MAIN])


def reached(
    start: Collection[Hashable], links: Iterable[tuple[N, Collection[Hashable]]]
) -> list[N]:
    """Return every match that an outcome can reach, in the order of `links`.

    `links` are matches with their sources. A match comes after those that feed it, so one pass is
    enough.
    """
    known = set(start)
    nodes: list[N] = []
    for node, sources in links:
        if not known.isdisjoint(sources) and node not in known:
            known.add(node)
            nodes.append(node)
    return nodes


Occupant = Seed | Bye | None
"""Entry or bye in a slot; None while it is unknown."""


@dataclass(frozen=True)
class MatchState:
    """The state of one match. A match against a bye has its verdict immediately."""

    slots: tuple[Occupant, Occupant]
    verdict: Verdict | None

    @property
    def is_bye(self) -> bool:
        return BYE in self.slots

    @property
    def is_paired(self) -> bool:
        """Whether both sides are known entries."""
        return all(isinstance(slot, Seed) for slot in self.slots)

    @property
    def is_ready(self) -> bool:
        """Whether it can be played now."""
        return self.is_paired and self.verdict is None

    @property
    def winner(self) -> Occupant:
        """The winner: None while open, a bye after a double walkover."""
        return self.sends(is_loser=False)

    @property
    def loser(self) -> Occupant:
        """The loser: None while open, a bye after a double walkover."""
        return self.sends(is_loser=True)

    def sends(self, *, is_loser: bool, to_reset: bool = False, only: int | None = None) -> Occupant:
        """Return the occupant of a slot that waits for its winner or its loser."""
        if self.verdict is None:
            return None
        side = sent(self.verdict, is_loser=is_loser, to_reset=to_reset, only=only)
        return BYE if side is None else self.slots[side]


def unplayed(first: bool, second: bool) -> Verdict | None:
    """Return the verdict of a match in which a side is absent; None if both are present."""
    if first and second:
        return None
    if first or second:
        return Verdict.FIRST if first else Verdict.SECOND
    return Verdict.NEITHER


def sent(
    verdict: Verdict | None, *, is_loser: bool, to_reset: bool, only: int | None = None
) -> int | None:
    """Return the side that a match sends to a slot; None if it sends none.

    The second grand final is played only if the second side won the first, in which the first side
    was unbeaten. A slot may take one side `only`.
    """
    if verdict not in VERDICTS or (to_reset and verdict is Verdict.FIRST):
        return None
    side = VERDICTS.index(verdict) ^ is_loser
    return side if only in (None, side) else None


def apply_verdicts(graph: Graph, verdicts: Mapping[str, Verdict]) -> dict[str, MatchState]:
    """Apply the verdicts of played matches to the graph. Byes advance and propagate.

    Raises FormatError for a match that is not ready or unknown, and for a draw.
    """
    unknown = verdicts.keys() - graph.by_key.keys()
    if unknown:
        raise FormatError("unknown-match", *sorted(unknown))
    states: dict[str, MatchState] = {}
    for node in graph.nodes:
        states[node.key] = _settled(node, states, verdicts.get(node.key))
    return states


def _settled(node: Node, states: Mapping[str, MatchState], verdict: Verdict | None) -> MatchState:
    slots = _occupants(node, states)
    state = MatchState(slots, _bye_verdict(slots))
    if verdict is None:
        return state
    if verdict is Verdict.DRAW:
        raise FormatError("tie-in-elimination", node.key)
    if not state.is_ready:
        raise FormatError("match-not-ready", node.key)
    return MatchState(slots, verdict)


def _occupants(node: Node, states: Mapping[str, MatchState]) -> tuple[Occupant, Occupant]:
    first, second = (_occupant(slot, states, to_reset=node.is_reset) for slot in node.slots)
    return first, second


def _occupant(slot: Slot, states: Mapping[str, MatchState], *, to_reset: bool) -> Occupant:
    match slot:
        case WinnerOf(key):
            return states[key].sends(is_loser=False, to_reset=to_reset)
        case LoserOf(key, only):
            return states[key].sends(is_loser=True, to_reset=to_reset, only=only)
        case _:
            return slot


def _bye_verdict(slots: tuple[Occupant, Occupant]) -> Verdict | None:
    if None in slots:
        return None
    first, second = (slot != BYE for slot in slots)
    return unplayed(first, second)
