"""Competitions as rows: entries, the stored bracket, results, and the points that follow from them.

What must never happen (a slot filled twice, an entry twice in a round, two results, points twice,
more entries than places) is refused by constraints, whatever a service does.
"""

from tournaments.models.absence import Absence
from tournaments.models.audit import AuditEvent
from tournaments.models.column_choice import ColumnChoice
from tournaments.models.competition import Competition
from tournaments.models.competition_reads import CompetitionQuerySet
from tournaments.models.draft import Draft
from tournaments.models.entry import Entry, EntryQuerySet, RosterPlayer
from tournaments.models.feeding.feeder import Berth, Feeder, FeederQuerySet
from tournaments.models.hall import HallTable
from tournaments.models.leaderboard import Leaderboard, LeaderboardLine
from tournaments.models.matches.board import (
    BoardResult,
    BoardResultQuerySet,
    LineUp,
    LineUpPlace,
)
from tournaments.models.matches.dispute import Dispute, DisputeQuerySet
from tournaments.models.matches.held import HeldMarks, HeldMarksQuerySet
from tournaments.models.matches.match import Match
from tournaments.models.matches.match_game import MatchGame
from tournaments.models.matches.match_reads import MatchQuerySet
from tournaments.models.matches.match_slot import (
    MatchSlot,
    names_of_sides,
    rival_of,
    sides_of,
    who_stands,
)
from tournaments.models.matches.penalty import Penalty, PenaltyRule
from tournaments.models.matches.result import PlayerResult, PlayerResultQuerySet, RevokedResult
from tournaments.models.matches.round_clock import RoundClock, RoundClockQuerySet
from tournaments.models.matches.sheet import ScoreMark, ScoreSheet, columns_of
from tournaments.models.matches.slip import Slip, SlipClaim, SlipQuerySet
from tournaments.models.matches.submission import ResultSubmission, ResultSubmissionQuerySet
from tournaments.models.memory.feat import Feat
from tournaments.models.memory.season import Season
from tournaments.models.memory.title import Title
from tournaments.models.name_claim import NameClaim, NameClaimQuerySet
from tournaments.models.past_event import ClubFile, PastEvent
from tournaments.models.place import Place
from tournaments.models.ranking import (
    PlayerStanding,
    PointsEntry,
    PointsEntryQuerySet,
    RankingTurn,
    RatingChange,
)
from tournaments.models.schedule import CalendarKey, Letter, LetterQuerySet, TimeProposal
from tournaments.models.screens import Bulletin, BulletinQuerySet, GuestNetwork
from tournaments.models.staff.official import Official
from tournaments.models.staff.staff_link import StaffLink, StaffLinkQuerySet
from tournaments.models.stage import Group, Round, Stage, StageSlot, validate_tie_breaks
from tournaments.models.statistics import PlayerStatistics
from tournaments.models.team import Team, TeamPlayer, TeamQuerySet

__all__ = [
    "Absence",
    "AuditEvent",
    "Berth",
    "BoardResult",
    "BoardResultQuerySet",
    "Bulletin",
    "BulletinQuerySet",
    "CalendarKey",
    "ClubFile",
    "ColumnChoice",
    "Competition",
    "CompetitionQuerySet",
    "Dispute",
    "DisputeQuerySet",
    "Draft",
    "Entry",
    "EntryQuerySet",
    "Feat",
    "Feeder",
    "FeederQuerySet",
    "Group",
    "GuestNetwork",
    "HallTable",
    "HeldMarks",
    "HeldMarksQuerySet",
    "Leaderboard",
    "LeaderboardLine",
    "Letter",
    "LetterQuerySet",
    "LineUp",
    "LineUpPlace",
    "Match",
    "MatchGame",
    "MatchQuerySet",
    "MatchSlot",
    "NameClaim",
    "NameClaimQuerySet",
    "Official",
    "PastEvent",
    "Penalty",
    "PenaltyRule",
    "Place",
    "PlayerResult",
    "PlayerResultQuerySet",
    "PlayerStanding",
    "PlayerStatistics",
    "PointsEntry",
    "PointsEntryQuerySet",
    "RankingTurn",
    "RatingChange",
    "ResultSubmission",
    "ResultSubmissionQuerySet",
    "RevokedResult",
    "RosterPlayer",
    "Round",
    "RoundClock",
    "RoundClockQuerySet",
    "ScoreMark",
    "ScoreSheet",
    "Season",
    "Slip",
    "SlipClaim",
    "SlipQuerySet",
    "StaffLink",
    "StaffLinkQuerySet",
    "Stage",
    "StageSlot",
    "Team",
    "TeamPlayer",
    "TeamQuerySet",
    "TimeProposal",
    "Title",
    "columns_of",
    "names_of_sides",
    "rival_of",
    "sides_of",
    "validate_tie_breaks",
    "who_stands",
]
