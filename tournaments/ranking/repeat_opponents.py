"""Detection of opponents who seem to play only for points, for review by people."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

from django.db.models import QuerySet

from accounts.models import Club, Membership, User
from tournaments.formats.ranking_points import A_GAME
from tournaments.models import PlayerResult

LOOKED_AT = timedelta(days=30)
MANY, LOPSIDED = 8, 0.9
MOST_SHOWN = 100
Pair = tuple[int, int]
"""Two opponents, the smaller key first."""


@dataclass(frozen=True)
class RepeatOpponents:
    """Casual games for points between two opponents; `first` won `won` of them."""

    first: User
    second: User
    games: int
    won: int
    short: int
    is_often: bool
    is_lopsided: bool

    @property
    def lost(self) -> int:
        """Return the number of games the second player won."""
        return self.games - self.won


@dataclass
class _PairRecord:
    games: int = 0
    won: int = 0  # by the first of the pair
    short: int = 0

    @property
    def is_lopsided(self) -> bool:
        """Whether one of them nearly always wins, and mostly at once."""
        most = max(self.won, self.games - self.won)
        return most >= LOPSIDED * self.games and self.short * 2 >= self.games


def may_watch(reader: User) -> bool:
    """Return whether this reader may review series: site staff and club organisers may."""
    return reader.may_operate or reader.memberships.filter(role__in=Membership.ORGANISERS).exists()


def suspicious_series(reader: User, *, now: datetime) -> list[RepeatOpponents]:
    """Return what the reader should know: site staff of all, organisers of their clubs' members."""
    met = _count_pairs(_results(now))
    others = _meetings_with_others(met)
    reasons = {
        pair: (one.games >= 3 * max(others[pair, user] for user in pair), one.is_lopsided)
        for pair, one in met.items()
        if one.games >= MANY
    }
    flagged = {pair: why for pair, why in reasons.items() if any(why) and _is_shown(pair, reader)}
    people = User.objects.in_bulk({user for pair in flagged for user in pair})
    listed = (
        _name_opponents(people[first], people[second], met[first, second], *why)
        for (first, second), why in flagged.items()
    )
    return sorted(listed, key=lambda one: -one.games)[:MOST_SHOWN]


def _results(now: datetime) -> QuerySet[PlayerResult]:
    lately = PlayerResult.objects.filter(
        guest=False, match__round=None, match__completed_at__gt=now - LOOKED_AT
    )
    return lately.exclude(match__points_reason="practice").order_by("match")


def _count_pairs(results: QuerySet[PlayerResult]) -> dict[Pair, _PairRecord]:
    matches: dict[int, tuple[bool, int, list[list[int]]]] = {}
    hands = "match__games__game__start__number"
    columns = ("match", "match__winner", "side", "user", hands)
    for match, winner, side, user, number in results.values_list(*columns):
        record = matches.setdefault(match, ((number or 0) < A_GAME, winner, [[], []]))
        record[2][side].append(user)
    met: dict[Pair, _PairRecord] = defaultdict(_PairRecord)
    for is_short, winner, sides in matches.values():
        for one, other in product(*sides):
            pair = (min(one, other), max(one, other))
            row = met[pair]
            row.games += 1
            row.won += (pair[0] == one) == (winner == 0)
            row.short += is_short
    return met


def _meetings_with_others(met: dict[Pair, _PairRecord]) -> Counter[tuple[Pair, int]]:
    """Return how often each of a pair has met the one they met most besides."""
    by_user: dict[int, list[tuple[int, Pair]]] = defaultdict(list)
    for pair, one in met.items():
        for user in pair:
            by_user[user].append((one.games, pair))
    return Counter(dict(_besides(by_user)))


def _besides(
    by_user: dict[int, list[tuple[int, Pair]]],
) -> Iterator[tuple[tuple[Pair, int], int]]:
    for user, meetings in by_user.items():
        (most, usual), *rest = sorted(meetings, reverse=True)
        yield (usual, user), rest[0][0] if rest else 0
        yield from (((pair, user), most) for _, pair in rest)


def _is_shown(pair: Iterable[int], reader: User) -> bool:
    """Whether both are members of a club that the reader organises; staff see all."""
    if reader.may_operate:
        return True
    clubs = Club.objects.organised_by(reader)
    for user in pair:
        clubs = clubs.filter(memberships__user=user)
    return clubs.exists()


def _name_opponents(
    first: User, second: User, met: _PairRecord, is_often: bool, is_lopsided: bool
) -> RepeatOpponents:
    """Order the two players, the one with more wins first."""
    if met.won * 2 < met.games:
        first, second, won = second, first, met.games - met.won
    else:
        won = met.won
    return RepeatOpponents(first, second, met.games, won, met.short, is_often, is_lopsided)
