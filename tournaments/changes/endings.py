"""The early end of a competition: what still counts, who is champion, and how it is taken back."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.changes.errors import NothingPlayedError, NotThisEndError
from tournaments.changes.marks import require_seen
from tournaments.changes.rounds import store_rounds
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError, refused
from tournaments.common.locks import WHOLE, lock_group, lock_whole
from tournaments.common.permissions import require_organiser
from tournaments.formats.catalogue import brackets, paired_by_rounds
from tournaments.matches.decisions import (
    CALL_TASK,
    finish_competition,
    propagate,
    start_dependent_groups,
)
from tournaments.models import AuditEvent, Competition, Draft, Group, Match, Stage
from tournaments.models.competitions import EarlyEnd
from tournaments.results.services import resume_after_correction
from tournaments.standings.queries import (
    champion_of,
    places_at_early_end,
    rounds_that_count,
    stage_of_early_end,
)
from tournaments.withdrawals.services import annul_results, restore_results

State = Match.State


class Cut(StrEnum):
    """The part of a competition that still counts when it ends early."""

    ROUNDS = "rounds"  # the complete rounds of tables
    RESULTS = "results"  # every result so far
    TABLES = "tables"  # every result, and those of the tables that are open


@dataclass(frozen=True)
class Ending:
    """One way to end a competition now, and what it would lead to."""

    cut: Cut
    rule: EarlyEnd
    annulled: Collection[int]  # the matches that do not count, by pk
    unplayed: int  # how many of them have no result
    open: int  # the tables it waits for
    rounds: int | None  # complete rounds, if they are what counts
    champion: int | None  # the entry; None while tables are open, or if there is none
    stage: Stage  # the one that decides

    @property
    def taken_back(self) -> int:
        """The number of results that would not count."""
        return len(self.annulled) - self.unplayed


def endings_of(competition: Competition) -> list[Ending]:
    """Return the ways to end a competition now, the likeliest first; none if it cannot end."""
    if refusal_to_finish(competition):
        return []
    return [
        ending
        for cut in _cuts(competition)
        for ending in _endings(competition, cut, annulled_by(competition, cut))
    ]


def refusal_to_finish(competition: Competition) -> str | None:
    """Return why a competition cannot end early, as a code; None if it can."""
    if competition.state not in Competition.GOING or competition.early_end:
        return "wrong-state"
    decided = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    return None if decided.exists() else "nothing-played"


def annulled_by(competition: Competition, cut: Cut) -> list[int]:
    """Return the matches that a cut leaves out, by pk."""
    matches = Match.objects.of(competition.pk)
    left_out = set(matches.undecided().values_list("pk", flat=True))
    if cut == Cut.TABLES:
        return sorted(left_out - set(_at_tables(competition)))
    if cut == Cut.ROUNDS:
        for group in _tables(competition):
            after = matches.filter(round__group=group, round__number__gt=complete_rounds(group))
            left_out |= set(after.exclude(state=State.ANNULLED).values_list("pk", flat=True))
    return sorted(left_out)


def complete_rounds(group: Group) -> int:
    """Return the number of the last round of a table of which every match is decided.

    A round of byes alone is complete; one that was annulled is not.
    """
    open_ = Match.objects.filter(round__group=group).undecided().values("round")
    states = (*Match.WITH_RESULT, State.BYE)
    rounds = group.rounds.exclude(pk__in=open_).filter(matches__state__in=states)
    return rounds.order_by("-number").values_list("number", flat=True).first() or 0


def _tables(competition: Competition) -> Iterator[Group]:
    """Yield the tables that are played round by round."""
    groups = Group.objects.filter(stage__competition=competition).exclude(
        stage__format__in=brackets()
    )
    for group in groups.select_related("stage__competition").order_by("pk"):
        if group.stage.how.play.is_round_by_round:
            yield group


def _at_tables(competition: Competition) -> list[int]:
    """Return the matches that are being played; where none has an hour also those due now."""
    due = Q(state=State.CALLED) | Q(state=State.READY, scheduled_at__isnull=True, awaits_date=False)
    return list(Match.objects.of(competition.pk).filter(due).values_list("pk", flat=True))


def _cuts(competition: Competition) -> list[Cut]:
    """Return the cuts that differ from one another."""
    every, tables = annulled_by(competition, Cut.RESULTS), annulled_by(competition, Cut.TABLES)
    rounds = annulled_by(competition, Cut.ROUNDS)
    results = Match.objects.of(competition.pk).filter(state__in=Match.WITH_RESULT)
    some_count = results.exclude(pk__in=rounds).exists()
    cuts = [Cut.ROUNDS] if rounds != every and some_count else []
    return [*cuts, Cut.RESULTS, *([Cut.TABLES] if tables != every else [])]


def _endings(competition: Competition, cut: Cut, annulled: list[int]) -> Iterator[Ending]:
    stage = stage_of_early_end(competition, annulled)
    undecided = Match.objects.of(competition.pk).undecided()
    left_out = undecided.filter(pk__in=annulled).count()
    waits_for = undecided.count() - left_out
    rounds = None
    if cut == Cut.ROUNDS and not stage.is_bracket:
        rounds = max(complete_rounds(group) for group in stage.groups.all())
    for rule in rules_of(stage, annulled, waits=cut == Cut.TABLES):
        champion = None if waits_for else _champion(competition, rule, annulled)
        yield Ending(cut, rule, annulled, left_out, waits_for, rounds, champion, stage)


def rules_of(stage: Stage, annulled: Collection[int], *, waits: bool = False) -> list[EarlyEnd]:
    """Return the rules that can name the champion of the stage that decides, or leave none.

    Results name one in a table, and in a bracket whose final is played.
    """
    if not stage.is_bracket:
        is_one = stage.groups.count() == 1 or waits
        return [EarlyEnd.STANDINGS] if is_one else [EarlyEnd.STANDINGS, EarlyEnd.NOBODY]
    if not annulled or _is_final_kept(stage, annulled):
        return [EarlyEnd.STANDINGS]
    return [EarlyEnd.SEED] if waits else [EarlyEnd.SEED, EarlyEnd.NOBODY]


def _is_final_kept(stage: Stage, annulled: Collection[int]) -> bool:
    """Return whether all matches for the first place are played, or will be."""
    own = Match.objects.filter(round__group__stage=stage)
    deciding = own.exclude(round__part__in=("third",))
    return not deciding.filter(pk__in=annulled).exists()


def _champion(competition: Competition, rule: EarlyEnd, without: Collection[int]) -> int | None:
    rank, entry = places_at_early_end(competition, rule, without)[0]
    return entry if rank == 1 else None


@transactional
def finish_early(
    *,
    competition_id: int,
    cut: Cut,
    rule: EarlyEnd,
    actor: User,
    now: datetime,
    seen: str | None = None,
) -> None:
    """End a competition with the standings as they are, or once its open tables have ended.

    Matches that do not count are annulled. Raises RefusedError `not-organiser`, `options-changed`,
    `wrong-state`, `nothing-played`, or `not-this-end` if that cut or rule is not offered.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    require_seen(competition, seen)
    if refusal := refusal_to_finish(competition):
        raise refused(refusal)
    annulled = annulled_by(competition, cut)
    stage = stage_of_early_end(competition, annulled)
    if rule not in rules_of(stage, annulled, waits=cut == Cut.TABLES):
        raise NotThisEndError()
    matches = Match.objects.of(competition_id).filter(pk__in=annulled)
    if (
        not Match.objects.of(competition_id)
        .filter(state__in=Match.WITH_RESULT)
        .exclude(pk__in=annulled)
        .exists()
    ):
        raise NothingPlayedError()
    before = {"state": competition.state, "rounds": _rounds_of(competition)}
    started = matches.filter(state__in=(*Match.PLAYABLE, State.BYE))
    was_open = list(started.values_list("pk", flat=True))
    for match in matches.select_related(WHOLE).order_by("pk"):
        _annul(match, actor, now)
    _draw_no_more(competition)
    competition.early_end = rule
    competition.save(update_fields=["early_end"])
    if not Match.objects.of(competition_id).undecided().exists():
        finish_competition(competition, champion_of(competition), now=now)
    audit.log_event(
        AuditEvent.Act.FINISH,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after={"cut": cut, "rule": rule, "annulled": annulled, "open": was_open},
    )
    on_commit(enqueue, CALL_TASK)  # hall tables are free
    broadcast_competition(competition.pk)


def _annul(match: Match, actor: User, now: datetime) -> None:
    if match.state == State.BYE:  # there is no result to keep
        match.state, match.winner = State.PENDING, None
    match.disputes.calls().drop(now)
    annul_results(match, actor=actor, reason="", now=now)


def _rounds_of(competition: Competition) -> list[tuple[int, int | None]]:
    paired = competition.stages.filter(format__in=paired_by_rounds())
    return list(paired.values_list("pk", "swiss_rounds"))


def _draw_no_more(competition: Competition) -> None:
    """Delete the draft and awaited rounds; keep only the rounds that count."""
    Draft.objects.filter(competition=competition).delete()
    Group.objects.filter(stage__competition=competition).update(awaits_round=None)
    for stage in competition.stages.filter(format__in=paired_by_rounds()):
        matches = Match.objects.filter(round__group__stage=stage).select_related("round")
        if rounds := rounds_that_count(matches):
            store_rounds(stage, len(rounds))


@transactional
def undo_finish(*, competition_id: int, actor: User, now: datetime) -> None:
    """Take an early end back: what it annulled is as it was, and the competition continues.

    A match that was at its table is called again. Raises RefusedError `not-organiser`,
    `wrong-state`, or `drawn-since` once the next season follows.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if not competition.early_end or competition.state not in Competition.CORRECTABLE:
        raise WrongStateError()
    if Competition.objects.filter(previous=competition).exists():
        raise refused("drawn-since")
    ended = competition.audit.filter(act=AuditEvent.Act.FINISH).latest("pk")
    resume_after_correction(competition)
    competition.early_end = ""
    competition.save(update_fields=["early_end"])
    for pk, rounds in ended.before["rounds"]:
        store_rounds(Stage.objects.get(pk=pk), rounds)
    _restore(ended, actor, now)
    audit.log_event(AuditEvent.Act.UNDO_FINISH, competition=competition, actor=actor, now=now)
    on_commit(enqueue, CALL_TASK)
    broadcast_competition(competition.pk)


def _restore(ended: AuditEvent, actor: User, now: datetime) -> None:
    """Restore the annulled matches, then open what was open and draw what was due."""
    annulled = Match.objects.filter(pk__in=ended.after["annulled"], state=State.ANNULLED)
    for match in annulled.select_related(WHOLE).order_by("pk"):
        restore_results(match, actor=actor, reason="", now=now)
    has_source = Q(slots__source__isnull=False)  # tables that played on may have filled its slots
    was_open = Q(pk__in=ended.after["open"])
    pending = Match.objects.filter(has_source | was_open, pk__in=ended.after["annulled"])
    due = pending.filter(state=State.PENDING).values_list("pk", flat=True)
    propagate(due.distinct(), now=now)
    groups = Group.objects.filter(stage__competition=ended.competition_id, rounds__isnull=False)
    for pk in groups.order_by("-stage__number", "pk").values_list("pk", flat=True).distinct():
        start_dependent_groups(lock_group(pk), now=now)
