"""Americano: players enter alone and get another partner in every round.

A round is drawn when the previous one is over, from the players present and what they have
played: who rests, the partners and the opponents. If a whist plan exists for the number of
players, and all rounds so far belong to it, the round is its next one: everyone partners everyone
once and opposes everyone twice. Otherwise it follows an unplayed row of the Berger tables, so no
two players are partners twice before everyone has partnered everyone. If players left or arrived,
it is the nearest possible round to such a row.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.format import Format
from tournaments.formats.options import (
    BY_TANTOS,
    BYE_POINTS,
    BYES,
    COUNTING,
    LATE_ENTRIES,
    LATE_POINTS,
    SWISS_ROUNDS,
    FormatOptions,
)
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id, SwissPairing
from tournaments.formats.play import ChangingPartners
from tournaments.formats.round_robin import LARGEST_TABLE, round_robin, rounds_per_cycle
from tournaments.formats.swiss_field import Contender
from tournaments.formats.tie_breaks import TieBreak
from tournaments.formats.whist import Pair, WhistRound, make_pair, whist_plan

SEATS = 4
REPEATED = 1000  # a repeated partnership costs more than leaving the row

Resting = tuple[int, ...]
Times = Mapping[Pair, int]
"""Number of times two players were partners, or opponents."""


@dataclass(frozen=True)
class Row:
    """A round of the Berger tables: its pairs, and the players without a partner."""

    pairs: frozenset[Pair]
    free: Resting


@dataclass(frozen=True)
class History:
    """Rests, rounds without a game, partnerships and meetings of a field so far, by rank."""

    rests: Sequence[int]
    unplayed: Sequence[int]
    together: Times
    against: Times


def usual_rounds(entries: int) -> int:
    """Return the rounds after which almost all have been partners, up to the allowed maximum."""
    return min(rounds_per_cycle(entries), SWISS_ROUNDS.most or 0)


def draw_round(contenders: Sequence[Contender[Id]]) -> tuple[SwissPairing[Id], ...]:
    """Return the matches of a round, then the resting players.

    Rests differ by one at most. Partners repeat only if unavoidable. Without a whist plan,
    opponents are as even as they can be in this round.
    """
    field = sorted(contenders, key=lambda one: one.seed)
    history = _history(field)
    planned = _planned(history)
    if planned is not None:
        tables, resting = planned.tables, planned.resting
    else:
        row, resting = _row_and_rest(history)
        tables = tuple(_tables(history, _partners(history, row, resting)))
    at_tables = [
        make_table(*([field[rank].entry for rank in pair] for pair in table)) for table in tables
    ]
    return (*at_tables, *(SwissPairing(field[rank].entry, None) for rank in resting))


def _history(field: Sequence[Contender[Id]]) -> History:
    ranks: dict[Hashable, int] = {one.entry: rank for rank, one in enumerate(field)}
    return History(
        [one.byes for one in field],
        [one.unplayed for one in field],
        _counted(ranks, [one.partners for one in field]),
        _counted(ranks, [one.opponents for one in field]),
    )


def _counted(ranks: Mapping[Hashable, int], met: Sequence[Iterable[Hashable]]) -> Times:
    """Count each pair once, although both players list it."""
    return Counter(
        (rank, ranks[other])
        for rank, others in enumerate(met)
        for other in others
        if rank < ranks.get(other, -1)
    )


def _planned(history: History) -> WhistRound | None:
    """Return the next round of the whist plan, if all rounds so far belong to it."""
    plan = whist_plan(len(history.rests))
    times = [min(history.together[pair] for table in one.tables for pair in table) for one in plan]
    together, against, rests = Counter[Pair](), Counter[Pair](), Counter[int]()
    for one, often in zip(plan, times, strict=True):
        for table in one.tables:
            together.update(dict.fromkeys(table, often))
            against.update({make_pair(*two): often for two in product(*table)})
        rests.update(dict.fromkeys(one.resting, often))
    follows = (together, against) == (history.together, history.against)
    if not plan or not follows or any(rests[rank] != n for rank, n in enumerate(history.rests)):
        return None
    return plan[times.index(min(times))]


def _rows(size: int) -> Iterator[Row]:
    for round_ in round_robin(range(size)):
        yield Row(
            frozenset(make_pair(one.first, one.second) for one in round_ if one.second is not None),
            tuple(one.first for one in round_ if one.second is None),
        )


def _row_and_rest(history: History) -> tuple[Row, Resting]:
    """Return the row with the fewest pairs that were partners before or are broken by rests."""
    size = len(history.rests)
    if size < SEATS:
        return Row(frozenset(), ()), tuple(range(size))
    candidates = [(row, _resting(history, row)) for row in _rows(size)]
    return min(candidates, key=lambda each: _off(history, *each))


def _resting(history: History, row: Row) -> Resting:
    """Return the players who rest: those with the fewest rests, in whole pairs if equally fair.

    Of these, those who missed fewer rounds: who has just come plays.
    """
    size = len(history.rests)
    number = size % SEATS
    fair = sorted(range(size), key=lambda rank: (*_rested(history, [rank]), rank))[:number]
    pairs = sorted(row.pairs, reverse=True) if number > len(row.free) else [()]
    whole = ((*pair, *row.free) for pair in pairs)
    least = _rested(history, fair)
    as_fair = (each for each in whole if number and _rested(history, each) == least)
    return next(as_fair, tuple(fair))


def _rested(history: History, resting: Sequence[int]) -> tuple[int, int]:
    """Return the rests of these players so far, and their rounds without a game."""
    return (
        sum(history.rests[rank] for rank in resting),
        sum(history.unplayed[rank] for rank in resting),
    )


def _off(history: History, row: Row, resting: Resting) -> tuple[int, int]:
    played = sum(history.together[pair] for pair in row.pairs if not set(pair) <= set(resting))
    broken = sum(len({*pair} & {*resting}) == 1 for pair in row.pairs)
    alone = len({*row.free} - {*resting})
    return played + broken + alone, played


def _partners(history: History, row: Row, resting: Resting) -> list[Pair]:
    playing = [rank for rank in range(len(history.rests)) if rank not in resting]
    return _matched(
        {
            pair: REPEATED * history.together[pair] ** 2 + (pair not in row.pairs)
            for pair in combinations(playing, 2)
        }
    )


def _tables(history: History, pairs: Sequence[Pair]) -> list[tuple[Pair, Pair]]:
    """Return matches of the pairs that have met least often.

    Costs are squared: a second meeting costs more than two first ones.
    """
    costs = {
        (one, other): sum(
            (history.against[make_pair(*two)] + 1) ** 2
            for two in ((first, second) for first in pairs[one] for second in pairs[other])
        )
        for one, other in combinations(range(len(pairs)), 2)
    }
    return [(pairs[one], pairs[other]) for one, other in _matched(costs)]


def _matched(costs: Mapping[Pair, int]) -> list[Pair]:
    return sorted({make_pair(*two) for two in cheapest_partners(costs).items()})


def make_table(one: Sequence[Id], other: Sequence[Id]) -> SwissPairing[Id]:
    """Return the match of two pairs of players."""
    (first, beside_first), (second, beside_second) = one, other
    return SwissPairing(first, second, partners=((beside_first,), (beside_second,)))


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, swiss_rounds=shape.swiss_rounds or usual_rounds(entries))


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    return (Batch(entries // SEATS),) * (shape.swiss_rounds or 0)


TIE_BREAKS = (
    TieBreak.POINTS,
    TieBreak.CHICO_POINTS,
    TieBreak.WIN,
    TieBreak.GAMES,
    TieBreak.FEWEST_WALKOVERS,
    TieBreak.LOT,
)

AMERICANO = Format(
    name="americano",
    play=ChangingPartners(draw_round, least=SEATS, together=SEATS // 2),
    choices=(
        *(SWISS_ROUNDS, BY_TANTOS, LATE_ENTRIES, LATE_POINTS, BYES, BYE_POINTS),
        *COUNTING,
    ),
    least=SEATS,
    most=LARGEST_TABLE,
    seats=(SEATS,),
    tie_breaks=TIE_BREAKS,
    offered=(*TIE_BREAKS, TieBreak.WON, TieBreak.PROGRESSIVE, TieBreak.WINS),
    decide=_decide,
    outline=_outline,
)
