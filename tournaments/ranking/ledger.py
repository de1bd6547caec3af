"""Ledger lines of results, and the leaderboards on which each line counts.

A line counts on a leaderboard for every combination of period, club, format and family of rules.
Casual tables belong to no club and have leaderboards of their own.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.house_rules import family_of
from tournaments.formats.ranking_points import SCORING, Award, Posting, RankedResult, Reason, award
from tournaments.models import (
    Competition,
    Match,
    MatchQuerySet,
    PlayerResult,
    PointsEntry,
    RatingChange,
    RevokedResult,
)
from tournaments.models.matches import COMPETITION
from tournaments.standings.queries import NEWCOMER, Rating, rate

CASUAL: Final = "casual"


class BoardKey(NamedTuple):
    """The filters of one leaderboard; empty matches anything. `kind`: competitions, or CASUAL."""

    period: str = ""  # a month, 2026-11; a calendar year, 2026; a season of the club's own, s12
    club_id: int | None = None
    format: str = ""
    family: str = ""
    kind: str = ""

    def __str__(self) -> str:
        place = f"{self.period}/{self.club_id or ''}/{self.format}/{self.family}"
        return f"{self.kind}:{place}" if self.kind else place


def year_of(month: str) -> str:
    """Return the year in which a month lies."""
    return month[:4]


@lru_cache(maxsize=4096)
def boards_of(
    month: str, club_id: int | None, format_: str, family: str, season: int | None = None
) -> frozenset[BoardKey]:
    """Return the leaderboards on which something counts that was played there and then.

    A season of the club's own is asked about at that club alone.
    """
    variants = product(("", year_of(month), month), (None, club_id), ("", format_), ("", family))
    kind = CASUAL if club_id is None else ""
    keys = frozenset(BoardKey(*each, kind) for each in variants)
    return keys if season is None else keys | season_boards(season, club_id, format_, family)


def season_boards(
    season: int, club_id: int | None, format_: str, family: str
) -> frozenset[BoardKey]:
    """Return the leaderboards of a club's own season on which something counts."""
    variants = product((f"s{season}",), (club_id,), ("", format_), ("", family))
    return frozenset(BoardKey(*each) for each in variants)


@dataclass(frozen=True)
class LedgerScope:
    """Where the results of a match count.

    Of a casual table only the rules are known, and its months are those of UTC.
    """

    club_id: int | None
    format: str
    family: str
    zone: tzinfo

    def month(self, at: datetime) -> str:
        """Return the month of an instant, as a calendar at the club shows it: 2026-11."""
        return f"{at.astimezone(self.zone):%Y-%m}"


def with_ledger_scopes(matches: MatchQuerySet) -> MatchQuerySet:
    """Fetch along what `ledger_scope` reads."""
    whole = matches.select_related(f"{COMPETITION}__club")
    return whole.prefetch_related(f"{COMPETITION}__stages", "games__game")


def ledger_scope(match: Match) -> LedgerScope:
    """Return where the results of a match count."""
    competition = match.competition
    if competition is None:
        return LedgerScope(None, "", next(_families(match), ""), timezone.get_default_timezone())
    family = family_of(competition.preset)
    zone = ZoneInfo(competition.club.zone)
    assert match.round is not None, "it is of a competition"
    stage = match.round.group.stage
    format_ = stage.format if stage.number == 1 else format_of(competition)
    return LedgerScope(competition.club_id, format_, family, zone)


def format_of(competition: Competition) -> str:
    """Return the format shown for an event: that of its first stage."""
    return min(competition.stages.all(), key=lambda stage: stage.number).format


def _families(match: Match) -> Iterator[str]:
    return (family_of(link.game.preset) for link in match.games.all())


Key = tuple[datetime, int]
"""Where in the order of all results one stands: when it was written, and its match."""


class Scorer(NamedTuple):
    """Whose a ledger line is: a person of a club, or an account at a casual table."""

    person_id: int | None
    user_id: int | None


def scorer_of(row: PlayerResult | PointsEntry) -> Scorer:
    """Return whose a result or a ledger line is; the account of a person may change."""
    return Scorer(row.person_id, None if row.person_id is not None else row.user_id)


def credited_users(result: "Result") -> dict[Scorer, int | None]:
    """Return the account that gets the points of each scorer too: the person's, else the sitter's.

    An account gets those of one scorer: of its own person rather than of a place where it sat.
    """
    owned = {row.person.user_id for row in result.scorers if row.person is not None}
    return {scorer_of(row): _credited_user(row, owned) for row in result.scorers}


def _credited_user(row: PlayerResult, owned: Collection[int | None]) -> int | None:
    if row.person is not None and row.person.user_id is not None:
        return row.person.user_id
    return None if row.guest or row.user_id in owned else row.user_id


Contest = tuple[list[list[int]], int | None]
"""Two sides that met, and which of them won; None is a draw."""
PLAYERS = "player_results"
REVOKED = "revoked"


@dataclass(frozen=True)
class Result:
    """One result of a match, current or revoked."""

    match_id: int
    number: int
    at: datetime
    reason: Match.PointsReason
    winner: int | None
    players: Sequence[PlayerResult]
    taken_back: bool = False

    @property
    def key(self) -> Key:
        """Return its sort key in the order of ratings."""
        return self.at, self.match_id

    @property
    def contests(self) -> list[Contest]:
        """Return the opponents and the winner of each board that counts for ratings.

        Boards with a guest are left out: the guest's skill is unknown.
        """
        if Reason(self.reason) not in SCORING:
            return []
        boards: dict[int | None, list[PlayerResult]] = {}
        for one in self.players:
            boards.setdefault(one.board, []).append(one)
        rated = (rows for rows in boards.values() if not any(one.guest for one in rows))
        met = (self._contest(rows) for rows in rated)
        return [(sides, winner) for sides, winner in met if all(sides)]

    def _contest(self, rows: Sequence[PlayerResult]) -> Contest:
        accounts = [(one.side, one.user_id) for one in rows if one.user_id is not None]
        sides = [[user for own, user in accounts if own == side] for side in (0, 1)]
        winners = {one.side for one in rows if one.has_won(self.winner)}
        return sides, min(winners, default=None)

    @property
    def scorers(self) -> list[PlayerResult]:
        """Return the players with a ledger line: persons of the club, and accounts at tables.

        A guest at a casual table never scores, even if an account takes the guest over later.
        """
        return [one for one in self.players if one.person_id is not None or not one.guest]

    @property
    def rated(self) -> set[int]:
        """Everybody whose rating it moves."""
        return {user for sides, _ in self.contests for side in sides for user in side}

    @property
    def ranked(self) -> RankedResult[Scorer]:
        """Return the result in the form the ledger uses."""
        return RankedResult(
            reason=Reason(self.reason),
            winners=[scorer_of(one) for one in self.scorers if self._won(one)],
            losers=[scorer_of(one) for one in self.scorers if self._won(one) is False],
            level=[scorer_of(one) for one in self.scorers if self._won(one) is None],
            automatic=[scorer_of(one) for one in self.scorers if one.automatic],
            number=self.number,
            at=self.at,
            taken_back=self.taken_back,
        )

    def _won(self, player: PlayerResult) -> bool | None:
        """Return whether a player won; None for a draw. An unplayed match is lost by everybody."""
        is_played = Reason(self.reason) not in (Reason.WALKOVER, Reason.ANNULLED)
        won = player.has_won(self.winner)
        return won if is_played or won else False

    def ratings_after(self, before: dict[int, Rating]) -> dict[int, Rating]:
        """Return the ratings it leaves; `before` holds its players', newcomers are missing."""
        changed: dict[int, Rating] = {}
        for sides, winner in self.contests:
            ratings = [[before.get(user, NEWCOMER) for user in side] for side in sides]
            for side, new in zip(sides, rate(ratings, winner), strict=True):
                changed.update(zip(side, new, strict=True))
        return changed

    def award(self, player: PlayerResult) -> Award:
        """Return the points for one of its players."""
        return award(Reason(self.reason), won=self._won(player), automatic=player.automatic)

    def changes(self, ratings: dict[int, Rating]) -> Iterator[RatingChange]:
        """Return the rows of the ratings it left."""
        for user, (mu, sigma) in ratings.items():
            yield RatingChange(
                match_id=self.match_id,
                number=self.number,
                at=self.at,
                user_id=user,
                mu=mu,
                sigma=sigma,
            )


def row_of(
    posting: Posting[Scorer], match_id: int, scope: LedgerScope, user_id: int | None
) -> PointsEntry:
    """Return a ledger line as its row: it counts where the match was played."""
    return PointsEntry(
        match_id=match_id,
        person_id=posting.player.person_id,
        user_id=user_id,
        number=posting.number,
        reversal=posting.is_reversal,
        at=posting.at,
        month=scope.month(posting.at),
        club_id=scope.club_id,
        format=scope.format,
        family=scope.family,
        won=posting.won,
        points=posting.points,
        reason=posting.award.reason,
    )


def posting_of(row: PointsEntry) -> Posting[Scorer]:
    """Return a ledger line as a value: what must follow from the results."""
    award = Award(-row.points if row.reversal else row.points, Reason(row.reason))
    return Posting(row.number, scorer_of(row), row.won, award, is_reversal=row.reversal, at=row.at)


def results_of(match: Match) -> list[Result]:
    """Return every result a match has had, in order; fetch PLAYERS and REVOKED along for many."""
    before = match.revoked.all() if match.reopened else ()
    revoked = [revoked_result(match, row) for row in before]
    standing = standing_result(match)
    return revoked if standing is None else [*revoked, standing]


def standing_result(match: Match) -> Result | None:
    """Return the current result; None where nothing is decided."""
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
