"""What a match's page tells its reader of disputes, and what they may do about them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.board.names import Names
from games.board.rulings import ruling
from games.models import Game
from tournaments.models import Dispute, Match
from tournaments.pages.match_sides import SideView
from tournaments.pages.matches import MatchView
from tournaments.services.judging.appeals import may_be_appealed, side_to_appeal
from tournaments.services.judging.calls import CALLS_PER_SIDE
from tournaments.services.judging.permissions import may_judge

STOPPABLE = (Game.Status.LIVE, Game.Status.FROZEN)


@dataclass(frozen=True)
class HeardDispute:
    """One dispute, with its ruling in words once there is one."""

    dispute: Dispute
    ruled: str


@dataclass(frozen=True)
class MatchDisputes:
    """The disputes of a match, as far as one reader is concerned."""

    lines: Sequence[HeardDispute]
    may_judge: bool
    may_call: bool
    may_appeal: bool

    @property
    def open(self) -> Dispute | None:
        """What waits for a ruling."""
        return next((line.dispute for line in self.lines if line.dispute.is_open), None)

    @property
    def past(self) -> list[HeardDispute]:
        """What was ruled, the newest first."""
        return [line for line in self.lines if not line.dispute.is_open]


def match_disputes(
    view: MatchView, user: User | AnonymousUser, *, organises: bool, now: datetime
) -> MatchDisputes:
    """Read the disputes of a match; its rosters were fetched."""
    match = view.match
    if match.competition is None:
        return MatchDisputes((), may_judge=False, may_call=False, may_appeal=False)
    disputes = list(match.disputes.with_people())
    is_open = any(dispute.is_open for dispute in disputes)
    side = next((each.slot.side for each in view.sides if _plays(each, user)), None)
    stops = not is_open and _can_be_stopped(view)
    judges = organises or ((is_open or (stops and side is None)) and may_judge(match, user))
    return MatchDisputes(
        lines=[HeardDispute(dispute, _ruled(dispute, view)) for dispute in disputes],
        may_judge=judges,
        may_call=stops and (judges if side is None else _has_calls_left(disputes, side)),
        may_appeal=not is_open and _may_appeal(match, user, disputes, now),
    )


def _ruled(dispute: Dispute, view: MatchView) -> str:
    """Say the ruling as the table does, or by its name where no table tells more."""
    if not dispute.word:
        return str(dispute.get_ruling_display())
    names = Names(tuple(side.name for side in view.sides), None)
    return ruling(dispute.word, names)


def _can_be_stopped(view: MatchView) -> bool:
    """Whether its table plays, or it is played without one."""
    match, competition = view.match, view.match.competition
    if view.game is not None:
        return match.state == Match.State.CALLED and view.game.status in STOPPABLE
    on_cards = competition is not None and competition.with_cards and not competition.is_over
    return on_cards and match.state in Match.PLAYABLE


def _has_calls_left(disputes: Iterable[Dispute], side: int) -> bool:
    calls = [one for one in disputes if one.kind == Dispute.Kind.CALL and one.side == side]
    return len(calls) < CALLS_PER_SIDE


def _plays(side: SideView, user: User | AnonymousUser) -> bool:
    players = (player for entry in side.entries for player in entry.roster.all())
    return user.pk is not None and any(player.user_id == user.pk for player in players)


def _may_appeal(
    match: Match, user: User | AnonymousUser, disputes: Iterable[Dispute], now: datetime
) -> bool:
    if not user.is_authenticated or not may_be_appealed(match, now):
        return False
    side = side_to_appeal(match, user)
    assert match.completed_at is not None, "only a result can be appealed"
    asked = [one for one in disputes if one.kind == Dispute.Kind.APPEAL and one.side == side]
    return side is not None and all(one.opened_at < match.completed_at for one in asked)
