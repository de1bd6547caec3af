"""Models of competitions: entries, the stored bracket, results, and derived points.

Constraints prevent what must never happen, whatever a service does: a slot filled twice, an entry
twice in a round, two results of a match, points counted twice, more entries than places.
"""

from tournaments.models.audit import AuditEvent
from tournaments.models.bulletins import Bulletin, BulletinQuerySet, GuestNetwork
from tournaments.models.club_history import ClubFile, Feat, PastEvent, Season, Title
from tournaments.models.club_matches import BoardResult, BoardResultQuerySet, LineUp, LineUpPlace
from tournaments.models.column_choices import ColumnChoice
from tournaments.models.competitions import Competition, CompetitionQuerySet, Place
from tournaments.models.entries import Entry, EntryQuerySet, RosterPlayer
from tournaments.models.judging import (
    Dispute,
    DisputeQuerySet,
    Official,
    Penalty,
    PenaltyRule,
    StaffLink,
    StaffLinkQuerySet,
)
from tournaments.models.matches import (
    Match,
    MatchGame,
    MatchQuerySet,
    MatchSlot,
    RoundClock,
    RoundClockQuerySet,
    names_of_sides,
    rival_of,
    sides_of,
    who_stands,
)
from tournaments.models.name_claims import NameClaim, NameClaimQuerySet
from tournaments.models.people import Person, PersonChange, PersonClaim, PersonQuerySet
from tournaments.models.qualifiers import Berth, Feeder, FeederQuerySet
from tournaments.models.ranking import (
    ClubVoucher,
    Leaderboard,
    LeaderboardLine,
    PlayerStanding,
    PlayerStatistics,
    PointsEntry,
    PointsEntryQuerySet,
    RankingTurn,
    RatingChange,
    VerifiedClub,
)
from tournaments.models.schedule import CalendarKey, Letter, LetterQuerySet, TimeProposal
from tournaments.models.scoring import (
    HeldMarks,
    HeldMarksQuerySet,
    PlayerResult,
    PlayerResultQuerySet,
    ResultSubmission,
    ResultSubmissionQuerySet,
    RevokedResult,
    ScoreMark,
    ScoreSheet,
    Slip,
    SlipClaim,
    SlipQuerySet,
    columns_of,
)
from tournaments.models.season_drafts import DateWish, Derby, SeasonDraft
from tournaments.models.series import Series, SeriesQuerySet
from tournaments.models.stages import (
    Absence,
    Draft,
    Group,
    Round,
    Stage,
    StageSlot,
    validate_tie_breaks,
)
from tournaments.models.teams import Team, TeamPlayer, TeamQuerySet
from tournaments.models.venues import ClosedDay, HallTable, PlayingDay, Venue, VenueNight

__all__ = [
    "Absence",
    "AuditEvent",
    "Berth",
    "BoardResult",
    "BoardResultQuerySet",
    "Bulletin",
    "BulletinQuerySet",
    "CalendarKey",
    "ClosedDay",
    "ClubFile",
    "ClubVoucher",
    "ColumnChoice",
    "Competition",
    "CompetitionQuerySet",
    "DateWish",
    "Derby",
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
    "Person",
    "PersonChange",
    "PersonClaim",
    "PersonQuerySet",
    "Place",
    "PlayerResult",
    "PlayerResultQuerySet",
    "PlayerStanding",
    "PlayerStatistics",
    "PlayingDay",
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
    "SeasonDraft",
    "Series",
    "SeriesQuerySet",
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
    "Venue",
    "VenueNight",
    "VerifiedClub",
    "columns_of",
    "names_of_sides",
    "rival_of",
    "sides_of",
    "validate_tie_breaks",
    "who_stands",
]
