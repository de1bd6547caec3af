"""Re-plan a league around a night that falls out, with a preview of the differences."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import ReasonMissingError, WrongStateError
from tournaments.common.locks import lock_undecided
from tournaments.common.permissions import require_organiser
from tournaments.formats.lost_day import replan_lost_days
from tournaments.formats.season_plan import SeasonMatch
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    LineUp,
    Match,
    MatchSlot,
    PlayingDay,
    Round,
)
from tournaments.planning.errors import NightPlayedError, PlayoffNightError
from tournaments.planning.seasons import (
    League,
    PlannedGroup,
    is_dated_league,
    read_league,
    without_rooms,
)
from tournaments.schedule.days import move_to_place, read_matches_of, set_windows, zone_of
from tournaments.schedule.errors import PreviewOutdatedError
from tournaments.schedule.rooms import Rooms
from tournaments.schedule.services import announce_moves, save_rescheduled, wall_time


@dataclass(frozen=True)
class MovedMatch:
    """A match before and after: its places in the calendar, and who plays at home."""

    match: Match
    before: int | None
    after: int | None
    home: Entry
    away: Entry
    is_turned: bool


@dataclass(frozen=True)
class LostNight:
    """A night without play, and what changes for it."""

    day: PlayingDay
    league: League
    changes: Sequence[MovedMatch]

    @property
    def postponed(self) -> int:
        """The number of matches left without a date."""
        return sum(change.after is None for change in self.changes)

    @cached_property
    def mark(self) -> str:
        """Return a key that changes whenever the preview does."""
        moves = [(one.match.pk, one.before, one.after, one.home.pk) for one in self.changes]
        return hashlib.sha256(repr((self.league.dates, moves)).encode()).hexdigest()[:16]


def preview_lost_night(competition: Competition, day: PlayingDay, *, now: datetime) -> LostNight:
    """Compute what changes if nothing can be played on a day. It changes nothing.

    Raises RefusedError `night-played` if a match of that day is being played, or was, and
    `playoff-night` for a day of the play-offs.
    """
    league = read_league(competition)
    today = wall_time(now, competition.club.zone).date()
    ahead = [number for number, (one, _) in enumerate(league.places) if one.day >= today]
    lost = [number for number, (one, _) in enumerate(league.places) if one.pk == day.pk]
    if not lost:
        raise PlayoffNightError()
    by_group = {
        group.group.pk: _read_matches(group, league, competition) for group in league.groups
    }
    on_day = [one for pairs in by_group.values() for one, planned in pairs if planned.day in lost]
    if day.day < today or any(match.state in BEGUN for match in on_day):
        raise NightPlayedError()
    changes: list[MovedMatch] = []
    used: dict[int, list[tuple[Hashable, int]]] = {
        group.group.pk: _used(group, [planned for _, planned in by_group[group.group.pk]])
        for group in league.groups
    }
    for group in league.groups:
        others = [one for pk, rooms in used.items() if pk != group.group.pk for one in rooms]
        season = without_rooms(group.season, others)
        rows = by_group[group.group.pk]
        before = tuple(planned for _, planned in rows)
        begun = {number for number, (match, _) in enumerate(rows) if match.state in BEGUN}
        first = min(ahead, default=0)
        plan = replan_lost_days(season, before, lost, first_day=first, begun=begun).matches
        used[group.group.pk] = _used(group, plan)
        changes += _changes(group, rows, plan)
    return LostNight(day, league, changes)


BEGUN = (Match.State.CALLED, Match.State.COMPLETED)


def _used(group: PlannedGroup, plan: Sequence[SeasonMatch[int]]) -> list[tuple[Hashable, int]]:
    return [(group.season.venues[one.home], one.day) for one in plan if one.day is not None]


def _read_matches(
    group: PlannedGroup, league: League, competition: Competition
) -> list[tuple[Match, SeasonMatch[int]]]:
    """Return the matches between two entries with their places; none: on no day of the calendar.

    Matches that nobody will play are left out: annulled ones, and walkovers of who withdrew.
    """
    unplayed = set(Match.DECIDED) - set(BEGUN)
    rows = Match.objects.filter(round__group=group.group).exclude(state__in=unplayed)
    rows = rows.order_by("number")
    rows = rows.select_related("round", "venue__club").prefetch_related("slots__entry__home__club")
    pairs = []
    for match in rows:
        slots = sorted(match.slots.all(), key=lambda slot: slot.side)
        home, away = (slot.entry_id for slot in slots)
        if home is None or away is None:
            continue
        place = _place_of(match, league, competition)
        pairs.append((match, SeasonMatch(place, home, away)))
    return pairs


def _place_of(match: Match, league: League, competition: Competition) -> int | None:
    if match.scheduled_at is None:
        return None
    wall = wall_time(match.scheduled_at, zone_of(match.venue, competition))
    same_day = [at for at, (day, _) in enumerate(league.places) if day.day == wall.date()]
    for at in same_day:
        day, number = league.places[at]
        if wall.time().replace(second=0, microsecond=0) in day.hours_of(number):
            return at
    return same_day[0] if same_day else None


def _changes(
    group: PlannedGroup,
    rows: Sequence[tuple[Match, SeasonMatch[int]]],
    plan: Sequence[SeasonMatch[int]],
) -> list[MovedMatch]:
    return [
        MovedMatch(
            match,
            before.day,
            after.day,
            group.entries[after.home],
            group.entries[after.away],
            before.home != after.home,
        )
        for (match, before), after in zip(rows, plan, strict=True)
        if before != after
    ]


@transactional
def lose_night(
    *, competition_id: int, day_id: int, actor: User, seen: str, reason: str, now: datetime
) -> None:
    """Do what a preview showed whose `mark` is `seen`.

    Raises RefusedError `not-organiser`, `reason-missing`, `wrong-state`, `preview-outdated`,
    `night-played` or `playoff-night`.
    """
    _, competition = lock_undecided(competition_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    day = competition.playing_days.filter(pk=day_id).first()
    if day is None:
        raise PreviewOutdatedError()
    if not is_dated_league(competition):
        raise WrongStateError()
    preview = preview_lost_night(competition, day, now=now)
    if preview.mark != seen:
        raise PreviewOutdatedError()
    _turn_sides([change for change in preview.changes if change.is_turned])
    _move(competition, preview, actor, now)
    _clear_day(competition, preview)
    audit.log_event(
        AuditEvent.Act.MOVE_DAYS,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"days": [day.day.isoformat()]},
        after={"matches": len(preview.changes), "postponed": preview.postponed},
    )
    broadcast_competition(competition.pk)


def _turn_sides(changes: Sequence[MovedMatch]) -> None:
    matches = [change.match for change in changes]
    if LineUp.objects.filter(match__in=matches).exists():
        raise WrongStateError()
    MatchSlot.objects.filter(match__in=matches).delete()
    MatchSlot.objects.bulk_create(
        MatchSlot(match=change.match, round=change.match.round, side=side, entry=entry)
        for change in changes
        for side, entry in enumerate((change.home, change.away))
    )


def _move(competition: Competition, preview: LostNight, actor: User, now: datetime) -> None:
    after = {change.match.pk: change.after for change in preview.changes}
    before = {change.match.pk: change.match.scheduled_at for change in preview.changes}
    rounds = Round.objects.filter(matches__in=after).distinct()
    matches = [match for match in read_matches_of(rounds) if match.pk in after]
    rooms = Rooms.read(preview.league.venues, competition.club, without=list(after))
    for match in matches:
        hooks.club_matches.keep_revealed_line_ups(match, now=now)
        place = after[match.pk]
        to = None if place is None else preview.league.places[place]
        move_to_place([match], to, competition, rooms, now=now)
    save_rescheduled(matches, actor=actor, now=now)
    announce_moves({match: before[match.pk] for match in matches}, actor=actor, now=now)


def _clear_day(competition: Competition, preview: LostNight) -> None:
    """Put the rounds of the lost day where most of their matches went; delete the day."""
    places = preview.league.places
    rounds = list(Round.objects.filter(day=preview.day))
    went: Mapping[int | None, Counter[int]] = {
        row.pk: Counter(
            change.after
            for change in preview.changes
            if change.match.round_id == row.pk and change.after is not None
        )
        for row in rounds
    }
    for row in rounds:
        usual = went[row.pk].most_common(1)
        row.day = places[usual[0][0]][0] if usual else None
        row.opens_at = row.deadline_at = None
    Round.objects.bulk_update(rounds, ["day", "opens_at", "deadline_at"])
    preview.day.delete()
    competition.has_own_days = True
    competition.save(update_fields=["has_own_days"])
    set_windows(competition)
