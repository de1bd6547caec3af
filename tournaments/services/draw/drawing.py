"""The draw: entries get their seeds and the stages are stored, once."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.double_elimination import GrandFinal, double_elimination
from tournaments.formats.errors import FormatError
from tournaments.formats.groups import deal_groups, usual_groups
from tournaments.formats.knockout import single_elimination
from tournaments.formats.qualification import qualifiers, seed_qualifiers
from tournaments.formats.round_robin import round_robin
from tournaments.formats.swiss import recommended_rounds
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
from tournaments.services.draw.dates import lay_dates
from tournaments.services.draw.divisions import divide_entries
from tournaments.services.draw.fixtures import store_bracket, store_table
from tournaments.services.draw.seeding import clubs, seed_entries
from tournaments.services.entries.check_in import without_the_absent
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_competition
from tournaments.services.matches.bracket import settle
from tournaments.services.matches.stages import open_round

SEED_BYTES = 16
ENTRIES_AT_LEAST = 2
DRAWABLE = (Competition.State.REGISTRATION, Competition.State.CHECK_IN)
DECIDED_BY_THE_DRAW = ("group_count", "swiss_rounds")
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
    if len(entries) < ENTRIES_AT_LEAST:
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
    return list(competition.stages.order_by("number").values("number", *DECIDED_BY_THE_DRAW))


def _store(competition: Competition, seeded: Sequence[Entry], now: datetime) -> None:
    """Store the stages of a competition; what can be played then is ready."""
    first, *later = competition.stages.select_related("competition").order_by("number")
    if first.format == Stage.Format.LEAGUE:
        divisions = divide_entries(competition, seeded)
        for stage, members in zip((first, *later), divisions, strict=True):
            (group,) = _store_groups(stage, members)
            _store_table(group, now)
        return
    groups = _store_groups(first, seeded)
    if first.is_bracket:
        _store_bracket(first, groups[0], now)
    for group in groups:
        if not first.is_bracket:
            _store_table(group, now)
    for stage in later:
        _store_knockout(stage, groups, first.qualifiers, now)


def _store_groups(stage: Stage, seeded: Sequence[Entry]) -> list[Group]:
    """Deal the entries into the groups of the first stage, best seed first."""
    dealt: Sequence[Sequence[Entry]] = [seeded]
    if stage.format == Stage.Format.GROUPS:
        stage.group_count = stage.group_count or usual_groups(len(seeded))
        kept_apart = clubs(stage.competition, seeded)
        of_clubs = {entry: kept_apart[entry.pk] for entry in seeded if entry.pk in kept_apart}
        dealt = deal_groups(seeded, stage.group_count, clubs=of_clubs)
        if min(map(len, dealt)) < stage.qualifiers:
            raise FormatError("too-few-entries")
    if stage.format == Stage.Format.SWISS:
        stage.swiss_rounds = stage.swiss_rounds or recommended_rounds(len(seeded))
    stage.save(update_fields=DECIDED_BY_THE_DRAW)
    groups = Group.objects.bulk_create(
        Group(stage=stage, number=number) for number in range(1, len(dealt) + 1)
    )
    number = {entry: place for place, entry in enumerate(seeded, start=1)}
    StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=number[entry], entry=entry)
        for group, members in zip(groups, dealt, strict=True)
        for entry in members
    )
    return groups


def _store_bracket(stage: Stage, group: Group, now: datetime) -> None:
    seeds = list(group.slots.select_related("entry").order_by("number"))
    if stage.format == Stage.Format.DOUBLE:
        graph = double_elimination(
            len(seeds),
            grand_final=GrandFinal(stage.grand_final),
            third_place=stage.third_place,
        )
    else:
        graph = single_elimination(len(seeds), third_place=stage.third_place)
    settle((match.pk for match in store_bracket(group, graph, seeds)), now=now)


def _store_table(group: Group, now: datetime) -> None:
    if group.stage.format != Stage.Format.SWISS:
        members = group.slots.order_by("number").values_list("entry_id", flat=True)
        store_table(group, round_robin(list(members), 2 if group.stage.cycles == 2 else 1))
    open_round(group, 1, now=now)


def _store_knockout(stage: Stage, groups: Sequence[Group], per_group: int, now: datetime) -> None:
    """Store the bracket that follows groups: its seeds are ranks whose holders are to come."""
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
    _store_bracket(stage, group, now)
