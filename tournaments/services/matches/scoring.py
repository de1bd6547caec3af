"""Keeping the points of a match with real cards: `keep_score` is the one way onto its sheet."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError, StaleError
from games.services.retry import retrying
from tournaments.formats.errors import FormatError
from tournaments.formats.sheet import Deal, Mark, Sheet, TimeUp
from tournaments.models import Match, ScoreMark, ScoreSheet
from tournaments.services.hints import announce_match
from tournaments.services.locks import lock_match, undecided_competition
from tournaments.services.matches.round_clock import has_rung
from tournaments.services.matches.sheets import add_mark, sheet_of
from tournaments.services.matches.submissions import require_scorer, write_result


@dataclass(frozen=True)
class Noted:
    """What became of a mark: the version it made, and whether this was only its echo."""

    version: int
    repeated: bool = False


@retrying
@transaction.atomic
def keep_score(
    *, match_id: int, mark: Mark, seen_version: int, action_id: str, actor: User, now: datetime
) -> Noted:
    """Add one mark to the sheet of a called match; the one that closes its last game decides it.

    `action_id` was minted with the page that was tapped: the same one again returns the first
    outcome.

    Raises StaleError when the sheet has moved on, RefusedError with code `not-scorer`,
    `not-with-cards`, `match-not-open`, `other-action`, or what the sheet itself refuses:
    `past-target`, `chico-goes-on`, `nothing-to-undo`, `level-at-the-bell`; before the bell also
    `bell-not-rung`, for a seat the table has not `no-such-seat`.
    """
    match = lock_match(match_id)
    assert match is not None, "only sweeps skip what is locked"
    if known := match.marks.filter(action_id=action_id).first():
        return _echo(known, mark, actor)
    role = require_scorer(match, actor)
    require_called(match)
    require_possible(match, mark, now)
    sheet = sheet_of(match)
    if sheet.version != seen_version:
        raise StaleError(sheet.version)
    after = added(sheet, mark, action_id, actor, now)
    if after.is_decided:
        write_result(match, after.ending, actor=actor, role=role, now=now)
    announce_match(match)
    return Noted(sheet.version)


def _echo(known: ScoreMark, mark: Mark, actor: User) -> Noted:
    if known.value != mark or known.by_id != actor.pk:
        raise RefusedError("other-action")
    return Noted(known.seq, repeated=True)


def require_possible(match: Match, mark: Mark, now: datetime) -> None:
    """Refuse what the sheet alone cannot know: whether the bell rang, how many sit there."""
    if isinstance(mark, TimeUp) and not has_rung(match, now):
        raise RefusedError("bell-not-rung")
    competition = undecided_competition(match.competition)
    if isinstance(mark, Deal) and not 0 <= mark.seat < competition.rules.seats:
        raise RefusedError("no-such-seat")


def require_called(match: Match) -> None:
    """Refuse with `not-with-cards` or `match-not-open` where no points are kept."""
    if not undecided_competition(match.competition).with_cards:
        raise RefusedError("not-with-cards")
    if match.state != Match.State.CALLED:
        raise RefusedError("match-not-open")


def added(sheet: ScoreSheet, mark: Mark, action_id: str, actor: User, now: datetime) -> Sheet:
    """Write one more mark on the sheet of a locked match, or refuse it."""
    try:
        return add_mark(sheet, mark, action_id=action_id, by=actor, now=now)
    except FormatError as refused:
        raise RefusedError(refused.code) from refused
