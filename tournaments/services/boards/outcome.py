"""What the boards of a match come to: `see_through` alone decides it."""

from collections.abc import Mapping
from datetime import datetime

from tournaments.formats.boards import Standing, winner
from tournaments.models import BoardResult, Match, ResultSubmission
from tournaments.results.boards import results_of, standing_of, summed_up
from tournaments.services.boards.tables import open_boards
from tournaments.services.boards.writing import line_up_tie_break
from tournaments.services.hints import announce_match
from tournaments.services.matches.bracket import Decision
from tournaments.services.matches.concluding import conclude
from tournaments.services.ranking.players import points_reason

Results = Mapping[int, BoardResult]


def see_through(match: Match, *, now: datetime) -> None:
    """See what the boards of a locked match come to: its result, its tie-break, or nothing yet."""
    results = results_of(match)
    standing = standing_of(match, results)
    if standing is Standing.LEVEL:
        line_up_tie_break(match)
    if standing is not Standing.DECIDED:
        open_boards(match, now=now)
        announce_match(match)
        return
    side = winner({number: row.winner for number, row in results.items()})
    if all(row.walkover for row in results.values()):
        conclude(match, Decision.walkover([] if side is None else [side]), now=now)
        return
    assert side is not None, "a board that was played was won"
    _sum_up(match, results, side, now)
    by_hand = any(row.by_id is not None and not row.walkover for row in results.values())
    conclude(match, Decision.played(side, points_reason(match, by_hand=by_hand)), now=now)


def _sum_up(match: Match, results: Results, side: int, now: datetime) -> None:
    """Write the boards down as the games of their match: what tables and pages read of it."""
    by_hand = [row for row in results.values() if row.by_id is not None]
    last = max(by_hand, key=lambda row: (row.at, row.pk), default=None)
    ResultSubmission.objects.create(
        match=match,
        number=match.reopened,
        chicos=summed_up(match, results),
        winner=side,
        submitted_by=last.by if last else None,
        role=ResultSubmission.Role.BOARDS,
        at=now,
    )
