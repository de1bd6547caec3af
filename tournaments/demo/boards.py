"""A match of several boards, played by hand: hidden line-ups, then a result for each board."""

from collections.abc import Iterator
from datetime import datetime
from random import Random

from accounts.models import User
from tournaments.formats.boards import Standing
from tournaments.models import Entry, Match, RosterPlayer
from tournaments.results.boards import are_open, measure_of_board, results_of, sizes_of, standing_of
from tournaments.services.boards.line_ups import name_line_up
from tournaments.services.boards.results import write_board


def play_boards(match: Match, organiser: User, chance: Random, now: datetime) -> None:
    """Let both captains name whom they send, and write every board down, also a tie-break."""
    name_both(match, chance, now)
    for number in _due(match):
        write_board(
            match_id=match.pk,
            board=number,
            chicos=_chicos(match, chance),
            actor=organiser,
            now=now,
        )


def name_both(match: Match, chance: Random, now: datetime) -> None:
    """Let both captains name whom they send, as long as nobody sees it."""
    for slot in match.slots.select_related("entry").order_by("side"):
        if slot.entry is not None and not are_open(match, now):
            _name(match, slot.entry, chance, now)


def _name(match: Match, entry: Entry, chance: Random, now: datetime) -> None:
    """Send the players of an entry to the boards in any order."""
    people = list(entry.roster.order_by("number"))
    captain = next(one.user for one in people if one.number == RosterPlayer.CAPTAIN)
    assert captain is not None, "robots play here"
    chance.shuffle(people)
    sent = iter(people)
    boards = [[next(sent).pk for _ in range(size)] for size in sizes_of(match)]
    name_line_up(match_id=match.pk, entry_id=entry.pk, boards=boards, actor=captain, now=now)


def _due(match: Match) -> Iterator[int]:
    """Yield the boards in their order, and after them the tie-break where it is needed."""
    boards = len(sizes_of(match))
    yield from range(1, boards + 1)
    if standing_of(match, results_of(match)) is Standing.LEVEL:
        yield boards + 1


def _chicos(match: Match, chance: Random) -> list[tuple[int, int]]:
    measure = measure_of_board(match)
    loser = chance.randrange(measure.target)
    score = (measure.target, loser) if chance.random() < 1 / 2 else (loser, measure.target)
    return [score] * measure.legs_to_win
