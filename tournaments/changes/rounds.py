"""One round more or fewer, where each round is paired when the one before it is over."""

from datetime import datetime

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.changes.errors import (
    LaterStageStartedError,
    NoRoundsError,
    NothingChangesError,
    RoundPublishedError,
    TooManyRoundsInAllError,
)
from tournaments.changes.marks import require_seen
from tournaments.changes.stages import are_paired, has_started, later_groups, wait_again
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_group, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.formats.catalogue import paired_by_rounds
from tournaments.formats.later_stages import BETWEEN
from tournaments.formats.options import SWISS_ROUNDS, THEN_SWISS
from tournaments.matches.decisions import start_dependent_groups
from tournaments.matches.qualification import is_over
from tournaments.models import AuditEvent, Competition, Draft, Group, Stage
from tournaments.results.services import resume_after_correction


def stage_with_rounds(competition: Competition) -> Stage | None:
    """Return the stage whose number of rounds can be chosen; None if there is none."""
    stages = competition.stages.filter(format__in=paired_by_rounds()).order_by("number")
    return stages.select_related("competition").first()


def published_rounds(stage: Stage) -> int:
    """Return how many rounds of a stage are published: its only group has them."""
    return stage.groups.get().rounds.count()


def refusal_to_change_rounds(stage: Stage, rounds: int) -> type[RefusedError] | None:
    """Return why a stage cannot have that number of rounds; None if it can."""
    competition = stage.competition
    most = THEN_SWISS.most if stage.number > 1 else SWISS_ROUNDS.most
    if competition.early_end or competition.state not in Competition.CORRECTABLE:
        return WrongStateError
    if rounds == stage.swiss_rounds:
        return NothingChangesError
    if rounds < max(1, published_rounds(stage)):
        return RoundPublishedError
    if most is not None and rounds > most:
        return TooManyRoundsInAllError
    return LaterStageStartedError if _has_gone_on(stage) else None


def possible_rounds(stage: Stage) -> list[int]:
    """Return the numbers of rounds that a stage can have, its own included; [] if it is settled.

    They range from its published rounds to one more than it has.
    """
    now = stage.swiss_rounds
    if now is None or not stage.competition.is_drawn:
        return []
    others = range(max(1, published_rounds(stage)), now + 2)
    numbers = [one for one in others if one == now or refusal_to_change_rounds(stage, one) is None]
    return numbers if numbers != [now] else []


def _has_gone_on(stage: Stage) -> bool:
    """Return whether the stage was followed by another, or by the next season."""
    later = later_groups(stage.groups.get())
    is_followed = Competition.objects.filter(previous=stage.competition_id).exists()
    return is_followed or has_started(later) or are_paired(later)


@transactional
def change_rounds(
    *, competition_id: int, rounds: int, actor: User, now: datetime, seen: str | None = None
) -> None:
    """Set the number of rounds of a drawn competition, also after its last one.

    The draft of a round that is not played any more is deleted. With fewer rounds than are over
    the next stage begins, or the competition ends; with more it continues. Raises RefusedError
    `not-organiser`, `options-changed`, `wrong-state`, `no-rounds`, `nothing-changes`,
    `round-published`, `too-many-rounds-in-all` or `later-stage-started`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    require_seen(competition, seen)
    stage = stage_with_rounds(competition)
    if stage is None:
        raise NoRoundsError()
    if refusal := refusal_to_change_rounds(stage, rounds):
        raise refusal()
    before = stage.swiss_rounds
    store_rounds(stage, rounds)
    resume_after_correction(competition)
    group = lock_group(stage.groups.get().pk)
    _forget_what_comes(group)
    start_dependent_groups(group, now=now)
    if not is_over(group):
        wait_again(group, actor=actor, now=now)
    audit.log_event(
        AuditEvent.Act.CHANGE_ROUNDS,
        competition=competition,
        actor=actor,
        now=now,
        before={"rounds": before},
        after={"rounds": rounds},
    )
    broadcast_competition(competition.pk)


def store_rounds(stage: Stage, rounds: int | None) -> None:
    """Store the rounds; between groups and finals they are a choice of the first stage, too."""
    stage.swiss_rounds = rounds
    stage.save(update_fields=["swiss_rounds"])
    if stage.format == BETWEEN and stage.number > 1:
        Stage.objects.filter(competition=stage.competition_id, number=1).update(
            then_swiss=rounds or 0
        )


def _forget_what_comes(group: Group) -> None:
    """Delete the draft of the next round, and the note that one is due, after the last round."""
    if (group.stage.swiss_rounds or 0) <= group.rounds.count():
        Draft.objects.filter(group=group).delete()
        group.awaits_round = None
        group.save(update_fields=["awaits_round"])
