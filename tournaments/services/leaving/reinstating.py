"""Taking a withdrawal back: until the next draw an entry that left is in again, as it was."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Min, Q, QuerySet

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.formats.catalogue import paired_by_results
from tournaments.models import (
    AuditEvent,
    Competition,
    Draft,
    Entry,
    Group,
    Match,
    MatchQuerySet,
    StageSlot,
)
from tournaments.results.cascade import cascade_of
from tournaments.services import audit
from tournaments.services.boards.writing import forget_who_left
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.draw.taking import (
    empty_seeds,
    is_over,
    led_to_by,
    seeds_sent_by,
)
from tournaments.services.entries import rosters
from tournaments.services.hints import announce_competition
from tournaments.services.leaving.annulling import close, restore
from tournaments.services.locks import WHOLE, lock_group, lock_whole
from tournaments.services.matches.bracket import settle, without_playing
from tournaments.services.matches.corrections import conclude_without_who_left, go_on, take_back
from tournaments.services.matches.stages import finish_if_over, follow, is_open

State = Match.State
FELL = (State.WALKOVER, State.DOUBLE_WALKOVER, State.ANNULLED)


@retrying
@transaction.atomic
def reinstate(*, entry_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Let an entry that left a drawn competition be in it again; what fell with it is open again.

    Results that were annulled stand again, and rounds that opened since because of it are closed if
    nothing of them has begun. Raises RefusedError `not-organiser`, `wrong-state` if it
    has not left, or `drawn-since` once something was drawn or played without it.
    """
    competition = lock_whole(rosters.find_entry(entry_id).competition_id)
    entry = rosters.find_entry(entry_id)
    require_organiser(competition, actor)
    if refusal := refusal_to_reinstate(entry):
        raise RefusedError(refusal)
    fallen, tables = list(_fallen(entry).values_list("pk", flat=True)), list(_tables_left(entry))
    current = {slot.group_id: _first_open(slot.group) for slot in tables}
    entry.state, entry.left_at, entry.annulled = Entry.State.CONFIRMED, None, False
    entry.save(update_fields=["state", "left_at", "annulled"])
    StageSlot.objects.filter(pk__in=[slot.pk for slot in tables]).update(left=False)
    go_on(competition)
    for pk in fallen:
        _restore(pk, actor, reason, now)
    for slot in tables:
        _close_what_opened(slot.group, current[slot.group_id], actor, reason, now)
        _withdraw_ranks(slot.group)
    audit.record(
        AuditEvent.Act.REINSTATE,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        after=rosters.told(entry),
    )
    for slot in tables:
        follow(lock_group(slot.group_id), now=now)
    finish_if_over(competition.pk, now=now)
    announce_competition(competition.pk)


def refusal_to_reinstate(entry: Entry) -> str | None:
    """Return why a withdrawal cannot be taken back, as a code; None if it can."""
    if entry.left_at is None or entry.competition.state not in Competition.CORRECTABLE:
        return "wrong-state"
    if not entry.roster.exists():
        return "nobody-came"
    if Competition.objects.filter(previous=entry.competition_id).exists():
        return "drawn-since"
    return "drawn-since" if any(_went_on_without(entry)) else None


def _went_on_without(entry: Entry) -> Iterator[bool]:
    """Whether a round was paired, a stage begun, or a match played that its leaving changed."""
    for slot in _tables_left(entry):
        if slot.stage.format in paired_by_results():
            yield _is_paired_without(entry, slot.group_id)
        after = Match.objects.filter(round__group__slots__in=seeds_sent_by(slot.group))
        yield after.exclude(state=State.PENDING).exists()
    for match in _fallen(entry).exclude(state=State.ANNULLED):
        yield any(map(_has_begun, cascade_of(match.pk).dependents))


def _is_paired_without(entry: Entry, group_id: int) -> bool:
    last = Group.objects.filter(pk=group_id).aggregate(last=Max("rounds__number"))["last"]
    in_it = entry.slots.filter(round__group=group_id, round__number=last)
    if last is None:
        return False
    return last >= entry.first_round and not in_it.exists()


def _has_begun(match: Match) -> bool:
    """Whether a match was played, or awarded for another reason than a withdrawal."""
    if match.state in (State.WALKOVER, State.DOUBLE_WALKOVER):
        return without_playing(match, list(match.slots.order_by("side"))) is None
    played = Match.objects.filter(pk=match.pk)
    return played.begun().exists() or played.live().exists()


def _tables_left(entry: Entry) -> QuerySet[StageSlot]:
    """Return where an entry stands last because it left."""
    slots = StageSlot.objects.filter(entry=entry, left=True)
    return slots.order_by("group").select_related("group__stage")


def _first_open(group: Group) -> int | None:
    """Return the number of the first round of a table that is not decided; None if all are."""
    undecided = Match.objects.filter(round__group=group).undecided()
    number: int | None = undecided.aggregate(first=Min("round__number"))["first"]
    return number


def _close_what_opened(
    group: Group, until: int | None, actor: User, reason: str, now: datetime
) -> None:
    """Close the rounds of a table that opened because matches before them fell.

    `until` is the round that was played before those were open again, None if the table was over.
    A round of which something has begun stays, with those before it.
    """
    first = _first_open(group)
    if first is None or group.stage.is_scheduled:
        return
    if group.stage.how.is_paired_by_results:
        Draft.objects.filter(group=group).delete()
        group.awaits_round = None
        group.save(update_fields=["awaits_round"])
        return
    if until == first:
        return
    later = Match.objects.filter(round__group=group, round__number__gt=first)
    opened = list(later.exclude(state=State.PENDING).select_related(WHOLE).order_by("pk"))
    stays = max((_number_of(match) for match in opened if _is_played(match)), default=first)
    for match in opened:
        if _number_of(match) > stays:
            close(match, actor=actor, reason=reason, now=now)


def _number_of(match: Match) -> int:
    """Return the number of the round of a match of a competition."""
    assert match.round is not None, "casual matches have no round"
    return match.round.number


def _is_played(match: Match) -> bool:
    """Tell whether a match has begun, or may have: nobody notes the first card of a real table."""
    assert match.competition is not None, "casual matches have no rounds"
    return _has_begun(match) or (match.state == State.CALLED and match.competition.with_cards)


def _withdraw_ranks(group: Group) -> None:
    """Take the ranks of a table that is open again out of the stages that wait for it."""
    if is_over(group):
        return
    empty_seeds(seeds_sent_by(group))
    waiting = led_to_by(group)
    Draft.objects.filter(group__in=waiting).delete()
    Group.objects.filter(pk__in=waiting).update(awaits_round=None)


def _fallen(entry: Entry) -> MatchQuerySet:
    """The matches that ended as they did because it had left.

    What the other side's leaving annulled first is among them: it counts once both are back.
    """
    since = Q(completed_at__gte=entry.left_at) | Q(state=State.ANNULLED)
    own = Match.objects.filter(since, slots__entry=entry, state__in=FELL)
    return own.select_related(WHOLE).order_by("pk")


def _restore(match_id: int, actor: User, reason: str, now: datetime) -> None:
    match = Match.objects.select_related(WHOLE).get(pk=match_id)
    if match.state == State.ANNULLED:
        slots = list(match.slots.select_related("entry").order_by("side"))
        outcome = without_playing(match, slots)
        if outcome is not None and outcome.state == State.ANNULLED:
            return  # the other side is still out
        restore(match, actor=actor, reason=reason, now=now)
        if match.state == State.PENDING:
            forget_who_left(match)
        if match.state == State.PENDING and is_open(match):
            settle([match.pk], now=now)
    elif match.state in FELL:  # else it has fallen with one before it
        cascade = cascade_of(match.pk)
        take_back(cascade, actor=actor, reason=reason, now=now)
        forget_who_left(cascade.match)
        conclude_without_who_left(cascade.match, now=now)
