"""The first draw as a value: who is seeded where, and in which groups; nothing is stored yet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.services.refusals import RefusedError
from tournaments.formats.choices import BEST_NEXT, FINALISTS, PLAY_IN, SILVER, THEN_SWISS
from tournaments.formats.drafting import Pools, first_round
from tournaments.formats.format import FEWEST, Bracket, Fixture, PairedByResults, Seeded
from tournaments.formats.swiss_field import Contender
from tournaments.models import Competition, Draft, Entry, Stage
from tournaments.services.competition.shape import shape_of
from tournaments.services.draw.divisions import in_order_of_divisions
from tournaments.services.draw.seeding import clubs, in_seeded_order

Tiers = Sequence[Sequence[Sequence[int]]]
"""Of each tier the groups of its first stage, and of those the entries by pk."""

AFTERWARDS = frozenset(
    choice.name for choice in (BEST_NEXT, SILVER, THEN_SWISS, FINALISTS, PLAY_IN)
)
"""What was chosen of the stages that follow the first."""


@dataclass(frozen=True)
class Plan:
    """The draw that a seed gives for the present entries; entries go by their pk."""

    seed: str
    seeded: Sequence[tuple[int, float]]  # with their strength, the best first
    dealt: Tiers

    @classmethod
    def of(cls, draft: Draft) -> "Plan":
        """Return the plan that a draft of the first draw keeps."""
        return cls(draft.seed, [(pk, strength) for pk, strength in draft.seeded], draft.dealt)

    @property
    def order(self) -> list[int]:
        """Who is drawn, the best first."""
        return [pk for pk, _ in self.seeded]

    def columns(self) -> dict[str, Any]:
        """Return it as the columns of a draft."""
        return {"seed": self.seed, "seeded": self.seeded, "dealt": self.dealt}


def plan_of(competition: Competition, entries: Sequence[Entry], seed: str) -> Plan:
    """Return what a seed makes of these entries, in the order they came.

    Raises FormatError where the shape does not fit so many, RefusedError with the code of what a
    further stage asks for and does not get, and `rematches` where rounds are paired by results and
    there are fewer rivals, unless more may still come in.
    """
    stages = stages_of_the_draw(competition)
    _require_enough(competition, stages, len(entries))
    seeded = in_seeded_order(competition, entries, seed)
    ordered, divisions = in_order_of_divisions(competition, seeded)
    kept_apart = clubs(competition, seeded)
    tiers = stages[0].how.deal(
        shape_of(stages),
        Seeded(
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
    known = first_contenders(plan, clubs_of(competition, plan.order))
    return tuple(
        pool
        for tier, groups in enumerate(plan.dealt, start=1)
        for group in groups
        for pool in _pools_of_group(first[tier], group, known)
    )


def clubs_of(competition: Competition, entries: Sequence[int]) -> dict[int, str]:
    """Return the clubs of those of these entries that are kept apart from their mates."""
    return clubs(competition, list(competition.entries.filter(pk__in=entries)))


def first_contenders(plan: Plan, kept_apart: Mapping[int, str]) -> dict[int, Contender[int]]:
    """Return the contenders drawn before anything is played."""
    return {
        pk: Contender(pk, number, club=kept_apart.get(pk))
        for number, pk in enumerate(plan.order, start=1)
    }


def basis_of_draw(competition: Competition) -> str:
    """Return a digest of what a first draw is made from: who is here, and what was announced."""
    here = competition.entries.filter(state__in=(Entry.State.CONFIRMED, Entry.State.WAITING))
    if competition.state == Competition.State.CHECK_IN:
        here = here.filter(checked_in_at__isnull=False)
    else:
        here = here.filter(state=Entry.State.CONFIRMED)
    known = here.order_by("complete_at", "pk").values_list("pk", "affiliation", "manual_seed")
    terms = (competition.state, competition.cap, competition.seeding, competition.movers)
    stages = [stage.shape for stage in stages_of_the_draw(competition)]
    return digest(terms, competition.keep_apart, stages, list(known))


def digest(*told: object) -> str:
    """Return the same for the same."""
    return sha256(repr(told).encode()).hexdigest()


def _require_enough(competition: Competition, stages: Sequence[Stage], entries: int) -> None:
    """Refuse too few for a round, or for a stage that asks for more than come."""
    stage, shape = stages[0], shape_of(stages)
    if entries < stage.how.least:
        raise RefusedError("too-few-entries" if stage.how.least == FEWEST else "too-few-for-format")
    misfits = list(stage.how.check(shape, entries, competition.movers))
    for key, code in misfits:
        if key in AFTERWARDS:
            raise RefusedError(code)
    if stage.how.is_paired_by_results and misfits and not competition.late_entries:
        raise RefusedError("rematches")


def _pools_of_group(
    stage: Stage, group: Sequence[int], known: Mapping[int, Contender[int]]
) -> Iterator[tuple[int | None, ...]]:
    shape = stage.how.decide(stage.shape, len(group))
    match stage.how.play:
        case Bracket(graph):
            yield from first_round(graph(shape, len(group)), group)
        case Fixture():
            yield tuple(group)
        case PairedByResults(next_round):
            field = [known[pk] for pk in group]
            yield from (one.pool for one in next_round(shape, 1, field))
