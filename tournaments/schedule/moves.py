"""Moves of a playing day or of some of its rounds, with a preview of all that moves with them."""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import pairwise

from django.db.models import Max
from django.utils.translation import gettext as _

from accounts.common.transactions import transactional
from accounts.i18n.time_zones import short_date
from accounts.models import User
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import ReasonMissingError, WrongStateError
from tournaments.common.form_fields import FARTHEST
from tournaments.common.locks import lock_undecided
from tournaments.common.permissions import require_organiser
from tournaments.models import (
    AuditEvent,
    Competition,
    Match,
    MatchSlot,
    PlayingDay,
    Round,
    names_of_sides,
)
from tournaments.schedule.days import read_matches_of, set_windows, steps_of, zone_of
from tournaments.schedule.errors import ClashError, PreviewOutdatedError
from tournaments.schedule.rooms import Rooms
from tournaments.schedule.services import (
    APART,
    announce_moves,
    instant_at,
    reschedule,
    save_rescheduled,
    wall_time,
)

State = Match.State


@dataclass(frozen=True)
class Move:
    """Request to move a day, or some of its rounds, to another date or to none."""

    day: PlayingDay
    to: date | None  # None: without a date
    rounds: frozenset[int] = frozenset()  # primary keys; none: all rounds of the day
    with_later: bool = False  # whether all later days move by as much

    @property
    def shift(self) -> timedelta | None:
        """Return by how much its matches move; None if they lose their dates."""
        return None if self.to is None else self.to - self.day.day


@dataclass(frozen=True)
class MovedMatch:
    """A match with its old and its new hour."""

    match: Match
    before: datetime
    after: datetime | None
    zone: str  # of the place where it is played

    @property
    def sides(self) -> str:
        """Return both names: `Ana – Beto`."""
        return " – ".join(name or "?" for name in names_of_sides(self.match.slots.all()))


@dataclass(frozen=True)
class MovedDay:
    """A day with its new date, and the matches that go with it."""

    day: PlayingDay
    to: date | None
    rounds: Sequence[Round]
    matches: Sequence[MovedMatch]


@dataclass(frozen=True)
class Preview:
    """Effects of a move, and the reasons why it is refused."""

    move: Move
    days: Sequence[MovedDay]
    staying: Sequence[Match]  # of these rounds, with an hour of their own on another day
    problems: Sequence[str]

    @property
    def matches(self) -> list[MovedMatch]:
        """Return the matches of all days that move."""
        return [moved for day in self.days for moved in day.matches]

    @cached_property
    def mark(self) -> str:
        """Return a key that changes whenever the preview does."""
        moves = [(one.match.pk, one.before, one.after, one.match.venue_id) for one in self.matches]
        days = [(day.day.pk, day.day.day, day.to) for day in self.days]
        return hashlib.sha256(repr((days, moves)).encode()).hexdigest()[:16]


def preview_move(competition: Competition, move: Move, *, now: datetime) -> Preview:
    """Compute what a move does. It changes nothing."""
    days, staying = _moved_days(competition, move)
    problems = list(dict.fromkeys(_problems(competition, move, days, now)))
    return Preview(move, days, staying, problems)


def _moved_days(competition: Competition, move: Move) -> tuple[list[MovedDay], list[Match]]:
    own = competition.playing_days.order_by("day")
    rows = [move.day]
    if move.with_later and move.to is not None:
        rows += list(own.filter(day__gt=move.day.day))
    rounds = Round.objects.filter(day__in=rows).select_related("group__stage")
    if move.rounds:
        rounds = rounds.filter(pk__in=move.rounds)
    ordered = list(rounds.order_by("group__stage__number", "group__number", "number"))
    matches = read_matches_of(ordered)
    days, staying = [], []
    for row in rows:
        day_rounds = [one for one in ordered if one.day_id == row.pk]
        moved = []
        for match in matches:
            if match.round not in day_rounds or match.scheduled_at is None:
                continue
            zone = zone_of(match.venue, competition)
            wall = wall_time(match.scheduled_at, zone)
            if wall.date() != row.day:
                staying.append(match)
                continue
            after = None if move.shift is None else instant_at(wall + move.shift, zone)
            moved.append(MovedMatch(match, match.scheduled_at, after, zone))
        to = None if move.shift is None else row.day + move.shift
        days.append(MovedDay(row, to, day_rounds, moved))
    return days, staying


def _problems(
    competition: Competition, move: Move, days: Sequence[MovedDay], now: datetime
) -> Iterator[str]:
    matches = [moved for day in days for moved in day.matches]
    own = Match.objects.filter(round__in=[row for day in days for row in day.rounds])
    if own.filter(state=State.CALLED).exists():
        yield _("Hay partidos en juego: esperá a que terminen.")
    if own.filter(state=State.COMPLETED).exists():
        yield _("Esa fecha ya empezó a jugarse: mové de a uno los partidos que le faltan.")
    if move.to is not None:
        yield from _problems_of_dates(competition, move, days, now)
    yield from _problems_of_rooms(competition, matches)
    yield from _problems_of_entries(matches)


def _problems_of_dates(
    competition: Competition, move: Move, days: Sequence[MovedDay], now: datetime
) -> Iterator[str]:
    assert move.to is not None
    today = wall_time(now, competition.club.zone).date()
    hours = [moved.after for day in days for moved in day.matches if moved.after is not None]
    if move.to < today or any(hour < now for hour in hours):
        yield _("El %(day)s ya pasó.") % {"day": short_date(move.to, "l j M")}
    if days[-1].to is not None and days[-1].to > (now + FARTHEST).date():
        yield _("Tiene que ser dentro del año.")
    moved = {day.day.pk for day in days}
    rows = competition.playing_days.exclude(pk__in=moved)
    played = rows.filter(rounds__matches__state=State.COMPLETED).aggregate(last=Max("day"))["last"]
    if played is not None and move.to <= played:
        yield _("El %(day)s ya se jugó otra fecha: esta tiene que ir después.") % {
            "day": short_date(played, "l j M")
        }
    if move.with_later and rows.filter(day__in=[day.to for day in days]).exists():
        yield _("Uno de esos días ya tiene otra fecha.")
    yield from _problems_of_order(competition, days)


def _problems_of_order(competition: Competition, days: Sequence[MovedDay]) -> Iterator[str]:
    """Yield whether a round would be played before one that it needs; a league needs none."""
    to = {row.pk: day.to for day in days for row in day.rounds}
    steps = steps_of(competition)
    dated = [
        (step, to.get(row.pk) or row.day.day, row)
        for row, step in steps.items()
        if row.day is not None and not row.group.stage.is_scheduled
    ]
    last = date.min
    for _step, day, _row in sorted(dated, key=lambda one: one[0]):
        if day < last:
            yield _("Cada ronda se juega después de la anterior, y así una quedaría antes.")
            return
        last = day


def _problems_of_rooms(competition: Competition, matches: Sequence[MovedMatch]) -> Iterator[str]:
    venues = [one.match.venue for one in matches if one.match.venue is not None]
    rooms = Rooms.read(venues, competition.club, without=[one.match.pk for one in matches])
    for one in matches:
        if one.after is None:
            continue
        problem = rooms.problem(one.match.venue, competition.club, one.after)
        if problem:
            yield problem
        rooms.take(one.match.venue, one.after)


def _problems_of_entries(matches: Sequence[MovedMatch]) -> Iterator[str]:
    """Yield the entries that would have two matches within an hour."""
    hours = {one.match.pk: one.after for one in matches if one.after is not None}
    slots = MatchSlot.objects.filter(match__in=hours, entry__isnull=False)
    names = dict(slots.values_list("entry", "entry__name"))
    theirs: dict[int, list[datetime]] = {entry: [] for entry in names}
    for entry, match in slots.values_list("entry", "match"):
        theirs[entry].append(hours[match])
    others = MatchSlot.objects.filter(entry__in=names, match__scheduled_at__isnull=False)
    others = others.exclude(match__in=[one.match.pk for one in matches])
    others = others.exclude(match__state__in=Match.DECIDED)
    for entry, at in others.values_list("entry", "match__scheduled_at"):
        assert at is not None, "only these were read"
        theirs[entry].append(at)
    for entry, times in theirs.items():
        ordered = sorted(times)
        if any(later - one < APART for one, later in pairwise(ordered)):
            yield _("%(entry)s jugaría dos partidos a la vez.") % {"entry": names[entry]}


@transactional
def move_day(
    *, competition_id: int, move: Move, actor: User, seen: str, reason: str, now: datetime
) -> Preview:
    """Do a move that an organiser has seen in a preview, whose `mark` is `seen`.

    Raises RefusedError `not-organiser`, `reason-missing`, `wrong-state`, `preview-outdated` or
    `clash`.
    """
    locked, competition = lock_undecided(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    if competition.state not in Competition.IN_PROGRESS:
        raise WrongStateError()
    if not competition.playing_days.filter(pk=move.day.pk, day=move.day.day).exists():
        raise PreviewOutdatedError()
    preview = preview_move(competition, move, now=now)
    if preview.mark != seen:
        raise PreviewOutdatedError()
    if preview.problems:
        raise ClashError(preview.problems)
    _move_rows(competition, preview)
    _move_matches(preview, {match.pk for match in locked}, actor, now)
    set_windows(competition)
    _keep_first_hour(competition)
    audit.log_event(
        AuditEvent.Act.MOVE_DAYS,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"days": [day.day.day.isoformat() for day in preview.days]},
        after={
            "days": [day.to and day.to.isoformat() for day in preview.days],
            "matches": len(preview.matches),
        },
    )
    broadcast_competition(competition.pk)
    return preview


def _move_rows(competition: Competition, preview: Preview) -> None:
    """Move the days, or take the rounds to another one."""
    move = preview.move
    if move.shift is None or move.to is None or move.rounds:
        _take_rounds(competition, preview.days[0])
        return
    target = competition.playing_days.filter(day=move.to).exclude(
        pk__in=[day.day.pk for day in preview.days]
    )
    if target.exists():
        _take_rounds(competition, preview.days[0])
        return
    in_order = preview.days if move.shift < timedelta() else preview.days[::-1]
    for day in in_order:  # one date at a time has one day
        PlayingDay.objects.filter(pk=day.day.pk).update(day=day.to)


def _take_rounds(competition: Competition, moved: MovedDay) -> None:
    """Put rounds on the day of another date, or on none; a day without rounds is deleted."""
    day, to = moved.day, None
    steps = steps_of(competition)
    going = {row.pk for row in moved.rounds}
    staying = {steps[row] for row in steps if row.day_id == day.pk and row.pk not in going}
    leaving = len({steps[row] for row in steps if row.pk in going} - staying)
    if moved.to is not None:
        defaults = {"hours": day.hours, "venue": day.venue, "round_count": max(leaving, 1)}
        to, is_new = competition.playing_days.get_or_create(day=moved.to, defaults=defaults)
        if not is_new:
            to.round_count += leaving
            to.save(update_fields=["round_count"])
    Round.objects.filter(pk__in=going).update(day=to, opens_at=None, deadline_at=None)
    if staying:
        day.round_count = max(day.round_count - leaving, 1)
        day.save(update_fields=["round_count"])
    else:
        day.delete()


def _move_matches(preview: Preview, locked: Collection[int], actor: User, now: datetime) -> None:
    moved = preview.matches
    assert {one.match.pk for one in moved} <= set(locked), "undecided matches are locked"
    for one in moved:
        hooks.club_matches.keep_revealed_line_ups(one.match, now=now)
        reschedule(one.match, one.after, now=now)
    save_rescheduled([one.match for one in moved], actor=actor, now=now)
    announce_moves({one.match: one.before for one in moved}, actor=actor, now=now)


def _keep_first_hour(competition: Competition) -> None:
    """Keep the days as they are from now on; before the start the first one is the beginning."""
    competition.has_own_days = True
    if competition.state == Competition.State.DRAWN:
        competition.starts_at = first_hour(competition)
    competition.save(update_fields=["has_own_days", "starts_at"])


def first_hour(competition: Competition) -> datetime | None:
    """Return the hour at which the first playing day begins; None without days."""
    first = competition.playing_days.order_by("day").first()
    if first is None:
        return None
    wall = datetime.combine(first.day, first.hours_of(0)[0])
    return instant_at(wall, zone_of(first.venue, competition))
