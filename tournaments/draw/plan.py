"""The first draw as a value: order, seeds, divisions and groups; nothing is stored.

Divisions follow the seeds, or the final places of the last season.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import Count

from tournaments.common.errors import refused
from tournaments.competitions.settings import shape_of
from tournaments.draw.errors import RematchesError
from tournaments.entries.places import strengths
from tournaments.formats.catalogue import with_seasons
from tournaments.formats.format import FEWEST, SeededGroups
from tournaments.formats.later_stages import LATER_CHOICES
from tournaments.formats.options import LAYOUT, LOSERS
from tournaments.formats.round_draft import Pools
from tournaments.formats.seeding import (
    seed_by_hand,
    seed_by_lot,
    seed_by_rank,
    seed_by_rating,
    seed_rows,
    separate,
)
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Draft, Entry, Stage
from tournaments.standings.queries import previous_ranks


def in_order_of_divisions(
    competition: Competition, seeded: Sequence[Entry]
) -> tuple[Sequence[Entry], Sequence[int]]:
    """Return entries in the order in which they fill divisions, and the divisions' sizes.

    `seeded` has the best seed first. After a season every entry plays in its new division and
    newcomers start at the bottom; an entry that left an upper division is replaced by the best of
    the one below. Before a first season there are no sizes, and all divisions are equal.
    """
    if not any(entry.previous_id for entry in seeded):
        return seeded, ()
    return sorted(seeded, key=_standing), _sizes_before(competition, len(seeded))


def _standing(entry: Entry) -> tuple[bool, int]:
    """Return the sort key by division, with newcomers last."""
    return entry.previous_id is None, entry.tier


def _sizes_before(competition: Competition, entries: int) -> tuple[int, ...]:
    """Return the sizes of the last season; the last division takes the remaining entries."""
    assert competition.previous is not None, "entries were carried over from somewhere"
    divisions = competition.previous.stages.filter(format__in=with_seasons())
    stages = divisions.order_by("tier").annotate(size=Count("slots"))
    *upper, _ = stages.values_list("size", flat=True)
    return (*upper, entries - sum(upper))


Seeding = Competition.Seeding


def in_seeded_order(competition: Competition, entries: Sequence[Entry], seed: str) -> list[Entry]:
    """Return the entries with their unsaved strength, from the first seed to the last.

    `entries` must be in order of entry: with the published seed they reproduce the draw.
    """
    by_pk = {entry.pk: entry for entry in entries}
    entry_strengths = strengths(entries)
    order = _order(competition, entries, entry_strengths, seed)
    for entry in entries:
        entry.strength = entry_strengths[entry.pk]
    return [by_pk[pk] for pk in _parted(competition, by_pk, order)]


def in_manual_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in the organiser's order.

    Equal numbers keep their order of entry, gaps close, entries without a number come last.
    """
    last = len(entries) + max((entry.manual_seed or 0 for entry in entries), default=0)
    return sorted(entries, key=lambda entry: entry.manual_seed or last)


def clubs(competition: Competition, entries: Sequence[Entry]) -> dict[int, str]:
    """Return the club of each entry, if entries of a club are kept apart."""
    if not competition.keep_apart:
        return {}
    pairs = ((entry.pk, entry.club_key) for entry in entries)
    return {pk: club for pk, club in pairs if club is not None}


def _order(
    competition: Competition, entries: Sequence[Entry], entry_strengths: dict[int, float], seed: str
) -> list[int]:
    match competition.seeding:
        case Seeding.RANDOM:
            seedings = seed_by_lot([entry.pk for entry in entries], seed)
        case Seeding.MANUAL:
            seedings = seed_by_hand([entry.pk for entry in in_manual_order(entries)])
        case Seeding.PREVIOUS:
            seedings = seed_by_rank(_ranks(competition, entries, entry_strengths, seed), seed)
        case _:
            seedings = seed_by_rating(entry_strengths, seed)
    return [seeding.entry for seeding in seedings]


def _ranks(
    competition: Competition, entries: Sequence[Entry], entry_strengths: dict[int, float], seed: str
) -> dict[int, int]:
    """Return the ranks of the previous edition. Newcomers follow by strength."""
    ranks = previous_ranks(competition, entries)
    new = {pk: strength for pk, strength in entry_strengths.items() if pk not in ranks}
    last = max(ranks.values(), default=0)
    followers = seed_by_rating(new, seed)
    return ranks | {follower.entry: last + follower.seed for follower in followers}


def _parted(
    competition: Competition, by_pk: dict[int, Entry], order: Sequence[int]
) -> Sequence[int]:
    """Separate entries of a club in a bracket. Elsewhere groups or rounds do that."""
    first = competition.stages.order_by("number")[0]
    mates = clubs(competition, [*by_pk.values()])
    if not first.is_bracket or not mates:
        return order
    return separate(seed_rows(order), mates)


Tiers = Sequence[Sequence[Sequence[int]]]
"""For each tier the groups of its first stage, each with the pks of its entries."""


@dataclass(frozen=True)
class Plan:
    """The draw that a seed produces for the present entries, by pk."""

    seed: str
    seeded: Sequence[tuple[int, float]]  # with their strength, the best first
    dealt: Tiers

    @classmethod
    def of(cls, draft: Draft) -> "Plan":
        """Return the plan stored in a draft of the first draw."""
        return cls(draft.seed, [(pk, strength) for pk, strength in draft.seeded], draft.dealt)

    @property
    def order(self) -> list[int]:
        """The drawn entries, the best first."""
        return [pk for pk, _ in self.seeded]

    def columns(self) -> dict[str, Any]:
        """Return it as the columns of a draft."""
        return {"seed": self.seed, "seeded": self.seeded, "dealt": self.dealt}


def plan_of(competition: Competition, entries: Sequence[Entry], seed: str) -> Plan:
    """Return the draw that a seed produces for entries in their order of entry.

    Raises FormatError if the format does not fit the number of entries, RefusedError with the code
    of a later stage's unmet condition, and `rematches` if rounds are paired by results and there
    are fewer rivals than rounds, unless late entries are allowed.
    """
    stages = stages_of_the_draw(competition)
    _require_enough(competition, stages, len(entries))
    seeded = in_seeded_order(competition, entries, seed)
    ordered, divisions = in_order_of_divisions(competition, seeded)
    kept_apart = clubs(competition, seeded)
    tiers = stages[0].how.deal(
        shape_of(stages),
        SeededGroups(
            entries=[entry.pk for entry in ordered],
            clubs=kept_apart,
            movers=competition.movers,
            divisions=divisions,
        ),
    )
    strengths = [(entry.pk, entry.strength or 0.0) for entry in seeded]
    return Plan(seed, strengths, [[list(group) for group in groups] for groups in tiers])


def stages_of_the_draw(competition: Competition) -> list[Stage]:
    """Return the stages of a competition in order."""
    return list(competition.stages.select_related("competition").order_by("number"))


def pools_of(plan: Plan, competition: Competition) -> Pools[int]:
    """Return the pools of a plan within which entries may be swapped: first matches, or groups."""
    first = {stage.tier: stage for stage in reversed(stages_of_the_draw(competition))}
    contenders = first_contenders(plan, clubs_of(competition, plan.order))
    return tuple(
        pool
        for tier, groups in enumerate(plan.dealt, start=1)
        for group in groups
        for pool in first[tier].how.play.pools(
            first[tier].how.decide(first[tier].shape, len(group)), [contenders[pk] for pk in group]
        )
    )


def clubs_of(competition: Competition, entries: Sequence[int]) -> dict[int, str]:
    """Return the clubs of entries that are kept apart."""
    return clubs(competition, list(competition.entries.filter(pk__in=entries)))


def first_contenders(plan: Plan, kept_apart: Mapping[int, str]) -> dict[int, Contender[int]]:
    """Return the contenders of a first round, before any result."""
    return {
        pk: Contender(pk, number, club=kept_apart.get(pk))
        for number, pk in enumerate(plan.order, start=1)
    }


def basis_of_draw(competition: Competition) -> str:
    """Return a digest of the input of a first draw: the present entries and the terms."""
    present = competition.entries.filter(state__in=Entry.IN)
    if competition.state == Competition.State.CHECK_IN:
        present = present.filter(checked_in_at__isnull=False)
    else:
        present = present.filter(state=Entry.State.CONFIRMED)
    rows = present.order_by("complete_at", "pk").values_list("pk", "affiliation", "manual_seed")
    terms = (competition.state, competition.cap, competition.seeding, competition.movers)
    stages = [stage.shape for stage in stages_of_the_draw(competition)]
    return digest(terms, competition.keep_apart, stages, list(rows))


def digest(*values: object) -> str:
    """Return a digest that is equal for equal arguments."""
    return sha256(repr(values).encode()).hexdigest()


def _require_enough(competition: Competition, stages: Sequence[Stage], entries: int) -> None:
    """Refuse too few entries for a round, or for a later stage."""
    stage, shape = stages[0], shape_of(stages)
    if entries < stage.how.least:
        raise refused("too-few-entries" if stage.how.least == FEWEST else "too-few-for-format")
    misfits = list(stage.how.check(shape, entries, competition.movers))
    for key, code in misfits:
        if key in LATER_CHOICES | {LAYOUT.name, LOSERS.name}:
            raise refused(code)
    if stage.how.play.is_paired_in_play and misfits and not competition.late_entries:
        raise RematchesError()
