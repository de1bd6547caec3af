"""The stages after the first: whether they have started, how they wait again, and other ones.

Who qualifies, a second cup, a Swiss in between and finals can change until the first match of a
later stage: these stages are stored again, and take their entries from the same results.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.common.transactions import transactional
from accounts.models import User
from games.models import Game
from tournaments.changes.marks import require_seen
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import refused
from tournaments.common.locks import WHOLE, lock_group, lock_groups, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.competitions.settings import plans_of, shape_of, stages_of
from tournaments.draw.services import store_taking
from tournaments.formats.catalogue import paired_by_rounds
from tournaments.formats.later_stages import LATER_CHOICES
from tournaments.formats.options import FormatOptions
from tournaments.matches.decisions import start_dependent_groups
from tournaments.matches.qualification import dependent_groups, empty_seeds, seeds_sent_by
from tournaments.matches.tables import void_games
from tournaments.models import (
    AuditEvent,
    Competition,
    Draft,
    Group,
    Match,
    MatchSlot,
    Round,
    Stage,
    StageSlot,
)
from tournaments.models.stages import FORMAT_COLUMNS
from tournaments.ranking.services import forget_draw
from tournaments.results.services import resume_after_correction
from tournaments.schedule.days import date_rounds, fit_days
from tournaments.withdrawals.services import close

State = Match.State


def later_groups(group: Group) -> QuerySet[Group]:
    """Return the groups that wait for a group, directly or through others."""
    waiting: set[int] = set()
    due = [group]
    while due:
        new = [each for each in dependent_groups(due.pop()) if each.pk not in waiting]
        waiting |= {each.pk for each in new}
        due += new
    return Group.objects.filter(pk__in=waiting).order_by("pk")


def has_started(groups: QuerySet[Group]) -> bool:
    """Return whether a match of these groups may have been played, or was awarded."""
    matches = Match.objects.filter(round__group__in=groups)
    called = Q(state=State.CALLED, round__group__stage__competition__with_cards=True)
    decided = Q(state__in=Match.WITH_RESULT)
    return matches.filter(called | decided).exists() or matches.with_play().exists()


def wait_again(group: Group, *, actor: User, now: datetime) -> None:
    """Empty the stages after a locked group that is open again; none of them has started."""
    waiting = later_groups(group)
    matches = Match.objects.filter(round__group__in=waiting).exclude(state=State.PENDING)
    for match in matches.select_related(WHOLE).order_by("pk"):
        close(match, actor=actor, reason="", now=now)
    slots = MatchSlot.objects.filter(round__group__in=waiting, source__isnull=False)
    slots.update(entry=None, bye=False)
    for each in (group, *waiting):
        empty_seeds(seeds_sent_by(each))
    Draft.objects.filter(group__in=waiting).delete()
    Group.objects.filter(pk__in=waiting).update(awaits_round=None)


CHANGEABLE: Final = (
    "qualifiers", "best_next", "silver", "then_swiss", "finalists", "play_in", "promotion",
    "every_division", "split_season", "layout", "losers", "third_place", "final_best_of",
)  # fmt: skip
"""The options of a format that say what comes after its first stage."""


def stages_in_order(competition: Competition) -> list[Stage]:
    return list(competition.stages.select_related("competition").order_by("number"))


def refusal_to_change_stages(competition: Competition, changed: Mapping[str, Any]) -> str | None:
    """Return why the later stages cannot be other ones, as a code; None if they can."""
    if competition.state not in Competition.CORRECTABLE or competition.early_end:
        return "wrong-state"
    stages = stages_in_order(competition)
    shape, how = shape_of(stages), stages[0].how
    offered = {choice.name for choice in how.choices}
    if not offered & LATER_CHOICES or not changed.keys() <= offered & {*CHANGEABLE}:
        return "no-later-stages"
    new_shape = replace(shape, **changed)
    if new_shape == shape:
        return "nothing-changes"
    entries = StageSlot.objects.filter(stage__in=stages, source_rank__isnull=True).count()
    for _key, code in how.misfits(new_shape, entries, competition.movers):
        return code
    if Competition.objects.filter(previous=competition).exists():
        return "drawn-since"
    later = _later(competition)
    return "later-stage-started" if has_started(later) or are_paired(later) else None


def are_paired(groups: QuerySet[Group]) -> bool:
    """Return whether a group of these was paired by results."""
    return groups.filter(stage__format__in=paired_by_rounds(), rounds__isnull=False).exists()


def _later(competition: Competition) -> QuerySet[Group]:
    """Return the groups that take entries of others; the divisions of a league take none."""
    later = Group.objects.filter(stage__competition=competition, slots__source_rank__isnull=False)
    return later.distinct()


@transactional
def change_stages(
    *,
    competition_id: int,
    changed: Mapping[str, Any],
    actor: User,
    now: datetime,
    seen: str | None = None,
) -> None:
    """Change the stages after the first one, which stays as it is.

    `changed` are options of the format by name. Raises RefusedError `not-organiser`,
    `options-changed`, `wrong-state`, `no-later-stages`, `nothing-changes`, `drawn-since`,
    `later-stage-started`, or the code of options that do not fit.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    require_seen(competition, seen)
    if refusal := refusal_to_change_stages(competition, changed):
        raise refused(refusal)
    shape = shape_of(stages_in_order(competition))
    _forget_later(competition, now)
    _store_later(competition, replace(shape, **changed), now)
    resume_after_correction(competition)
    groups = Group.objects.filter(stage__competition=competition)
    for group in lock_groups(groups.exclude(pk__in=_later(competition)).order_by("pk")):
        start_dependent_groups(lock_group(group.pk), now=now)
    audit.log_event(
        AuditEvent.Act.CHANGE_STAGES,
        competition=competition,
        actor=actor,
        now=now,
        before={name: getattr(shape, name) for name in changed},
        after=dict(changed),
    )
    broadcast_competition(competition.pk)


def _forget_later(competition: Competition, now: datetime) -> None:
    """Delete the later stages, in which nothing was played; the log keeps what was done by hand."""
    groups = _later(competition)
    matches = Match.objects.filter(round__group__in=groups)
    for match in matches.select_related(WHOLE):
        void_games(match, now=now)
    page = reverse("competitions:competition", args=[competition.pk])
    Game.objects.filter(match_game__match__in=matches).update(page=page)
    competition.audit.filter(match__in=matches).update(match=None)
    stages = list(groups.values_list("stage", flat=True))
    forget_draw(groups)
    competition.stages.filter(pk__in=stages).delete()


def _store_later(competition: Competition, shape: FormatOptions, now: datetime) -> None:
    """Store the stages that a shape has after the first, with the places they take."""
    for stage in stages_of(shape):
        columns = {name: getattr(stage, name) for name in FORMAT_COLUMNS}
        if not competition.stages.filter(number=stage.number).update(**columns):
            stage.competition = competition
            stage.save()
    stages = stages_in_order(competition)
    later: list[Stage] = []
    groups: dict[int, list[Group]] = {}
    for stage, plan in zip(stages, plans_of(stages), strict=True):
        if plan.takes is None:
            groups[stage.number] = list(stage.groups.order_by("number"))
        else:
            later.append(stage)
            sources = [each for number in plan.takes.sources for each in groups[number]]
            groups[stage.number] = [store_taking(stage, plan.takes, sources, now)]
    fit_days(competition)
    date_rounds(competition, Round.objects.filter(group__stage__in=later))
