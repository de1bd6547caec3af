"""A league as the planner sees it: entries, places in its calendar, rooms and wishes."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import combinations

from tournaments.formats.round_robin import Cycles
from tournaments.formats.season_plan import NO_LIMIT, Season, SeasonMatch, Side, Wish
from tournaments.models import (
    Competition,
    DateWish,
    Derby,
    Entry,
    Group,
    LineUp,
    Match,
    Round,
    Stage,
    Venue,
)
from tournaments.schedule.days import Place, zone_of
from tournaments.schedule.rooms import SITTING, Rooms
from tournaments.schedule.services import instant_at


@dataclass(frozen=True)
class PlannedMatch:
    """A match of a draft: its round, its place in the calendar, and who plays at home."""

    round: int
    place: int
    home: int
    away: int

    @property
    def as_season_match(self) -> SeasonMatch[int]:
        return SeasonMatch(self.place, self.home, self.away)


@dataclass(frozen=True)
class PlannedGroup:
    """One division: its entries by key, and what a plan of it has to respect."""

    group: Group
    entries: Mapping[int, Entry]
    season: Season[int]


@dataclass(frozen=True)
class League:
    """All divisions of a league, on the same places of a calendar."""

    places: Sequence[Place]
    groups: Sequence[PlannedGroup]

    @property
    def dates(self) -> list[str]:
        """Return the date of each place, as drafts keep it."""
        return [day.day.isoformat() for day, _ in self.places]

    @property
    def venues(self) -> list[Venue]:
        """Return the homes of the entries and the venues of the days."""
        homes = [entry.home for group in self.groups for entry in group.entries.values()]
        venues = [*homes, *(day.venue for day, _ in self.places)]
        return [venue for venue in venues if venue is not None]


def is_dated_league(competition: Competition) -> bool:
    """Return whether this is a league or zones with dates, drawn and not over."""
    if competition.state not in Competition.IN_PROGRESS or not competition.is_dated:
        return False
    return bool(_divisions(competition))


def _divisions(competition: Competition) -> list[Stage]:
    """Return the stages that are divisions or zones; play-offs and promotion are others."""
    return [
        stage for stage in competition.stages.all() if stage.how.has_seasons or stage.how.sends_on
    ]


def is_plannable(competition: Competition) -> bool:
    """Return whether this is a drawn league with dates of which nothing was played or lined up."""
    if not is_dated_league(competition):
        return False
    matches = Match.objects.of(competition.pk)
    untouched = (Match.State.PENDING, Match.State.READY, Match.State.BYE)
    has_begun = matches.exclude(state__in=untouched).exists()
    return not has_begun and not LineUp.objects.filter(match__in=matches).exists()


def league_places(competition: Competition) -> list[Place]:
    """Return the places of the calendar before the first day of the play-offs."""
    days = competition.playing_days.select_related("venue__club").order_by("day")
    of_others = Round.objects.filter(group__stage__competition=competition, day__isnull=False)
    of_others = of_others.exclude(group__stage__in=_divisions(competition))
    first = of_others.order_by("day__day").values_list("day__day", flat=True).first()
    if first is not None:
        days = days.filter(day__lt=first)
    return [(day, number) for day in days for number in range(day.round_count)]


def _places_of_wish(wish: DateWish, places: Mapping[date, Sequence[int]]) -> Sequence[int]:
    """Return the rounds of the day for which a wish counts: one match at home meets that wish."""
    of_day = places.get(wish.day, ())
    return of_day[:1] if wish.side == Side.HOME else of_day


def read_league(competition: Competition) -> League:
    """Read the divisions of a league with their rooms, as if none of its matches had an hour."""
    places = league_places(competition)
    divisions = _divisions(competition)
    groups = Group.objects.filter(stage__in=divisions).select_related("stage")
    ordered = list(groups.order_by("stage__tier", "number"))
    members = {group.pk: _members(group) for group in ordered}
    homes = [entry.home for entries in members.values() for entry in entries.values()]
    venues = {venue.pk: venue for venue in homes if venue is not None}
    own = Match.objects.of(competition.pk).values_list("pk", flat=True)
    of_days = [day.venue for day, _ in places if day.venue is not None]
    rooms = Rooms.read([*venues.values(), *of_days], competition.club, without=list(own))
    capacity: dict[Hashable, list[int]] = {
        pk: [_room(venue, place, competition, rooms) for place in places]
        for pk, venue in venues.items()
    }
    far, short = _far_venues(venues.values()), _short_places(places)
    wishes = DateWish.objects.filter(entry__competition=competition)
    derbies = Derby.objects.filter(first__competition=competition)
    places_of: dict[date, list[int]] = defaultdict(list)
    for number, (day, _) in enumerate(places):
        places_of[day.day].append(number)
    planned_groups = [
        PlannedGroup(
            group,
            members[group.pk],
            Season(
                tuple(members[group.pk]),
                len(places),
                {pk: entry.home_id for pk, entry in members[group.pk].items()},
                capacity,
                _cycles(group),
                tuple(
                    Wish(wish.entry_id, place, Side(wish.side))
                    for wish in wishes
                    if wish.entry_id in members[group.pk]
                    for place in _places_of_wish(wish, places_of)
                ),
                frozenset(
                    frozenset((one.first_id, one.second_id))
                    for one in derbies
                    if one.first_id in members[group.pk]
                ),
                far,
                short,
            ),
        )
        for group in ordered
    ]
    return League(places, planned_groups)


def _far_venues(venues: Iterable[Venue]) -> frozenset[frozenset[Hashable]]:
    """Return the pairs of venues in different towns; one without a town is far from none."""
    towns = [(venue.pk, venue.town.casefold()) for venue in venues if venue.town]
    return frozenset(
        frozenset((one, other))
        for (one, town), (other, others_town) in combinations(towns, 2)
        if town != others_town
    )


def _short_places(places: Sequence[Place]) -> frozenset[int]:
    """Return the places from Monday to Thursday: the day after is a working day.

    None if all places are such: then no plan has fewer trips on them than another.
    """
    short = frozenset(
        number for number, (day, _) in enumerate(places) if day.day.weekday() < Venue.Weekday.FRIDAY
    )
    return short if len(short) < len(places) else frozenset()


def without_rooms(season: Season[int], used: Iterable[tuple[Hashable, int]]) -> Season[int]:
    """Return a season with less room: some matches of other divisions take theirs."""
    taken = Counter(used)
    return replace(
        season,
        capacity={
            venue: [max(0, room - taken[venue, place]) for place, room in enumerate(rooms)]
            for venue, rooms in season.capacity.items()
        },
    )


def _members(group: Group) -> dict[int, Entry]:
    """Return the entries of a division by key, those that play in its first round."""
    entries = Entry.objects.filter(slots__round__group=group).distinct()
    return {entry.pk: entry for entry in entries.select_related("home__club").order_by("pk")}


def _cycles(group: Group) -> Cycles:
    return 2 if group.stage.cycles == 2 else 1


def _room(venue: Venue, place: Place, competition: Competition, rooms: Rooms) -> int:
    """Return how many matches a venue holds in one place of the calendar, with other guests."""
    day, number = place
    host = day.venue or venue
    free = 0
    last: datetime | None = None
    for hour in day.hours_of(number):
        at = instant_at(datetime.combine(day.day, hour), zone_of(host, competition))
        if last is not None and at - last < SITTING:
            continue  # the tables of the hour before are still taken
        if not rooms.problem(host, competition.club, at):
            free += host.table_count - rooms.used(host, at)
        last = at
    return min(free, NO_LIMIT)
