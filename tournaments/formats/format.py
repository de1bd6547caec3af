"""What one format knows, as a value. The catalogue has them all, and everybody else asks it.

How a stage is played is one of the kinds of `Play`; a kind says what the draw stores of it. A
format without rounds is another kind beside these.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats.bracket import Graph
from tournaments.formats.errors import FormatError
from tournaments.formats.options import Choice, FormatOptions
from tournaments.formats.outline import Batch, Pace, minutes
from tournaments.formats.pairing import Pairing, SwissPairing
from tournaments.formats.qualification import Intake
from tournaments.formats.round_draft import Swaps
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import TieBreak

FEWEST = 2  # entries that play anything
MOST = 512  # entries of one competition
SEATS = (2, 4, 6)  # of a table

Misfit = tuple[str, str]
"""The choice that is to change, and why, as a code."""

Groups = Sequence[Sequence[Any]]
"""The entries of each group of a stage, best seed first."""


@dataclass(frozen=True)
class Bracket:
    """A defeat throws out, or nearly: the draw stores the graph for so many entries."""

    graph: Callable[[FormatOptions, int], Graph]


@dataclass(frozen=True)
class Fixture:
    """Results add up to a table: the draw stores all rounds of a group."""

    rounds: Callable[[FormatOptions, Sequence[Any]], Sequence[Sequence[Pairing[Any]]]]


@dataclass(frozen=True)
class PairedByResults:
    """Results add up to a table, and pair the next round when the one before it is over.

    `next_round` takes its number and returns nothing where none is due. `may_join` tells whether
    an entry still comes in while the round of that number is played.
    """

    next_round: Callable[
        [FormatOptions, int, Sequence[Contender[Any]]], Sequence[SwissPairing[Any]]
    ]
    may_join: Callable[[FormatOptions, int], bool]


@dataclass(frozen=True)
class ChangingPartners(PairedByResults):
    """The same for people who enter alone and are put together anew for every round.

    A side is several entries. Who is left over rests, in turn (`outcome.REST`).
    """


Play = Bracket | Fixture | PairedByResults


@dataclass(frozen=True)
class StagePlan:
    """One stage that a shape comes to; stages of other tiers are played beside it.

    It is dealt those who enter, or takes whom an earlier stage sends.
    """

    shape: FormatOptions
    tier: int = 1
    takes: Intake | None = None


@dataclass(frozen=True, kw_only=True)
class SeededGroups:
    """Who is drawn, best seed first, and what parts them."""

    entries: Sequence[Any]
    clubs: Mapping[Any, Hashable] = field(default_factory=dict)  # who is kept apart from whom
    movers: int = 0
    divisions: Sequence[int] = ()  # the sizes of a season before, the highest first


def one_stage(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """A single stage with all that was chosen."""
    return (StagePlan(shape),)


def as_chosen(shape: FormatOptions, _entries: int) -> FormatOptions:
    """Nothing is left to the draw."""
    return shape


def anything_fits(_shape: FormatOptions, _entries: int, _movers: int) -> Iterator[Misfit]:
    """Any two entries or more can play it."""
    return iter(())


def as_announced(shape: FormatOptions, _entries: int, _movers: int) -> FormatOptions:
    """Nothing has to give way where anything fits."""
    return shape


def together(_shape: FormatOptions, seeded: SeededGroups) -> tuple[Groups, ...]:
    """Everybody in one group."""
    return ([seeded.entries],)


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """One format: how it is played, what it lets one choose, what it makes of those who enter.

    `choices` stand in the order in which they are asked; `cycles` is how often two meet unless the
    organiser chose. `nearest` is asked where `check` finds a misfit: what decides a competition
    stays, the number of groups, rounds or divisions gives way; `least` and `most` entries are what
    no number mends, `seats` the tables it is played at. `deal` returns the groups of the
    first stage of each tier; of a format that `sends_on` the first of every group, further stages
    are seeded by the ranks of the one before.
    """

    name: str
    play: Play
    outline: Callable[[FormatOptions, int], tuple[Batch, ...]]
    choices: tuple[Choice, ...] = ()
    cycles: int = 1
    least: int = FEWEST
    most: int = MOST
    seats: tuple[int, ...] = SEATS
    tie_breaks: tuple[TieBreak, ...] = ()  # the usual ones; none in a bracket
    offered: tuple[TieBreak, ...] = ()
    stages: Callable[[FormatOptions], tuple[StagePlan, ...]] = one_stage
    decide: Callable[[FormatOptions, int], FormatOptions] = as_chosen
    check: Callable[[FormatOptions, int, int], Iterator[Misfit]] = anything_fits
    nearest: Callable[[FormatOptions, int, int], FormatOptions] = as_announced
    deal: Callable[[FormatOptions, SeededGroups], tuple[Groups, ...]] = together
    sends_on: bool = False
    has_seasons: bool = (
        False  # one follows another, by dates, with divisions between which one moves
    )

    @property
    def is_bracket(self) -> bool:
        """Whether defeats throw out; else results add up to a table."""
        return isinstance(self.play, Bracket)

    @property
    def is_paired_by_results(self) -> bool:
        """Whether nobody knows a round before the one before it is over."""
        return isinstance(self.play, PairedByResults)

    @property
    def partners_change(self) -> bool:
        """Whether everybody enters alone, however many play together."""
        return isinstance(self.play, ChangingPartners)

    @property
    def swaps(self) -> Swaps:
        """What two entries exchange in a draft of it."""
        match self.play:
            case ChangingPartners():
                return Swaps.CHAIRS
            case Bracket():
                return Swaps.PLACES
            case Fixture():
                return Swaps.GROUPS
            case PairedByResults():
                return Swaps.OPPONENTS

    def settled(self, shape: FormatOptions) -> FormatOptions:
        """The shape with nothing left to the format."""
        return replace(
            shape,
            cycles=shape.cycles or self.cycles,
            tie_breaks=shape.tie_breaks or tuple(map(str, self.tie_breaks)),
        )

    def misfits(self, shape: FormatOptions, entries: int, movers: int = 0) -> Iterator[Misfit]:
        """What cannot be together for so many entries, of which so many change divisions."""
        if not self.least <= entries <= self.most:
            is_few = entries < self.least
            yield "cap", "too-few-for-format" if is_few else "too-many-for-format"
            return
        yield from self.check(shape, entries, movers)
        chosen = set(shape.tie_breaks)
        if len(chosen) < len(shape.tie_breaks):
            yield "tie_breaks", "tie-break-twice"
        if not chosen <= set(self.offered):
            yield "tie_breaks", "tie-break-of-another-format"

    def fitting(self, shape: FormatOptions, entries: int, movers: int = 0) -> FormatOptions:
        """The shape itself if so many entries can play it, else the nearest that they can.

        Raises FormatError `too-few-entries` below the least.
        """
        if entries < self.least:
            raise FormatError("too-few-entries", entries)
        fits = next(self.check(shape, entries, movers), None) is None
        return shape if fits else self.nearest(shape, entries, movers)

    def waves(self, shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
        """The matches of so many entries, in the order in which they can be played."""
        return self.outline(self.decide(self.settled(shape), entries), entries)

    def minutes(
        self,
        shape: FormatOptions,
        entries: int,
        pace: Pace,
        best_of: int,
        tables: int | None = None,
    ) -> int:
        """How long it lasts at so many tables; None: nobody waits for one."""
        waves, final = self.waves(shape, entries), shape.final_best_of
        return minutes(waves, pace, best_of=best_of, final_best_of=final, tables=tables)
