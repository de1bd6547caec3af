"""I9: matches of several boards: what their boards say is their result, line-ups are whole."""

from collections.abc import Callable, Iterator

from django.db.models import F

from games.models import Game
from tournaments.formats.boards import Standing, winner
from tournaments.formats.by_time import ended
from tournaments.formats.errors import FormatError
from tournaments.models import BoardResult, LineUp, LineUpPlace, Match, MatchGame
from tournaments.results.boards import (
    chicos_at_table,
    measure_of_board,
    named,
    results_of,
    sizes_of,
    standing_of,
    summed_up,
)
from tournaments.results.endings import written_of
from tournaments.services.locks import WHOLE
from tournaments.verify.violation import Violation, found

BATCH = 500
IN_BOARDS = "round__group__stage__competition__boards"


def matches_of_boards_were_won_at_them() -> Iterator[Violation]:
    """I9: what the boards come to is the result of the match, and is what tables read of it."""
    played = Match.objects.filter(state=Match.State.COMPLETED).exclude(**{IN_BOARDS: ""})
    whole = played.filter(round__isnull=False).select_related(WHOLE).prefetch_related("submissions")
    for match in whole.order_by("pk").iterator(chunk_size=BATCH):
        results = results_of(match)
        won = {number: row.winner for number, row in results.items()}
        if standing_of(match, results) is not Standing.DECIDED or winner(won) != match.winner:
            yield found("I9", match, "its boards do not say who won it")
        elif [list(map(list, game.chicos)) for game in written_of(match)] != summed_up(
            match, results
        ):
            yield found("I9", match, "its boards are not what was summed up of them")


def boards_end_as_games_do() -> Iterator[Violation]:
    """I9: a board that was played ended by points that can be, and its winner made them."""
    rows = BoardResult.objects.standing().select_related(f"match__{WHOLE}")
    for row in rows.order_by("pk").iterator(chunk_size=BATCH):
        if row.match.competition is None or not row.match.competition.boards:
            yield found("I9", row, "its match has no boards")
        elif not row.walkover and not _can_be(row):
            yield found("I9", row, "no board ends so")


def boards_at_tables_are_their_cards() -> Iterator[Violation]:
    """I9: what nobody wrote down or gave away is how the cards of that board ended, and back."""
    tables = MatchGame.objects.filter(voided=False, board__gt=0)
    over = tables.filter(game__status=Game.Status.FINISHED).select_related("game")
    ended = {(link.match_id, link.board): link.game for link in over.iterator(chunk_size=BATCH)}
    rows = BoardResult.objects.standing().filter(by__isnull=True, walkover=False)
    for row in rows.order_by("pk").iterator(chunk_size=BATCH):
        game = ended.pop((row.match_id, row.board), None)
        if game is None or (row.winner, row.chicos) != (game.winner, chicos_at_table(game)):
            yield found("I9", row, "the cards of its table do not say so")
    for (match, board), game in ended.items():
        yield found("I9", game, f"board {board} of match {match} does not count it")


def line_ups_are_whole() -> Iterator[Violation]:
    """I9: every board of a line-up has its people, all of them of the side's entry."""
    for line_up in LineUp.objects.select_related(f"match__{WHOLE}").order_by("pk"):
        boards, sizes = named(line_up), sizes_of(line_up.match)
        if tuple(len(boards.get(number, ())) for number in range(1, len(sizes) + 1)) != sizes:
            yield found("I9", line_up, "somebody is missing, or one too many")
    own = LineUpPlace.objects.filter(
        line_up__match__slots__side=F("line_up__side"),
        line_up__match__slots__entry=F("player__entry"),
    )
    for place in LineUpPlace.objects.exclude(pk__in=own.values("pk")).order_by("pk"):
        yield found("I9", place, "who plays there is of another entry")


Check = Callable[[], Iterator[Violation]]
BOARD_CHECKS: tuple[Check, ...] = (
    matches_of_boards_were_won_at_them,
    boards_end_as_games_do,
    boards_at_tables_are_their_cards,
    line_ups_are_whole,
)


def _can_be(row: BoardResult) -> bool:
    try:
        ending = ended([(a, b) for a, b in row.chicos], measure_of_board(row.match), rung=False)
    except FormatError:
        return False
    return ending.winner == row.winner
