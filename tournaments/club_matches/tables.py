"""Tables, stored line-ups and the decision of a club match.

All tables open at once when the line-ups are revealed; with real cards none does. A board where a
side has no player with an account gets no table, since no player could sit down: an organiser
enters its result. Only `decide_club_match` decides the match. Sides that named no line-up get a
default one.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.common.notification_types import CALLED
from accounts.models import User
from games.models import Game
from games.play.seats import annul_game, start_game
from tournaments.club_matches.standing import (
    chicos_at_table,
    named,
    results_of,
    standing_of,
    summed_up,
    usual_order,
    winner_of,
)
from tournaments.common.broadcast import broadcast_match
from tournaments.common.notifications import notify
from tournaments.formats.club_match import Standing
from tournaments.matches.decisions import Decision, finish_match
from tournaments.matches.player_results import points_reason
from tournaments.matches.tables import (
    end_window_in_time,
    open_board,
    sides_present,
    update_sit_down_window,
)
from tournaments.models import (
    BoardResult,
    LineUp,
    LineUpPlace,
    Match,
    ResultSubmission,
    RosterPlayer,
)
from tournaments.models.club_matches import SIDES, are_open, sizes_of

Boards = Sequence[Sequence[RosterPlayer]]


def write_line_up(
    match: Match, side: int, people: Boards, *, by: User | None, now: datetime
) -> None:
    """Save the line-up of one side of a locked match."""
    line_up = LineUp.objects.create(match=match, side=side, by=by, at=now)
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, board=board, place=place, player=player)
        for board, players in enumerate(people, start=1)
        for place, player in enumerate(players)
    )


def default_missing_line_ups(match: Match, *, now: datetime) -> None:
    """Save the missing line-ups of a locked match in the order of the lists."""
    sides = set(match.line_ups.values_list("side", flat=True))
    for slot in match.slots.select_related("entry"):
        if slot.side not in sides and slot.entry is not None:
            people = usual_order(slot.entry, sizes_of(match))
            write_line_up(match, slot.side, people, by=None, now=now)


def line_up_tie_break(match: Match) -> None:
    """Line up the first board's players for the tie-break; captains may change them.

    Players who have left since are replaced.
    """
    number = len(sizes_of(match)) + 1
    for line_up in match.line_ups.exclude(places__board=number):
        LineUpPlace.objects.bulk_create(
            LineUpPlace(line_up=line_up, board=number, place=place, player=player, tie_break=True)
            for place, player in enumerate(named(line_up)[1])
        )
    replace_who_left(match, number)


def forget_who_left(match: Match) -> None:
    """Delete line-ups of a locked match that include former players. Captains name new ones."""
    match.line_ups.filter(places__player__left_at__isnull=False).delete()


def replace_who_left(match: Match, board: int) -> None:
    """Replace former players with the next of the list; captains may change them.

    Each departure brings in a new player, so there is always one. A player who was taken out comes
    last.
    """
    places = LineUpPlace.objects.filter(line_up__match=match, board=board)
    vacant = places.filter(player__left_at__isnull=False).select_related("line_up", "player")
    for place in vacant.order_by("line_up", "place"):
        out, entry = place.line_up.taken_out, place.player.entry_id
        playing = place.line_up.places.filter(tie_break=place.tie_break)
        free = RosterPlayer.objects.filter(entry=entry).exclude(pk__in=playing.values("player"))
        place.player = min(free, key=lambda one: (one.pk in out, one.reserve, one.number))
        place.save(update_fields=["player"])


Sides = Sequence[Sequence[RosterPlayer]]


def open_boards(match: Match, *, now: datetime, window: timedelta | None = None) -> bool:
    """Open the tables that a locked match should have by now; return whether there were any.

    Players get the usual time to sit down, counted from now. Players who are still sitting down at
    another board get the same: a match has one window.
    """
    competition = match.competition
    assert competition is not None, "casual matches have no boards"
    is_due = match.state == Match.State.CALLED and are_open(match, now)
    if competition.with_cards or not is_due:
        return False
    default_missing_line_ups(match, now=now)
    to_open = list(_without_table(match))
    if not to_open:
        return False
    until = now + (window or timedelta(minutes=competition.sit_down_minutes))
    match.sit_by = max(match.sit_by or until, until)
    match.save(update_fields=["sit_by"])
    for board, sides in to_open:
        open_board(match, board, sides, now=now)
    update_sit_down_window(match, competition)
    end_window_in_time(match)
    broadcast_match(match)
    notify(CALLED, match.pk)
    return True


def keep_revealed_line_ups(match: Match, *, now: datetime) -> None:
    """Fix the visible line-ups of a locked match before its hour moves, so that they stay."""
    if sizes_of(match) and are_open(match, now):
        default_missing_line_ups(match, now=now)
        open_boards(match, now=now)


def reopen_boards(match: Match, board: int, *, now: datetime) -> None:
    """Void the waiting table of a board and open another for its current players."""
    clear_table(match, board, now=now)
    open_boards(match, now=now, window=timedelta(seconds=settings.NEXT_GAME_WINDOW))


def clear_table(match: Match, board: int, *, now: datetime) -> None:
    """Void the game of a board, which opens its seed, and drop its disputes."""
    links = match.games.filter(board=board, voided=False)
    games = list(links.values_list("game_id", flat=True))
    for game_id in games:
        annul_game(game_id=game_id, now=now)
    match.disputes.filter(game__in=games).drop(now)
    links.update(voided=True)


def has_begun(match: Match, board: int) -> bool:
    """Return whether a board is over, or its game may be in progress."""
    tables = match.games.filter(board=board, voided=False)
    is_played = tables.exclude(game__status=Game.Status.WAITING).exists()
    return is_played or match.boards.standing().filter(board=board).exists()


def _without_table(match: Match) -> Iterator[tuple[int, Sides]]:
    """Yield the due boards that can be played without a table yet, with their players."""
    results, boards = results_of(match), len(sizes_of(match))
    is_level = standing_of(match, results) is Standing.LEVEL
    started = {*results, *match.games.filter(voided=False).values_list("board", flat=True)}
    people = _people(match)
    for board in range(1, boards + 1 + is_level):
        sides = [people.get((board, side), []) for side in SIDES]
        if board not in started and all(map(_is_attended, sides)):
            yield board, sides


def _is_attended(players: Sequence[RosterPlayer]) -> bool:
    return any(player.user_id is not None for player in players)


def _people(match: Match) -> dict[tuple[int, int], list[RosterPlayer]]:
    """Return the players by board and side, in their seating order."""
    rows = LineUpPlace.objects.filter(line_up__match=match)
    places = rows.select_related("line_up", "player__user").order_by("board", "place")
    players: dict[tuple[int, int], list[RosterPlayer]] = {}
    for place in places:
        players.setdefault((place.board, place.line_up.side), []).append(place.player)
    return players


Results = Mapping[int, BoardResult]


def decide_club_match(match: Match, *, now: datetime) -> None:
    """Decide a locked match from its boards: set the result, or open the boards that remain."""
    results = results_of(match)
    standing = standing_of(match, results)
    if standing is Standing.LEVEL:
        line_up_tie_break(match)
    if standing is not Standing.DECIDED:
        open_boards(match, now=now)
        broadcast_match(match)
        return
    side = winner_of(match, results)
    if all(row.walkover for row in results.values()):
        finish_match(match, Decision.walkover([] if side is None else [side]), now=now)
        return
    _sum_up(match, results, side, now)
    by_hand = any(row.by_id is not None and not row.walkover for row in results.values())
    finish_match(match, Decision.played(side, points_reason(match, by_hand=by_hand)), now=now)


def _sum_up(match: Match, results: Results, side: int | None, now: datetime) -> None:
    """Write the boards as the games of their match, for tables and pages."""
    by_hand = [row for row in results.values() if row.by_id is not None]
    last = max(by_hand, key=lambda row: (row.at, row.pk), default=None)
    ResultSubmission.objects.create(
        match=match,
        number=match.reopened,
        chicos=summed_up(match, results),
        winner=side,
        submitted_by=last.by if last else None,
        role=ResultSubmission.Role.BOARDS,
        at=now,
    )


def board_finished(match: Match, board: int, game: Game, *, now: datetime) -> None:
    """Record the result of a board's game. The match and the game are locked."""
    match.boards.create(board=board, winner=game.winner, chicos=chicos_at_table(game), at=now)
    decide_club_match(match, now=now)


def close_boards(match: Match, *, now: datetime) -> None:
    """End the sit-down window of a locked match: start or award each waiting board.

    A robot replaces a partner who is absent. A side without any player loses that board only.
    """
    waiting = match.games.filter(voided=False, game__status=Game.Status.WAITING)
    for link in list(waiting.select_related("game").order_by("game_id")):
        present = sides_present(link.game)
        if len(present) > 1:
            start_game(game_id=link.game_id, now=now)
        else:
            _give(match, link.board, present, now)
    decide_club_match(match, now=now)


def give_board(match: Match, board: int, side: int, *, now: datetime) -> None:
    """Award a board of a locked match to one side, with no author. Its table is voided."""
    _give(match, board, [side], now)
    decide_club_match(match, now=now)


def _give(match: Match, board: int, present: Sequence[int], now: datetime) -> None:
    clear_table(match, board, now=now)
    winner = present[0] if present else None
    match.boards.create(board=board, winner=winner, walkover=True, at=now)
