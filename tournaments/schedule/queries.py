"""The fixture of a league by rounds, and the schedule of one match for its reader."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.competitions.announcement import MAP
from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import (
    Competition,
    Entry,
    Match,
    MatchQuerySet,
    PlayingDay,
    Round,
    Stage,
    TimeProposal,
)
from tournaments.round_clock.queries import of_rounds, round_name
from tournaments.schedule.days import steps_of


@dataclass(frozen=True)
class DivisionRound:
    """The matches of one division, or of its play-offs, on a date."""

    stage: Stage
    matches: Sequence[MatchView]
    title: str  # of a round of a bracket; "" for the round of a table


@dataclass(frozen=True)
class Fixture:
    """One date of all divisions, and which others there are: play-offs come after the tables."""

    number: int
    numbers: Sequence[int]
    round: Round | None  # the dates all divisions share
    divisions: Sequence[DivisionRound]
    own: Sequence[MatchView]  # of the whole season

    @property
    def before(self) -> int | None:
        """Return the number of the round before; None at the first."""
        return self.number - 1 if self.number - 1 in self.numbers else None

    @property
    def after(self) -> int | None:
        """Return the number of the round after; None at the last."""
        return self.number + 1 if self.number + 1 in self.numbers else None


def read_fixture(
    competition: Competition, own: Entry | None, chosen: int | None, now: datetime
) -> Fixture:
    """Read a round of a league: the one that is asked for, else the one that is being played."""
    steps = steps_of(competition)
    numbers = sorted(set(steps.values()))
    number = chosen if chosen in numbers else _current(competition, steps, now)
    rounds = [row for row, step in steps.items() if step == number]
    matches = Match.objects.of(competition.pk).select_related("round__group__stage")
    views = read_matches(_dated(matches.filter(round__in=rounds)))
    names = names_of_rounds(row.pk for row in rounds if row.group.stage.is_bracket)
    divisions = [
        DivisionRound(stage, played, names.get(played[0].match.round_id, ""))
        for stage, group in groupby(views, key=_stage_of)
        for played in [list(group)]
    ]
    own_matches = matches.filter(slots__entry=own) if own else None
    in_order = {row.pk: step for row, step in steps.items()}
    return Fixture(
        number,
        numbers,
        rounds[0] if rounds else None,
        divisions,
        sorted(
            read_matches(own_matches) if own_matches is not None else [],
            key=lambda view: in_order.get(view.match.round_id or 0, 0),
        ),
    )


def names_of_rounds(rounds: Iterable[int]) -> dict[int | None, str]:
    """Return the names of rounds, given by their keys: `Fecha 3`, `Semifinales`."""
    rows = Round.objects.filter(pk__in=list(rounds)).annotate(**of_rounds())
    return {row.pk: round_name(row, row) for row in rows.select_related("group__stage")}


def _dated(matches: MatchQuerySet) -> MatchQuerySet:
    stage = "round__group__stage"
    return matches.order_by(f"{stage}__tier", f"{stage}__number", "scheduled_at", "number")


def _current(competition: Competition, steps: Mapping[Round, int], now: datetime) -> int:
    """Return the first date that has not run out; without dates, the first still to play."""
    open_rounds = set(Match.objects.of(competition.pk).undecided().values_list("round", flat=True))
    waiting = [(row, step) for row, step in steps.items() if row.pk in open_rounds]
    to_come = [
        step for row, step in waiting if row.deadline_at is not None and row.deadline_at > now
    ]
    candidates = to_come or [step for _, step in waiting]
    return min(candidates) if candidates else max(steps.values(), default=1)


def _stage_of(view: MatchView) -> Stage:
    assert view.match.round is not None, "fixtures have rounds"
    return view.match.round.group.stage


@dataclass(frozen=True)
class Schedule:
    """The hour of a match, its round's days, and the hours that are on offer."""

    match: Match
    competition: Competition
    round: Round
    side: int | None  # the reader's own, if they play
    offers: Sequence[TimeProposal]

    @property
    def is_open(self) -> bool:
        """Whether the hour can still change."""
        return self.match.state == Match.State.READY and self.competition.state in Competition.GOING

    @property
    def map(self) -> str:
        """Return a link to the place on a map; "" if its address is unknown."""
        venue = self.match.venue
        is_known = venue is not None and venue.address
        return MAP + urlencode({"query": venue.address}) if venue and is_known else ""

    @property
    def can_be_moved(self) -> bool:
        """Whether an organiser may give it another hour, or none."""
        is_waiting = self.match.state in (Match.State.PENDING, Match.State.READY)
        return is_waiting and self.competition.state in Competition.IN_PROGRESS

    @property
    def own(self) -> list[TimeProposal]:
        """Return the proposals of the reader's side."""
        return [offer for offer in self.offers if offer.side == self.side]

    @property
    def theirs(self) -> list[TimeProposal]:
        """Return the proposals that await the reader's answer; for other readers, all proposals."""
        return [offer for offer in self.offers if offer.side != self.side]


def schedule_of(match: Match, reader: User | AnonymousUser, now: datetime) -> Schedule | None:
    """Read the schedule of a match; None where none has an hour, or once it was played."""
    round_, competition = match.round, match.competition
    if match.is_decided or round_ is None or competition is None:
        return None
    if not round_.group.stage.is_dated:
        return None
    own = (
        match.slots.filter(entry__roster__user=reader.pk, entry__roster__left_at=None).first()
        if reader.pk
        else None
    )
    offers = match.proposals.open(now).select_related("proposed_by").order_by("at")
    return Schedule(match, competition, round_, own.side if own else None, list(offers))


@dataclass(frozen=True)
class DayView:
    """A playing day with its rounds, and what its matches lack."""

    day: PlayingDay
    rounds: Sequence[Round]
    matches: Sequence[MatchView]
    title: str  # the names of its rounds

    @property
    def decided(self) -> int:
        """Return how many of its matches are decided."""
        return sum(view.match.is_decided for view in self.matches)

    @property
    def can_move(self) -> bool:
        """Whether something of it is still to be played."""
        return self.decided < len(self.matches) or not self.matches


@dataclass(frozen=True)
class Calendar:
    """The playing days of a competition, and the matches that await a date."""

    days: Sequence[DayView]
    awaiting: Sequence[MatchView]


def read_calendar(competition: Competition) -> Calendar:
    """Read the days of a competition with their matches, in all divisions and groups."""
    days = competition.playing_days.select_related("venue").order_by("day")
    rounds = list(
        Round.objects.filter(group__stage__competition=competition, day__isnull=False)
        .select_related("group__stage")
        .order_by("group__stage__tier", "group__stage__number", "group__number", "number")
    )
    matches = Match.objects.of(competition.pk).exclude(state=Match.State.BYE)
    views = read_matches(matches.select_related("venue", "round__group__stage"))
    by_round: dict[int | None, list[MatchView]] = defaultdict(list)
    for view in views:
        by_round[view.match.round_id].append(view)
    names = names_of_rounds(row.pk for row in rounds)
    return Calendar(
        [
            DayView(
                day,
                own,
                [view for row in own for view in by_round[row.pk]],
                ", ".join(dict.fromkeys(names[row.pk] for row in own)),
            )
            for day in days
            for own in [[row for row in rounds if row.day_id == day.pk]]
        ],
        [view for view in views if view.match.awaits_date and not view.match.is_decided],
    )


@dataclass(frozen=True)
class DayGaps:
    """Matches of a day without an hour, a place or a result, over all divisions."""

    day: PlayingDay
    without_hour: Sequence[MatchView]
    without_venue: Sequence[MatchView]
    without_result: Sequence[MatchView]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not (self.without_hour or self.without_venue or self.without_result)


def gaps_of_days(competition: Competition, now: datetime) -> list[DayGaps]:
    """Return the days that lack something, of those that were played and of the next one.

    A place is missing only where other matches of the competition have one.
    """
    calendar = read_calendar(competition)
    zone = ZoneInfo(competition.club.zone)
    today = now.astimezone(zone).date()
    due = [view for view in calendar.days if view.day.day < today]
    due += [view for view in calendar.days if view.day.day >= today][:1]
    has_venues = any(view.match.venue_id for day in calendar.days for view in day.matches)
    incomplete = []
    for day in due:
        open_ = [view for view in day.matches if not view.match.is_decided]
        gaps = DayGaps(
            day.day,
            [view for view in open_ if view.match.awaits_date],
            [view for view in open_ if has_venues and view.match.venue_id is None],
            [
                view
                for view in open_
                if view.match.scheduled_at is not None and view.match.scheduled_at <= now
            ],
        )
        if not gaps.is_complete:
            incomplete.append(gaps)
    return incomplete
