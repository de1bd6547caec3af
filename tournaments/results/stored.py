"""Results as the ranking reads them, and the ledger lines that follow from each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Match, PlayerResult, PointsEntry, RatingChange, RevokedResult
from tournaments.results.points import Award, award
from tournaments.results.rating import NEWCOMER, Rating, rate
from tournaments.results.venue import Venue

Key = tuple[datetime, int]
"""Where in the order of all results one stands: when it was written, and its match."""

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
    def sides(self) -> tuple[list[int], list[int]] | None:
        """The players whose skill it tells something about; None if it tells nothing.

        Of a game with a guest nobody knows against whom, or with whom, it was won.
        """
        if self.reason not in Match.SCORING or self.winner is None:
            return None
        if any(one.guest for one in self.players):
            return None
        first, second = ([one.user_id for one in self.players if one.side == s] for s in (0, 1))
        return (first, second) if first and second else None

    @property
    def scorers(self) -> list[PlayerResult]:
        """Those of whom the ledger speaks: who played as a guest never scores, claimed or not."""
        return [player for player in self.players if not player.guest]

    @property
    def rated(self) -> set[int]:
        """Everybody whose rating it moves."""
        return {user for side in self.sides or () for user in side}

    def lines(self, venue: Venue) -> Iterator[PointsEntry]:
        """What the ledger says because of it: a line per account, and its reverse once revoked."""
        for player in self.scorers:
            yield self._line(player, venue)
            if self.taken_back:
                yield self._line(player, venue, reversal=True)

    def ratings_after(self, before: dict[int, Rating]) -> dict[int, Rating]:
        """Return the ratings it leaves; `before` holds its players', newcomers are missing."""
        if self.sides is None or self.winner is None:
            return {}
        ratings = [[before.get(user, NEWCOMER) for user in side] for side in self.sides]
        after = rate(ratings, self.winner)
        return {
            user: rating
            for side, new in zip(self.sides, after, strict=True)
            for user, rating in zip(side, new, strict=True)
        }

    def award(self, player: PlayerResult) -> Award:
        """What it gives to one of its players."""
        won = player.side == self.winner
        return award(reason=self.reason, won=won, automatic=player.automatic)

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

    def _line(self, player: PlayerResult, venue: Venue, *, reversal: bool = False) -> PointsEntry:
        given = self.award(player)
        return PointsEntry(
            match_id=self.match_id,
            user_id=player.user_id,
            number=self.number,
            reversal=reversal,
            at=self.at,
            month=venue.month(self.at),
            club_id=venue.club_id,
            format=venue.format,
            family=venue.family,
            won=player.side == self.winner,
            points=-given.points if reversal else given.points,
            reason=given.reason,
        )


def results_of(match: Match) -> list[Result]:
    """Return every result a match has had, in order; fetch PLAYERS and REVOKED along for many."""
    revoked = [revoked_result(match, row) for row in match.revoked.all()]
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
