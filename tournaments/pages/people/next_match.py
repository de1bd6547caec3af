"""The match a player has to play now or next, whatever the competition."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Value, When, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from tournaments.models import Competition, Match, MatchQuerySet
from tournaments.pages.matches import MatchView, SideView, read_matches

COMPETITION = "round__group__stage__competition"
ABOUT_TO = (Competition.State.DRAWN, Competition.State.RUNNING, Competition.State.PAUSED)
SOONEST_FIRST = Case(
    When(state=Match.State.CALLED, then=Value(0)),
    When(state=Match.State.READY, then=Value(1)),
    default=Value(2),
)


@dataclass(frozen=True)
class NextMatch:
    """One match as one of its players looks forward to it."""

    view: MatchView
    side: int  # the player's own

    @property
    def competition(self) -> Competition:
        """The competition; a match to come always has one."""
        competition = self.view.match.competition
        assert competition is not None, "only competitions have matches to come"
        return competition

    @property
    def rival(self) -> SideView:
        """The other side of the match."""
        return self.view.sides[1 - self.side]

    @property
    def at(self) -> datetime | None:
        """Until when to sit down; before the call, its hour, or when the competition starts.

        Nobody has to sit down in time for a match with real cards.
        """
        match = self.view.match
        if match.state == Match.State.CALLED:
            return None if self.competition.with_cards else match.sit_by
        return match.scheduled_at or self.competition.starts_at

    @property
    def is_dated(self) -> bool:
        """Whether it waits for an hour of its own."""
        return self.view.match.state == Match.State.READY and bool(self.view.match.scheduled_at)


def nearest(user_ids: Collection[int]) -> MatchQuerySet:
    """Return the match that each of these has to play: what was called, else the nearest one.

    `player` is whose it is, `own_side` where they stand.
    """
    awaited = (
        Match.objects.for_users(user_ids)
        .undecided()
        .filter(**{f"{COMPETITION}__state__in": ABOUT_TO})
    )
    with_players = awaited.annotate(
        player=F("slots__entry__roster__user_id"), own_side=F("slots__side")
    )
    order = (SOONEST_FIRST, F("scheduled_at").asc(nulls_first=True), "sit_by", "pk")
    turn = Window(RowNumber(), partition_by="player", order_by=order)
    return with_players.annotate(turn=turn).filter(turn=1)


def next_match(user: User) -> NextMatch | None:
    """Return what this player has to play."""
    whole = nearest([user.pk]).select_related(COMPETITION)
    views = read_matches(whole)
    return NextMatch(views[0], views[0].match.own_side) if views else None  # type: ignore[attr-defined]
