"""Points for competitive matches: +20 for winning, +5 for playing and losing (docs/ranking.md)."""

from dataclasses import dataclass

from tournaments.models import Match, PointsEntry

WIN, LOSS = 20, 5


@dataclass(frozen=True)
class Award:
    """What one player gets for one match, and why."""

    points: int
    reason: PointsEntry.Reason


def award(*, reason: Match.PointsReason, won: bool, automatic: bool) -> Award:
    """Return a player's points from what the stored result says of the match and of them."""
    if reason not in Match.SCORING:
        return Award(0, PointsEntry.Reason(reason))
    if automatic:
        return Award(0, PointsEntry.Reason.AUTOMATIC)
    return Award(WIN if won else LOSS, PointsEntry.Reason(reason))
