"""Line-ups as they are written down, also for who named nobody."""

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
)
from tournaments.common.broadcast import broadcast_match
from tournaments.common.notifications import notify
from tournaments.formats.club_match import Standing, winner
from tournaments.matches.bracket import Decision
from tournaments.matches.player_results import points_reason
from tournaments.matches.stages import finish_match
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
    """Write down who plays at which board for one side of a locked match."""
    line_up = LineUp.objects.create(match=match, side=side, by=by, at=now)
    LineUpPlace.objects.bulk_create(
        LineUpPlace(line_up=line_up, board=board, place=place, player=player)
        for board, players in enumerate(people, start=1)
        for place, player in enumerate(players)
    )


def default_missing_line_ups(match: Match, *, now: datetime) -> None:
    """Write down the line-ups of a locked match that nobody named: the order of the list."""
    there = set(match.line_ups.values_list("side", flat=True))
    for slot in match.slots.select_related("entry"):
        if slot.side not in there and slot.entry is not None:
            people = usual_order(slot.entry, sizes_of(match))
            write_line_up(match, slot.side, people, by=None, now=now)


def line_up_tie_break(match: Match) -> None:
    """Let the first board's people play the tie-break, unless their captain sends others.

    Who has left since a board that stays is replaced.
    """
    number = len(sizes_of(match)) + 1
    for line_up in match.line_ups.exclude(places__board=number):
        LineUpPlace.objects.bulk_create(
            LineUpPlace(line_up=line_up, board=number, place=place, player=player, tie_break=True)
            for place, player in enumerate(named(line_up)[1])
        )
    replace_who_left(match, number)


def forget_who_left(match: Match) -> None:
    """Delete line-ups of a locked match that include players who left: they are named anew."""
    match.line_ups.filter(places__player__left_at__isnull=False).delete()


def replace_who_left(match: Match, board: int) -> None:
    """Let the next of the list play at a board in the place of who left; captains may send others.

    For each who leaves somebody comes, so there is one; whoever was taken out is the last.
    """
    places = LineUpPlace.objects.filter(line_up__match=match, board=board)
    gone = places.filter(player__left_at__isnull=False).select_related("line_up", "player")
    for place in gone.order_by("line_up", "place"):
        out, entry = place.line_up.taken_out, place.player.entry_id
        there = place.line_up.places.filter(tie_break=place.tie_break)
        free = RosterPlayer.objects.filter(entry=entry).exclude(pk__in=there.values("player"))
        place.player = min(free, key=lambda one: (one.pk in out, one.reserve, one.number))
        place.save(update_fields=["player"])


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
    """Fix the line-ups of a locked match before its hour is moved: who was seen stays seen."""
    if sizes_of(match) and are_open(match, now):
        default_missing_line_ups(match, now=now)
        open_boards(match, now=now)


def reopen_boards(match: Match, board: int, *, now: datetime) -> None:
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


Results = Mapping[int, BoardResult]


def decide_club_match(match: Match, *, now: datetime) -> None:
    """See what the boards of a locked match come to: its result, its tie-break, or nothing yet."""
    results = results_of(match)
    standing = standing_of(match, results)
    if standing is Standing.LEVEL:
        line_up_tie_break(match)
    if standing is not Standing.DECIDED:
        open_boards(match, now=now)
        broadcast_match(match)
        return
    side = winner({number: row.winner for number, row in results.items()})
    if all(row.walkover for row in results.values()):
        finish_match(match, Decision.walkover([] if side is None else [side]), now=now)
        return
    assert side is not None, "a board that was played was won"
    _sum_up(match, results, side, now)
    by_hand = any(row.by_id is not None and not row.walkover for row in results.values())
    finish_match(match, Decision.played(side, points_reason(match, by_hand=by_hand)), now=now)


def _sum_up(match: Match, results: Results, side: int, now: datetime) -> None:
    """Write the boards down as the games of their match: what tables and pages read of it."""
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
    """Take note of how the cards of a board ended; the match and the game are locked."""
    match.boards.create(board=board, winner=game.winner, chicos=chicos_at_table(game), at=now)
    decide_club_match(match, now=now)


def close_boards(match: Match, *, now: datetime) -> None:
    """End the window of a locked match: each board is played, or given away, by who is there.

    A robot stands in for a partner who stays away. A side of which nobody came loses that board,
    and no other.
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
    """Give a board of a locked match to one side, whatever is on its table; nobody wrote it."""
    _give(match, board, [side], now)
    decide_club_match(match, now=now)


def _give(match: Match, board: int, present: Sequence[int], now: datetime) -> None:
    clear_table(match, board, now=now)
    winner = present[0] if present else None
    match.boards.create(board=board, winner=winner, walkover=True, at=now)
