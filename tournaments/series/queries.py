"""The table of a series, read from the final ranks of its finished competitions."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import Club, User
from accounts.models.clubs import ClubQuerySet
from accounts.names.collation import by_letters
from tournaments.formats.series_table import (
    NORMAL_WEIGHT,
    Placing,
    SeriesRow,
    SeriesRules,
    Stake,
    series_table,
    stakes,
    sure_finalists,
    weigh,
)
from tournaments.models import (
    Competition,
    Federation,
    Finalist,
    Person,
    PointsEntry,
    RosterPlayer,
    Series,
    SeriesQuerySet,
)
from tournaments.series.identities import Identities, Key

TABLES = 16  # kept in a process


@dataclass(frozen=True)
class Player:
    """A player as the table names them; `place` is the roster row of the latest competition."""

    name: str
    user_id: int | None
    username: str
    place: int
    person_id: int | None  # None of who is hidden or erased

    @property
    def address(self) -> str:
        """The page of the account, else of the person; "" without either."""
        if self.username:
            return reverse("player", args=[self.username])
        return reverse("person", args=[self.person_id]) if self.person_id else ""


@dataclass(frozen=True)
class Line:
    """A player's row, with the name and facts that the page adds."""

    row: SeriesRow[Key]
    player: Player
    move: int | None  # places gained in the latest competition; None for a newcomer
    is_sure: bool  # of a place in the final
    defended: int = 0  # points that count until the next editions of their events end

    @property
    def rank(self) -> int:
        """Return the place; equals share it."""
        return self.row.rank

    @property
    def total(self) -> int:
        """Return the points that count."""
        return self.row.total

    @property
    def attended(self) -> int:
        """Return the number of competitions that the player entered."""
        return len(self.row.played)

    @property
    def dropped(self) -> int:
        """Return the number of results that do not count."""
        return sum(not cell.is_counted for cell in self.row.played)

    @property
    def gained(self) -> int:
        """Return by how many places the line moved, without the direction."""
        return abs(self.move or 0)


@dataclass(frozen=True)
class CountedLines:
    """The lines of a table, and how often players entered together."""

    lines: Sequence[Line]
    teams: Mapping[frozenset[Key], int]
    stakes: Sequence[tuple[Player, Stake[Key]]] = ()
    has_dropped: bool = False  # some result does not count


@dataclass(frozen=True)
class SeriesTable:
    """A series with its table and what is known of its competitions."""

    series: Series
    events: Sequence[Competition]  # that count, in the order they ended
    coming: Sequence[Competition]  # announced or in play
    cancelled: Sequence[Competition]
    lapsed: Sequence[Competition]  # that counted once: a year old, or followed by another edition
    to_come: int  # competitions still to count; 0 if no number was planned
    counted: "CountedLines"

    @property
    def lines(self) -> Sequence[Line]:
        """Return the lines by rank, equals by name."""
        return self.counted.lines

    @property
    def teams(self) -> Mapping[frozenset[Key], int]:
        """Return how often players entered together."""
        return self.counted.teams

    @property
    def has_dropped(self) -> bool:
        """Whether some result does not count."""
        return self.counted.has_dropped

    @property
    def is_complete(self) -> bool:
        """Whether all planned competitions were played and their results last."""
        lasts = self.series.validity == Series.Validity.ALWAYS
        return lasts and bool(self.series.planned) and not self.to_come and bool(self.events)

    @property
    def is_being_counted(self) -> bool:
        """Whether the places of a competition that counts are still to be written by a task."""
        return any(each.awaits_titles for each in self.events)

    @property
    def has_weights(self) -> bool:
        """Whether some competition counts more or less than the others."""
        return any(each.series_weight != NORMAL_WEIGHT for each in (*self.events, *self.coming))

    @property
    def is_foreseeable(self) -> bool:
        """Whether what is at stake can be computed: results last, and all weigh the same."""
        return self.series.validity == Series.Validity.ALWAYS and not self.has_weights

    @property
    def next_lapse(self) -> tuple[Competition, date] | None:
        """Return the competition that lapses first, and the day on which it stops counting."""
        if self.series.validity != Series.Validity.YEAR or not self.events:
            return None
        return min(
            ((each, lapse_day(self.series, each)) for each in self.events), key=lambda each: each[1]
        )

    @property
    def stakes(self) -> Sequence[tuple[Player, Stake[Key]]]:
        """Return the players who can win in the next competition; none if a final decides."""
        if self.series.finalists or not self.is_foreseeable:
            return ()
        return self.counted.stakes

    @property
    def leaders(self) -> Sequence[Line]:
        """Return the lines of the first place."""
        return [line for line in self.lines if line.rank == 1]

    @property
    def finalists(self) -> Sequence[Line]:
        """Return the lines that pass to the final, including all that share its last place."""
        return [line for line in self.lines if line.rank <= (self.series.finalists or 0)]

    @property
    def silver_finalists(self) -> Sequence[Line]:
        """Return the lines that pass to the silver final: those after the last place of gold."""
        gold, silver = self.series.finalists or 0, self.series.silver_finalists or 0
        return [line for line in self.lines if gold < line.rank <= gold + silver]


def read_table(series: Series, now: datetime, *, known_at: datetime | None = None) -> SeriesTable:
    """Read the table of a series as of now. Only finished competitions count.

    With `known_at`, competitions that started later are left out.
    """
    rows = series.competitions.select_related("club")
    if known_at is not None:
        rows = rows.filter(started_at__lte=known_at)
    competitions = list(rows.order_by("finished_at", "starts_at", "pk"))
    over = [each for each in competitions if each.is_completed]
    lapsed = _lapsed(series, over, now)
    events = [each for each in over if each.pk not in lapsed]
    ahead = [each for each in competitions if not each.is_over]
    coming = [each for each in ahead if each.state != Competition.State.DRAFT]
    # more may be ahead than were planned: they count, too
    to_come = max(series.planned - len(events), len(ahead)) if series.planned else 0
    table = SeriesTable(
        series,
        events,
        coming,
        [each for each in competitions if each.state == Competition.State.CANCELLED],
        [each for each in over if each.pk in lapsed],
        to_come,
        CountedLines((), {}),
    )
    return replace(table, counted=_count(*_read_results(table)))


def _lapsed(series: Series, over: Sequence[Competition], now: datetime) -> Collection[int | None]:
    """Return the finished competitions that no longer count."""
    if series.validity == Series.Validity.EDITION:
        return {each.defends_id for each in over}
    if series.validity == Series.Validity.YEAR:
        today = now.astimezone(ZoneInfo(series.owner.zone)).date()
        return {each.pk for each in over if lapse_day(series, each) <= today}
    return ()


def lapse_day(series: Series, event: Competition) -> date:
    """Return the day a year after a competition ended; days are those of the series' owner."""
    assert event.finished_at is not None, "it has ended"
    day = event.finished_at.astimezone(ZoneInfo(series.owner.zone)).date()
    is_leap_day = (day.month, day.day) == (2, 29)
    return date(day.year + 1, 3, 1) if is_leap_day else day.replace(year=day.year + 1)


def _counted_points(row: SeriesRow[Key], places: Sequence[int]) -> int:
    cells = (row.results.get(place) for place in places)
    return sum(cell.points for cell in cells if cell is not None and cell.is_counted)


@dataclass(frozen=True)
class FinalView:
    """A final of a series: who was entered, and who the table of now would enter."""

    final: Competition
    table: SeriesTable
    due: Mapping[Key, Line]
    entered: Mapping[Key, Finalist]

    @property
    def missing(self) -> list[Line]:
        """Return who would be entered now and was not."""
        if not self.entered:  # it was made before finalists were stored
            return []
        return [line for key, line in self.due.items() if key not in self.entered]

    @property
    def surplus(self) -> list[Finalist]:
        """Return who was entered and would not be now."""
        return [finalist for key, finalist in self.entered.items() if key not in self.due]

    @property
    def moved(self) -> list[tuple[Finalist, int]]:
        """Return who was entered and has another rank now, with that rank."""
        staying = [(each, self.due[key]) for key, each in self.entered.items() if key in self.due]
        return [(each, line.rank) for each, line in staying if line.rank != each.rank]

    @property
    def differs(self) -> bool:
        """Whether a correction since then moved a player into the final, out of it or within it.

        That is known once the table is counted.
        """
        changes = self.missing or self.surplus or self.moved
        return not self.table.is_being_counted and bool(changes)


def compare_final(series: Series, final: Competition) -> FinalView:
    """Compare who was entered in a final with the table as it would be today.

    The table is that of the final's first day: competitions that started later and lapsed results
    do not move it, but corrected and cancelled ones do.
    """
    table = read_table(series, final.created_at, known_at=final.created_at)
    is_silver = final.pk == series.silver_final_id
    identities = Identities.of(series)
    rows = final.entered_from_table.select_related("player__competition", "player__person", "entry")
    return FinalView(
        final,
        table,
        {
            line.row.player: line
            for line in (table.silver_finalists if is_silver else table.finalists)
        },
        {_key_of(identities, each.player): each for each in rows},
    )


def _key_of(identities: Identities, player: RosterPlayer) -> Key:
    return identities.key(
        club=player.competition.club_id,
        person=player.person_id,
        user=player.person.user_id if player.person else None,
        name=player.name,
    )


def hosts_for(series: Series, actor: User | AnonymousUser) -> ClubQuerySet:
    """Return the clubs of a federation that a user organises: one of them holds the final."""
    if series.federation is None or not isinstance(actor, User):
        return Club.objects.none()
    members = series.federation.affiliations.members().values("club")
    return Club.objects.organised_by(actor).filter(pk__in=members)


def series_of(owner: Club | Federation, reader: User | AnonymousUser) -> SeriesQuerySet:
    """Return the series of a club or federation that a reader may see, the newest first."""
    own = Series.objects.filter(pk__in=owner.series.values("pk"))
    return own.visible_to(reader).order_by("-created_at", "-pk")


def table_on_wall(competition: Competition, now: datetime) -> SeriesTable | None:
    """Return the table of the series of a competition for its projector, if it may be shown.

    A federation's table names players of other clubs, so it has to be public.
    """
    series = competition.series
    if series is None:
        return None
    public = Series.objects.filter(pk=series.pk).visible_to(AnonymousUser())
    if series.federation_id is not None and not public.exists():
        return None
    return read_table(series, now)


def _move(row: SeriesRow[Key], before: Mapping[Key, int]) -> int | None:
    return before[row.player] - row.rank if row.player in before else None


Placings = dict[Key, Placing]
Result = tuple[int, int, int, int, int | None, str, str | None, bool | None, int | None, str | None]
"""The roster row, its competition and entry, the rank; the person, the written name; the person's
name, whether it is hidden; the account and its user name."""


@dataclass(frozen=True)
class _Terms:
    """The facts, other than results, on which the lines of a table depend."""

    rules: SeriesRules
    events: tuple[tuple[int, int, int], ...]  # of each: it, its club, its weight
    identities: Identities
    sums: frozenset[tuple[tuple[int, int | None], int]] | None  # points of the ledger
    defended: tuple[int, ...]  # numbers of events
    to_come: int
    sure_places: int  # of a final whose players can be foreseen
    has_stakes: bool
    language: str | None  # names of erased and hidden persons are words


def _read_results(table: SeriesTable) -> tuple[_Terms, tuple[Result, ...]]:
    """Read what every player did in each competition, and the terms by which it counts."""
    series, events = table.series, table.events
    ranked = RosterPlayer.objects.playing().filter(
        competition__in=events, entry__final_rank__isnull=False
    )
    rows = ranked.values_list(
        *("pk", "competition_id", "entry_id", "entry__final_rank"),
        *("person_id", "name", "person__name", "person__hidden"),
        *("person__user_id", "person__user__username"),
    )
    at_stake = {each.defends_id for each in table.coming}
    foresees = table.is_foreseeable and bool(series.planned)
    by_sums = series.scoring == Series.Scoring.SUMS
    terms = _Terms(
        series.rules,
        tuple((each.pk, each.club_id, each.series_weight) for each in events),
        Identities.of(series),
        frozenset(_sums(events).items()) if by_sums else None,
        tuple(number for number, each in enumerate(events) if each.pk in at_stake),
        table.to_come,
        (series.finalists or 0) if foresees else 0,
        table.is_foreseeable and not series.finalists,
        get_language(),
    )
    return terms, tuple(rows)


@lru_cache(maxsize=TABLES)
def _count(terms: _Terms, results: tuple[Result, ...]) -> CountedLines:
    """Count the lines of a table. The arguments are all that it depends on.

    Of 1,500 players that takes 70 ms and reading their results 10, so the tables read last are kept
    in the process.
    """
    sums = None if terms.sums is None else dict(terms.sums)
    order = {event: number for number, (event, _club, _weight) in enumerate(terms.events)}
    players: dict[Key, Player] = {}
    placings: list[Placings] = [{} for _ in terms.events]
    members: dict[int, set[Key]] = defaultdict(set)
    latest: dict[Key, int] = {}
    for place, event, entry, rank, person, roster_name, name, is_hidden, user, username in results:
        is_hidden = is_hidden and user is None  # the owner of an account decides about its name
        number = order[event]
        _event, club, weight = terms.events[number]
        key = terms.identities.key(club=club, person=person, user=user, name=roster_name)
        earned = terms.rules.points_at(rank) if sums is None else sums.get((event, person), 0)
        previous = placings[number].get(key)
        if previous is None or rank < previous.rank:
            placings[number][key] = Placing(rank, weigh(earned, weight))
        members[entry].add(key)
        if latest.get(key, -1) <= number:
            latest[key] = number
            public_name = (
                Person(name=name or "", hidden=True).public_name
                if is_hidden
                else name or roster_name
            )
            is_named = bool(name) and not is_hidden
            players[key] = Player(
                public_name,
                user,
                "" if is_hidden else username or "",
                place,
                person if is_named else None,
            )
    teams: dict[frozenset[Key], int] = defaultdict(int)
    for team in members.values():
        teams[frozenset(team)] += 1
    rows = series_table(terms.rules, placings)
    before = {row.player: row.rank for row in series_table(terms.rules, placings[:-1])}
    places = terms.sure_places
    sure = sure_finalists(terms.rules, rows, terms.to_come, places) if places else set()
    lines = [
        Line(
            row,
            players[row.player],
            _move(row, before),
            row.player in sure,
            _counted_points(row, terms.defended),
        )
        for row in rows
    ]
    lines.sort(key=lambda line: (line.rank, by_letters(line.player.name)))
    has_teams = any(len(team) > 1 for team in teams)
    in_reach = (
        stakes(terms.rules, [line.row for line in lines], terms.to_come, has_teams=has_teams)
        if terms.has_stakes
        else ()
    )
    at_stake = [(players[stake.player], stake) for stake in in_reach]
    return CountedLines(lines, teams, at_stake, any(line.dropped for line in lines))


def _sums(events: Sequence[Competition]) -> dict[tuple[int, int | None], int]:
    """Return the points of the ledger of each player in each competition."""
    lines = PointsEntry.objects.filter(match__round__group__stage__competition__in=events)
    path = "match__round__group__stage__competition"
    return {
        (line[path], line["person_id"]): line["total"]
        for line in lines.summed(path, player="person_id")
    }
