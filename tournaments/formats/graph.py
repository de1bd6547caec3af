"""The stored bracket: matches whose two slots are a seed, a bye or the outcome of another match."""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


class Part(StrEnum):
    """Where in its stage a match stands."""

    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    THIRD = "third"


@dataclass(frozen=True)
class Seed:
    """The entry seeded `number`, 1 being the best."""

    number: int


@dataclass(frozen=True)
class Bye:
    """Nobody: whoever stands opposite passes on."""


@dataclass(frozen=True)
class WinnerOf:
    """Whoever wins the match of that key."""

    key: str


@dataclass(frozen=True)
class LoserOf:
    """Whoever loses the match of that key."""

    key: str


Slot = Seed | Bye | WinnerOf | LoserOf
BYE = Bye()


@dataclass(frozen=True)
class Node:
    """One match of a bracket; round and position count from 1 inside the part."""

    part: Part
    round: int
    position: int
    slots: tuple[Slot, Slot]

    @property
    def key(self) -> str:
        """The name other slots know it by."""
        return node_key(self.part, self.round, self.position)

    @property
    def is_reset(self) -> bool:
        """The second grand final, played only if the first beat the unbeaten side."""
        return self.part is Part.FINAL and self.round == 2

    @property
    def sources(self) -> tuple[str, ...]:
        """The matches this one waits for."""
        return tuple(slot.key for slot in self.slots if isinstance(slot, WinnerOf | LoserOf))


def node_key(part: Part, round_: int, position: int) -> str:
    return f"{part}.{round_}.{position}"


@dataclass(frozen=True)
class Graph:
    """A whole bracket; every match stands after those that feed it."""

    nodes: tuple[Node, ...]

    @cached_property
    def by_key(self) -> Mapping[str, Node]:
        return MappingProxyType({node.key: node for node in self.nodes})

    @cached_property
    def rounds(self) -> Mapping[Part, int]:
        """How many rounds each part has; a part without matches counts 0."""
        last = Counter({node.part: node.round for node in self.nodes})
        return MappingProxyType(last)

    def is_final(self, part: Part, round_: int) -> bool:
        """Whether a round decides who comes first: the grand final, else the last main round."""
        if Part.FINAL in self.rounds:
            return part is Part.FINAL
        return (part, round_) == (Part.MAIN, self.rounds[Part.MAIN])


def reached(
    start: Collection[Hashable], links: Iterable[tuple[N, Collection[Hashable]]]
) -> list[N]:
    """Every match that an outcome can reach, in the order of the links: matches and their sources.

    A match comes after those that feed it, so once through all of them is enough.
    """
    known = set(start)
    found: list[N] = []
    for node, sources in links:
        if not known.isdisjoint(sources) and node not in known:
            known.add(node)
            found.append(node)
    return found
