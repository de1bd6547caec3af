"""A board that was given to a side, or decided by a judge, is played after all."""

from datetime import datetime

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Entry, Match
from tournaments.results.boards import sizes_of
from tournaments.services.boards.kept import Kept
from tournaments.services.boards.line_ups import lock_boards
from tournaments.services.boards.tables import clear_table, open_boards
from tournaments.services.boards.writing import replace_who_left
from tournaments.services.hints import announce_match
from tournaments.services.matches.corrections import reopen_match


def play_again(*, match_id: int, board: int, actor: User, reason: str, now: datetime) -> None:
    """Take the result of one board back; the others stay, with who played, but for a tie-break.

    Of a match that is decided the result is taken back with it. Raises RefusedError as
    `lock_boards` and `corrections.reopen_match` do, and `left-since` where a side has left.
    """
    match = Match.objects.get(pk=match_id)
    if match.state in Match.PLAYABLE:
        match = lock_boards(match_id)
    else:
        match = _open_again(match, board, actor=actor, reason=reason, now=now)
    tie_break = len(sizes_of(match)) + 1
    for number in sorted({board, tie_break}):
        clear_table(match, number, now=now)
        match.boards.standing().filter(board=number).update(voided=True)
        match.disputes.filter(board=number).drop(now)
        replace_who_left(match, number)
    if not open_boards(match, now=now):
        announce_match(match)


def _open_again(match: Match, board: int, *, actor: User, reason: str, now: datetime) -> Match:
    """Take a decided match back; the boards that stay count again, as they stood."""
    if match.slots.filter(entry__state=Entry.State.WITHDRAWN).exists():
        raise RefusedError("left-since")
    kept = Kept.of(match)
    reopen_match(match_id=match.pk, actor=actor, reason=reason, now=now, keeps_line_ups=True)
    opened = lock_boards(match.pk)
    for number in kept.results:
        if number != board:
            kept.count_again(number)
    return opened
