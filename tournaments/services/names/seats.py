"""What a name that gets its person, or loses them, means at the tables of its entry."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from accounts.models import User
from games.models import Game
from games.services.tables.handing import give_seat, take_seat_away
from tournaments.models import Match, MatchGame, RosterPlayer
from tournaments.services.matches.deciding import call_off

OVER = (Game.Status.FINISHED, Game.Status.ANNULLED)


def take_seats(player: RosterPlayer, matches: Iterable[Match], now: datetime) -> None:
    """Seat who a player is, wherever a robot stands in for them; the matches are locked."""
    assert player.user is not None, "the name has its person"
    if player.reserve:
        return
    for match in matches:
        for link in _open_tables(match):
            number = _seat_number(match, player)
            give_seat(game_id=link.game_id, number=number, user=player.user, now=now)


def leave_seats(player: RosterPlayer, user: User, matches: Iterable[Match], now: datetime) -> None:
    """Take the seats of a player's entry away from somebody; the matches are locked.

    A robot goes on in their place. A match that nobody has begun, and for which the entry has
    nobody left, is called off until it has.
    """
    is_attended = player.entry.roster.playing().filter(user__isnull=False).exists()
    for match in matches:
        for link in _open_tables(match):
            begun = link.number > 1 or link.game.status != Game.Status.WAITING
            if begun or is_attended:
                take_seat_away(game_id=link.game_id, user=user, now=now)
            else:
                call_off(match, now=now)


def _open_tables(match: Match) -> Iterator[MatchGame]:
    tables = match.games.filter(voided=False).exclude(game__status__in=OVER)
    yield from tables.select_related("game").order_by("number")


def _seat_number(match: Match, player: RosterPlayer) -> int:
    """Return where a player sits: the sides alternate around the table (`matches.games`)."""
    slot = match.slots.get(entry=player.entry_id)
    line_up = list(player.entry.roster.playing().values_list("pk", flat=True))
    return 2 * (slot.number - 1 + line_up.index(player.pk)) + slot.side
