"""Services to draw a competition and to undo a draw.

A draw stores seeds and stages once. It can be undone until the first card is played.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.models import Game
from tournaments.common import audit, hooks
from tournaments.common.broadcast import Kind, broadcast_competition, record_entries, record_event
from tournaments.common.errors import (
    AlreadyDrawnError,
    ReasonMissingError,
    WrongStateError,
    refused,
)
from tournaments.common.locks import WHOLE, lock_competition, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.competitions.settings import audit_value, plans_of
from tournaments.draw.errors import CardsPlayedError, DraftOutdatedError
from tournaments.draw.fixtures import mark_by_hand, store_bracket, store_paired_round, store_table
from tournaments.draw.plan import (
    Plan,
    clubs_of,
    first_contenders,
    in_manual_order,
    plan_of,
    pools_of,
    stages_of_the_draw,
)
from tournaments.entries.check_in import check_in_confirmed, drop_absent
from tournaments.entries.places import promote_waiting, remove_entry
from tournaments.formats.bracket import Graph
from tournaments.formats.catalogue import decided_by_the_draw
from tournaments.formats.errors import FormatError
from tournaments.formats.format import Groups
from tournaments.formats.qualification import BestOf, HalfChampion, Intake, Origin, Qualifier
from tournaments.formats.results_table import edition_of
from tournaments.formats.round_draft import Pools, as_pairings, holders
from tournaments.matches.decisions import CALL_TASK, open_round, propagate_stored
from tournaments.matches.tables import void_games
from tournaments.models import (
    AuditEvent,
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    RosterPlayer,
    RoundClock,
    Stage,
    StageSlot,
)
from tournaments.ranking.services import forget_draw
from tournaments.schedule.days import lay_dates

SEED_BYTES = 16
Act = AuditEvent.Act


def fresh_draw_seed() -> str:
    """Return an unpredictable seed in hex."""
    return secrets.token_hex(SEED_BYTES)


@transactional
def draw(*, competition_id: int, actor: User, seed: str, now: datetime) -> None:
    """Close the registration or the check-in, seed the entries and publish their matches.

    `seed` is published: with the entries in order of entry it reproduces the draw. Raises
    RefusedError `not-organiser`, `already-drawn`, `wrong-state`, `no-first-hour`, or if the format
    does not fit `too-few-entries`, `division-too-small` or `rematches`.
    """
    competition = lock_for_drawing(competition_id, actor)
    publish_draw(competition, plan_now(competition, seed), actor=actor, now=now)


def lock_for_drawing(competition_id: int, actor: User) -> Competition:
    """Lock a competition that can be drawn, for an organiser."""
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_drawn:
        raise AlreadyDrawnError()
    if competition.state not in Competition.DRAWABLE:
        raise WrongStateError()
    return competition


def plan_now(competition: Competition, seed: str) -> Plan:
    """Return the plan that a seed produces for the present entries. It changes nothing."""
    try:
        with transaction.atomic():
            drop_absent(competition)
            plan = plan_of(competition, _to_draw(competition), seed)
            transaction.set_rollback(True)
    except FormatError as error:
        raise refused(error.code) from error
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

    Raises RefusedError `no-first-hour`, or `draft-outdated` if the present entries have changed.
    """
    before = {
        "state": competition.state,
        "starts_at": audit_value(competition.starts_at),
        "stages": _left_open(competition),
    }
    absent, admitted = drop_absent(competition)
    if {entry.pk for entry in _to_draw(competition)} != set(plan.order):
        raise DraftOutdatedError()
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
    audit.log_event(
        Act.DRAW, competition=competition, actor=actor, now=now, before=before, after=after
    )
    record_entries(Kind.LEFT, competition, absent, now)
    record_entries(Kind.ENTERED, competition, admitted, now)
    record_event(Kind.DRAWN, competition, now, stage=1, group=None, round=1)
    broadcast_competition(competition.pk)


@transactional
def order_entries(
    *, competition_id: int, numbers: Mapping[int, int | None], actor: User, now: datetime
) -> list[Entry]:
    """Store the organiser's order of entries as 1, 2, 3 and so on; return it.

    `numbers` are by the pk of an entry. Equal numbers keep the order of entry and gaps close. An
    entry without a number keeps none. Raises RefusedError `not-organiser` or `already-drawn`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.is_drawn:
        raise AlreadyDrawnError()
    entries = list(competition.entries.order_by("complete_at", "pk"))
    before = [str(entry) for entry in in_manual_order(entries) if entry.manual_seed]
    for entry in entries:
        entry.manual_seed = numbers.get(entry.pk)
    order = [entry for entry in in_manual_order(entries) if entry.manual_seed]
    for number, entry in enumerate(order, start=1):
        entry.manual_seed = number
    Entry.objects.bulk_update(entries, ["manual_seed"])
    audit.log_event(
        AuditEvent.Act.ORDER,
        competition=competition,
        actor=actor,
        now=now,
        before={"order": before},
        after={"order": [str(entry) for entry in order]},
    )
    return order


def _to_draw(competition: Competition) -> list[Entry]:
    return list(competition.entries.confirmed().order_by("complete_at", "pk"))


def _left_open(competition: Competition) -> list[dict[str, int | None]]:
    """Return the values that the draw decides, so that undoing it can restore them."""
    return list(competition.stages.order_by("number").values("number", *decided_by_the_draw()))


def _seed(competition: Competition, plan: Plan) -> list[Entry]:
    """Store the seed and strength of every entry; return the entries in order of seed."""
    entries = competition.entries.in_bulk(plan.order)
    seeded = [entries[pk] for pk in plan.order]
    for number, (entry, (_, strength)) in enumerate(zip(seeded, plan.seeded, strict=True), start=1):
        entry.seed, entry.strength = number, strength
    Entry.objects.bulk_update(seeded, ["seed", "strength"])
    return seeded


def _store(
    competition: Competition, plan: Plan, drawn: Pools[int], pools: Pools[int], now: datetime
) -> None:
    """Store the stages of a competition and open the playable matches.

    The entries are dealt into the first stage of each tier; other stages wait for their qualifiers.
    An entry that was swapped by hand takes the number of its new place.
    """
    stages = stages_of_the_draw(competition)
    drawn_groups: dict[int, list[Group]] = {}
    paired = stages[0].how.play.is_paired_in_play
    instead = {} if paired else holders(drawn, pools)
    entries = competition.entries.in_bulk(plan.order)
    number = {instead.get(pk, pk): place for place, pk in enumerate(plan.order, start=1)}
    tiers = [
        [[entries[instead.get(pk, pk)] for pk in group] for group in groups]
        for groups in plan.dealt
    ]
    _write_tiers(tiers)
    contenders = first_contenders(plan, clubs_of(competition, plan.order))
    taking = [(stage, each.takes) for stage, each in zip(stages, plans_of(stages), strict=True)]
    for first, dealt in zip([stage for stage, takes in taking if not takes], tiers, strict=True):
        groups = drawn_groups[first.number] = _store_groups(first, dealt, number)
        for group, members in zip(groups, dealt, strict=True):
            if paired:
                own = {entry.pk for entry in members}
                first_matches = tuple(pool for pool in pools if own & set(pool))
                if first_matches:
                    store_paired_round(group, 1, as_pairings(first_matches, contenders))
                else:  # matches are made on request; it ends once its time is over
                    group.awaits_round = 1
                    group.save(update_fields=["awaits_round"])
            _store_play(group, now)
    for stage, takes in taking:
        if takes is not None:
            sources = [each for number in takes.sources for each in drawn_groups[number]]
            drawn_groups[stage.number] = [store_taking(stage, takes, sources, now)]
    mark_by_hand(Match.objects.of(competition.pk), drawn, pools)


def _write_tiers(tiers: Sequence[Groups]) -> None:
    """Store the division of each entry that was dealt into a group."""
    moved = []
    for tier, groups in enumerate(tiers, start=1):
        for entry in (entry for members in groups for entry in members):
            if entry.tier != tier:
                entry.tier = tier
                moved.append(entry)
    Entry.objects.bulk_update(moved, ["tier"])


def _store_groups(stage: Stage, dealt: Groups, number: Mapping[int, int]) -> list[Group]:
    """Store the groups that entries are dealt into, and the values that the draw decides."""
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
    """Store the known matches of a group and open the playable ones."""
    seeds = list(group.slots.select_related("entry").order_by("number"))
    stored = group.stage.how.play.stored(group.stage.shape, [slot.entry_id for slot in seeds])
    if isinstance(stored, Graph):
        store_bracket(group, stored, seeds)
        propagate_stored(Match.objects.filter(round__group=group), now=now)
    else:
        store_table(group, stored)
        open_round(group, 1, now=now)


def store_taking(stage: Stage, takes: Intake, sources: Sequence[Group], now: datetime) -> Group:
    """Store a stage that waits for qualifiers of other groups."""
    group = Group.objects.create(stage=stage)
    origins = takes.origins([source.slots.count() for source in sources])
    StageSlot.objects.bulk_create(
        StageSlot(stage=stage, group=group, number=number, **_source(origin, sources))
        for number, origin in enumerate(origins, start=1)
    )
    _store_play(group, now)
    return group


def _source(origin: Origin, groups: Sequence[Group]) -> dict[str, Any]:
    """Return the columns that name the source of a seed."""
    match origin:
        case Qualifier(rank, number):
            return {"source_group": groups[number - 1], "source_rank": rank}
        case BestOf(rank, place):
            stage = groups[0].stage
            return {"source_stage": stage, "source_rank": rank, "source_place": place}
        case HalfChampion(half):
            return {"source_group": groups[0], "source_rank": 1, "source_half": half}


State = Competition.State


@transactional
def undo_draw(*, competition_id: int, actor: User, reason: str, now: datetime) -> None:
    """Undo the draw. Entries keep their places and the log keeps the seed.

    Tables without play are voided. An entry that has left since loses its place to the next in
    line. After a check-in those in the draw count as present, and nobody else moves up before
    checking in. Raises RefusedError `not-organiser`, `reason-missing`, `wrong-state` or
    `cards-played`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    if competition.state not in Competition.IN_PROGRESS:
        raise WrongStateError()
    if Match.objects.of(competition.pk).with_play().exists():
        raise CardsPlayedError()
    event = competition.audit.filter(act=AuditEvent.Act.DRAW).latest("pk")
    before = {"state": competition.state, **event.after}
    _clear(competition, now)
    _leave_open(competition, event.before)
    competition.state = event.before.get("state", State.REGISTRATION)
    competition.draw_seed, competition.started_at = "", None
    announced = event.before.get("starts_at")
    if announced and not competition.has_own_days:  # a late draw or start moved it
        competition.starts_at = datetime.fromisoformat(announced)
    competition.paused_at, competition.paused_for = None, timedelta()
    competition.save(
        update_fields=[
            *("state", "draw_seed", "starts_at"),
            *("started_at", "paused_at", "paused_for"),
        ]
    )
    had_check_in = competition.state == State.CHECK_IN
    if had_check_in:  # those who joined after the draw are here, too
        check_in_confirmed(competition.pk, now)
    promote_waiting(competition, now, present_only=had_check_in)
    on_commit(enqueue, CALL_TASK)  # hall tables are free
    audit.log_event(
        AuditEvent.Act.UNDO_DRAW,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after={"state": competition.state},
    )
    broadcast_competition(competition.pk)


def _clear(competition: Competition, now: datetime) -> None:
    """Void the tables and delete what the draw made. Acts by hand stay in the log."""
    matches = Match.objects.of(competition.pk)
    for match in matches.select_related(WHOLE):
        void_games(match, now=now)
    page = reverse("competitions:competition", args=[competition.pk])
    Game.objects.filter(match_game__match__in=matches).update(page=page)
    competition.audit.filter(match__isnull=False).update(match=None)
    RoundClock.objects.filter(stage__competition=competition).delete()
    forget_draw(Group.objects.filter(stage__competition=competition))
    competition.entries.update(seed=None, strength=None, first_round=1)
    competition.entries.filter(previous__isnull=True).update(tier=1)
    withdrawn = competition.entries.filter(state=Entry.State.WITHDRAWN)
    withdrawn.update(left_at=None, annulled=False)
    for entry in withdrawn.filter(roster=None):  # no qualifier took the place
        remove_entry(entry)
    RosterPlayer.ever.filter(competition=competition).exclude(left_at=None).delete()
    hooks.qualifiers.final_changed(competition)


def _leave_open(competition: Competition, before: dict[str, Any]) -> None:
    """Restore the values that the draw decided, so that the next draw decides them again."""
    for stage in before.get("stages", ()):
        number, open_again = stage["number"], {k: v for k, v in stage.items() if k != "number"}
        Stage.objects.filter(competition=competition, number=number).update(**open_again)
