"""The organiser's desk: which matches need somebody, and how much."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from games.models import Game, Seat
from tournaments.entry_list import EntryLine
from tournaments.models import Match
from tournaments.pages.matches import MatchView


class Urgency(IntEnum):
    """How much a match needs an organiser, the neediest first."""

    FROZEN = 0
    HALF_SEATED = 1
    EMPTY = 2
    UNCLAIMED = 3
    PAUSED = 4
    READY = 5
    PLAYING = 6
    PENDING = 7


OF_TABLES = {
    Game.Status.FROZEN: Urgency.FROZEN,
    Game.Status.PAUSED: Urgency.PAUSED,
    Game.Status.LIVE: Urgency.PLAYING,
}
OF_MATCHES = {Match.State.READY: Urgency.READY, Match.State.PENDING: Urgency.PENDING}


@dataclass(frozen=True)
class Case:
    """A match that is not decided, as the organiser sees it."""

    view: MatchView
    teams: Mapping[int, EntryLine]  # by side
    seats: tuple[Seat, ...]  # of a table at which not everybody has sat down

    @property
    def urgency(self) -> Urgency:
        """How much it needs an organiser."""
        match, game = self.view.match, self.view.game
        if match.state != Match.State.CALLED or game is None:
            state = Match.State(match.state)
            return Urgency.UNCLAIMED if self.unclaimed else OF_MATCHES.get(state, Urgency.PENDING)
        if game.status == Game.Status.WAITING:
            return Urgency.HALF_SEATED if self.sat else Urgency.EMPTY
        return OF_TABLES.get(Game.Status(game.status), Urgency.PENDING)

    @property
    def needs_decision(self) -> bool:
        """Whether somebody is being waited for, or something went wrong."""
        return self.urgency <= Urgency.UNCLAIMED

    @property
    def sat(self) -> list[str]:
        """Who has sat down; a robot that stands in for a guest is nobody."""
        return [self._name(seat) for seat in self.seats if seat.sat_at and seat.user]

    @property
    def missing(self) -> list[str]:
        """Who has not."""
        return [self._name(seat) for seat in self.seats if not seat.sat_at]

    @property
    def unclaimed(self) -> list[EntryLine]:
        """The sides of a ready match of which nobody has an account: no table can be opened."""
        if self.view.match.state != Match.State.READY:
            return []
        return [team for team in self.teams.values() if len(team.guests) == len(team.players)]

    def _name(self, seat: Seat) -> str:
        """Call a seat by its person, or by the name written down: partners face each other."""
        if seat.user is not None:
            return str(seat.user)
        return self.teams[seat.team].players[seat.number // 2].name


def cases(views: Iterable[MatchView], entries: Iterable[EntryLine], now: datetime) -> list[Case]:
    """Return the undecided matches, the neediest first, then whose time runs out first.

    Those that wait for an hour of their own need nobody before it.
    """
    lines = {line.entry.pk: line for line in entries}
    open_now = [
        view
        for view in views
        if not view.match.is_decided and not _waits_for_its_hour(view.match, now)
    ]
    return sorted((_case(view, lines) for view in open_now), key=_order)


def case_of(view: MatchView) -> Case:
    """Return one match as the organiser sees it; seats and rosters were fetched."""
    entries = [side.entry for side in view.sides if side.entry is not None]
    return _case(view, {entry.pk: EntryLine(entry) for entry in entries})


def _waits_for_its_hour(match: Match, now: datetime) -> bool:
    hour = match.scheduled_at
    return match.state == Match.State.READY and hour is not None and hour > now


def _case(view: MatchView, lines: Mapping[int, EntryLine]) -> Case:
    game = view.game if view.is_sitting_down else None
    teams = {side.slot.side: lines[side.entry.pk] for side in view.sides if side.entry}
    return Case(view, teams, tuple(game.seats.all()) if game else ())


def _order(case: Case) -> tuple[Urgency, float, int]:
    match = case.view.match
    return case.urgency, match.sit_by.timestamp() if match.sit_by else 0, match.number
