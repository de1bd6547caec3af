"""What a player has played, as a list of results."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q

from accounts.models import User
from games.board.words import together
from games.models import Game
from tournaments.models import (
    Competition,
    Match,
    MatchQuerySet,
    PlayerResult,
    PointsEntry,
)
from tournaments.pages.matches import MatchView, read_matches
from tournaments.results.endings import ended_games

COMPETITION = "round__group__stage__competition"


@dataclass(frozen=True)
class Played:
    """One match of a player: against whom, how it ended, what it gave."""

    view: MatchView
    user_id: int

    @property
    def match(self) -> Match:
        """The row that `view` shows."""
        return self.view.match

    @property
    def games(self) -> Sequence[Game]:
        """The games that count; each has a record."""
        return [link.game for link in self.match.games.all()]

    @cached_property
    def own(self) -> PlayerResult:
        """What the result says of the player."""
        return next(row for row in self._results if row.user_id == self.user_id)

    @property
    def won(self) -> bool:
        """Whether the player's side won."""
        return self.match.winner == self.own.side

    @property
    def rivals(self) -> str:
        """The other side: its entry, or at a casual table its people."""
        if self.view.sides:
            return str(self.view.sides[1 - self.own.side].entry or "")
        return together(str(row.user) for row in self._results if row.side != self.own.side)

    @property
    def score(self) -> tuple[int, int] | None:
        """Points of the only game, or games of a longer match, the player's first."""
        ended = ended_games(self.match)
        if not ended or self.match.winner is None:
            return None
        if self.match.best_of > 1:
            wins = [final.winner for final in ended]
            told = (wins.count(0), wins.count(1))
        else:
            first, second = ended[-1].score
            told = (first, second)
        return (told[self.own.side], told[1 - self.own.side])

    @property
    def points(self) -> PointsEntry | None:
        """Its line in the ledger; None until it is ranked."""
        rows: list[PointsEntry] = self.match.own_points  # type: ignore[attr-defined]  # prefetched
        return rows[0] if rows else None

    @property
    def _results(self) -> Sequence[PlayerResult]:
        return list(self.match.player_results.all())


def matches_of(player: User, reader: User | AnonymousUser) -> MatchQuerySet:
    """Return the decided matches of a player that the reader may see, the latest first."""
    seen = Competition.objects.visible_to(reader)
    visible = Q(round=None) | Q(**{f"{COMPETITION}__in": seen})
    played = Match.objects.filter(
        visible, player_results__user=player, player_results__number=F("reopened")
    )
    return played.order_by("-completed_at", "-pk")


def history(player: User, matches: MatchQuerySet) -> list[Played]:
    """Read some of those matches as results."""
    own = PointsEntry.objects.filter(user=player)
    views = read_matches(
        matches.select_related(COMPETITION),
        Prefetch("player_results", PlayerResult.objects.standing().select_related("user")),
        Prefetch("points", own.filter(number=F("match__reopened")), to_attr="own_points"),
    )
    return [Played(view, player.pk) for view in views]
