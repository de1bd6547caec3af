"""The score of a match: legs (chicos) make games, a series of games makes the match.

At the bell of a timed round (R-S5) the hand is finished and the leader wins. If the sides are
level, one more hand is played, unless the match may end level. The leader in games wins the match,
otherwise the leader in chicos of the current game, otherwise in its points. The current game is
won only if it decides the match; its points count as played.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.errors import FormatError
from tournaments.formats.options import ROUND_GAMES, FormatOptions

Pair = tuple[int, int]
"""A figure of each side, the first side's first."""
MOST_GAMES, MOST_ROUNDS = 7, 32  # of a match, and in a list of games by round
SHORTEST_ROUND, LONGEST_ROUND = 10, 180  # minutes of a timed round


class Verdict(StrEnum):
    """Result of a match; NEITHER is a double walkover, DRAW occurs in tables only."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"


VERDICTS = (Verdict.FIRST, Verdict.SECOND)
"""The verdict for a win of each side."""


@dataclass(frozen=True)
class Series:
    """A match of at most `best_of` games; if it `plays_all`, of exactly as many.

    By default a truco match: a third game only at 1-1.
    """

    best_of: int = 3
    plays_all: bool = False

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    def wins(self, winners: Sequence[Verdict]) -> tuple[int, int]:
        """Return the games won by each side so far."""
        return winners.count(Verdict.FIRST), winners.count(Verdict.SECOND)

    def verdict(self, winners: Sequence[Verdict], *, draw_allowed: bool) -> Verdict | None:
        """Return the verdict as soon as a side has enough wins; None while games remain."""
        self._check(winners)
        first, second = self.wins(winners)
        is_won = not self.plays_all and self.wins_needed in (first, second)
        if len(winners) < self.best_of and not is_won:
            return None
        if first != second:
            return Verdict.FIRST if first > second else Verdict.SECOND
        if not draw_allowed:
            raise FormatError("tie-in-elimination")
        return Verdict.DRAW

    def _check(self, winners: Sequence[Verdict]) -> None:
        if any(winner not in VERDICTS for winner in winners):
            raise FormatError("game-without-winner")
        was_won = not self.plays_all and self.wins_needed in self.wins(winners[:-1])
        if was_won or len(winners) > self.best_of:
            raise FormatError("game-after-the-end")


@dataclass(frozen=True)
class MatchUnit:
    """Length of a match: points of a chico, chicos of a game, maximum games.

    A match that `plays_all` of its games may end level; any other ends once it is won.
    """

    target: int
    legs_to_win: int = 1
    best_of: int = 1
    plays_all: bool = False

    @property
    def series(self) -> Series:
        return Series(self.best_of, plays_all=self.plays_all)

    def verdict(self, winners: Sequence[Verdict]) -> Verdict | None:
        """Return how these games end the match; None while it continues."""
        return self.series.verdict(winners, draw_allowed=self.plays_all)

    def winner_of(self, chico: Pair) -> int:
        """Return the side that won: it has the target, and the other less."""
        least, most = sorted(chico)
        if most != self.target or not 0 <= least < most:
            raise FormatError("impossible-score", *chico)
        return chico.index(most)


@dataclass(frozen=True)
class WrittenGame:
    """A finished game; most have one chico.

    A game `stopped` by the bell is won by the side `ahead`, if it decides.
    """

    chicos: tuple[Pair, ...]
    stopped: bool = False
    ahead: int | None = None

    @property
    def score(self) -> Pair:
        """The points of its last chico, as a table of the site stores them."""
        return self.chicos[-1]

    @property
    def winner(self) -> int | None:
        """The side that won its last chico, and with it the game."""
        return self.ahead if self.stopped else _ahead(self.score)

    @property
    def legs(self) -> Pair:
        """The number of chicos each side won."""
        return won(self.chicos)


def split(
    chicos: Iterable[Pair], measure: MatchUnit
) -> tuple[tuple[WrittenGame, ...], tuple[Pair, ...]]:
    """Return the games that finished chicos make, and the chicos of the unfinished game."""
    games: list[WrittenGame] = []
    going: tuple[Pair, ...] = ()
    for chico in chicos:
        winner = measure.winner_of(chico)
        going = (*going, chico)
        if won(going)[winner] == measure.legs_to_win:
            games.append(WrittenGame(going))
            going = ()
    return tuple(games), going


def decided(chicos: Sequence[Pair], measure: MatchUnit) -> tuple[WrittenGame, ...]:
    """Return the games of a match that these chicos decide exactly, or raise FormatError."""
    games, going = split(chicos, measure)
    if measure.verdict(winners(games)) is None:
        raise FormatError("series-open")
    if going:
        raise FormatError("game-after-the-end")
    return games


def winners(games: Sequence[WrittenGame]) -> list[Verdict]:
    """Return the winners of the games that have one."""
    return [VERDICTS[game.winner] for game in games if game.winner is not None]


def won(chicos: Sequence[Pair]) -> Pair:
    """Return the number of chicos each side won."""
    sides = [_ahead(chico) for chico in chicos]
    return sides.count(0), sides.count(1)


def _ahead(chico: Pair) -> int:
    return 0 if chico[0] > chico[1] else 1


@dataclass(frozen=True)
class Ending:
    """The games and the winner of a match, None if it is drawn; and whether the bell ended it."""

    games: tuple[WrittenGame, ...]
    winner: int | None
    by_time: bool = False

    @property
    def is_stopped(self) -> bool:
        """Whether its last game was stopped by the bell."""
        return self.games[-1].stopped


def leader(*counts: Pair) -> int | None:
    """Return the side ahead in the first pair that is not level."""
    return next((0 if first > second else 1 for first, second in counts if first != second), None)


def decide_match(chicos: Sequence[Pair], measure: MatchUnit, *, rung: bool) -> Ending:
    """Return the result of these chicos; after the bell the last one may be unfinished.

    Raises FormatError `impossible-score`, `series-open`, `game-after-the-end` or, if the sides are
    level at the bell of a match that cannot be drawn, `level-at-the-bell`.
    """
    if not (rung and chicos):
        games = decided(chicos, measure)
        return Ending(games, leader(measure.series.wins(winners(games))))
    *before, last = chicos
    if _is_running(last, measure):
        return _at_the_bell(*split(before, measure), last, measure)
    return _at_the_bell(*split(chicos, measure), (0, 0), measure)


def _at_the_bell(
    games: tuple[WrittenGame, ...], going: tuple[Pair, ...], points: Pair, measure: MatchUnit
) -> Ending:
    """Decide by the finished games, then by the chicos and points of the unfinished one."""
    wins = measure.series.wins(winners(games))
    running = going if points == (0, 0) else (*going, points)
    verdict = measure.verdict(winners(games))
    if verdict is not None and running:
        raise FormatError("game-after-the-end")
    if verdict is not None:
        return Ending(games, leader(wins))
    winner = leader(wins, won(going), points)
    if winner is None and not measure.plays_all:
        raise FormatError("level-at-the-bell")
    if not running:
        return Ending(games, winner, by_time=True)
    return Ending((*games, stopped_game(games, WrittenGame(running), winner)), winner, by_time=True)


def stopped_game(
    before: Sequence[WrittenGame], last: WrittenGame, winner: int | None
) -> WrittenGame:
    """Return a match's last game as the bell stopped it: won only if the others are level."""
    is_level = leader(Series().wins(winners(before))) is None
    return WrittenGame(last.chicos, stopped=True, ahead=winner if is_level else None)


def can_time_rounds(round_minutes: int | None, round_days: int | None) -> bool:
    """Return whether rounds can be timed: rounds of days have no clock."""
    return round_minutes is None or round_days is None


def _is_running(chico: Pair, measure: MatchUnit) -> bool:
    """Return whether both sides are below the target."""
    if min(chico) < 0:
        raise FormatError("impossible-score", *chico)
    return max(chico) < measure.target


def read_round_games(text: str) -> tuple[int, ...]:
    """Return the games of a match in the first rounds of a stage: `1,1,3`; empty if the text is.

    Rounds after the last one that is named have as many games as that one. Where all games are
    played the figures are fixed numbers, else the most games of a match.

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
