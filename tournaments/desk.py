"""The organiser's desk: which matches need somebody, and how much."""

from dataclasses import dataclass
from enum import IntEnum

from games.models import Game, Seat
from tournaments.bracket_view import Bracket, MatchView
from tournaments.models import Match


class Urgency(IntEnum):
    """How much a match needs an organiser, the neediest first."""

    FROZEN = 0
    HALF_SEATED = 1
    EMPTY = 2
    PAUSED = 3
    READY = 4
    PLAYING = 5
    PENDING = 6


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
    seats: tuple[Seat, ...]

    @property
    def urgency(self) -> Urgency:
        """How much it needs an organiser."""
        match, game = self.view.match, self.view.game
        if match.state != Match.State.CALLED or game is None:
            return OF_MATCHES.get(Match.State(match.state), Urgency.PENDING)
        if game.status == Game.Status.WAITING:
            return Urgency.HALF_SEATED if any(self.sat) else Urgency.EMPTY
        return OF_TABLES.get(Game.Status(game.status), Urgency.PENDING)

    @property
    def sat(self) -> list[str]:
        """Who has sat down."""
        return [self._name(seat) for seat in self.seats if seat.sat_at]

    @property
    def missing(self) -> list[str]:
        """Who has not."""
        return [self._name(seat) for seat in self.seats if not seat.sat_at]

    @property
    def needs_decision(self) -> bool:
        """Whether somebody is being waited for, or something went wrong."""
        return self.urgency <= Urgency.EMPTY

    def _name(self, seat: Seat) -> str:
        """Call a seat by its person, or by the name written down: partners face each other."""
        if seat.user is not None:
            return str(seat.user)
        entry = self.view.sides[seat.team].entry
        players = entry.roster.all() if entry else ()
        return next((each.name for each in players if each.number == seat.number // 2 + 1), "")


def cases(bracket: Bracket) -> list[Case]:
    """Return the undecided matches, the neediest first, then whose time runs out first."""
    open_matches = [view for view in bracket.matches if not view.match.is_decided]
    return sorted(map(case_of, open_matches), key=_order)


def case_of(view: MatchView) -> Case:
    """Return one match as the organiser sees it; seats and rosters are fetched (`with_people`)."""
    game = view.game if view.is_sitting_down else None
    return Case(view, tuple(game.seats.all()) if game else ())


def _order(case: Case) -> tuple[Urgency, float, int]:
    match = case.view.match
    return case.urgency, match.sit_by.timestamp() if match.sit_by else 0, match.number
