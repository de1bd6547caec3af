"""The page of the planner: wishes, the state of the search, and the draft with its faults."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from accounts.i18n.time_zones import short_date
from tournaments.formats.season_plan import Fault, FaultKind, Side, count_faults, find_faults
from tournaments.models import Competition, DateWish, Derby, Entry, SeasonDraft
from tournaments.planning.lost_nights import LostNight
from tournaments.planning.seasons import League, PlannedGroup, PlannedMatch, read_league
from tournaments.planning.services import State, is_current, planned_matches

SHOWN = (
    FaultKind.TWICE,
    FaultKind.CLASH,
    FaultKind.CLOSED,
    FaultKind.WISH,
    FaultKind.REMATCH,
    FaultKind.DERBY,
    FaultKind.TRIP,
)
"""Faults named one by one; breaks are counted."""


@dataclass(frozen=True)
class DraftMatch:
    """A match of the draft with names, and its place."""

    home: Entry
    away: Entry
    place: int


@dataclass(frozen=True)
class DraftDay:
    """A place of the calendar, with its matches by division."""

    number: int
    day: date
    matches: Sequence[DraftMatch]


@dataclass(frozen=True)
class DraftFaults:
    """The faults of a draft in words, and how many matches repeat a side."""

    told: Sequence[str]
    breaks: int
    plays_twice: bool


@dataclass(frozen=True)
class PlannerPage:
    """The page of the planner; without a readable draft `days` is empty."""

    entries: Sequence[Entry]
    dates: Sequence[date]
    wishes: Sequence[DateWish]
    derbies: Sequence[Derby]
    draft: SeasonDraft | None
    is_outdated: bool
    days: Sequence[DraftDay]
    faults: DraftFaults | None


def read_planner(competition: Competition) -> PlannerPage:
    """Read the whole page."""
    league = read_league(competition)
    entries = {pk: entry for group in league.groups for pk, entry in group.entries.items()}
    wishes = DateWish.objects.filter(entry__competition=competition).select_related("entry")
    derbies = Derby.objects.filter(first__competition=competition)
    draft = find_draft(competition)
    is_ready = draft is not None and draft.state == State.READY
    is_fit = draft is not None and is_ready and is_current(draft, league)
    return PlannerPage(
        entries=sorted(entries.values(), key=lambda entry: entry.name),
        dates=sorted({day.day for day, _number in league.places}),
        wishes=list(wishes),
        derbies=list(derbies.select_related("first", "second")),
        draft=draft,
        is_outdated=is_ready and not is_fit,
        days=_days(draft, league, entries) if draft and is_fit else (),
        faults=_faults(draft, league) if draft and is_fit else None,
    )


def find_draft(competition: Competition) -> SeasonDraft | None:
    """Return the draft of a competition, searched for or ready; None without one."""
    return SeasonDraft.objects.filter(competition=competition).first()


def _days(draft: SeasonDraft, league: League, entries: Mapping[int, Entry]) -> list[DraftDay]:
    planned = [one for group in league.groups for one in planned_matches(draft, group)]
    return [
        DraftDay(number, day.day, [_match(one, entries) for one in planned if one.place == number])
        for number, (day, _place) in enumerate(league.places)
    ]


def _match(planned: PlannedMatch, entries: Mapping[int, Entry]) -> DraftMatch:
    return DraftMatch(entries[planned.home], entries[planned.away], planned.place)


def _faults(draft: SeasonDraft, league: League) -> DraftFaults:
    """Name the faults of all divisions. Rooms are counted for all of them together."""
    faults = [
        (group, fault)
        for group in league.groups
        for fault in find_faults(
            group.season, [one.as_season_match for one in planned_matches(draft, group)]
        )
    ]
    counts = count_faults(fault for _group, fault in faults)
    return DraftFaults(
        told=[_in_words(group, fault, league) for group, fault in faults if fault.kind in SHOWN],
        breaks=counts[FaultKind.BREAK],
        plays_twice=bool(counts[FaultKind.TWICE]),
    )


def _in_words(group: PlannedGroup, fault: Fault[int], league: League) -> str:
    entries = [group.entries[key] for key in fault.entries]
    params = {
        "day": short_date(league.places[fault.day][0].day, "l j M"),
        "entry": entries[0],
        "sides": " – ".join(map(str, entries)),
        "venue": entries[0].home,
    }
    if fault.wish is not None:
        return _WISHES[fault.wish.side]() % params
    return _FAULTS[fault.kind]() % params


_WISHES = {
    Side.HOME: lambda: _("%(entry)s pidió ser local el %(day)s, y no lo es."),
    Side.AWAY: lambda: _("%(entry)s pidió no ser local el %(day)s, y lo es."),
    Side.FREE: lambda: _("%(entry)s pidió no jugar el %(day)s, y juega."),
}
_FAULTS = {
    FaultKind.TWICE: lambda: _("%(entry)s juega dos veces el %(day)s."),
    FaultKind.CLASH: lambda: _("%(sides)s no tiene mesa en %(venue)s el %(day)s."),
    FaultKind.CLOSED: lambda: _("%(sides)s cae el %(day)s, y %(venue)s no está libre."),
    FaultKind.REMATCH: lambda: _("%(sides)s se juega dos veces seguidas: la vuelta, el %(day)s."),
    FaultKind.DERBY: lambda: _("%(sides)s, un clásico, cae el %(day)s como otro."),
    FaultKind.TRIP: lambda: _("%(sides)s es un viaje y cae entre semana, el %(day)s."),
}


@dataclass(frozen=True)
class ChangeShown:
    """A match that moves because a night falls out."""

    home: Entry
    away: Entry
    before: date | None
    after: date | None
    is_turned: bool


def changes_shown(lost: LostNight) -> list[ChangeShown]:
    """Return the changes with their dates, in the order of the calendar."""
    days = [day.day for day, _place in lost.league.places]
    return [
        ChangeShown(
            change.home,
            change.away,
            None if change.before is None else days[change.before],
            None if change.after is None else days[change.after],
            change.is_turned,
        )
        for change in sorted(lost.changes, key=lambda one: (one.before is None, one.before))
    ]
