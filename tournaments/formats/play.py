"""Ways to play a stage, as values: the stored matches of the draw, and the next ones.

Services, pages and `verify` ask a `Play`; none of them asks which kind it is. A further kind is a
subclass in a file of its own, and a format of the catalogue that has it.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar

from tournaments.formats.bracket import Graph
from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import Pairing, SwissPairing
from tournaments.formats.round_draft import Pools, Swaps, first_round
from tournaments.formats.swiss_field import Contender, asked_byes

Field = Sequence[Contender[Any]]
Pairings = Sequence[SwissPairing[Any]]
Rounds = Sequence[Sequence[Pairing[Any]]]


@dataclass(frozen=True)
class Progress:
    """What is known when further matches are asked for.

    `number` is that of the round to come: matches that are stored together share one. `field` has
    the entries that have not left; `elapsed` is the seconds since the competition started.
    """

    number: int
    field: Field
    elapsed: float = 0


@dataclass(frozen=True)
class Meeting:
    """A stored match, for `Play.problems`: the entries of each side, and how it came about."""

    sides: tuple[Sequence[Any], Sequence[Any]]
    is_bye: bool = False  # a drawn one
    was_asked: bool = False  # a bye that the entry asked for
    is_rematch: bool = False  # flagged as one
    by_hand: bool = False

    @property
    def entries(self) -> frozenset[Any]:
        """All entries of both sides; None is a bye."""
        return frozenset((*self.sides[0], *self.sides[1]))


class Play(ABC):
    """A way to play a stage. The draw stores its members, and what `stored` returns.

    Without rounds every match begins when its sides are known, `next_matches` is called after each
    result, and entries with `Contender.is_playing` are not free. The matches that it returns are
    published at once. With rounds it is called when all matches are decided.
    """

    is_bracket: ClassVar[bool] = False  # a defeat eliminates; else results add up to a table
    is_round_by_round: ClassVar[bool] = True  # a round begins when those before it are decided
    is_paired_in_play: ClassVar[bool] = False  # `next_matches` returns further matches
    pairs_by_points: ClassVar[bool] = False  # entries of equal points meet
    partners_change: ClassVar[bool] = False  # everybody enters alone
    is_paired_by_table: ClassVar[bool] = False  # then `Contender.seed` is its place in the table
    is_by_challenge: ClassVar[bool] = False  # entries ask for their matches
    streak: ClassVar[int] = 0  # wins in a row after which further ones count double; 0: never
    swaps: ClassVar[Swaps] = Swaps.OPPONENTS  # what two entries exchange in a draft

    @abstractmethod
    def pools(self, shape: FormatOptions, members: Field) -> Pools[Any]:
        """Return the pools of a first draft, from the members of a group by seed."""

    def stored(self, _shape: FormatOptions, _members: Sequence[Any]) -> Graph | Rounds:
        """Return what is known from the start: a graph, or the rounds of a group."""
        return ()

    def next_matches(self, _shape: FormatOptions, _progress: Progress) -> Pairings:
        """Return the matches to play next."""
        return ()

    def is_over(self, _shape: FormatOptions, _progress: Progress) -> bool:
        """Return whether a stage ends when no match is open and there is no next one.

        One that does not, because others may still join, is asked for its next matches again.
        """
        return True

    def closes_after(self, _shape: FormatOptions) -> float | None:
        """Return the seconds in which matches begin, from the start; None if no clock ends it.

        Until then entries come, rest and return as they like.
        """
        return None

    def may_join(self, _shape: FormatOptions, _number: int) -> bool:
        """Return whether an entry can join while the round of that number is played."""
        return False

    def problems(
        self, _shape: FormatOptions, _members: Sequence[Any], _meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        """Yield how stored matches, in order, differ from what this would have paired."""
        return iter(())


@dataclass(frozen=True)
class Bracket(Play):
    """Elimination: the draw stores the graph for the number of entries."""

    is_bracket = True
    is_round_by_round = False
    swaps = Swaps.PLACES
    graph: Callable[[FormatOptions, int], Graph]

    def pools(self, shape: FormatOptions, members: Field) -> Pools[Any]:
        return first_round(self.graph(shape, len(members)), [one.entry for one in members])

    def stored(self, shape: FormatOptions, members: Sequence[Any]) -> Graph:
        return self.graph(shape, len(members))


@dataclass(frozen=True)
class Fixture(Play):
    """A table with a known schedule: the draw stores all rounds of a group."""

    swaps = Swaps.GROUPS
    rounds: Callable[[FormatOptions, Sequence[Any]], Rounds]

    def pools(self, _shape: FormatOptions, members: Field) -> Pools[Any]:
        return (tuple(one.entry for one in members),)

    def stored(self, shape: FormatOptions, members: Sequence[Any]) -> Rounds:
        return self.rounds(shape, members)

    def problems(
        self, shape: FormatOptions, members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        due = chain.from_iterable(self.rounds(shape, members))
        pairs = Counter(frozenset((one.first, one.second)) for one in due if not one.is_bye)
        if pairs != Counter(one.entries for one in meetings):
            yield "those who meet are not those whom its format sends against each other"


@dataclass(frozen=True)
class PairedByResults(Play):
    """A table whose rounds are paired by the results of the earlier ones.

    `pair` pairs the entries that are present, of which `least` are needed. Others may join until
    half of the rounds have started.
    """

    is_paired_in_play = True
    pairs_by_points = True
    pair: Callable[[Field], Pairings]
    least: int = 2

    def pools(self, shape: FormatOptions, members: Field) -> Pools[Any]:
        return tuple(one.pool for one in self.next_round(shape, 1, members))

    def next_matches(self, shape: FormatOptions, progress: Progress) -> Pairings:
        return self.next_round(shape, progress.number, progress.field)

    def next_round(self, shape: FormatOptions, number: int, field: Field) -> Pairings:
        """Return a round; empty after the last one, or if too few entries are left.

        Absent entries are not paired, and come last.
        """
        if number > (shape.swiss_rounds or 0) or len(field) < self.least:
            return ()
        present = [one for one in field if one.absent is None]
        return (*self.pair(present), *asked_byes(field))

    def may_join(self, shape: FormatOptions, number: int) -> bool:
        return number <= (shape.swiss_rounds or 0) // 2

    def problems(
        self, _shape: FormatOptions, _members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        return unflagged_rematches(meetings)


@dataclass(frozen=True)
class ChangingPartners(PairedByResults):
    """Rounds paired for players who enter alone and get new partners each time.

    A side consists of several entries. Players left over rest in turn (`pairing.REST`).
    """

    pairs_by_points = False
    partners_change = True
    swaps = Swaps.CHAIRS
    together: int = field(kw_only=True)  # on a side

    def problems(
        self, _shape: FormatOptions, _members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        """Yield broken sides, entries twice in a match, and byes spread unevenly.

        Byes are compared only for entries present in every round, and not if organisers changed
        pairings by hand.
        """
        rests: Counter[Any] = Counter()
        rounds: Counter[Any] = Counter()
        for one in meetings:
            own = [entry for side in one.sides for entry in side if entry is not None]
            is_bye = one.sides[1] == [None]
            whole = is_bye or {*map(len, one.sides)} == {self.together}
            if len({*own}) < len(own) or not whole:
                yield "its sides are not whole"
            rounds.update(own if not one.was_asked else ())
            rests.update(own if is_bye and not one.was_asked else ())
        in_all = [rests[entry] for entry, n in rounds.items() if n == max(rounds.values())]
        is_by_hand = any(one.by_hand for one in meetings)
        if in_all and max(in_all) - min(in_all) > 1 and not is_by_hand:
            yield "some rest more often than others"


@dataclass(frozen=True)
class PairedWhenFree(Play):
    """A table without rounds that is open for a set time: the entries that are free are paired.

    `pair` returns the matches that can begin, from all entries that are there.
    """

    is_round_by_round = False
    is_paired_in_play = True
    pair: Callable[[FormatOptions, Field], Pairings]

    def pools(self, shape: FormatOptions, members: Field) -> Pools[Any]:
        return tuple(one.pool for one in self.pair(shape, members))

    def next_matches(self, shape: FormatOptions, progress: Progress) -> Pairings:
        return () if self.is_over(shape, progress) else self.pair(shape, progress.field)

    def closes_after(self, shape: FormatOptions) -> float | None:
        return 60 * shape.open_minutes

    def is_over(self, shape: FormatOptions, progress: Progress) -> bool:
        return progress.elapsed >= (self.closes_after(shape) or 0)

    def may_join(self, _shape: FormatOptions, _number: int) -> bool:
        return True


def unflagged_rematches(meetings: Sequence[Meeting]) -> Iterator[str]:
    """Yield a problem if two met again and the later match is not flagged as a rematch."""
    met: set[frozenset[Any]] = set()
    for one in meetings:
        is_bye = None in one.entries  # also one that was annulled with its round
        if one.entries in met and not (one.is_rematch or is_bye):
            yield "a rematch is not flagged"
            return
        met.add(one.entries)
