"""Models of games: tables, seats, and the log of actions.

No row holds an unplayed card: hands are computed from the sealed seed (`games.fair`) and the log.
"""

from games.models.chat import Line
from games.models.log import Action, Heartbeat, Outage, PackedLog
from games.models.pairing import PairingRequest
from games.models.practice import Deed, TourGame
from games.models.records import FigureCounts, RecordSignature, SeatStatistics
from games.models.reports import Report, ReportQuerySet
from games.models.reviews import Puzzle, PuzzleAnswer, PuzzleSkill, Review
from games.models.rulebooks import Rulebook
from games.models.tables import Game, GameQuerySet, Seat, SeatAddress, TableInvitation

__all__ = [
    "Action",
    "Deed",
    "FigureCounts",
    "Game",
    "GameQuerySet",
    "Heartbeat",
    "Line",
    "Outage",
    "PackedLog",
    "PairingRequest",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleSkill",
    "RecordSignature",
    "Report",
    "ReportQuerySet",
    "Review",
    "Rulebook",
    "Seat",
    "SeatAddress",
    "SeatStatistics",
    "TableInvitation",
    "TourGame",
]
