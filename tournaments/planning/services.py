"""Services to plan the dates of a league: wishes, the search, its draft, and publishing it."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from random import Random

from django.db import transaction

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.locks import lock_competition, lock_undecided
from tournaments.common.permissions import require_organiser
from tournaments.draw import services as draw_services
from tournaments.formats.errors import FormatError
from tournaments.formats.season_plan import (
    FaultKind,
    Side,
    Wish,
    check_season,
    find_faults,
    impossible_wishes,
)
from tournaments.formats.season_planner import plan_season, usual_steps
from tournaments.models import (
    AuditEvent,
    Competition,
    DateWish,
    Derby,
    Match,
    MatchSlot,
    Round,
    SeasonDraft,
)
from tournaments.planning.errors import (
    NoPlanError,
    NotPlannableError,
    NotTwoEntriesError,
    PlanOutdatedError,
    PlanRunningError,
    TooFewDaysError,
    TooFewTablesError,
    TwiceADayError,
    VenueTooSmallError,
    WishImpossibleError,
    WishOutsideError,
)
from tournaments.planning.seasons import (
    League,
    PlannedGroup,
    PlannedMatch,
    is_plannable,
    read_league,
    without_rooms,
)
from tournaments.schedule.days import move_to_place, read_matches_of, set_windows
from tournaments.schedule.rooms import Rooms
from tournaments.schedule.services import announce_moves, save_rescheduled

PLAN_TASK = "tournaments.tasks.plan_season"
SILENCE = timedelta(minutes=2)  # after which a search is taken for dead
REPORTS_PER_SAVE = 16  # a save about every half second
State = SeasonDraft.State
Clock = Callable[[], datetime]
REFUSALS: dict[str, type[RefusedError]] = {
    "too-few-days": TooFewDaysError,
    "too-few-tables": TooFewTablesError,
    "venue-too-small": VenueTooSmallError,
}


def _lock_plannable(competition_id: int, actor: User) -> Competition:
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if not is_plannable(competition):
        raise NotPlannableError()
    return competition


@transaction.atomic
def add_wish(*, competition_id: int, entry_id: int, day: date, side: str, actor: User) -> DateWish:
    """Store what an entry asks for on a day, instead of what it asked for before.

    Raises RefusedError `not-organiser`, `not-plannable`, `wish-outside` or `wish-impossible`.
    """
    competition = _lock_plannable(competition_id, actor)
    league = read_league(competition)
    group = next((one for one in league.groups if entry_id in one.entries), None)
    if group is None or day.isoformat() not in league.dates:
        raise WishOutsideError()
    wish, _ = DateWish.objects.update_or_create(entry_id=entry_id, day=day, defaults={"side": side})
    season_wish = Wish(entry_id, league.dates.index(day.isoformat()), Side(side))
    season = next(
        one.season for one in read_league(competition).groups if one.group.pk == group.group.pk
    )
    if season_wish in impossible_wishes(season):
        raise WishImpossibleError()  # takes the row back, too
    return wish


@transaction.atomic
def remove_wish(*, competition_id: int, wish_id: int, actor: User) -> None:
    """Delete a wish; a no-op if it is gone. Raises `not-organiser`."""
    require_organiser(lock_competition(competition_id), actor)
    DateWish.objects.filter(pk=wish_id, entry__competition=competition_id).delete()


@transaction.atomic
def add_derby(*, competition_id: int, first_id: int, second_id: int, actor: User) -> Derby:
    """Keep the matches of two entries apart from other derbies.

    Raises RefusedError `not-organiser`, `not-plannable` or `not-two-entries`.
    """
    competition = _lock_plannable(competition_id, actor)
    pair = {first_id, second_id}
    if len(pair) != 2 or not any(
        pair <= set(one.entries) for one in read_league(competition).groups
    ):
        raise NotTwoEntriesError()
    return Derby.objects.get_or_create(first_id=min(pair), second_id=max(pair))[0]


@transaction.atomic
def remove_derby(*, competition_id: int, derby_id: int, actor: User) -> None:
    """Delete a derby; a no-op if it is gone. Raises `not-organiser`."""
    require_organiser(lock_competition(competition_id), actor)
    Derby.objects.filter(pk=derby_id, first__competition=competition_id).delete()


@transaction.atomic
def start_plan(*, competition_id: int, actor: User, now: datetime) -> SeasonDraft:
    """Queue a search for the dates of a league; an earlier draft is discarded.

    Raises RefusedError `not-organiser`, `not-plannable`, `plan-running`, `too-few-days`,
    `too-few-tables` or `venue-too-small`.
    """
    competition = _lock_plannable(competition_id, actor)
    earlier = SeasonDraft.objects.filter(competition=competition)
    if earlier.exclude(state=State.READY).filter(heard_at__gt=now - SILENCE).exists():
        raise PlanRunningError()
    league = read_league(competition)
    for group in league.groups:
        try:
            check_season(group.season)
        except FormatError as error:
            raise REFUSALS.get(error.code, NotPlannableError)() from error
    earlier.delete()
    draft = SeasonDraft.objects.create(
        competition=competition,
        seed=int(draw_services.fresh_draw_seed()[:7], base=16),
        all_steps=sum(usual_steps(group.season) for group in league.groups),
        started_by=actor,
        started_at=now,
        heard_at=now,
    )
    on_commit(enqueue, PLAN_TASK, draft.pk)
    return draft


def stop_plan(*, competition_id: int, actor: User) -> None:
    """Ask a search for the best plan that it has. `not-organiser`."""
    require_organiser(Competition.objects.get(pk=competition_id), actor)
    SeasonDraft.objects.filter(competition=competition_id).update(is_stopped=True)


def run_plan(*, draft_id: int, clock: Clock) -> None:
    """Search, outside of transactions and locks; a draft is searched for once.

    Divisions follow each other: a lower one gets the rooms that the upper ones leave.
    """
    rows = SeasonDraft.objects.filter(pk=draft_id)
    if not rows.filter(state=State.WAITING).update(state=State.SEARCHING, heard_at=clock()):
        return
    draft = rows.select_related("competition__club").get()
    league = read_league(draft.competition)
    chance = Random(draft.seed)
    planned: dict[str, list[dict[str, int]]] = {}
    used: list[tuple[Hashable, int]] = []
    steps = 0
    for group in league.groups:
        season = without_rooms(group.season, used)
        watch = _Watch(draft_id, steps, clock)
        try:
            plan = plan_season(season, chance=chance, progress=watch)
        except FormatError:  # an upper division took the rooms: clashes are named in the draft
            plan = plan_season(group.season, chance=chance, progress=watch)
        steps += plan.steps
        days = sorted({match.day for match in plan.matches if match.day is not None})
        planned[str(group.group.pk)] = [
            asdict(PlannedMatch(days.index(match.day) + 1, match.day, match.home, match.away))
            for match in plan.matches
            if match.day is not None
        ]
        used += [
            (season.venues[match.home], match.day)
            for match in plan.matches
            if match.day is not None
        ]
    rows.update(state=State.READY, matches={"dates": league.dates, "groups": planned})


class _Watch:
    """Saves the progress of a search now and then, and reads whether to go on."""

    def __init__(self, draft_id: int, before: int, clock: Clock) -> None:
        self.draft_id, self.before, self.clock = draft_id, before, clock
        self.reports = 0

    def __call__(self, steps: int, _cost: float) -> bool:
        self.reports += 1
        if self.reports % REPORTS_PER_SAVE:
            return True
        rows = SeasonDraft.objects.filter(pk=self.draft_id, is_stopped=False)
        return bool(rows.update(steps=self.before + steps, heard_at=self.clock()))


def planned_matches(draft: SeasonDraft, group: PlannedGroup) -> list[PlannedMatch]:
    """Return a division's matches as the draft has them."""
    rows = draft.matches["groups"].get(str(group.group.pk), [])
    return [PlannedMatch(**row) for row in rows]


def _lock_draft(competition: Competition) -> tuple[SeasonDraft, League]:
    draft = SeasonDraft.objects.select_for_update().filter(competition=competition).first()
    if draft is None or draft.state != State.READY:
        raise NoPlanError()
    league = read_league(competition)
    require_current(draft, league)
    return draft, league


def is_current(draft: SeasonDraft, league: League) -> bool:
    """Return whether the league still has the days and the entries of the draft."""
    return draft.matches["dates"] == league.dates and all(
        {key for one in planned_matches(draft, group) for key in (one.home, one.away)}
        == set(group.entries)
        for group in league.groups
    )


def require_current(draft: SeasonDraft, league: League) -> None:
    """Raise RefusedError `plan-outdated` unless the draft fits the league."""
    if not is_current(draft, league):
        raise PlanOutdatedError()


@transaction.atomic
def move_planned_match(
    *, competition_id: int, home_id: int, away_id: int, place: int, actor: User
) -> None:
    """Put one match of the draft in another place of the calendar.

    Raises RefusedError `not-organiser`, `not-plannable`, `no-plan` or `plan-outdated`.
    """
    competition = _lock_plannable(competition_id, actor)
    draft, league = _lock_draft(competition)
    if not 0 <= place < len(league.places):
        raise PlanOutdatedError()
    for rows in draft.matches["groups"].values():
        for row in rows:
            if (row["home"], row["away"]) == (home_id, away_id):
                row["place"] = place
    draft.save(update_fields=["matches"])


@transaction.atomic
def discard_plan(*, competition_id: int, actor: User) -> None:
    """Delete the draft, or end the search for one. `not-organiser`."""
    require_organiser(lock_competition(competition_id), actor)
    SeasonDraft.objects.filter(competition=competition_id).delete()


@transactional
def publish_plan(*, competition_id: int, actor: User, now: datetime) -> None:
    """Replace the calendar of a league by its draft.

    Raises RefusedError `not-organiser`, `not-plannable`, `no-plan`, `plan-outdated` or
    `twice-a-day`.
    """
    _, competition = lock_undecided(competition_id)
    require_organiser(competition, actor)
    if not is_plannable(competition):
        raise NotPlannableError()
    draft, league = _lock_draft(competition)
    for group in league.groups:
        planned = planned_matches(draft, group)
        faults = find_faults(group.season, [one.as_season_match for one in planned])
        if any(fault.kind is FaultKind.TWICE for fault in faults):
            raise TwiceADayError()
    former = {sides: match.scheduled_at for sides, match in _by_sides(league).items()}
    for group in league.groups:
        _write_slots(group, planned_matches(draft, group))
    _write_dates(competition, league, draft, actor, now)
    _announce(league, former, actor, now)
    competition.has_own_days = True
    competition.save(update_fields=["has_own_days"])
    draft.delete()
    audit.log_event(
        AuditEvent.Act.PUBLISH_SEASON,
        competition=competition,
        actor=actor,
        now=now,
        after={"seed": draft.seed, "days": league.dates},
    )
    broadcast_competition(competition.pk)


def _write_slots(group: PlannedGroup, planned: Sequence[PlannedMatch]) -> None:
    """Put the entries of each round into the matches that it has."""
    rounds = {row.number: row for row in group.group.rounds.all()}
    matches = Match.objects.filter(round__in=rounds.values()).order_by("position")
    slots = MatchSlot.objects.filter(match__in=matches)
    bye_sides = dict(
        slots.filter(entry__isnull=False, match__state=Match.State.BYE).values_list("match", "side")
    )
    of_round: dict[int, list[Match]] = {number: [] for number in rounds}
    for match in matches.select_related("round"):
        assert match.round is not None, "read by its round"
        of_round[match.round.number].append(match)
    slots.filter(entry__isnull=False).delete()
    new: list[MatchSlot] = []
    for number, row in rounds.items():
        meetings = [one for one in planned if one.round == number]
        resting = set(group.entries) - {key for one in meetings for key in (one.home, one.away)}
        for match in of_round[number]:
            if match.state == Match.State.BYE:
                sides = {bye_sides[match.pk]: resting.pop()}
            else:
                meeting = meetings.pop(0)
                sides = {0: meeting.home, 1: meeting.away}
            new += [
                MatchSlot(match=match, round=row, side=side, entry_id=entry)
                for side, entry in sides.items()
            ]
    MatchSlot.objects.bulk_create(new)


Sides = tuple[int | None, ...]


def _by_sides(league: League) -> dict[Sides, Match]:
    """Return the matches of the divisions by home and away side."""
    rounds = Round.objects.filter(group__in=[one.group for one in league.groups])
    return {
        tuple(slot.entry_id for slot in sorted(match.slots.all(), key=lambda one: one.side)): match
        for match in read_matches_of(rounds.select_related("group"))
    }


def _announce(
    league: League, former: Mapping[Sides, datetime | None], actor: User, now: datetime
) -> None:
    """Notify the players of each moved match.

    A new calendar moves almost all; the others have their reminders.
    """
    moved = {
        match: former.get(sides)
        for sides, match in _by_sides(league).items()
        if match.scheduled_at is not None and match.scheduled_at != former.get(sides)
    }
    notified = set[int | None]()
    for match in sorted(moved, key=lambda one: (str(one.scheduled_at), one.number)):
        entries = {slot.entry_id for slot in match.slots.all()}
        if entries <= notified:
            del moved[match]
        notified |= entries
    announce_moves(moved, actor=actor, now=now)


def _write_dates(
    competition: Competition, league: League, draft: SeasonDraft, actor: User, now: datetime
) -> None:
    rounds = Round.objects.filter(group__in=[one.group for one in league.groups])
    by_sides = _by_sides(league)
    matches = list(by_sides.values())
    rooms = Rooms.read(league.venues, competition.club, without=[one.pk for one in matches])
    by_place: dict[int, list[Match]] = {}
    places_of: dict[tuple[int, int], Counter[int]] = {}
    for group in league.groups:
        for one in planned_matches(draft, group):
            by_place.setdefault(one.place, []).append(by_sides[one.home, one.away])
            places_of.setdefault((group.group.pk, one.round), Counter())[one.place] += 1
    for place, together in sorted(by_place.items()):
        move_to_place(together, league.places[place], competition, rooms, now=now)
    save_rescheduled(matches, actor=actor, now=now)
    rows = list(rounds)
    for row in rows:
        usual = places_of[row.group_id, row.number].most_common(1)[0][0]
        row.day = league.places[usual][0]
    Round.objects.bulk_update(rows, ["day"])
    set_windows(competition)
