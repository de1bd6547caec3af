"""Tie-breaks: pure functions of a table, an entry and the entries tied with it.

A higher value is better. The Buchholz family and Sonneborn-Berger follow the FIDE Handbook, C.07,
in the edition of the table: August 2024 or March 2026. If rounds are paired by results, article
16 defines the value of an unplayed round for the entry itself (`_opponent_score`) and for its
opponents (`Table.adjusted`). If all matches were known in advance, a match that neither side
attended counts like any other (15.2).
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any

from tournaments.formats.pairing import VOLUNTARY, Id, Outcome
from tournaments.formats.results_table import Appearance, Table
from tournaments.formats.seeding import tiebreak_lot
from tournaments.formats.series import Pair


class TieBreak(StrEnum):
    """The names by which a stage lists its tie-breaks."""

    POINTS = "points"
    HEAD_TO_HEAD = "head-to-head"
    HEAD_TO_HEAD_RESTART = "head-to-head-restart"
    DIRECT_ENCOUNTER = "direct-encounter"
    GAMES = "games"
    CHICO_POINTS = "chico-points"
    WINS = "wins"  # not in C.07: it counts walkovers and no byes; for older competitions
    WIN = "win"
    WON = "won"
    FEWEST_WALKOVERS = "fewest-walkovers"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    BUCHHOLZ_MEDIAN = "buchholz-median"
    SONNEBORN_BERGER = "sonneborn-berger"
    PROGRESSIVE = "progressive"
    KOYA = "koya"
    LADDER = "ladder"  # the place in a list that challenges change
    LOT = "lot"


ROUND_ROBIN = (
    TieBreak.POINTS,
    TieBreak.HEAD_TO_HEAD_RESTART,
    TieBreak.GAMES,
    TieBreak.CHICO_POINTS,
    TieBreak.WIN,
    TieBreak.FEWEST_WALKOVERS,
    TieBreak.LOT,
)
SWISS = (
    TieBreak.POINTS,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.DIRECT_ENCOUNTER,
    TieBreak.WIN,
    TieBreak.LOT,
)


def points(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    return table.scores[entry]


def head_to_head(table: Table[Id], entry: Id, tied: Collection[Id]) -> float:
    """Return the points from the matches of the tied entries among themselves."""
    own = table.appearances[entry]
    return sum(table.score(one) for one in own if one.opponent in tied)


def direct_encounter(table: Table[Id], entry: Id, tied: Collection[Id]) -> float:
    """Return head-to-head points if all tied entries have met each other, else 0."""
    everybody_met = all(
        {*tied, None} - {one}
        <= {None, *(appearance.opponent for appearance in table.appearances[one])}
        for one in tied
    )
    return head_to_head(table, entry, tied) if everybody_met else 0


def games(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return games won less games lost."""
    return sum(_difference(one.games) for one in table.appearances[entry])


def chico_points(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return points made in the games less points conceded."""
    return sum(_difference(one.chico_points) for one in table.appearances[entry])


def _difference(pair: Pair) -> int:
    return pair[0] - pair[1]


def wins(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    return _count(table, entry, Outcome.WIN)


def win(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the number of rounds that gave as much as a win, played or not (article 7.1).

    Where points of games are added up, those are the matches won and the byes of a whole win.
    """
    own, as_win = table.appearances[entry], table.scale.win
    if table.tantos:
        return sum(one.outcome in (Outcome.WIN, Outcome.BYE) for one in own)
    return sum(one.outcome is Outcome.WIN or table.score(one) >= as_win for one in own)


def won(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the number of matches won by playing them (article 7.2)."""
    own = table.appearances[entry]
    return sum(one.outcome is Outcome.WIN and one.is_played for one in own)


def fewest_walkovers(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the negative number of absences."""
    return -_count(table, entry, Outcome.ABSENCE)


def _count(table: Table[Id], entry: Id, outcome: Outcome) -> int:
    return sum(one.outcome is outcome for one in table.appearances[entry])


def buchholz(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the sum of the opponents' scores (article 8.1)."""
    return sum(_opponents_scores(table, entry))


def buchholz_cut_1(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return Buchholz without the lowest score (article 14.1)."""
    return sum(_without_the_first_cut(table, entry))


def buchholz_median(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return Buchholz without the lowest score, as above, and the highest (article 14.3)."""
    return sum(_without_the_first_cut(table, entry)[:-1])


def sonneborn_berger(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the scores of beaten opponents, and half of those of drawn ones (article 9.1)."""
    share = {Outcome.WIN: 1, Outcome.BYE: 1, Outcome.DRAW: 0.5, Outcome.HALF_BYE: 0.5}
    return sum(
        share.get(one.outcome, 0) * _opponent_score(table, entry, one) for one in table.lived[entry]
    )


def _opponents_scores(table: Table[Id], entry: Id) -> list[float]:
    return sorted(_opponent_score(table, entry, one) for one in table.lived[entry])


def _without_the_first_cut(table: Table[Id], entry: Id) -> list[float]:
    """Return the opponents' scores without the lowest; a voluntary unplayed round goes first.

    So an entry cannot improve what is cut by staying away (article 16.5).
    """
    scores = _opponents_scores(table, entry)
    if table.is_fixed:
        return scores[1:]
    missed = [one for one in table.lived[entry] if one.outcome in VOLUNTARY]
    if missed:
        scores.remove(min(_opponent_score(table, entry, one) for one in missed))
        return scores
    return scores[1:]


def _opponent_score(table: Table[Id], entry: Id, appearance: Appearance[Id]) -> float:
    """Return the score of the opponent; in a round not played, of a dummy (16.4)."""
    met = appearance.opponent if appearance.is_played or table.is_fixed else None
    return table.dummy_score(entry, appearance) if met is None else table.adjusted[met]


def progressive(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the sum of the scores after each round: early points count more often."""
    own = table.appearances[entry]
    last = max((one.round for every in table.appearances.values() for one in every), default=0)
    return sum(table.score(one) * (last - one.round + 1) for one in own)


def koya(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the points won against entries with at least half of the possible points."""
    strong = {
        other
        for other, own in table.appearances.items()
        if 2 * table.scores[other] >= len(own) * table.scale.win
    }
    return sum(table.score(one) for one in table.appearances[entry] if one.opponent in strong)


def ladder_place(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the negative place in the ladder: the first is the best."""
    return -(table.ladder.index(entry) + 1)


def draw_of_lots(table: Table[Id], entry: Id, _tied: Collection[Id]) -> float:
    """Return the lot from the published seed, which always decides."""
    return tiebreak_lot(table.lot_seed, entry)


Rule = Callable[[Table[Any], Any, Collection[Any]], float]
RULES: Mapping[TieBreak, Rule] = {
    TieBreak.POINTS: points,
    TieBreak.HEAD_TO_HEAD: head_to_head,
    TieBreak.HEAD_TO_HEAD_RESTART: head_to_head,
    TieBreak.DIRECT_ENCOUNTER: direct_encounter,
    TieBreak.GAMES: games,
    TieBreak.CHICO_POINTS: chico_points,
    TieBreak.WINS: wins,
    TieBreak.WIN: win,
    TieBreak.WON: won,
    TieBreak.FEWEST_WALKOVERS: fewest_walkovers,
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT_1: buchholz_cut_1,
    TieBreak.BUCHHOLZ_MEDIAN: buchholz_median,
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.PROGRESSIVE: progressive,
    TieBreak.KOYA: koya,
    TieBreak.LADDER: ladder_place,
    TieBreak.LOT: draw_of_lots,
}
RESTARTING = frozenset({TieBreak.HEAD_TO_HEAD_RESTART})
"""Tie-breaks computed again among the entries they left level, while their number decreases."""
