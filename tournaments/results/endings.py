"""How the games of a match ended: at its tables on the site, or as somebody wrote them down."""

from collections.abc import Sequence
from typing import Protocol

from tournaments.formats.chicos import Measure, WrittenGame
from tournaments.formats.sheet import Sheet
from tournaments.models import Match, ScoreSheet


class EndedGame(Protocol):
    """What counts of a game, whoever kept its score; sides are teams."""

    @property
    def score(self) -> Sequence[int]:
        """The points of its last chico."""

    @property
    def winner(self) -> int | None:
        """The side that won it; none while it is played."""


def ended_games(match: Match) -> Sequence[EndedGame]:
    """Return the games that count, in order; prefetch `submissions` and `games__game`."""
    return written_of(match) or [
        link.game for link in match.games.all() if not (link.voided or link.board)
    ]


def written_of(match: Match) -> Sequence[WrittenGame]:
    """Return the games of a result that was written down and stands; prefetch `submissions`."""
    standing = (one for one in match.submissions.all() if one.number == match.reopened)
    return next((one.games for one in standing), ())


def live_sheet(match: Match) -> Sheet | None:
    """Return what is on the sheet of a match with real cards that is being played.

    Select `sheet` and the competition.
    """
    row: ScoreSheet | None = getattr(match, "sheet", None)
    if row is None or row.version == 0 or match.state != Match.State.CALLED:
        return None
    return row.value(measure_of(match))


def measure_of(match: Match) -> Measure:
    """Return how far a match goes by the rules of its competition."""
    assert match.competition is not None, "only matches of competitions are written by hand"
    rules = match.competition.rules
    return Measure(rules.target, rules.legs_to_win, match.best_of)
