"""The draw: entries get their seeds and the stages are stored, once."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.catalogue import decided_by_the_draw
from tournaments.formats.errors import FormatError
from tournaments.formats.format import FEWEST, Bracket, Fixture, Groups, PairedByResults, Seeded
from tournaments.formats.qualification import qualifiers, seed_qualifiers
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Group,
    Stage,
    StageSlot,
)
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.competition.shape import shape_of
from tournaments.services.draw.dates import lay_dates
from tournaments.services.draw.divisions import in_order_of_divisions, write_tiers
from tournaments.services.draw.fixtures import store_bracket, store_table
from tournaments.services.draw.seeding import clubs, seed_entries
from tournaments.services.entries.check_in import without_the_absent
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition
from tournaments.services.matches.bracket import settle
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
    """Close the registration, or the check-in, seed who is in and store what they play.

    `seed` is published: with the entries in the order they came it gives the same draw again.
    Raises RefusedError `not-organiser`, `already-drawn`, `wrong-state`, `no-first-hour`, or where
    the shape does not fit `too-few-entries` or `division-too-small`. A Swiss of more rounds than
    there are rivals is drawn as it is: who meets again is flagged.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    _require_undrawn(competition)
    before = {"state": competition.state, "stages": _left_open(competition)}
    absent = without_the_absent(competition)
    entries = list(competition.entries.confirmed().order_by("complete_at", "pk"))
    if len(entries) < FEWEST:
        raise RefusedError("too-few-entries")
    competition.state, competition.draw_seed = Competition.State.DRAWN, seed
    competition.save(update_fields=["state", "draw_seed"])
    seeded = seed_entries(competition, entries)
    try:
        _store(competition, seeded, now)
        lay_dates(competition, now=now)
    except FormatError as error:
        raise RefusedError(error.code) from error
    after = {"seed": seed, "seeding": competition.seeding} | {
        "order": [str(each) for each in seeded],
        "absent": [str(each) for each in absent],
    }
    audit.record(
        Act.DRAW, competition=competition, actor=actor, now=now, before=before, after=after
    )
    announce_competition(competition.pk)


def _require_undrawn(competition: Competition) -> None:
    if competition.is_drawn:
        raise RefusedError("already-drawn")
    if competition.state not in DRAWABLE:
        raise RefusedError("wrong-state")


def _left_open(competition: Competition) -> list[dict[str, int | None]]:
    """Return what the draw may have to decide: undoing it leaves that open again."""
    return list(competition.stages.order_by("number").values("number", *decided_by_the_draw()))


def _store(competition: Competition, seeded: Sequence[Entry], now: datetime) -> None:
    """Store the stages of a competition; what can be played then is ready.

    The first stage of each tier is dealt the entries; those after it wait for its ranks.
    """
    stages = list(competition.stages.select_related("competition").order_by("number"))
    whole = shape_of(stages)
    tiers = stages[0].how.deal(whole, _seeded(competition, seeded))
    write_tiers(tiers)
    number = {entry: place for place, entry in enumerate(seeded, start=1)}
    for tier, dealt in enumerate(tiers, start=1):
        first, *later = (stage for stage in stages if stage.tier == tier)
        groups = _store_groups(first, dealt, number)
        for group in groups:
            _store_play(group, now)
        for stage in later:
            _store_ranked(stage, groups, first.qualifiers, now)


def _seeded(competition: Competition, seeded: Sequence[Entry]) -> Seeded:
    """Return who is drawn as the formats take it."""
    ordered, divisions = in_order_of_divisions(competition, seeded)
    kept_apart = clubs(competition, seeded)
    of_clubs = {entry: kept_apart[entry.pk] for entry in seeded if entry.pk in kept_apart}
    return Seeded(entries=ordered, clubs=of_clubs, movers=competition.movers, divisions=divisions)


def _store_groups(stage: Stage, dealt: Groups, number: Mapping[Entry, int]) -> list[Group]:
    """Store the groups of a stage that entries are dealt into, and what the draw decides of it."""
    decided = stage.how.decide(stage.shape, sum(map(len, dealt)))
    for name in decided_by_the_draw():
        setattr(stage, name, getattr(decided, name))
    stage.save(update_fields=decided_by_the_draw())
    groups = Group.objects.bulk_create(
        Group(stage=stage, number=place) for place in range(1, len(dealt) + 1)
    )
    StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=number[entry], entry=entry)
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
            matches = store_bracket(group, graph(stage.shape, len(seeds)), seeds)
            settle((match.pk for match in matches), now=now)
        case Fixture(rounds):
            members = group.slots.order_by("number").values_list("entry_id", flat=True)
            store_table(group, rounds(stage.shape, list(members)))
            open_round(group, 1, now=now)
        case PairedByResults():
            open_round(group, 1, now=now)


def _store_ranked(stage: Stage, groups: Sequence[Group], per_group: int, now: datetime) -> None:
    """Store the stage that follows groups: its seeds are ranks whose holders are to come."""
    group = Group.objects.create(stage=stage)
    qualified = seed_qualifiers(qualifiers(len(groups), per_group))
    StageSlot.objects.bulk_create(
        StageSlot(
            stage=stage,
            group=group,
            number=number,
            source_group=groups[qualifier.group - 1],
            source_rank=qualifier.rank,
        )
        for number, qualifier in enumerate(qualified, start=1)
    )
    _store_play(group, now)
