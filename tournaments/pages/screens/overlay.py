"""The score of one match as it lies over a stream: names, points, what the hand is worth, clock.

Nothing of a hand is read but what it is worth: no card, and nobody's view.
"""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.board.names import Names
from games.board.tally import Score, scores
from games.engine import view
from games.models import Game
from games.records.dealing import Dealer, shown_state
from tournaments.models import Match
from tournaments.pages.matches import MatchView, read_matches
from tournaments.pages.round_clock import ClockView, clock_of

WHOLE = "round__group__stage__competition__club"


@dataclass(frozen=True)
class Row:
    """One side: its name, its match-sticks, and the games it won."""

    name: str
    score: Score
    games: int
    won: bool


@dataclass(frozen=True)
class Overlay:
    """What lies over the picture."""

    view: MatchView
    rows: tuple[Row, ...]
    target: int
    stake: int | None  # of the hand; unknown where real cards are played
    clock: ClockView | None

    @property
    def goes_on(self) -> bool:
        """Whether points can still be made."""
        return not self.view.match.is_decided

    @property
    def is_series(self) -> bool:
        """Whether games are counted beside points."""
        return self.view.match.best_of > 1

    @property
    def state(self) -> str:
        """What is said of a match that has not begun, or is over; empty while it is played."""
        if self.view.match.is_decided:
            return gettext("terminó")
        return "" if self.view.is_live else self.view.state_in_words


def match_at(table_id: int) -> int | None:
    """Return the match that stands at a table of a hall, or the last that did."""
    called = Match.objects.filter(hall_table=table_id).order_by("-called_at", "-pk")
    found = called.filter(state=Match.State.CALLED).values_list("pk", flat=True).first()
    return found or called.values_list("pk", flat=True).first()


def read_overlay(match_id: int) -> Overlay | None:
    """Read a match; None if it is gone."""
    found = read_matches(Match.objects.filter(pk=match_id).select_related(WHOLE))
    return _overlay(found[0]) if found else None


def _overlay(shown: MatchView) -> Overlay:
    match, competition = shown.match, shown.match.competition
    assert competition is not None, "casual matches are watched at their table"
    names = tuple(side.name or side.origin for side in shown.sides)
    target = competition.rules.target
    told = shown.tally or scores(Names(names, None), _last(shown), (0, 0), target)
    rows = (
        Row(names[side.slot.side], score, side.games, side.won)
        for side, score in zip(shown.sides, told, strict=True)
    )
    clock = None if match.is_decided else clock_of(match)
    return Overlay(shown, tuple(rows), target, _stake(shown.game), clock)


def _last(shown: MatchView) -> tuple[int, int]:
    """The points of the last chico that was played, of a match without a table or sheet."""
    ended = shown.ended_games
    first, second = ended[-1].score if ended else (0, 0)
    return first, second


def _stake(game: Game | None) -> int | None:
    """What the hand on the table is worth now, as every spectator sees it."""
    if game is None or game.status not in Game.MOVING:
        return None
    state = shown_state(game, Dealer(game, list(game.seats.order_by("number"))))
    return None if state is None or state.over else view(state, None).stake
