"""Doing with numbers what a draw does with entries."""

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import SeededGroups
from tournaments.formats.options import FormatOptions
from tournaments.formats.qualification import Qualifier, seed_qualifiers
from tournaments.formats.round_robin import rounds_per_cycle


def qualifiers(groups: int, per_group: int) -> list[Qualifier]:
    """Return the first of every group, then the second of every group, and so on."""
    return [
        Qualifier(rank, group) for rank in range(1, per_group + 1) for group in range(1, groups + 1)
    ]


def draw(shape: FormatOptions, entries: int, movers: int) -> None:
    """Fail where the shape cannot be drawn for so many."""
    how = FORMATS[shape.format]
    whole = how.decide(how.settled(shape), entries)
    tiers = how.deal(whole, SeededGroups(entries=range(entries), movers=movers))
    members = [group for dealt in tiers for group in dealt]
    assert sorted(entry for group in members for entry in group) == list(range(entries))
    for group in members:
        how.play.stored(whole, group)
    if how.pairs_rounds:
        most = 99 if how.play.partners_change else max(rounds_per_cycle(entries), 1)
        assert 1 <= (whole.swiss_rounds or 0) <= most
    if how.sends_on:
        seeds = seed_qualifiers(qualifiers(len(members), whole.qualifiers))
        assert min(map(len, members)) >= whole.qualifiers
        assert len(seeds) >= 2
