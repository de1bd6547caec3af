"""Disputes of a match, with the actions open to the reader."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game
from games.play.seat_names import Names
from games.table_view.labels import ruling
from tournaments.common.permissions import may_judge
from tournaments.competitions.board_labels import board_title
from tournaments.judging.services import CALLS_PER_SIDE, appealable, side_to_appeal, was_asked
from tournaments.matches.queries import MatchView, SideView
from tournaments.models import Dispute, Match
from tournaments.models.club_matches import sizes_of

STOPPABLE = (Game.Status.LIVE, Game.Status.FROZEN)


@dataclass(frozen=True)
class HeardDispute:
    """A dispute, with its ruling in words if there is one."""

    dispute: Dispute
    ruled: str
    where: str = ""  # at which board


class Choice(NamedTuple):
    """A board to choose, or the whole match (0)."""

    board: int
    title: str


@dataclass(frozen=True)
class MatchDisputes:
    """The disputes of a match, as one reader sees them."""

    lines: Sequence[HeardDispute]
    may_judge: bool
    may_call: bool
    boards: Sequence[Choice] = ()  # boards whose table a judge may stop
    to_appeal: Sequence[Choice] = ()  # the match, or boards of it

    @property
    def open(self) -> list[HeardDispute]:
        """The open disputes, oldest first: each board may have one."""
        return [line for line in reversed(self.lines) if line.dispute.is_open]

    @property
    def past(self) -> list[HeardDispute]:
        """The decided disputes, newest first."""
        return [line for line in self.lines if not line.dispute.is_open]


def match_disputes(
    view: MatchView, user: User | AnonymousUser, *, organises: bool, now: datetime
) -> MatchDisputes:
    """Read the disputes of a match. Rosters and `was_disputed` are already fetched."""
    match = view.match
    if match.competition is None:
        return MatchDisputes((), may_judge=False, may_call=False)
    was_disputed = match.was_disputed  # type: ignore[attr-defined]  # annotated by `find_match`
    disputes = list(match.disputes.with_people()) if was_disputed else []
    open_ = {dispute.board for dispute in disputes if dispute.is_open}
    side = next((each.slot.side for each in view.sides if _plays(each, user)), None)
    boards = _boards_to_stop(view, open_) if side is None else []
    stops = bool(boards) or (0 not in open_ and _can_be_stopped(view))
    is_disputable = bool(open_) or (stops and side is None)
    judges = organises or (is_disputable and may_judge(match, user))
    return MatchDisputes(
        lines=[_heard_dispute(dispute, view) for dispute in disputes],
        may_judge=judges,
        may_call=stops and (judges if side is None else _has_calls_left(disputes, side)),
        boards=boards,
        to_appeal=_to_appeal(match, user, disputes, now),
    )


def _heard_dispute(dispute: Dispute, view: MatchView) -> HeardDispute:
    where = _title(view.match, dispute.board) if dispute.board else ""
    return HeardDispute(dispute, _ruled(dispute, view), where)


def _title(match: Match, board: int) -> str:
    return board_title(board, is_tie_break=board > len(sizes_of(match)))


def _ruled(dispute: Dispute, view: MatchView) -> str:
    """Describe the ruling as the table does, or by its name if no table gives details."""
    if dispute.board and dispute.ruling == Dispute.Ruling.FORFEIT:
        return gettext("sanción: pierde la mesa")
    if not dispute.word:
        return str(dispute.get_ruling_display())
    names = Names(tuple(side.name for side in view.sides), None)
    return ruling(dispute.word, names)


def _can_be_stopped(view: MatchView) -> bool:
    """Return whether its table is in play, or it is played without one."""
    match, competition = view.match, view.match.competition
    if view.game is not None:
        return match.state == Match.State.CALLED and view.game.status in STOPPABLE
    on_cards = competition is not None and competition.with_cards and not competition.is_over
    return on_cards and match.state in Match.PLAYABLE


def _boards_to_stop(view: MatchView, open_: Collection[int]) -> list[Choice]:
    """Return the boards in play without an open dispute."""
    if view.match.state != Match.State.CALLED:
        return []
    boards = {board for board, game in view.tables.items() if game.status in STOPPABLE}
    return [Choice(board, _title(view.match, board)) for board in sorted(boards - set(open_))]


def _has_calls_left(disputes: Iterable[Dispute], side: int) -> bool:
    calls = [one for one in disputes if one.kind == Dispute.Kind.CALL and one.side == side]
    return len(calls) < CALLS_PER_SIDE


def _plays(side: SideView, user: User | AnonymousUser) -> bool:
    players = (player for entry in side.entries for player in entry.roster.all())
    return user.pk is not None and any(player.user_id == user.pk for player in players)


def _to_appeal(
    match: Match, user: User | AnonymousUser, disputes: Sequence[Dispute], now: datetime
) -> list[Choice]:
    """Return what the reader may appeal as a captain: the match, or boards of it."""
    if not user.is_authenticated:
        return []
    open_ = {one.board for one in disputes if one.is_open}
    results = [each for each in appealable(match, disputes, now) if each.board not in open_]
    side = side_to_appeal(match, user) if results else None
    if side is None:
        return []
    lost = [result for result in results if result.winner != side]
    return [
        Choice(result.board, _title(match, result.board) if result.board else gettext("El partido"))
        for result in lost
        if not was_asked(disputes, result, side)
    ]
