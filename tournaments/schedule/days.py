"""Playing days: on which day, at what hour and where each round of a competition is played.

The rounds of a competition follow each other in steps: those of one step are played together, in
all divisions and groups, and each step takes the next place of a playing day. A match for which
there is no room that night is left without a date for an organiser to give it one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import count, takewhile

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.matches.decisions import propagate
from tournaments.models import (
    AuditEvent,
    ClosedDay,
    Competition,
    Group,
    Match,
    MatchSlot,
    PlayingDay,
    Round,
    StageSlot,
    Venue,
)
from tournaments.schedule.errors import DaysPastError, NoFirstHourError
from tournaments.schedule.rooms import Rooms
from tournaments.schedule.services import (
    day_step,
    instant_at,
    not_past,
    reschedule,
    wall_time,
)

Place = tuple[PlayingDay, int]  # a day, and which of its rounds


def zone_of(venue: Venue | None, competition: Competition) -> str:
    """Return the time zone of the hours of a match: that of the club whose venue it is."""
    return venue.club.zone if venue is not None else competition.club.zone


def lay_dates(competition: Competition, *, now: datetime) -> None:
    """Date all matches of a locked competition with playing days; open a league's rounds.

    The days of `round_days` begin at the first hour and leave out the holidays of the club. Once
    the first day has passed they all move on, and Thursdays stay Thursdays; a match for which an
    organiser set another hour stays, unless its day has passed. Days that organisers chose stay
    what they are. Raises RefusedError `no-first-hour` or `days-past`.
    """
    if not competition.is_dated:
        return
    groups = Group.objects.filter(stage__competition=competition).select_related("stage")
    scheduled = [
        group for group in groups if group.stage.is_scheduled and not group.stage.is_bracket
    ]
    if competition.has_own_days:
        _require_days_to_come(competition, now)
    elif scheduled:
        _make_days(competition, now)
    else:
        return
    rounds = Round.objects.filter(group__in=groups)
    date_rounds(competition, rounds, keeping=_set_by_hand(competition, now))
    if scheduled:
        matches = Match.objects.filter(round__group__in=scheduled)
        propagate(matches.values_list("pk", flat=True), now=now)


def is_late(competition: Competition, now: datetime) -> bool:
    """Return whether the days that `round_days` made begin before today.

    On its first day a league begins that day, also after its hour.
    """
    if competition.has_own_days or not competition.is_dated or competition.starts_at is None:
        return False
    return competition.starts_at < _start_of_today(competition, now)


def _start_of_today(competition: Competition, now: datetime) -> datetime:
    """Return the midnight before an instant, on the clocks of the club."""
    zone = competition.club.zone
    return instant_at(datetime.combine(wall_time(now, zone), time()), zone)


def _set_by_hand(competition: Competition, now: datetime) -> set[int]:
    """Return the matches whose hour an organiser set, or took away, before the start.

    Those on a day that has passed are left out.
    """
    by_hand = AuditEvent.objects.filter(
        match=OuterRef("pk"), act__in=(AuditEvent.Act.SET_TIME, AuditEvent.Act.POSTPONE)
    )
    to_come = Q(scheduled_at=None) | Q(scheduled_at__gte=_start_of_today(competition, now))
    matches = Match.objects.of(competition.pk).filter(Exists(by_hand), to_come)
    return set(matches.values_list("pk", flat=True))


def require_first_hour(competition: Competition) -> None:
    """Refuse a league that is played by dates and does not say when it begins: `no-first-hour`."""
    if competition.starts_at is None and any(
        stage.is_scheduled for stage in competition.stages.select_related("competition")
    ):
        raise NoFirstHourError()


def _require_days_to_come(competition: Competition, now: datetime) -> None:
    today = wall_time(now, competition.club.zone).date()
    if competition.playing_days.filter(day__lt=today).exists():
        raise DaysPastError()


def _make_days(competition: Competition, now: datetime) -> None:
    """Replace the days of a league by one every `round_days`, without holidays of its club."""
    if competition.starts_at is None:
        raise NoFirstHourError()
    zone, every = competition.club.zone, competition.round_days
    assert every is not None, "only what is scheduled has dates"
    today = _start_of_today(competition, now)
    first = not_past(wall_time(competition.starts_at, zone), zone, today, step=day_step(every))
    steps = steps_of(competition).values()
    days = _open_days(competition, first.date(), every)
    competition.playing_days.all().delete()
    PlayingDay.objects.bulk_create(
        PlayingDay(competition=competition, day=day, hours=f"{first:%H:%M}")
        for _, day in zip(range(max(steps, default=0)), days, strict=False)
    )
    competition.starts_at = instant_at(first, zone)
    competition.save(update_fields=["starts_at"])


def fit_days(competition: Competition) -> None:
    """Add the days that further rounds of a league need, or remove the last ones without rounds."""
    last = competition.playing_days.order_by("day").last()
    if competition.has_own_days or competition.round_days is None or last is None:
        return
    missing = max(steps_of(competition).values(), default=0) - competition.playing_days.count()
    if missing < 0:
        in_use = Exists(Round.objects.filter(day=OuterRef("pk")))
        ends = competition.playing_days.annotate(in_use=in_use).order_by("-day")[:-missing]
        unused = [day.pk for day in takewhile(lambda day: not day.in_use, ends)]
        competition.playing_days.filter(pk__in=unused).delete()
        return
    every = competition.round_days
    days = _open_days(competition, last.day + timedelta(days=every), every)
    PlayingDay.objects.bulk_create(
        PlayingDay(competition=competition, day=day, hours=last.hours)
        for _, day in zip(range(missing), days, strict=False)
    )


def _open_days(competition: Competition, first: date, every: int) -> Iterator[date]:
    """Yield the days from the first on, one every `every`, without holidays of the club."""
    holidays = ClosedDay.objects.filter(club=competition.club_id, venue=None)
    closed = set(holidays.values_list("day", flat=True))
    days = (first + timedelta(days=number * every) for number in count())
    return (day for day in days if day not in closed)


def steps_of(competition: Competition) -> dict[Round, int]:
    """Return when each round is played relative to the others, from 1.

    A round of a bracket comes one step after those that feed it, and a stage after the stages whose
    ranks it takes.
    """
    rounds = Round.objects.filter(group__stage__competition=competition)
    rows = list(
        rounds.select_related("group__stage__competition", "day").order_by(
            "group__stage__number", "pk"
        )
    )
    slots = MatchSlot.objects.filter(round__in=rows, source__isnull=False).order_by()
    fed_by: dict[int, set[int]] = defaultdict(set)
    for fed, feeding in slots.values_list("round", "source__round").distinct():
        fed_by[fed].add(feeding)
    own: dict[int, int] = {}  # step of a round in its stage
    for row in rows:  # each after those that feed it: they were stored first
        sources = [own[pk] for pk in fed_by[row.pk] if pk in own]
        is_bracket = row.group.stage.is_bracket
        own[row.pk] = max(sources, default=0) + 1 if is_bracket else row.number
    lengths: dict[int, int] = defaultdict(int)
    for row in rows:
        stage = row.group.stage
        paired = stage.swiss_rounds or 0 if stage.how.play.is_paired_in_play else 0
        lengths[stage.pk] = max(lengths[stage.pk], own[row.pk], paired)
    before = _steps_before(competition, lengths)
    return {row: before[row.group.stage_id] + own[row.pk] for row in rows}


def _steps_before(competition: Competition, lengths: dict[int, int]) -> dict[int, int]:
    """Return how many steps the stages before each stage take."""
    seeds = StageSlot.objects.filter(stage__competition=competition).order_by()
    sources: dict[int, set[int]] = defaultdict(set)
    pairs = seeds.values_list("stage", "source_group__stage", "source_stage").distinct()
    for stage, of_group, of_stage in pairs:
        sources[stage] |= {pk for pk in (of_group, of_stage) if pk is not None}
    before: dict[int, int] = {}
    for stage in competition.stages.order_by("number").values_list("pk", flat=True):
        before[stage] = max((before[pk] + lengths[pk] for pk in sources[stage]), default=0)
    return before


def date_rounds(
    competition: Competition, rounds: QuerySet[Round], *, keeping: Collection[int] = ()
) -> None:
    """Assign rounds of a locked competition the days of their steps, and matches hours.

    The matches `keeping` (by pk) stay as they are.
    """
    if not competition.is_dated:
        return
    days = list(competition.playing_days.select_related("venue__club").order_by("day"))
    if not days:
        return
    places = [(day, place) for day in days for place in range(day.round_count)]
    steps = steps_of(competition)
    round_ids = set(rounds.values_list("pk", flat=True))
    new = [row for row in steps if row.pk in round_ids and row.group.stage.is_dated]
    matches = [match for match in read_matches_of(new) if match.pk not in keeping]
    rooms = Rooms.read(
        _venues(days, matches), competition.club, without=[one.pk for one in matches]
    )
    of_round: dict[int | None, list[Match]] = defaultdict(list)
    for match in matches:
        of_round[match.round_id].append(match)
    by_step = defaultdict(list)
    for row in new:
        by_step[steps[row]].append(row)
    for step, rows in sorted(by_step.items()):
        day_place = places[step - 1] if step <= len(places) else None
        together = [match for row in rows for match in of_round[row.pk]]
        place_matches(together, day_place, competition, rooms)
        for row in rows:
            row.day = day_place[0] if day_place else None
            row.opens_at, row.deadline_at = _window(day_place, days, competition)
    Round.objects.bulk_update(new, ["day", "opens_at", "deadline_at"])
    Match.objects.bulk_update(matches, ["scheduled_at", "awaits_date", "venue"])


def read_matches_of(rounds: Iterable[Round]) -> list[Match]:
    rows = Match.objects.filter(round__in=list(rounds)).undecided().order_by("number")
    return list(rows.select_related("venue__club").prefetch_related("slots__entry__home__club"))


def home_of(match: Match) -> Venue | None:
    """Return the venue of the home side, the first one; None if it has none or is unknown."""
    entries = (slot.entry for slot in match.slots.all() if slot.side == 0)
    return next((entry.home for entry in entries if entry is not None and entry.home), None)


def _venues(days: Iterable[PlayingDay], matches: Iterable[Match]) -> list[Venue]:
    venues = [*(day.venue for day in days), *map(home_of, matches)]
    return [venue for venue in venues if venue is not None]


def place_matches(
    matches: Sequence[Match], place: Place | None, competition: Competition, rooms: Rooms
) -> None:
    """Assign matches the first hour of a day's round at which their venue has room.

    The caller saves them. Those without room await a date.
    """
    for match in matches:
        match.venue = (place[0].venue if place else None) or home_of(match)
        match.scheduled_at = _first_free(match, place, competition, rooms) if place else None
        match.awaits_date = match.scheduled_at is None


def move_to_place(
    matches: Sequence[Match],
    place: Place | None,
    competition: Competition,
    rooms: Rooms,
    *,
    now: datetime,
) -> None:
    """Reschedule matches that have an hour as `place_matches` does. The caller saves them."""
    former = [match.scheduled_at for match in matches]
    place_matches(matches, place, competition, rooms)
    for match, before in zip(matches, former, strict=True):
        at, match.scheduled_at = match.scheduled_at, before
        reschedule(match, at, now=now)


def _first_free(
    match: Match, place: Place, competition: Competition, rooms: Rooms
) -> datetime | None:
    day, number = place
    for hour in _exact(day.hours_of(number), competition):
        at = instant_at(datetime.combine(day.day, hour), zone_of(match.venue, competition))
        if not rooms.problem(match.venue, competition.club, at):
            rooms.take(match.venue, at)
            return at
    return None


def _exact(hours: Sequence[time], competition: Competition) -> Sequence[time]:
    """Return the hours of a day; those made of a first hour keep its seconds."""
    if competition.has_own_days or competition.starts_at is None:
        return hours
    return [wall_time(competition.starts_at, competition.club.zone).time()]


def set_windows(competition: Competition) -> None:
    """Recompute when each round of a competition with days opens and closes."""
    days = list(competition.playing_days.order_by("day"))
    rounds = list(Round.objects.filter(group__stage__competition=competition, day__in=days))
    by_pk = {day.pk: day for day in days}
    for row in rounds:
        assert row.day_id is not None, "only these were read"
        row.opens_at, row.deadline_at = _window((by_pk[row.day_id], 0), days, competition)
    Round.objects.bulk_update(rounds, ["opens_at", "deadline_at"])


def _window(
    place: Place | None, days: Sequence[PlayingDay], competition: Competition
) -> tuple[datetime | None, datetime | None]:
    """Return from when to when a round is played: its day, up to the next one.

    After the last day it is as long as the round before, or a week.
    """
    if place is None:
        return None, None
    dates = [day.day for day in days]
    number = dates.index(place[0].day)
    if number + 1 < len(dates):
        closes = dates[number + 1]
    else:
        length = dates[number] - dates[number - 1] if number else timedelta(weeks=1)
        closes = dates[number] + timedelta(days=competition.round_days or length.days)
    zone = competition.club.zone
    opens, ends = (
        instant_at(datetime.combine(day, time()), zone) for day in (dates[number], closes)
    )
    return opens, ends
