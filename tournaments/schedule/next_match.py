"""A player's current or next match in any competition, and notices about it.

Notices are about an imminent match, or proposed times that await an answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When

from accounts.models import User
from games.models import Seat
from tournaments.competitions.board_labels import board_title
from tournaments.matches.queries import MatchView, SideView, read_matches
from tournaments.models import Competition, Entry, Match, MatchQuerySet, MatchSlot, TimeProposal
from tournaments.models.matches import COMPETITION
from tournaments.round_clock.queries import of_rounds, round_name

SOONEST_FIRST = Case(
    When(state=Match.State.CALLED, then=Value(0)),
    When(awaits_date=True, then=Value(3)),  # its date is unknown
    When(state=Match.State.READY, then=Value(1)),
    default=Value(2),
)


@dataclass(frozen=True)
class NextMatch:
    """One match as one of its players looks forward to it."""

    view: MatchView
    side: int  # the player's own
    board: int = 0  # theirs, where there are several and it is open

    @property
    def competition(self) -> Competition:
        """Return the competition; an upcoming match always has one."""
        competition = self.view.match.competition
        assert competition is not None, "only competitions have matches to come"
        return competition

    @property
    def round(self) -> str:
        """Return the name of its round, if it has one; in a bracket, what is at stake."""
        match = self.view.match
        assert match.round is not None, "a casual match is not to come"
        name = round_name(match.round, match)
        return "" if name.isdigit() else name

    @property
    def rival(self) -> SideView:
        """Return the other side of the match."""
        return self.view.sides[1 - self.side]

    @property
    def at(self) -> datetime | None:
        """Until when to sit down; before the call, its hour, or when the competition starts.

        Nobody has to sit down in time for a match with real cards.
        """
        match = self.view.match
        if match.state == Match.State.CALLED:
            return None if self.competition.with_cards else match.sit_by
        return match.scheduled_at or (None if match.awaits_date else self.competition.starts_at)

    @property
    def board_title(self) -> str:
        """Return the name of their board; "" where there is one table, or theirs is not open."""
        boards = len(self.competition.board_sizes)
        return board_title(self.board, is_tie_break=self.board > boards) if self.board else ""

    @property
    def awaits_board(self) -> bool:
        """Whether the match is called and their board is not open: line-ups come first."""
        is_called = self.view.match.state == Match.State.CALLED
        return bool(self.competition.boards) and is_called and not self.board

    @property
    def is_dated(self) -> bool:
        """Whether it waits for an hour of its own."""
        match = self.view.match
        is_waiting = match.state in (Match.State.PENDING, Match.State.READY)
        return is_waiting and match.scheduled_at is not None


def to_play(user_id: int | OuterRef) -> MatchQuerySet:
    """Return the matches that a person has to play: what was called, then the nearest one.

    The person may be a query's. `own_side` is where they stand.
    """
    own = Match.objects.for_user(user_id).undecided()
    awaited = own.filter(**{f"{COMPETITION}__state__in": Competition.IN_PROGRESS})
    order = (SOONEST_FIRST, F("scheduled_at").asc(nulls_first=True), "sit_by", "pk")
    return awaited.annotate(own_side=F("slots__side")).order_by(*order)


def next_match(user: User) -> NextMatch | None:
    """Return what this player has to play."""
    rows = to_play(user.pk).annotate(**of_rounds("round__"))
    views = read_matches(rows.select_related(COMPETITION)[:1])
    return _as_next(views[0], user) if views else None


def next_and_running(
    user: User, competition: Competition
) -> tuple[NextMatch | None, Sequence[MatchView]]:
    """Return what a player has to play, and the running tables of a competition: read at once."""
    nearest = to_play(user.pk)[:1]
    running = Match.objects.of(competition.pk).live().order_by().values("pk")
    rows = Match.objects.annotate(
        is_next=Q(pk=Subquery(nearest.values("pk"))),
        own_side=Subquery(nearest.values("own_side")),  # type: ignore[misc]  # annotated
        is_running=Q(pk__in=running),
        **of_rounds("round__"),
    ).filter(Q(is_next=True) | Q(is_running=True))
    views = read_matches(rows.select_related(COMPETITION).order_by("number"))
    own = next((view for view in views if _annotated(view).is_next), None)
    return _as_next(own, user) if own else None, [
        view for view in views if _annotated(view).is_running
    ]


def at_own_board(view: MatchView, user: User) -> MatchView:
    """Return a match as one of its players sees it: where it has several boards, at their own."""
    if not view.tables:
        return view
    open_now = {board: game for board, game in view.tables.items() if not game.is_over}
    seats = Seat.objects.filter(user=user, game__in=open_now.values())
    own = set(seats.values_list("game", flat=True))
    return view.at(max((board for board, game in open_now.items() if game.pk in own), default=0))


def _as_next(view: MatchView, user: User) -> NextMatch:
    own = at_own_board(view, user)
    board = next((board for board, game in view.tables.items() if game is own.game), 0)
    return NextMatch(own, _annotated(view).own_side, board)


def _annotated(view: MatchView) -> Any:
    """Return the match with what a query added to it."""
    return view.match


AHEAD = timedelta(hours=48)
AT_MOST = 6


@dataclass(frozen=True)
class Notice:
    """One match as its players are reminded of it."""

    match: Match
    rival: str
    is_asked: bool  # whether the rival offers hours that are not answered


def notices(user: User, now: datetime) -> list[Notice]:
    """Return the matches of the next two days and those with offers, the nearest first."""
    offers = TimeProposal.objects.open(now).filter(match=OuterRef("match"), side=OuterRef("side"))
    entered = Entry.objects.of_person(user.pk)
    own = MatchSlot.objects.filter(match=OuterRef("match"), entry__in=entered)
    is_near = Q(match__scheduled_at__gt=now, match__scheduled_at__lte=now + AHEAD)
    rivals = MatchSlot.objects.annotate(is_asked=Exists(offers)).filter(
        Exists(own.exclude(side=OuterRef("side"))),
        Q(is_asked=True) | is_near,
        match__state=Match.State.READY,
        round__group__stage__competition__state__in=Competition.GOING,
    )
    related = ("entry", f"match__{COMPETITION}")
    slots = rivals.select_related(*related).order_by("match__scheduled_at", "pk")
    return [Notice(slot.match, str(slot.entry or ""), slot.is_asked) for slot in slots[:AT_MOST]]
