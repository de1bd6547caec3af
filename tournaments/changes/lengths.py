"""Another target, or more games a match, from the rounds on that have not started."""

from dataclasses import replace
from datetime import datetime

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from games.engine import Rules, RulesError
from tournaments.changes.errors import NoRoundsToComeError, NothingChangesError
from tournaments.changes.marks import require_seen
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import BadlyWrittenError, WrongStateError, refused
from tournaments.common.locks import lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.competitions.settings import CompetitionSettings
from tournaments.formats.bracket import Part
from tournaments.formats.catalogue import brackets, paired_by_rounds
from tournaments.models import AuditEvent, Competition, Match, Round, Stage


def started_rounds(competition: Competition) -> QuerySet[Round]:
    """Return the rounds of which a match is at its table, or was played at all.

    The groups of a stage play a round together.
    """
    own = Match.objects.filter(
        round__group__stage=OuterRef("group__stage"),
        round__part=OuterRef("part"),
        round__number=OuterRef("number"),
    )
    rounds = Round.objects.filter(group__stage__competition=competition)
    called = own.filter(state=Match.State.CALLED)
    return rounds.filter(Q(Exists(called)) | Q(Exists(own.with_play())))


def has_rounds_to_come(competition: Competition) -> bool:
    """Return whether a round has not started, or is still to be paired."""
    rounds = Round.objects.filter(group__stage__competition=competition)
    undecided = Match.objects.filter(round=OuterRef("pk")).undecided()
    waiting = rounds.exclude(pk__in=started_rounds(competition)).filter(Exists(undecided))
    paired = Stage.objects.filter(competition=competition, format__in=paired_by_rounds())
    reached = paired.annotate(reached=Max("groups__rounds__number"))
    to_pair = reached.filter(Q(reached__isnull=True) | Q(reached__lt=F("swiss_rounds")))
    return waiting.exists() or to_pair.exists()


def rules_with(competition: Competition, target: int) -> Rules:
    """Return the rules of a competition with another target; `badly-written` if there are none."""
    try:
        return replace(competition.rules, target=target)
    except RulesError as error:
        raise BadlyWrittenError() from error


def refusal_to_change_length(
    competition: Competition, target: int, best_of: int
) -> type[RefusedError] | RefusedError | None:
    """Return why the games cannot have another length; None if they can."""
    if competition.state not in Competition.IN_PROGRESS or competition.early_end:
        return WrongStateError
    if (target, best_of) == (competition.rules.target, competition.best_of):
        return NothingChangesError
    if best_of != competition.best_of and competition.boards:
        return refused("boards-are-games")
    settings = CompetitionSettings.of(competition).replace(best_of=best_of)
    for _term, code in settings.misfits_of_games():
        return refused(code)
    return None if has_rounds_to_come(competition) else NoRoundsToComeError


@transactional
def change_length(
    *,
    competition_id: int,
    target: int | None = None,
    best_of: int | None = None,
    actor: User,
    now: datetime,
    seen: str | None = None,
) -> None:
    """Change to how many points, or at the best of how many games, matches are played.

    Rounds that have started keep their length. A final with a best-of of its own keeps it, and so
    do rounds with a list of their own. Raises RefusedError `not-organiser`, `options-changed`,
    `wrong-state`, `badly-written`, `nothing-changes`, `boards-are-games`, `no-rounds-to-come`, or
    why the number of games does not fit (`CompetitionSettings.misfits_of_games`).
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    require_seen(competition, seen)
    before = {"target": competition.rules.target, "best_of": competition.best_of}
    after = {"target": target or before["target"], "best_of": best_of or before["best_of"]}
    if after["best_of"] not in dict(Competition._meta.get_field("best_of").flatchoices):
        raise BadlyWrittenError()
    rules = rules_with(competition, after["target"])
    if refusal := refusal_to_change_length(competition, **after):
        raise refusal
    started = list(started_rounds(competition).values_list("pk", flat=True))
    Round.objects.filter(pk__in=started, target=None).update(target=before["target"])
    if best_of is not None:
        rounds = Round.objects.filter(group__stage__competition=competition)
        to_come = rounds.exclude(pk__in=[*started, *_own_finals(competition)])
        for stage in competition.stages.select_related("competition"):
            stage.competition.best_of = best_of
            own = Q(part=Part.MAIN) if stage.round_games else Q(pk=None)
            to_come.filter(group__stage=stage).exclude(own).update(best_of=stage.games)
    competition.options, competition.best_of = rules.options(), after["best_of"]
    competition.save(update_fields=["options", "best_of"])
    audit.log_event(
        AuditEvent.Act.CHANGE_LENGTH,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after=after,
    )
    broadcast_competition(competition.pk)


def _own_finals(competition: Competition) -> list[int]:
    """Return the rounds that decide a bracket whose final has a best-of of its own, by pk."""
    stages = competition.stages.filter(format__in=brackets(), final_best_of__isnull=False)
    finals: list[int] = []
    for stage in stages:
        rounds = Round.objects.filter(group__stage=stage)
        last = rounds.filter(part=Part.MAIN).order_by("-number")[:1]
        finals += [one.pk for one in rounds.filter(part=Part.FINAL) or last]
    return finals
