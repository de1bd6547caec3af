"""Games as rows: what is known of a table, its seats, and the log of what was said and played.

Nothing here holds an unplayed card: hands are computed from the sealed seed (`games.fair`) and
the log.
"""

from games.models.clock import Heartbeat, Outage
from games.models.invitations import TableInvitation
from games.models.lines import Line
from games.models.log import Action
from games.models.puzzles import Puzzle, PuzzleAnswer
from games.models.reports import Report, ReportQuerySet
from games.models.reviews import Review
from games.models.signatures import RecordSignature
from games.models.statistics import FigureCounts, SeatStatistics
from games.models.tables import Game, GameQuerySet, Seat, SeatAddress

__all__ = [
    "Action",
    "FigureCounts",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "Line",
    "Outage",
    "Puzzle",
    "PuzzleAnswer",
    "RecordSignature",
    "Report",
    "ReportQuerySet",
    "Review",
    "Seat",
    "SeatAddress",
    "SeatStatistics",
    "TableInvitation",
]
