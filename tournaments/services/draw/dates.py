"""The calendar of a league: every round gets its days, every match an hour to begin with."""

from datetime import datetime

from games.services.refusals import RefusedError
from tournaments.models import Competition, Group, Match, Round
from tournaments.services.competition.round_dates import (
    instant_at,
    not_past,
    round_dates,
    wall_time,
)
from tournaments.services.matches.bracket import settle

WEEK = 7


def lay_dates(competition: Competition, *, now: datetime) -> None:
    """Give dates to a locked league that is played by them, and open all its rounds.

    If the hour of the first round has passed, all move on; Thursdays stay Thursdays.
    Raises RefusedError `no-first-hour`.
    """
    groups = Group.objects.filter(stage__competition=competition).select_related("stage")
    scheduled = [group for group in groups if group.stage.is_scheduled]
    if not scheduled:
        return
    first = _first_hour(competition, now)
    for group in scheduled:
        _lay(group, competition, first)
    competition.starts_at = instant_at(first, competition.club.zone)
    competition.save(update_fields=["starts_at"])
    matches = Match.objects.filter(round__group__in=scheduled)
    settle(matches.values_list("pk", flat=True), now=now)


def require_first_hour(competition: Competition) -> None:
    """Refuse a league that is played by dates and does not say when it begins: `no-first-hour`."""
    if competition.starts_at is None and any(
        stage.is_scheduled for stage in competition.stages.select_related("competition")
    ):
        raise RefusedError("no-first-hour")


def day_step(round_days: int) -> int:
    """By how many days a calendar moves on: by weeks, where rounds last weeks."""
    return 1 if round_days % WEEK else WEEK


def _first_hour(competition: Competition, now: datetime) -> datetime:
    """Return what the club's clocks show when the first round is played."""
    if competition.starts_at is None:
        raise RefusedError("no-first-hour")
    zone, days = competition.club.zone, competition.round_days
    assert days is not None, "only what is scheduled has dates"
    wall = wall_time(competition.starts_at, zone)
    return not_past(wall, zone, now, step=day_step(days))


def _lay(group: Group, competition: Competition, first: datetime) -> None:
    rounds = list(group.rounds.order_by("number"))
    assert competition.round_days is not None, "only what is scheduled has dates"
    dates = round_dates(first, competition.club.zone, competition.round_days, len(rounds))
    for round_, found in zip(rounds, dates, strict=True):
        round_.opens_at, round_.deadline_at = found.opens_at, found.deadline_at
        round_.matches.update(scheduled_at=found.slot)
    Round.objects.bulk_update(rounds, ["opens_at", "deadline_at"])
