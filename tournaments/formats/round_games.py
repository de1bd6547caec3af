"""The number of games of the matches of each round of a stage: `1,1,3`.

Rounds after the last one that is named have as many games as that one. Where all games are played
the figures are fixed numbers, else the most games of a match.
"""

from collections.abc import Iterator, Sequence

from tournaments.formats.errors import FormatError
from tournaments.formats.options import ROUND_GAMES, FormatOptions

MOST_GAMES, MOST_ROUNDS = 7, 32


def read_round_games(text: str) -> tuple[int, ...]:
    """Return the games of the first rounds; empty if the text is.

    Raises FormatError `bad-round-games`.
    """
    marks = text.replace(",", " ").split()
    is_read = all(len(mark) == 1 and "1" <= mark <= str(MOST_GAMES) for mark in marks)
    if not is_read or len(marks) > MOST_ROUNDS:
        raise FormatError("bad-round-games")
    return tuple(map(int, marks))


def games_of_round(games: Sequence[int], number: int, usual: int) -> int:
    """Return the games of a round, counted from 1; without a list the usual number."""
    return games[min(number, len(games)) - 1] if games else usual


def misfits_of_round_games(
    shape: FormatOptions, *, all_games: bool, boards: bool
) -> Iterator[tuple[str, str]]:
    """Yield why a list cannot be played: an even number needs that all games are played."""
    try:
        games = read_round_games(shape.round_games)
    except FormatError as error:
        yield ROUND_GAMES.name, error.code
        return
    if games and boards:
        yield ROUND_GAMES.name, "boards-are-games"
    elif not all_games and any(number % 2 == 0 for number in games):
        yield ROUND_GAMES.name, "even-round-games"
