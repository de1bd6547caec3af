"""The match a player has to play now or next, whatever the competition."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, F, Value, When

from accounts.models import User
from tournaments.models import Competition, Match
from tournaments.pages.matches import MatchView, SideView, read_matches

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
        """Its competition."""
        competition = self.view.match.competition
        assert competition is not None, "only competitions have matches to come"
        return competition

    @property
    def rival(self) -> SideView:
        """The side across the table."""
        return self.view.sides[1 - self.side]

    @property
    def at(self) -> datetime | None:
        """Until when to sit down; before the call, its hour, or when the competition starts."""
        match = self.view.match
        return match.sit_by or match.scheduled_at or self.competition.starts_at

    @property
    def is_dated(self) -> bool:
        """Whether it waits for an hour of its own."""
        return self.view.match.state == Match.State.READY and bool(self.view.match.scheduled_at)


def next_match(user: User) -> NextMatch | None:
    """Return what this player has to play: the match that was called, else the nearest one."""
    awaited = Match.objects.for_user(user.pk).undecided().annotate(own_side=F("slots__side"))
    running = awaited.filter(round__group__stage__competition__state__in=ABOUT_TO)
    nearest = running.order_by(
        SOONEST_FIRST, F("scheduled_at").asc(nulls_first=True), "sit_by", "pk"
    )[:1]
    views = read_matches(nearest.select_related("round__group__stage__competition"))
    return NextMatch(views[0], views[0].match.own_side) if views else None  # type: ignore[attr-defined]
