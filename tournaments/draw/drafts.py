"""Services for the draft of a round: swap, pair, redraw, publish and discard."""

from collections.abc import Iterable
from datetime import datetime

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition, record_round
from tournaments.common.errors import WrongStateError, refused
from tournaments.common.locks import lock_competition, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.draw.contenders import basis_of, contenders, contenders_by_rank, qualified
from tournaments.draw.errors import (
    DraftChangedError,
    DraftOutdatedError,
    NoDraftError,
    ResultsMissingError,
)
from tournaments.draw.fixtures import mark_by_hand, store_paired_round
from tournaments.draw.plan import Plan, basis_of_draw, clubs_of, first_contenders, pools_of
from tournaments.draw.rounds import draw_awaited
from tournaments.draw.services import lock_for_drawing, plan_now, publish_draw
from tournaments.formats.errors import FormatError
from tournaments.formats.round_draft import (
    Pool,
    as_pairings,
    changed_pools,
    holders,
    swap_to_meet,
    swapped,
)
from tournaments.formats.swiss_field import Contender
from tournaments.matches.decisions import (
    AWAITED_TASK,
    finish_if_over,
    is_undecided,
    propagate,
    propagate_stored,
    start_dependent_groups,
)
from tournaments.matches.qualification import assign_qualifiers, qualifiers_due
from tournaments.models import AuditEvent, Competition, Draft, Entry, Group, Match
from tournaments.schedule.days import date_rounds, require_first_hour

Act = AuditEvent.Act


@transactional
def draft_draw(*, competition_id: int, actor: User, seed: str, now: datetime) -> Draft:
    """Draw a competition as a draft. Nothing else changes until it is published.

    An earlier draft is deleted. Raises RefusedError as `draw` does.
    """
    competition = lock_for_drawing(competition_id, actor)
    require_first_hour(competition)
    plan = plan_now(competition, seed)
    pools = pools_of(plan, competition)
    Draft.objects.filter(competition=competition).delete()
    draft = Draft.objects.create(
        competition=competition,
        basis=basis_of_draw(competition),
        drawn=pools,
        pools=pools,
        drawn_at=now,
        **plan.columns(),
    )
    audit.log_event(
        Act.DRAFT, competition=competition, actor=actor, now=now, after={"seed": plan.seed}
    )
    broadcast_competition(competition.pk)
    return draft


def draft_round_anew(*, competition_id: int, actor: User, now: datetime) -> None:
    """Draw the due round again from the results. Changes by hand are lost.

    Raises RefusedError `not-organiser`, `wrong-state`, or if no round is due `results-missing` or
    `no-draft`.
    """
    for group_id in _await_anew(competition_id, actor, now):
        draw_awaited(group_id=group_id, now=now)


@transactional
def swap(
    *, competition_id: int, one: int, other: int, seen: str, actor: User, now: datetime
) -> None:
    """Exchange two entries of a draft: places of a bracket, groups, or opponents.

    Raises RefusedError `not-organiser`, `no-draft`, `draft-outdated`, `draft-changed` if `seen` is
    not the mark of the draft, `unknown-entry` or `same-pool`.
    """
    draft = _lock_draft(competition_id, actor, seen)
    _exchange(draft, (one, other), actor, now)


@transactional
def pair(
    *, competition_id: int, one: int, other: int, seen: str, actor: User, now: datetime
) -> None:
    """Pair two entries of a draft. Their opponents meet instead, or one of those gets the bye.

    Raises RefusedError as `swap` does, and `both-free` if neither has an opponent.
    """
    draft = _lock_draft(competition_id, actor, seen)
    try:
        exchanged = swap_to_meet(draft.as_it_stands, one, other)
    except FormatError as error:
        raise refused(error.code) from error
    _exchange(draft, exchanged, actor, now)


@transactional
def publish(*, competition_id: int, seen: str, actor: User, now: datetime) -> None:
    """Publish a draft: everybody sees the round, and its matches are called.

    Raises RefusedError as `swap` does, and for a first draw as `draw` does.
    """
    competition = lock_whole(competition_id)
    draft = _checked(competition, actor, seen)
    if draft.group is None:
        plan, pools = Plan.of(draft), draft.as_it_stands
        publish_draw(competition, plan, pools=pools, actor=actor, now=now)
        return
    group, changed = draft.group, changed_pools(draft.as_drawn, draft.as_it_stands)
    draft.delete()
    if group.stage.how.play.is_paired_in_play:
        _open_paired(group, draft, now)
    else:
        _open_ranked(group, draft, now)
    _draw_what_waited(competition)
    finish_if_over(competition.pk, now=now)  # the remaining entry may have won without playing
    audit.log_event(
        Act.PUBLISH,
        competition=competition,
        actor=actor,
        now=now,
        after={"round": draft.number, "entries": _named(changed)},
    )
    record_round(group, draft.number, now)
    broadcast_competition(competition.pk)


@transactional
def discard(*, competition_id: int, actor: User, now: datetime) -> None:
    """Delete the draft of a first draw. The registration or the check-in stays open.

    Raises RefusedError `not-organiser` or `no-draft`.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    draft = Draft.objects.filter(competition=competition, group__isnull=True).first()
    if draft is None:
        raise NoDraftError()
    draft.delete()
    audit.log_event(Act.DISCARD_DRAFT, competition=competition, actor=actor, now=now)
    broadcast_competition(competition.pk)


def is_current(draft: Draft) -> bool:
    """Return whether a draft is still based on the present entries and results.

    While a match of an earlier round is open again its round is not due.
    """
    if draft.group is None:
        return draft.basis == basis_of_draw(draft.competition)
    group, is_based = draft.group, draft.basis == basis_of(draft.group, draft.number)
    is_paired = group.stage.how.play.is_paired_in_play
    return is_based and not (is_paired and is_undecided(group, draft.number - 1))


def known_of(draft: Draft) -> dict[int, Contender[int]]:
    """Return the contenders of a current draft, by the pk of their entries."""
    if draft.group is None:
        plan = Plan.of(draft)
        return first_contenders(plan, clubs_of(draft.competition, plan.order))
    if draft.group.stage.how.play.is_paired_in_play:
        return {one.entry: one for one in contenders(draft.group, draft.number)}
    return {one.entry: one for one in contenders_by_rank(draft.group, qualified(draft.group))}


def _lock_draft(competition_id: int, actor: User, seen: str) -> Draft:
    return _checked(lock_competition(competition_id), actor, seen)


def _checked(competition: Competition, actor: User, seen: str) -> Draft:
    """Lock and return the draft of a locked competition, if it is the version the organiser saw."""
    require_organiser(competition, actor)
    rows = Draft.objects.select_for_update(of=("self",))
    rows = rows.select_related("group__stage__competition")
    draft = rows.filter(competition=competition).first()
    if draft is None:
        raise NoDraftError()
    if draft.mark != seen:
        raise DraftChangedError()
    if not is_current(draft):
        raise DraftOutdatedError()
    return draft


def _exchange(draft: Draft, pair: tuple[int, int], actor: User, now: datetime) -> None:
    try:
        draft.pools = swapped(draft.as_it_stands, *pair)
    except FormatError as error:
        raise refused(error.code) from error
    draft.version += 1
    draft.save(update_fields=["pools", "version"])
    audit.log_event(
        Act.SWAP,
        competition=draft.competition,
        actor=actor,
        now=now,
        after={"round": draft.number, "entries": _named([pair])[0]},
    )
    broadcast_competition(draft.competition_id)


def _open_paired(group: Group, draft: Draft, now: datetime) -> None:
    """Store the round of a table with its pairings, and mark the matches made by hand."""
    by_entry = {one.entry: one for one in contenders(group, draft.number)}
    store_paired_round(group, draft.number, as_pairings(draft.as_it_stands, by_entry))
    date_rounds(group.stage.competition, group.rounds.filter(number=draft.number))
    matches = Match.objects.filter(round__group=group, round__number=draft.number)
    mark_by_hand(matches, draft.as_drawn, draft.as_it_stands)
    propagate_stored(matches, now=now)
    start_dependent_groups(group, now=now)  # a round without present entries is over immediately


def _open_ranked(group: Group, draft: Draft, now: datetime) -> None:
    """Seat the qualified entries. An entry swapped by hand takes the rank of its new place."""
    due = qualifiers_due(group)
    by_entry = {qualifier.entry: qualifier for qualifier in due.values()}
    instead = holders(draft.as_drawn, draft.as_it_stands)
    assign_qualifiers(
        group, {slot: by_entry[instead[qualifier.entry]] for slot, qualifier in due.items()}
    )
    matches = Match.objects.filter(round__group=group)
    mark_by_hand(matches, draft.as_drawn, draft.as_it_stands)
    propagate(matches.filter(slots__seed__in=due).values_list("pk", flat=True), now=now)


def _draw_what_waited(competition: Competition) -> None:
    """Draw the next stages that waited for this one to be published."""
    waiting = Group.objects.awaiting().filter(stage__competition=competition)
    for pk in waiting.values_list("pk", flat=True):
        on_commit(enqueue, AWAITED_TASK, pk)


def _named(pools: Iterable[Pool[int]]) -> list[list[str]]:
    """Return the names of the entries in pools, for the log."""
    entry_ids = [[entry for entry in pool if entry is not None] for pool in pools]
    names = Entry.objects.in_bulk([entry for pool in entry_ids for entry in pool])
    return [[str(names[entry]) for entry in pool] for pool in entry_ids]


@transactional
def _await_anew(competition_id: int, actor: User, now: datetime) -> list[int]:
    """Delete the draft of a round; return the groups that await one instead."""
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if not competition.is_drawn or competition.is_over:
        raise WrongStateError()
    Draft.objects.filter(competition=competition).delete()
    tables = Group.objects.filter(stage__competition=competition).order_by("pk")
    for group in tables.select_related("stage__competition"):
        start_dependent_groups(group, now=now)
    competition.refresh_from_db()
    awaiting = list(tables.awaiting().values_list("pk", flat=True))
    if not competition.is_over and not awaiting:
        is_played = Match.objects.of(competition_id).undecided().exists()
        raise ResultsMissingError() if is_played else NoDraftError()
    audit.log_event(Act.DRAFT, competition=competition, actor=actor, now=now)
    broadcast_competition(competition.pk)
    return awaiting
