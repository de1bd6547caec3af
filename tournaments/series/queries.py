"""The table of a series, read from the final ranks of its finished competitions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.contrib.auth.models import AnonymousUser

from accounts.models import Club, User
from accounts.names.collation import by_letters
from tournaments.formats.series_table import (
    Placing,
    SeriesRow,
    Stake,
    series_table,
    stakes,
    sure_finalists,
)
from tournaments.models import (
    Competition,
    Person,
    PointsEntry,
    RosterPlayer,
    Series,
    SeriesQuerySet,
)
from tournaments.names.comparison import alike

Key = int | str
"""A player in all competitions of a series: the pk of a person, or a name that has none yet."""


@dataclass(frozen=True)
class Player:
    """A player as the table names them; `place` is the roster row of the latest competition."""

    name: str
    user_id: int | None
    username: str
    place: int


@dataclass(frozen=True)
class Line:
    """A player's row, with the name and facts that the page adds."""

    row: SeriesRow[Key]
    player: Player
    move: int | None  # places gained in the latest competition; None for a newcomer
    is_sure: bool  # of a place in the final

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
class SeriesTable:
    """A series with its table and what is known of its competitions."""

    series: Series
    events: Sequence[Competition]  # that count, in the order they ended
    coming: Sequence[Competition]  # announced or in play
    cancelled: Sequence[Competition]
    to_come: int  # competitions still to count; 0 if no number was planned
    lines: Sequence[Line]
    teams: Mapping[frozenset[Key], int] = field(default_factory=dict)  # how often they entered

    @property
    def has_dropped(self) -> bool:
        """Whether some result does not count."""
        return any(line.dropped for line in self.lines)

    @property
    def is_complete(self) -> bool:
        """Whether all planned competitions were played."""
        return bool(self.series.planned) and not self.to_come and bool(self.events)

    @cached_property
    def stakes(self) -> Sequence[tuple[Player, Stake[Key]]]:
        """Return the players who can win in the next competition; none if a final decides."""
        if self.series.finalists:
            return ()
        players = {line.row.player: line.player for line in self.lines}
        rows = [line.row for line in self.lines]
        has_teams = any(len(team) > 1 for team in self.teams)
        found = stakes(self.series.rules, rows, self.to_come, has_teams=has_teams)
        return [(players[stake.player], stake) for stake in found]

    @property
    def leaders(self) -> Sequence[Line]:
        """Return the lines of the first place."""
        return [line for line in self.lines if line.rank == 1]

    @property
    def finalists(self) -> Sequence[Line]:
        """Return the lines that pass to the final, including all that share its last place."""
        return [line for line in self.lines if line.rank <= (self.series.finalists or 0)]


def read_table(series: Series) -> SeriesTable:
    """Read the table of a series. Only finished competitions count."""
    competitions = list(series.competitions.order_by("finished_at", "starts_at", "pk"))
    events = [each for each in competitions if each.is_completed]
    players, placings, teams = _read_placings(series, events)
    rules = series.rules
    rows = series_table(rules, placings)
    before = {row.player: row.rank for row in series_table(rules, placings[:-1])}
    to_come = max((series.planned or 0) - len(events), 0)
    is_known = bool(series.finalists and series.planned)
    sure = sure_finalists(rules, rows, to_come, series.finalists or 0) if is_known else set()
    lines = [Line(row, players[row.player], _move(row, before), row.player in sure) for row in rows]
    return SeriesTable(
        series,
        events,
        [each for each in competitions if not each.is_over],
        [each for each in competitions if each.state == Competition.State.CANCELLED],
        to_come,
        sorted(lines, key=lambda line: (line.rank, by_letters(line.player.name))),
        teams,
    )


def series_of(club: Club, reader: User | AnonymousUser) -> SeriesQuerySet:
    """Return the series of a club that a reader may see, the newest first."""
    return Series.objects.filter(club=club).visible_to(reader).order_by("-created_at", "-pk")


def _move(row: SeriesRow[Key], before: Mapping[Key, int]) -> int | None:
    return before[row.player] - row.rank if row.player in before else None


Placings = dict[Key, Placing]
Read = tuple[dict[Key, Player], list[Placings], dict[frozenset[Key], int]]


def _read_placings(series: Series, events: Sequence[Competition]) -> Read:
    """Read what every player did in each competition, and who entered together."""
    ranked = RosterPlayer.objects.playing().filter(
        competition__in=events, entry__final_rank__isnull=False
    )
    rows = ranked.values_list(
        *("pk", "competition_id", "entry_id", "entry__final_rank"),
        *("person_id", "name", "person__name", "person__hidden"),
        *("person__user_id", "person__user__username"),
    )
    sums = _sums(events) if series.scoring == Series.Scoring.SUMS else None
    order = {event.pk: number for number, event in enumerate(events)}
    players: dict[Key, Player] = {}
    placings: list[Placings] = [{} for _ in events]
    members: dict[int, set[Key]] = defaultdict(set)
    latest: dict[Key, int] = {}
    for place, event, entry, rank, person, written, name, is_hidden, user, username in rows:
        number, key = order[event], person or alike(written)
        points = series.rules.points_at(rank) if sums is None else sums.get((event, key), 0)
        known = placings[number].get(key)
        if known is None or rank < known.rank:
            placings[number][key] = Placing(rank, points)
        members[entry].add(key)
        if latest.get(key, -1) <= number:
            latest[key] = number
            shown = Person(name=name, hidden=True).public_name if is_hidden else name or written
            players[key] = Player(shown, user, "" if is_hidden else username or "", place)
    teams: dict[frozenset[Key], int] = defaultdict(int)
    for team in members.values():
        teams[frozenset(team)] += 1
    return players, placings, teams


def _sums(events: Sequence[Competition]) -> dict[tuple[int, Key], int]:
    """Return the points of the ledger of each player in each competition."""
    lines = PointsEntry.objects.filter(match__round__group__stage__competition__in=events)
    where = "match__round__group__stage__competition"
    return {
        (line[where], line["person_id"]): line["total"]
        for line in lines.summed(where, player="person_id")
    }
