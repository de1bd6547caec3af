"""Matches of several boards for tests, with real cards or at tables: games are to five points."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game
from tests.tournaments.cups import a_running_cup, match_at, sit, win
from tournaments.club_matches import line_ups, results
from tournaments.matches.services import call_match
from tournaments.models import Competition, Entry, Match, RosterPlayer

WON = ([(5, 2)], [(1, 5)])
"""A board as either side wins it."""


def a_club_cup(
    organiser: User, now: datetime, *, boards: str = "1,1,1", entries: int = 2, **terms: Any
) -> Competition:
    """A running competition of clubs, by default two that play one match."""
    how = {"with_cards": True, **terms}
    return a_running_cup(organiser, now, entries=entries, boards=boards, **how)


def a_live_match(organiser: User, now: datetime, **terms: Any) -> Match:
    """Two clubs whose boards are played at tables of the site; both line-ups are in."""
    match = match_at(a_club_cup(organiser, now, with_cards=False, **terms), 1, 1)
    call_and_name(match, now)
    return match


def table_at(match: Match, board: int) -> Game:
    """The newest table of a board."""
    return match.games.filter(board=board).select_related("game").latest("pk").game


def sit_at(match: Match, board: int, now: datetime, *sides: int) -> Game:
    """Whoever plays there sits down, of both sides or of these; each at an address of their own."""
    game = table_at(match, board)
    for seat in game.seats.filter(user__isnull=False).select_related("user"):
        if not sides or seat.team in sides:
            sit(game, seat.user, now=now, address=f"{board}.{seat.number}")
    return game


def win_board(match: Match, board: int, winner: int, now: datetime) -> datetime:
    """A board is played to its end at its table."""
    now = win(sit_at(match, board, now), winner, now)
    match.refresh_from_db()
    return now


def entry_of(match: Match, side: int) -> Entry:
    """Return the players of a side."""
    entry = match.slots.get(side=side).entry
    assert entry is not None
    return entry


def captain_of(match: Match, side: int) -> User:
    captain = entry_of(match, side).roster.captains().get().user
    assert captain is not None
    return captain


def roster_of(match: Match, side: int) -> list[RosterPlayer]:
    """Everybody of a side, in their order."""
    return list(entry_of(match, side).roster.order_by("number"))


def name(
    match: Match, side: int, now: datetime, order: Sequence[int] = (), *, by: User | None = None
) -> bool:
    """A captain names a line-up by numbers of the roster, in the order of the boards."""
    roster = {player.number: player.pk for player in roster_of(match, side)}
    competition = match.competition
    assert competition is not None
    numbers = iter(order or sorted(roster))
    boards = [[roster[next(numbers)] for _ in range(size)] for size in competition.board_sizes]
    return line_ups.name_line_up(
        match_id=match.pk,
        entry_id=entry_of(match, side).pk,
        boards=boards,
        actor=by or captain_of(match, side),
        now=now,
    )


def call_and_name(match: Match, now: datetime, *, first: Sequence[int] = ()) -> None:
    """Call a match and let both captains name their line-ups, the first one's in this order."""
    call_match(match_id=match.pk, now=now)
    for side, order in enumerate((first, ())):
        name(match, side, now, order)
    match.refresh_from_db()


def play(match: Match, organiser: User, now: datetime, *winners: int) -> None:
    """Write down the boards that are due, each won by one of the sides."""
    first = match.boards.standing().count() + 1
    for board, winner in enumerate(winners, start=first):
        results.write_board(
            match_id=match.pk, board=board, chicos=WON[winner], actor=organiser, now=now
        )
    match.refresh_from_db()
