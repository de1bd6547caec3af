"""Seats at open tables when a name on a roster gains or loses its account."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game
from games.play.seats import assign_seat, release_seat
from tournaments.common import hooks
from tournaments.matches.services import undo_call
from tournaments.models import Match, MatchGame, RosterPlayer

OVER = (Game.Status.FINISHED, Game.Status.ANNULLED)


def take_seats(player: RosterPlayer, matches: Iterable[Match], now: datetime) -> None:
    """Seat the user of a player where a robot plays for the name; the matches are locked."""
    assert player.user is not None, "the name has its person"
    for match in matches:
        if match.competition is not None and match.competition.boards:
            _take_board_seats(match, player, player.user, now)
            continue
        for link in () if player.reserve else _open_tables(match):
            number = _seat_number(match, player)
            assign_seat(game_id=link.game_id, number=number, user=player.user, now=now)


def leave_seats(player: RosterPlayer, user: User, matches: Iterable[Match], now: datetime) -> None:
    """Release a user's seats of a player's entry; the matches are locked.

    A robot continues in that seat. If the match has not started and the entry has no account left,
    its call is undone until it has one.
    """
    is_attended = player.entry.roster.playing().filter(user__isnull=False).exists()
    for match in matches:
        if match.competition is not None and match.competition.boards:
            _leave_board_seats(match, player, user, now)
            continue
        for link in _open_tables(match):
            begun = link.number > 1 or link.game.status != Game.Status.WAITING
            if begun or is_attended:
                release_seat(game_id=link.game_id, user=user, now=now)
            else:
                undo_call(match, now=now)


def _take_board_seats(match: Match, player: RosterPlayer, user: User, now: datetime) -> None:
    """Seat a player at the lined-up boards, and open boards that had no player with an account."""
    for place in player.lined_up.filter(line_up__match=match).select_related("line_up"):
        number = 2 * place.place + place.line_up.side
        for link in _open_tables(match).filter(board=place.board):
            assign_seat(game_id=link.game_id, number=number, user=user, now=now)
    hooks.club_matches.open_boards(match, now=now)


def _leave_board_seats(match: Match, player: RosterPlayer, user: User, now: datetime) -> None:
    """Replace a player by a robot at boards; void the table if no account is left before play."""
    for place in player.lined_up.filter(line_up__match=match).select_related("line_up"):
        partners = place.line_up.places.filter(board=place.board, player__user__isnull=False)
        for link in _open_tables(match).filter(board=place.board):
            if hooks.club_matches.has_begun(match, place.board) or partners.exists():
                release_seat(game_id=link.game_id, user=user, now=now)
            else:
                hooks.club_matches.clear_table(match, place.board, now=now)


def _open_tables(match: Match) -> QuerySet[MatchGame]:
    tables = match.games.filter(voided=False).exclude(game__status__in=OVER)
    return tables.select_related("game").order_by("number")


def _seat_number(match: Match, player: RosterPlayer) -> int:
    """Return a player's seat: the sides alternate around the table (`matches.games`)."""
    slot = match.slots.get(entry=player.entry_id)
    line_up = list(player.entry.roster.playing().values_list("pk", flat=True))
    return 2 * (slot.number - 1 + line_up.index(player.pk)) + slot.side
