"""Who gets which seed, and where each seed stands in a bracket."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.lots import lot, shuffled
from tournaments.formats.pairing import Id


@dataclass(frozen=True)
class Seeding(Generic[Id]):
    """One entry's seed; 1 is the best."""

    seed: int
    entry: Id


def _numbered(order: Sequence[Id]) -> tuple[Seeding[Id], ...]:
    repeated = [entry for entry, times in Counter(order).items() if times > 1]
    if repeated:
        raise FormatError("duplicate-entry", *repeated)
    return tuple(Seeding(seed, entry) for seed, entry in enumerate(order, start=1))


def seed_by_hand(entries: Sequence[Id]) -> tuple[Seeding[Id], ...]:
    """The organiser's own order, best first."""
    return _numbered(entries)


def seed_by_rating(ratings: Mapping[Id, float], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """Highest rating first; equals are ordered by their lot."""
    order = sorted(ratings, key=lambda entry: (-ratings[entry], lot(draw_seed, entry)))
    return _numbered(order)


def seed_by_lot(entries: Sequence[Id], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """At random from the published seed."""
    return _numbered(shuffled(entries, draw_seed))


def seed_by_rank(ranks: Mapping[Id, int], draw_seed: str) -> tuple[Seeding[Id], ...]:
    """As a previous stage ended; entries of equal rank are ordered by their lot."""
    order = sorted(ranks, key=lambda entry: (ranks[entry], lot(draw_seed, entry)))
    return _numbered(order)


def bracket_size(entries: int) -> int:
    """The smallest power of two that holds everybody."""
    if entries < 2:
        raise FormatError("too-few-entries", entries)
    return 1 << (entries - 1).bit_length()


def bracket_order(size: int) -> list[int]:
    """Seeds from the top of the bracket down; the best 2^k stand in 2^k different sections."""
    order = [1]
    while len(order) < size:
        foot = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, foot - best)]
    return order


def bye_seeds(entries: int) -> list[int]:
    """The top seeds that pass the first round without playing."""
    return list(range(1, bracket_size(entries) - entries + 1))
