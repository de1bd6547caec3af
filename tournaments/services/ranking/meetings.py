"""How often two opponents have met at casual tables for points on one day, which is one of UTC."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from itertools import product

from accounts.models import User
from games.models import Game, Seat
from games.records.stakes import Stakes
from tournaments.formats.points import A_DAY
from tournaments.models import Match, PlayerResult

GUESTS = 0
"""All guests are one opponent: a new one comes with every visit."""
Pair = frozenset[int]
Sides = tuple[set[int], set[int]]


def met_before(game: Game, *, now: datetime) -> int:
    """Return how often those who have met most have met today, before this game was written down.

    Their rows are locked until the transaction ends, in the order of their keys: two games of
    theirs that end at once are counted one after the other.
    """
    seats = _taken(game)
    people = sorted(seat.user_id for seat in seats if seat.user_id is not None)
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=people)
    list(rows.order_by("pk").values_list("pk"))
    return _most_met(_sides_of(seats), now)


def stakes_of(*, game: Game, newcomer: User | None, now: datetime) -> Stakes | None:
    """Return what those seated can play for; or what a newcomer could on the first free seat."""
    sides = _sides_of(_taken(game))
    if newcomer is not None:
        free = game.seats.filter(user=None, robot=False, companion="").order_by("number").first()
        if free is None:
            return None
        opposite = sides[1 - free.team]
        own = {GUESTS if newcomer.is_guest else newcomer.pk}
        sides = (own, opposite)
    met = _most_met(sides, now)
    return Stakes.NONE if met >= A_DAY else Stakes.LONG if met else None


def pairs_of(rows: Iterable[tuple[int, int, int]]) -> Counter[Pair]:
    """Count how often two met who stood on opposite sides of results: (match, side, player)."""
    matches: dict[int, Sides] = defaultdict(lambda: (set(), set()))
    for match_id, side, player in rows:
        matches[match_id][side].add(player)
    return Counter(pair for sides in matches.values() for pair in _opponents(sides))


def _most_met(sides: Sides, now: datetime) -> int:
    pairs = _opponents(sides)
    people = {player for side in sides for player in side} - {GUESTS}
    if not pairs or not people:
        return 0
    met = pairs_of(_rows_of_the_day(people, now))
    return max(met[pair] for pair in pairs)


def _rows_of_the_day(people: Collection[int], now: datetime) -> list[tuple[int, int, int]]:
    """Read who stood where in the day's casual results of these people."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    of_the_day = PlayerResult.objects.filter(
        match__round=None,
        match__completed_at__gte=midnight,
        match__completed_at__lt=midnight + timedelta(days=1),
    ).exclude(match__points_reason=Match.PointsReason.PRACTICE)
    own = of_the_day.filter(user__in=people).values("match")
    rows = PlayerResult.objects.filter(match__in=own)
    found = rows.order_by().values_list("match", "side", "user", "guest")
    return [(match, side, GUESTS if guest else user) for match, side, user, guest in found]


def _taken(game: Game) -> list[Seat]:
    return list(game.seats.filter(user__isnull=False).select_related("user"))


def _sides_of(seats: Iterable[Seat]) -> Sides:
    sides: Sides = (set(), set())
    for seat in seats:
        assert seat.user is not None
        is_guest = seat.guest or seat.user.is_guest
        sides[seat.team].add(GUESTS if is_guest else seat.user.pk)
    return sides


def _opponents(sides: Sides) -> set[Pair]:
    return {frozenset(pair) for pair in product(*sides)}
