"""Services to score a match with real cards: `put_mark` is the only way onto its sheet."""

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_match
from tournaments.common.errors import (
    MatchNotOpenError,
    MatchOfBoardsError,
    NotWithCardsError,
    StaleSheetError,
    refused,
)
from tournaments.common.locks import lock_match, undecided_competition
from tournaments.common.permissions import require_judge
from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import Deal, Judged, Mark, Sheet, TimeUp, Undo, standing
from tournaments.matches.tables import add_mark, sheet_of
from tournaments.models import AuditEvent, Match, ScoreMark, ScoreSheet
from tournaments.results.services import require_scorer, write_result


class OtherActionError(RefusedError):
    code = "other-action"
    message = _("Eso ya se anotó desde esta pantalla. Fijate cómo quedó.")


class BellNotRungError(RefusedError):
    code = "bell-not-rung"
    message = _("Todavía no sonó la campana.")


class NoSuchSeatError(RefusedError):
    code = "no-such-seat"
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("En esa mesa no hay tantos lugares.")


@dataclass(frozen=True)
class MarkOutcome:
    """The outcome of a mark: the version it made, and whether this was only its echo."""

    version: int
    repeated: bool = False


@transactional
def keep_score(
    *, match_id: int, mark: Mark, seen_version: int, action_id: str, actor: User, now: datetime
) -> MarkOutcome:
    """Add one mark to the sheet of a called match; the one that closes its last game decides it.

    `action_id` was minted with the page that was tapped: the same one again returns the first
    outcome.

    Raises StaleError when the sheet has moved on, RefusedError with code `not-scorer`,
    `not-with-cards`, `match-not-open`, `other-action`, or what the sheet itself refuses:
    `past-target`, `chico-goes-on`, `nothing-to-undo`, `level-at-the-bell`; before the bell also
    `bell-not-rung`, for a seat the table has not `no-such-seat`. What a judge wrote only a judge
    takes back (`not-judge`).
    """
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    if echo := echo_of(match, mark, action_id, actor):
        return echo
    role = require_scorer(match, actor)
    if isinstance(mark, Undo):
        _require_own(last_standing(match), match, actor, now)
    return put_mark(
        match,
        mark,
        role=role,
        seen_version=seen_version,
        action_id=action_id,
        actor=actor,
        now=now,
    )


def put_mark(
    match: Match,
    mark: Mark,
    *,
    role: str,
    seen_version: int,
    action_id: str,
    actor: User,
    now: datetime,
    reason: str = "",
) -> MarkOutcome:
    """Add a mark to the sheet of a locked match, which it may decide."""
    require_called(match)
    require_possible(match, mark, now)
    sheet = sheet_of(match)
    if sheet.version != seen_version:
        raise StaleSheetError(sheet.version)
    after = added(sheet, mark, action_id, actor, now)
    if after.is_decided:
        write_result(match, after.ending, actor=actor, role=role, now=now, reason=reason)
    broadcast_match(match)
    return MarkOutcome(sheet.version)


def echo_of(match: Match, mark: Mark, action_id: str, actor: User) -> MarkOutcome | None:
    """Return the outcome of a mark that was made already; None if it is new.

    Raises RefusedError `other-action` where the id is that of another mark.
    """
    existing = match.marks.filter(action_id=action_id).first()
    if existing is None:
        return None
    if existing.value != mark or existing.by_id != actor.pk:
        raise OtherActionError()
    return MarkOutcome(existing.seq, repeated=True)


def last_standing(match: Match) -> ScoreMark | None:
    """Return the mark that an undo would take back."""
    rows = list(match.marks.order_by("seq"))
    indexes = standing([row.value for row in rows])
    return rows[indexes[-1]] if indexes else None


def _require_own(mark: ScoreMark | None, match: Match, actor: User, now: datetime) -> None:
    """Require a judge to revoke a judge's mark, and log it."""
    if mark is None or not isinstance(mark.value, Judged):
        return
    require_judge(match, actor)
    assert match.competition is not None, "casual matches have no sheet"
    audit.log_event(
        AuditEvent.Act.LIFT_PENALTY,
        competition=match.competition,
        match=match,
        actor=actor,
        now=now,
        before={"mark": mark.seq},
    )


def require_possible(match: Match, mark: Mark, now: datetime) -> None:
    """Refuse what the sheet alone cannot know: whether the bell rang, how many sit there."""
    if isinstance(mark, TimeUp) and not match.is_time_up(now):
        raise BellNotRungError()
    competition = undecided_competition(match.competition)
    if isinstance(mark, Deal) and not 0 <= mark.seat < competition.rules.seats:
        raise NoSuchSeatError()


def require_called(match: Match) -> None:
    """Refuse where no points are kept: `not-with-cards`, `match-of-boards`, `match-not-open`."""
    competition = undecided_competition(match.competition)
    if not competition.with_cards:
        raise NotWithCardsError()
    if competition.boards:
        raise MatchOfBoardsError()
    if match.state != Match.State.CALLED:
        raise MatchNotOpenError()


def added(sheet: ScoreSheet, mark: Mark, action_id: str, actor: User, now: datetime) -> Sheet:
    """Write one more mark on the sheet of a locked match, or refuse it."""
    try:
        return add_mark(sheet, mark, action_id=action_id, by=actor, now=now)
    except FormatError as error:
        raise refused(error.code) from error
