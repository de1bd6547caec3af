"""The tables of a match of several boards: all are opened at once, as soon as line-ups are seen.

With real cards none is. A board of which nobody of a side has an account gets none either: nobody
could sit down, and an organiser writes down how it ended.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.values.notices import CALLED
from games.models import Game
from games.services.tables.seating import annul_game
from tournaments.formats.boards import Standing
from tournaments.models import LineUpPlace, Match, RosterPlayer
from tournaments.results.boards import SIDES, are_open, results_of, sizes_of, standing_of
from tournaments.services.boards.writing import settle
from tournaments.services.hints import announce_match
from tournaments.services.matches.games import end_window_in_time, open_board, show_window
from tournaments.services.telling import tell

Sides = Sequence[Sequence[RosterPlayer]]


def open_boards(match: Match, *, now: datetime, window: timedelta | None = None) -> bool:
    """Open the tables that a locked match should have by now; return whether there were any.

    Their people have the usual time to sit down, counted from now; so have people who still sit
    down at another board: a match has one window.
    """
    competition = match.competition
    assert competition is not None, "casual matches have no boards"
    is_due = match.state == Match.State.CALLED and are_open(match, now)
    if competition.with_cards or not is_due:
        return False
    settle(match, now=now)
    to_open = list(_without_table(match))
    if not to_open:
        return False
    until = now + (window or timedelta(minutes=competition.sit_down_minutes))
    match.sit_by = max(match.sit_by or until, until)
    match.save(update_fields=["sit_by"])
    for board, sides in to_open:
        open_board(match, board, sides, now=now)
    show_window(match, competition)
    end_window_in_time(match)
    announce_match(match)
    tell(CALLED, match.pk)
    return True


def keep_seen(match: Match, *, now: datetime) -> None:
    """Fix the line-ups of a locked match before its hour is moved: who was seen stays seen."""
    if sizes_of(match) and are_open(match, now):
        settle(match, now=now)
        open_boards(match, now=now)


def open_anew(match: Match, board: int, *, now: datetime) -> None:
    """Void the table of a board at which people still sit down, and open another for who plays."""
    clear_table(match, board, now=now)
    open_boards(match, now=now, window=timedelta(seconds=settings.NEXT_GAME_WINDOW))


def clear_table(match: Match, board: int, *, now: datetime) -> None:
    """Void what a board has on a table: its seed is opened, and nobody is asked about it."""
    links = match.games.filter(board=board, voided=False)
    games = list(links.values_list("game_id", flat=True))
    for game_id in games:
        annul_game(game_id=game_id, now=now)
    match.disputes.filter(game__in=games).drop(now)
    links.update(voided=True)


def has_begun(match: Match, board: int) -> bool:
    """Tell whether a board is over, or its cards may be on the move."""
    tables = match.games.filter(board=board, voided=False)
    is_played = tables.exclude(game__status=Game.Status.WAITING).exists()
    return is_played or match.boards.standing().filter(board=board).exists()


def _without_table(match: Match) -> Iterator[tuple[int, Sides]]:
    """Yield the boards that are to be played and can be, with who sits there for either side."""
    results, boards = results_of(match), len(sizes_of(match))
    is_level = standing_of(match, results) is Standing.LEVEL
    known = {*results, *match.games.filter(voided=False).values_list("board", flat=True)}
    people = _people(match)
    for board in range(1, boards + 1 + is_level):
        sides = [people.get((board, side), []) for side in SIDES]
        if board not in known and all(map(_is_attended, sides)):
            yield board, sides


def _is_attended(players: Sequence[RosterPlayer]) -> bool:
    return any(player.user_id is not None for player in players)


def _people(match: Match) -> dict[tuple[int, int], list[RosterPlayer]]:
    """Return who sits at which board for which side, as they sit."""
    places = LineUpPlace.objects.filter(line_up__match=match)
    found: dict[tuple[int, int], list[RosterPlayer]] = {}
    whole = places.select_related("line_up", "player__user").order_by("board", "place")
    for place in whole:
        found.setdefault((place.board, place.line_up.side), []).append(place.player)
    return found
