"""Results as the ranking reads them, and the ledger lines that follow from each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats.points import SCORING, Award, Posting, RankedResult, Reason, award
from tournaments.models import Match, PlayerResult, PointsEntry, RatingChange, RevokedResult
from tournaments.results.rating import NEWCOMER, Rating, rate
from tournaments.results.venue import Venue

Key = tuple[datetime, int]
"""Where in the order of all results one stands: when it was written, and its match."""

Contest = tuple[list[list[int]], int]
"""Two sides that met, and which of them won."""

PLAYERS = "player_results"
REVOKED = "revoked"


@dataclass(frozen=True)
class Result:
    """One result of a match: the one that stands, or one that was taken back."""

    match_id: int
    number: int
    at: datetime
    reason: Match.PointsReason
    winner: int | None
    players: Sequence[PlayerResult]
    taken_back: bool = False

    @property
    def key(self) -> Key:
        """Its place in the order in which ratings are counted."""
        return self.at, self.match_id

    @property
    def contests(self) -> list[Contest]:
        """Who met whom, board by board: the players whose skill it tells something about.

        Of a game with a guest nobody knows against whom, or with whom, it was won.
        """
        if Reason(self.reason) not in SCORING or self.winner is None:
            return []
        boards: dict[int | None, list[PlayerResult]] = {}
        for one in self.players:
            boards.setdefault(one.board, []).append(one)
        known = (rows for rows in boards.values() if not any(one.guest for one in rows))
        met = (self._contest(rows) for rows in known)
        return [(sides, winner) for sides, winner in met if all(sides)]

    def _contest(self, rows: Sequence[PlayerResult]) -> Contest:
        sides = [[one.user_id for one in rows if one.side == side] for side in (0, 1)]
        winners = {one.side for one in rows if one.has_won(self.winner)}
        return sides, min(winners, default=0)

    @property
    def scorers(self) -> list[PlayerResult]:
        """Those of whom the ledger speaks: who played as a guest never scores, claimed or not."""
        return [player for player in self.players if not player.guest]

    @property
    def rated(self) -> set[int]:
        """Everybody whose rating it moves."""
        return {user for sides, _ in self.contests for side in sides for user in side}

    @property
    def ranked(self) -> RankedResult[int]:
        """The result as the ledger follows it; players go by their pk."""
        return RankedResult(
            reason=Reason(self.reason),
            winners=[one.user_id for one in self.scorers if one.has_won(self.winner)],
            losers=[one.user_id for one in self.scorers if not one.has_won(self.winner)],
            automatic=[one.user_id for one in self.scorers if one.automatic],
            number=self.number,
            at=self.at,
            taken_back=self.taken_back,
        )

    def ratings_after(self, before: dict[int, Rating]) -> dict[int, Rating]:
        """Return the ratings it leaves; `before` holds its players', newcomers are missing."""
        changed: dict[int, Rating] = {}
        for sides, winner in self.contests:
            ratings = [[before.get(user, NEWCOMER) for user in side] for side in sides]
            for side, new in zip(sides, rate(ratings, winner), strict=True):
                changed.update(zip(side, new, strict=True))
        return changed

    def award(self, player: PlayerResult) -> Award:
        """What it gives to one of its players."""
        won = player.has_won(self.winner)
        return award(Reason(self.reason), won=won, automatic=player.automatic)

    def changes(self, ratings: dict[int, Rating]) -> Iterator[RatingChange]:
        """Write down the ratings it left."""
        for user, (mu, sigma) in ratings.items():
            yield RatingChange(
                match_id=self.match_id,
                number=self.number,
                at=self.at,
                user_id=user,
                mu=mu,
                sigma=sigma,
            )


def row_of(posting: Posting[int], match_id: int, venue: Venue) -> PointsEntry:
    """Return a ledger line as its row: it counts where the match was played."""
    return PointsEntry(
        match_id=match_id,
        user_id=posting.player,
        number=posting.number,
        reversal=posting.is_reversal,
        at=posting.at,
        month=venue.month(posting.at),
        club_id=venue.club_id,
        format=venue.format,
        family=venue.family,
        won=posting.won,
        points=posting.points,
        reason=posting.award.reason,
    )


def posting_of(row: PointsEntry) -> Posting[int]:
    """Return a ledger line as a value: what must follow from the results."""
    given = Award(-row.points if row.reversal else row.points, Reason(row.reason))
    return Posting(row.number, row.user_id, row.won, given, is_reversal=row.reversal, at=row.at)


def results_of(match: Match) -> list[Result]:
    """Return every result a match has had, in order; fetch PLAYERS and REVOKED along for many."""
    before = match.revoked.all() if match.reopened else ()
    revoked = [revoked_result(match, row) for row in before]
    standing = standing_result(match)
    return revoked if standing is None else [*revoked, standing]


def standing_result(match: Match) -> Result | None:
    """Return the result that stands; None where nothing is decided, or nothing was to be."""
    if match.completed_at is None or not match.points_reason:
        return None
    return Result(
        match.pk,
        match.reopened,
        match.completed_at,
        Match.PointsReason(match.points_reason),
        match.winner,
        _players(match, match.reopened),
    )


def revoked_result(match: Match, row: RevokedResult) -> Result:
    """Return a result that was taken back."""
    return Result(
        match.pk,
        row.number,
        row.completed_at,
        Match.PointsReason(row.points_reason),
        row.winner,
        _players(match, row.number),
        taken_back=True,
    )


def _players(match: Match, number: int) -> list[PlayerResult]:
    return [player for player in match.player_results.all() if player.number == number]
