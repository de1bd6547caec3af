"""Scores entered by hand: legs (chicos) make games, games make the match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.results_table import Pair
from tournaments.formats.series import VERDICTS, Series, Verdict


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

    A game `stopped` by the bell (`round_time_limit`) is won by the side `ahead`, if it decides.
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
    winners = [_ahead(chico) for chico in chicos]
    return winners.count(0), winners.count(1)


def _ahead(chico: Pair) -> int:
    return 0 if chico[0] > chico[1] else 1
