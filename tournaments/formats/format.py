"""The interface of a format, as a value. The catalogue holds all formats."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.formats.errors import FormatError
from tournaments.formats.options import Choice, FormatOptions
from tournaments.formats.outline import Batch, Pace, minutes
from tournaments.formats.play import Play
from tournaments.formats.points_scale import misfits_of_scale
from tournaments.formats.qualification import Intake
from tournaments.formats.tie_breaks import TieBreak

FEWEST = 2  # minimum entries of any format
MOST = 1000  # maximum entries of a competition
SEATS = (2, 4, 6)  # of a table

Misfit = tuple[str, str]
"""The name of the choice to change, and a code for the reason."""

Groups = Sequence[Sequence[Any]]
"""The entries of each group of a stage, best seed first."""


@dataclass(frozen=True)
class StagePlan:
    """One stage of a format. Stages of other tiers are played in parallel.

    The entries are dealt into it, or it takes qualifiers of an earlier stage.
    """

    shape: FormatOptions
    tier: int = 1
    takes: Intake | None = None


@dataclass(frozen=True, kw_only=True)
class SeededGroups:
    """Drawn entries, best seed first, with the facts that separate them."""

    entries: Sequence[Any]
    clubs: Mapping[Any, Hashable] = field(default_factory=dict)  # entries to keep apart, by club
    movers: int = 0
    divisions: Sequence[int] = ()  # the sizes of the season before, the highest division first


def one_stage(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return a single stage with all choices."""
    return (StagePlan(shape),)


def as_chosen(shape: FormatOptions, _entries: int) -> FormatOptions:
    """Return the shape unchanged: the draw decides nothing."""
    return shape


def anything_fits(_shape: FormatOptions, _entries: int, _movers: int) -> Iterator[Misfit]:
    """Return no misfits: two entries or more can play it."""
    return iter(())


def as_announced(shape: FormatOptions, _entries: int, _movers: int) -> FormatOptions:
    """Return the shape unchanged: it always fits."""
    return shape


def together(_shape: FormatOptions, seeded: SeededGroups) -> tuple[Groups, ...]:
    """Deal all entries into one group."""
    return ([seeded.entries],)


@dataclass(frozen=True, kw_only=True, eq=False)
class Format:
    """A format: how it is played, its choices, and its draw.

    `choices` are in the order of the form; `cycles` is how often two entries meet by default.
    `nearest` is called if `check` finds a misfit: it keeps what decides a competition and changes
    the number of groups, rounds or divisions. `least` and `most` are limits of entries that no
    change can fix, `seats` the table sizes. `deal` returns the groups of the first stage of each
    tier. If a format `sends_on` the first of every group, further stages are seeded by the ranks of
    the one before.
    """

    name: str
    play: Play
    outline: Callable[[FormatOptions, int], tuple[Batch, ...]]
    choices: tuple[Choice, ...] = ()
    cycles: int = 1
    least: int = FEWEST
    most: int = MOST
    seats: tuple[int, ...] = SEATS
    tie_breaks: tuple[TieBreak, ...] = ()  # the default ones; none in a bracket
    offered: tuple[TieBreak, ...] = ()
    stages: Callable[[FormatOptions], tuple[StagePlan, ...]] = one_stage
    decide: Callable[[FormatOptions, int], FormatOptions] = as_chosen
    check: Callable[[FormatOptions, int, int], Iterator[Misfit]] = anything_fits
    nearest: Callable[[FormatOptions, int, int], FormatOptions] = as_announced
    deal: Callable[[FormatOptions, SeededGroups], tuple[Groups, ...]] = together
    sends_on: bool = False
    has_seasons: bool = (
        False  # seasons follow each other, by dates, with promotion between divisions
    )

    @property
    def pairs_rounds(self) -> bool:
        """Whether each round is paired when the one before it is over."""
        return self.play.is_paired_in_play and self.play.is_round_by_round

    @property
    def is_drafted(self) -> bool:
        """Whether organisers may see the next matches before they are published."""
        return self.play.is_bracket or self.play.is_round_by_round

    def settled(self, shape: FormatOptions) -> FormatOptions:
        """Return the shape with the format's defaults filled in."""
        return replace(
            shape,
            cycles=shape.cycles or self.cycles,
            tie_breaks=shape.tie_breaks or tuple(map(str, self.tie_breaks)),
        )

    def misfits(self, shape: FormatOptions, entries: int, movers: int = 0) -> Iterator[Misfit]:
        """Yield the misfits of a shape for a number of entries and of movers between divisions."""
        if not self.least <= entries <= self.most:
            is_few = entries < self.least
            yield "cap", "too-few-for-format" if is_few else "too-many-for-format"
            return
        yield from self.check(shape, entries, movers)
        yield from misfits_of_scale(shape)
        chosen = set(shape.tie_breaks)
        if len(chosen) < len(shape.tie_breaks):
            yield "tie_breaks", "tie-break-twice"
        if not chosen <= set(self.offered):
            yield "tie_breaks", "tie-break-of-another-format"

    def fitting(self, shape: FormatOptions, entries: int, movers: int = 0) -> FormatOptions:
        """Return the shape if `entries` entries can play it, else the nearest one that they can.

        Raises FormatError `too-few-entries` below the least.
        """
        if entries < self.least:
            raise FormatError("too-few-entries", entries)
        fits = next(self.check(shape, entries, movers), None) is None
        return shape if fits else self.nearest(shape, entries, movers)

    def waves(self, shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
        """Return the matches of a field, in the order in which they can be played."""
        return self.outline(self.decide(self.settled(shape), entries), entries)

    def minutes(
        self,
        shape: FormatOptions,
        entries: int,
        pace: Pace,
        best_of: int,
        tables: int | None = None,
    ) -> int:
        """Return the duration with `tables` tables; None is one for every match."""
        waves, final = self.waves(shape, entries), shape.final_best_of
        return minutes(waves, pace, best_of=best_of, final_best_of=final, tables=tables)
