"""Reads of a ladder: its places, the challenges that are allowed, and inactivity."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import Max

from accounts.common.errors import RefusedError
from tournaments.challenges.errors import (
    OnHolidayError,
    OutOfRangeError,
    RematchTooSoonError,
    SeasonEndsError,
)
from tournaments.formats.challenge_ladder import Activity, within_range
from tournaments.models import (
    AuditEvent,
    Challenge,
    Competition,
    Entry,
    Group,
    LadderFall,
    StageSlot,
)
from tournaments.standings.queries import group_table
from tournaments.withdrawals.errors import ChallengeOpenError

Act = AuditEvent.Act
Span = tuple[datetime, datetime]


def ladder_of(entry: Entry) -> StageSlot | None:
    """Return the place of an entry in a ladder that is being played."""
    competition = entry.competition
    is_in = entry.state == Entry.State.CONFIRMED
    if not competition.is_drawn or competition.is_over or not is_in:
        return None
    places = entry.stage_slots.select_related("stage__competition", "group")
    return next((place for place in places if place.stage.how.play.is_by_challenge), None)


def takes_challenges(competition: Competition) -> bool:
    """Return whether challenges are made and answered: neither in a pause nor once it has ended."""
    return competition.state == Competition.State.RUNNING and not competition.early_end


def ladders_in_play() -> "list[int]":
    """Return the groups of the ladders that are running, by pk."""
    running = Group.objects.filter(stage__competition__state=Competition.State.RUNNING)
    groups = running.select_related("stage").order_by("pk")
    return [group.pk for group in groups if group.stage.how.play.is_by_challenge]


def places_of(group: Group) -> tuple[int, ...]:
    """Return the entries of a ladder that are still in, from the first place to the last."""
    table = group_table(group)
    slots = group.slots.filter(entry__state=Entry.State.WITHDRAWN)
    withdrawn = set(slots.values_list("entry", flat=True))
    return tuple(entry for entry in table.ladder if entry not in withdrawn)


@dataclass(frozen=True)
class Standing:
    """A ladder with the facts that allow or forbid a challenge now."""

    group: Group
    order: tuple[int, ...]
    engaged: Collection[int]  # entries with an open challenge
    resting: Collection[int]
    met: Mapping[frozenset[int], datetime]  # when two had their last challenge
    now: datetime

    @classmethod
    def read(cls, group: Group, now: datetime) -> "Standing":
        """Read the state of a ladder; its stage and competition were fetched."""
        sides = group.challenges.open().values_list("challenger", "challenged")
        ended = group.challenges.filter(answer__in=(Challenge.Answer.ACCEPTED, *Challenge.CONCEDED))
        met: dict[frozenset[int], datetime] = {}
        rows = ended.values_list("challenger", "challenged", "answered_at", "settled_at")
        for one, other, answered_at, settled_at in rows:
            pair = frozenset((one, other))
            at = settled_at or answered_at
            assert at is not None, "an answered challenge has its hour"
            met[pair] = max(at, met.get(pair, at))
        return cls(
            group,
            places_of(group),
            {*chain.from_iterable(sides)},
            set(group.slots.filter(paused=True).values_list("entry", flat=True)),
            met,
            now,
        )

    def refusal(self, challenger: int, challenged: int) -> RefusedError | None:
        """Return why one entry may not challenge another; None if it may."""
        stage = self.group.stage
        if challenger in self.engaged or challenged in self.engaged:
            return ChallengeOpenError()
        if challenger not in self.order or challenged not in within_range(
            self.order, challenger, stage.challenge_range
        ):
            return OutOfRangeError()
        if challenger in self.resting or challenged in self.resting:
            return OnHolidayError()
        last = self.met.get(frozenset((challenger, challenged)))
        if last is not None and self.now - last < timedelta(days=stage.rematch_days):
            return RematchTooSoonError()
        closes_at = stage.closes_at
        if closes_at is None or self.now + timedelta(days=stage.answer_days) > closes_at:
            return SeasonEndsError()
        return None

    def open_to(self, challenger: int) -> list[int]:
        """Return the entries that one may challenge now, the nearest first."""
        return [each for each in reversed(self.order) if self.refusal(challenger, each) is None]


def refusal_to_challenge(
    group: Group, challenger: int, challenged: int, now: datetime
) -> RefusedError | None:
    """Return why one entry of a ladder may not challenge another; None if it may."""
    return Standing.read(group, now).refusal(challenger, challenged)


def activity(group: Group, now: datetime) -> list[Activity[int]]:
    """Return how long each entry of a started ladder was inactive, in the order of the ladder.

    Pauses of the competition do not count, nor the first days of rest of an entry: as many, over
    all its rests, as the ladder gives holidays.
    """
    competition, holidays = group.stage.competition, timedelta(days=group.stage.holiday_days)
    begun = competition.started_at
    assert begun is not None, "a ladder in play has started"
    sides = group.challenges.open().values_list("challenger", "challenged")
    engaged = {*chain.from_iterable(sides)}
    since: dict[int, datetime] = {}
    for slot in group.slots.filter(entry__isnull=False).select_related("entry"):
        assert slot.entry is not None
        since[slot.entry.pk] = max(begun, slot.entry.created_at, slot.rested_at or begun)
    rows = group.challenges.exclude(answer=Challenge.Answer.TAKEN_BACK)
    for side in ("challenger", "challenged"):
        last = rows.order_by().values(side).annotate(at=Max("answered_at"), end=Max("settled_at"))
        for entry, *instants in last.values_list(side, "at", "end"):
            since[entry] = max([since[entry], *filter(None, instants)])
    falls = LadderFall.objects.filter(group=group).order_by().values("entry")
    for entry, at in falls.annotate(at=Max("at")).values_list("entry", "at"):
        since[entry] = max(since[entry], at)
    breaks = _breaks(competition, begun, now)

    def played(at: datetime) -> timedelta:
        """Return the time since the start without pauses."""
        paused = (min(at, end) - start for start, end in breaks[None] if start < at)
        return at - begun - sum(paused, timedelta())

    def idle(entry: int) -> float:
        rests = [(played(start), played(end)) for start, end in breaks[entry]]
        own = played(since[entry])
        return (played(now) - own - _excused(rests, own, holidays)).total_seconds()

    return [
        Activity(entry, None if entry in engaged else idle(entry)) for entry in places_of(group)
    ]


def _breaks(
    competition: Competition, begun: datetime, now: datetime
) -> defaultdict[int | None, list[Span]]:
    """Return the pauses of a competition (None) and the rests of its entries, from its log."""
    begins, ends = {Act.PAUSE, Act.PAUSE_ENTRY}, {Act.RESUME, Act.RESUME_ENTRY}
    acts = competition.audit.filter(act__in=begins | ends, at__gte=begun).order_by("pk")
    breaks: defaultdict[int | None, list[Span]] = defaultdict(list)
    open_: dict[int | None, datetime] = {}
    for act, at, after in acts.values_list("act", "at", "after"):
        entry = after.get("entry_id")
        if act in begins:
            open_.setdefault(entry, at)
        elif entry in open_:
            breaks[entry].append((open_.pop(entry), at))
    for entry, at in open_.items():
        breaks[entry].append((at, now))
    return breaks


def _excused(
    rests: Iterable[tuple[timedelta, timedelta]], since: timedelta, holidays: timedelta
) -> timedelta:
    """Return the time of rests after `since` that the holidays cover; earlier rests use them up."""
    excused = timedelta()
    for start, end in rests:
        covered = min(end, start + holidays)
        holidays -= covered - start
        excused += max(timedelta(), covered - max(start, since))
    return excused


@dataclass(frozen=True)
class LadderPlace:
    """A place of a ladder, as its page shows it."""

    place: int
    entry: Entry
    is_own: bool
    is_resting: bool
    challenge: Challenge | None  # an open one
    may_be_challenged: bool  # by the reader


@dataclass(frozen=True)
class LadderView:
    """The page of a ladder for one reader."""

    rungs: Sequence[LadderPlace]
    own: Entry | None
    challenge: Challenge | None  # the reader's open one
    recent: Sequence[Challenge]
    why_not: str  # the reason that forbids the reader every challenge; "" if there is none
    closes_at: datetime | None

    @property
    def is_challenged(self) -> bool:
        """Whether the reader has to answer."""
        one = self.challenge
        return one is not None and not one.answer and one.challenged == self.own


RECENT = 20


def read_ladder(group: Group, own: Entry | None, now: datetime) -> LadderView:
    """Read the page of a ladder; `own` is the reader's entry."""
    standing = Standing.read(group, now)
    rows = group.challenges.select_related("challenger", "challenged", "match")
    open_ = list(rows.open())
    engaged = {pk: one for one in open_ for pk in (one.challenger_id, one.challenged_id)}
    entries = Entry.objects.in_bulk(standing.order)
    is_running = takes_challenges(group.stage.competition)
    may = set(standing.open_to(own.pk)) if own and is_running else set()
    return LadderView(
        rungs=[
            LadderPlace(
                place,
                entries[pk],
                own is not None and pk == own.pk,
                pk in standing.resting,
                engaged.get(pk),
                pk in may,
            )
            for place, pk in enumerate(standing.order, start=1)
        ],
        own=own,
        challenge=engaged.get(own.pk) if own else None,
        recent=list(rows.exclude(pk__in=[one.pk for one in open_]).order_by("-made_at", "-pk"))[
            :RECENT
        ],
        why_not=_why_not(standing, own) if own and is_running and not may else "",
        closes_at=group.stage.closes_at,
    )


def _why_not(standing: Standing, own: Entry) -> str:
    """Return the reason that forbids an entry every challenge in its range."""
    if own.pk not in standing.order or own.pk in standing.engaged:
        return ""
    near = within_range(standing.order, own.pk, standing.group.stage.challenge_range)
    reasons = [standing.refusal(own.pk, each) for each in reversed(near)]
    return str(reasons[0].message) if reasons and reasons[0] is not None else ""
