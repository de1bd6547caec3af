"""The draw: entries get their seeds and the stages are stored, once."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.catalogue import decided_by_the_draw
from tournaments.formats.drafting import Pools, as_pairings, holders
from tournaments.formats.errors import FormatError
from tournaments.formats.format import Bracket, Fixture, Groups, PairedByResults
from tournaments.formats.qualification import BestOf, Origin, Qualifier, Takes
from tournaments.formats.table import edition_of
from tournaments.models import (
    AuditEvent,
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    Stage,
    StageSlot,
)
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.competition.shape import plans_of
from tournaments.services.draw.dates import lay_dates
from tournaments.services.draw.divisions import write_tiers
from tournaments.services.draw.fixtures import (
    mark_by_hand,
    store_bracket,
    store_paired_round,
    store_table,
)
from tournaments.services.draw.planning import (
    Plan,
    clubs_of,
    first_contenders,
    plan_of,
    pools_of,
    stages_of_the_draw,
)
from tournaments.services.entries.check_in import without_the_absent
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition
from tournaments.services.matches.bracket import settle_stored
from tournaments.services.matches.stages import open_round

SEED_BYTES = 16
DRAWABLE = (Competition.State.REGISTRATION, Competition.State.CHECK_IN)
Act = AuditEvent.Act


def fresh_draw_seed() -> str:
    """Return a seed nobody could know before the draw, in hex."""
    return secrets.token_hex(SEED_BYTES)


@retrying
@transaction.atomic
def draw(*, competition_id: int, actor: User, seed: str, now: datetime) -> None:
    """Close the registration, or the check-in, seed who is in and publish what they play.

    `seed` is published: with the entries in the order they came it gives the same draw again.
    Raises RefusedError `not-organiser`, `already-drawn`, `wrong-state`, `no-first-hour`, or where
    the shape does not fit `too-few-entries`, `division-too-small` or `rematches`.
    """
    competition = lock_for_drawing(competition_id, actor)
    publish_draw(competition, plan_now(competition, seed), actor=actor, now=now)


def lock_for_drawing(competition_id: int, actor: User) -> Competition:
    """Lock a competition that can be drawn, for an organiser."""
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_drawn:
        raise RefusedError("already-drawn")
    if competition.state not in DRAWABLE:
        raise RefusedError("wrong-state")
    return competition


def plan_now(competition: Competition, seed: str) -> Plan:
    """Return the plan that a seed gives for the present entries; changes nothing."""
    try:
        with transaction.atomic():
            without_the_absent(competition)
            plan = plan_of(competition, _to_draw(competition), seed)
            transaction.set_rollback(True)
    except FormatError as error:
        raise RefusedError(error.code) from error
    return plan


def publish_draw(
    competition: Competition,
    plan: Plan,
    *,
    actor: User,
    now: datetime,
    pools: Pools[int] | None = None,
) -> None:
    """Store the plan of a locked competition, with the swaps made by hand.

    Raises RefusedError `no-first-hour`, or `draft-outdated` if other entries are present by now.
    """
    before = {"state": competition.state, "stages": _left_open(competition)}
    absent = without_the_absent(competition)
    if {entry.pk for entry in _to_draw(competition)} != set(plan.order):
        raise RefusedError("draft-outdated")
    competition.state, competition.draw_seed = Competition.State.DRAWN, plan.seed
    day = competition.starts_at or now
    competition.tie_break_edition = edition_of(day.year, day.month)
    competition.save(update_fields=["state", "draw_seed", "tie_break_edition"])
    seeded = _seed(competition, plan)
    drawn = pools_of(plan, competition)
    _store(competition, plan, drawn, pools or drawn, now)
    lay_dates(competition, now=now)
    Draft.objects.filter(competition=competition).delete()
    after = {"seed": plan.seed, "seeding": competition.seeding} | {
        "order": [str(each) for each in seeded],
        "absent": [str(each) for each in absent],
    }
    audit.record(
        Act.DRAW, competition=competition, actor=actor, now=now, before=before, after=after
    )
    announce_competition(competition.pk)


def _to_draw(competition: Competition) -> list[Entry]:
    return list(competition.entries.confirmed().order_by("complete_at", "pk"))


def _left_open(competition: Competition) -> list[dict[str, int | None]]:
    """Return what the draw may have to decide: undoing it leaves that open again."""
    return list(competition.stages.order_by("number").values("number", *decided_by_the_draw()))


def _seed(competition: Competition, plan: Plan) -> list[Entry]:
    """Give every entry its seed and its strength; return them from the first seed to the last."""
    entries = competition.entries.in_bulk(plan.order)
    seeded = [entries[pk] for pk in plan.order]
    for number, (entry, (_, strength)) in enumerate(zip(seeded, plan.seeded, strict=True), start=1):
        entry.seed, entry.strength = number, strength
    Entry.objects.bulk_update(seeded, ["seed", "strength"])
    return seeded


def _store(
    competition: Competition, plan: Plan, drawn: Pools[int], pools: Pools[int], now: datetime
) -> None:
    """Store the stages of a competition; what can be played then is ready.

    The first stage of each tier is dealt the entries; others wait for their qualifiers. An entry
    that was swapped by hand into another's place has the number of that place.
    """
    stages = stages_of_the_draw(competition)
    drawn_groups: dict[int, list[Group]] = {}
    paired = stages[0].how.is_paired_by_results
    instead = {} if paired else holders(drawn, pools)
    entries = competition.entries.in_bulk(plan.order)
    number = {instead.get(pk, pk): place for place, pk in enumerate(plan.order, start=1)}
    tiers = [
        [[entries[instead.get(pk, pk)] for pk in group] for group in groups]
        for groups in plan.dealt
    ]
    write_tiers(tiers)
    known = first_contenders(plan, clubs_of(competition, plan.order))
    taking = [(stage, each.takes) for stage, each in zip(stages, plans_of(stages), strict=True)]
    for first, dealt in zip([stage for stage, takes in taking if not takes], tiers, strict=True):
        groups = drawn_groups[first.number] = _store_groups(first, dealt, number)
        for group, members in zip(groups, dealt, strict=True):
            if paired:
                own = {entry.pk for entry in members}
                first_matches = tuple(pool for pool in pools if own & set(pool))
                store_paired_round(group, 1, as_pairings(first_matches, known))
            _store_play(group, now)
    for stage, takes in taking:
        if takes is not None:
            sources = drawn_groups[takes.stage]
            drawn_groups[stage.number] = [_store_taking(stage, takes, sources, now)]
    mark_by_hand(Match.objects.of(competition.pk), drawn, pools)


def _store_groups(stage: Stage, dealt: Groups, number: Mapping[int, int]) -> list[Group]:
    """Store the groups of a stage that entries are dealt into, and what the draw decides of it."""
    decided = stage.how.decide(stage.shape, sum(map(len, dealt)))
    for name in decided_by_the_draw():
        setattr(stage, name, getattr(decided, name))
    stage.save(update_fields=decided_by_the_draw())
    groups = Group.objects.bulk_create(
        Group(stage=stage, number=place) for place in range(1, len(dealt) + 1)
    )
    StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=number[entry.pk], entry=entry)
        for group, members in zip(groups, dealt, strict=True)
        for entry in members
    )
    return groups


def _store_play(group: Group, now: datetime) -> None:
    """Store what is known of a group's matches, and open what can be played."""
    stage = group.stage
    match stage.how.play:
        case Bracket(graph):
            seeds = list(group.slots.select_related("entry").order_by("number"))
            store_bracket(group, graph(stage.shape, len(seeds)), seeds)
            settle_stored(Match.objects.filter(round__group=group), now=now)
        case Fixture(rounds):
            members = group.slots.order_by("number").values_list("entry_id", flat=True)
            store_table(group, rounds(stage.shape, list(members)))
            open_round(group, 1, now=now)
        case PairedByResults():
            open_round(group, 1, now=now)


def _store_taking(stage: Stage, takes: Takes, sources: Sequence[Group], now: datetime) -> Group:
    """Store a stage that takes whom another sends: the holders of its seeds are to come."""
    group = Group.objects.create(stage=stage)
    origins = takes.origins([source.slots.count() for source in sources])
    StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=number, **_source(origin, sources))
        for number, origin in enumerate(origins, start=1)
    )
    _store_play(group, now)
    return group


def _source(origin: Origin, groups: Sequence[Group]) -> dict[str, Any]:
    """Return the columns that say where the holder of a seed comes from."""
    match origin:
        case Qualifier(rank, number):
            return {"source_group": groups[number - 1], "source_rank": rank}
        case BestOf(rank, place):
            stage = groups[0].stage
            return {"source_stage": stage, "source_rank": rank, "source_place": place}
