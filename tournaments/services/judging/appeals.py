"""Appeals: a captain asks the organisers to take back what was not decided by the cards.

Of several boards each is appealed for itself; a match that was given away as a whole, as a whole.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.values.notices import JUDGE
from games.services.outages import time_lost
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import (
    AuditEvent,
    BoardResult,
    Competition,
    Dispute,
    Match,
    RosterPlayer,
)
from tournaments.results.boards import results_of
from tournaments.services import audit
from tournaments.services.boards.again import play_again
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_match
from tournaments.services.matches.corrections import lock_cascade, reopen_match
from tournaments.services.telling import tell

NONE = timedelta()
PATIENCE = timedelta(hours=24)  # after the result, without the time the site stood still
CAPTAIN = 1
GIVEN = (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER)
SANCTIONS = (Dispute.Ruling.POINTS, Dispute.Ruling.LOSS)
CLOSED = (Competition.State.CANCELLED, Competition.State.ARCHIVED)
WHOLE = 0  # no board: the match


@dataclass(frozen=True)
class Given:
    """What absence or a sanction decided: the match, or one of its boards."""

    board: int
    winner: int | None
    at: datetime


def appealable(match: Match, disputes: Iterable[Dispute], now: datetime) -> list[Given]:
    """Return what was decided by absence or by a sanction, and not too long ago.

    A sanction decided what has the instant of its ruling.
    """
    sanctions = {(one.board, one.ruled_at) for one in disputes if one.ruling in SANCTIONS}
    found = [
        Given(row.board, row.winner, row.at)
        for row in _boards(match)
        if row.walkover or (row.board, row.at) in sanctions
    ]
    at = match.completed_at
    was_sanctioned = match.state == Match.State.COMPLETED and (WHOLE, at) in sanctions
    if at is not None and (match.state in GIVEN or was_sanctioned):
        found.insert(0, Given(WHOLE, match.winner, at))
    return [given for given in found if _is_in_time(given, now)]


def _is_in_time(given: Given, now: datetime) -> bool:
    late = now - (given.at + PATIENCE)
    return late <= NONE or late <= time_lost(since=given.at, now=now)


def side_to_appeal(match: Match, user: User) -> int | None:
    """Return the side for which a captain may appeal what it did not win."""
    sides = RosterPlayer.objects.filter(entry__slots__match=match, user=user, number=CAPTAIN)
    side: int | None = sides.values_list("entry__slots__side", flat=True).first()
    return side


@retrying
@transaction.atomic
def appeal(*, match_id: int, actor: User, text: str, now: datetime, board: int = WHOLE) -> Dispute:
    """Ask for a match, or a board of it, to be played after all: once per side, within a day.

    Raises RefusedError `no-competition`, `wrong-state`, `not-your-appeal`, `reason-missing`,
    `nothing-to-appeal` or `already-appealed`.
    """
    match = lock_match(match_id)
    if match is None or match.competition is None:
        raise RefusedError("no-competition")
    if match.competition.state in CLOSED:
        raise RefusedError("wrong-state")
    side = _appealing(match, board, actor, text, now)
    asked = Dispute.objects.create(
        match=match,
        board=board,
        kind=Dispute.Kind.APPEAL,
        raised_by=actor,
        side=side,
        text=text,
        opened_at=now,
    )
    audit.record(
        AuditEvent.Act.APPEAL,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        reason=text,
        after={"board": board} if board else {},
    )
    announce_competition(match.competition.pk)
    tell(JUDGE, asked.pk, without=actor)
    return asked


@retrying
@transaction.atomic
def answer_appeal(*, dispute_id: int, actor: User, granted: bool, note: str, now: datetime) -> None:
    """Let the result stand, or take it back so that the match, or the board, is played.

    Raises RefusedError `not-organiser`, `reason-missing`, `already-ruled`, or what
    `reopen_match` and `play_again` raise.
    """
    match_id = Dispute.objects.values_list("match_id", flat=True).get(pk=dispute_id)
    match = lock_cascade(match_id).match
    competition = match.competition
    assert competition is not None, "only matches of competitions are appealed"
    require_organiser(competition, actor)
    if not note.strip():
        raise RefusedError("reason-missing")
    asked = match.disputes.get(pk=dispute_id)
    if not asked.is_open or asked.kind != Dispute.Kind.APPEAL:
        raise RefusedError("already-ruled")
    asked.ruling = Dispute.Ruling.GRANTED if granted else Dispute.Ruling.UPHELD
    asked.note, asked.ruled_by, asked.ruled_at = note, actor, now
    asked.save(update_fields=["ruling", "note", "ruled_by", "ruled_at"])
    audit.record(
        AuditEvent.Act.ANSWER_APPEAL,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=note,
        after={"ruling": asked.ruling, **({"board": asked.board} if asked.board else {})},
    )
    if granted and asked.board:
        play_again(match_id=match_id, board=asked.board, actor=actor, reason=note, now=now)
    elif granted:
        reopen_match(match_id=match_id, actor=actor, reason=note, now=now)
    announce_competition(competition.pk)


def _appealing(match: Match, board: int, actor: User, text: str, now: datetime) -> int:
    """Return the side that may appeal a board of a locked match, or all of it (0)."""
    side, disputes = side_to_appeal(match, actor), list(match.disputes.all())
    lately = appealable(match, disputes, now)
    given = next((each for each in lately if each.board == board), None)
    if side is None or side == (given.winner if given else match.winner):
        raise RefusedError("not-your-appeal")
    if not text.strip():
        raise RefusedError("reason-missing")
    if given is None:
        raise RefusedError("nothing-to-appeal")
    is_open = any(one.is_open and one.board == board for one in disputes)
    if is_open or was_asked(disputes, given, side):
        raise RefusedError("already-appealed")
    return side


def was_asked(disputes: Iterable[Dispute], given: Given, side: int) -> bool:
    """Tell whether a side has appealed this very decision, and was or will be answered."""
    of_side = (
        one
        for one in disputes
        if (one.kind, one.board, one.side) == (Dispute.Kind.APPEAL, given.board, side)
    )
    return any(one.opened_at >= given.at and one.ruling != Dispute.Ruling.MOOT for one in of_side)


def _boards(match: Match) -> Iterable[BoardResult]:
    """Return how the boards of a match ended; where it has none nothing is asked."""
    has_boards = match.competition is not None and match.competition.boards
    return results_of(match).values() if has_boards else ()
