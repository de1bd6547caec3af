"""Results per player, stored with each match; the ledger is computed from these rows.

Also counts how often two opponents met at casual tables for points on one day (UTC).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit
from accounts.models import User
from games.models import Action, Game, Seat, SeatAddress
from games.play.packed_logs import read_log
from games.play.stakes import Stakes
from tournaments.formats import ranking_points
from tournaments.formats.ranking_points import A_DAY, Circumstances
from tournaments.models import (
    LineUpPlace,
    Match,
    MatchGame,
    PlayerResult,
    PointsEntry,
    RosterPlayer,
)

GUESTS = 0
"""All guests are one opponent: a new one comes with every visit."""
Pair = frozenset[int]
Sides = tuple[set[int], set[int]]


def games_met_today(game: Game, *, now: datetime) -> int:
    """Return the most meetings today of two opponents in a game that is not yet recorded.

    Locks their rows in the order of their keys until the transaction ends, so that two of their
    games that end at the same time are counted one after the other.
    """
    seats = _user_seats(game)
    people = sorted(seat.user_id for seat in seats if seat.user_id is not None)
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=people)
    list(rows.order_by("pk").values_list("pk"))
    return _most_met(_sides_of(seats), now)


def stakes_of(*, game: Game, newcomer: User | None, address: str, now: datetime) -> Stakes | None:
    """Return unusual stakes of the seated players, or with a newcomer on the first free seat.

    `address` is the keyed hash of the newcomer's address.
    """
    addresses = list(
        SeatAddress.objects.filter(seat__game=game, seat__user__isnull=False).values_list(
            "seat__user", "key"
        )
    )
    if newcomer is not None and address:
        addresses.append((newcomer.pk, address))
    if ranking_points.share_a_network(addresses) and _share(addresses, now):
        return Stakes.NETWORK
    sides = _sides_of(_user_seats(game))
    if newcomer is not None:
        free = game.seats.filter(user=None, robot=False, companion="").order_by("number").first()
        if free is None:
            return None
        opposite = sides[1 - free.team]
        own = {GUESTS if newcomer.is_guest else newcomer.pk}
        sides = (own, opposite)
    met = _most_met(sides, now)
    return Stakes.NONE if met >= A_DAY else Stakes.LONG if met else None


def trusted_players(user_ids: Collection[int], now: datetime) -> set[int]:
    """Return the accounts whose games with their own address count.

    They have won or lost games at tables of the site that scored, on other addresses, for a while.
    Results that were taken back and games of a possible ring do not count.
    """
    scored = PointsEntry.objects.filter(
        user__in=user_ids,
        points__gt=0,
        provenance=PointsEntry.Provenance.TABLE,
        number=F("match__reopened"),
        match__hold=None,
    )
    counts = scored.order_by().values("user").annotate(games=Count("pk"), first=Min("at"))
    since = now - timedelta(days=ranking_points.TRUSTED_DAYS)
    old = counts.filter(games__gte=ranking_points.TRUSTED_GAMES, first__lte=since)
    return set(old.values_list("user", flat=True))


def _share(addresses: Collection[tuple[int, str]], now: datetime) -> bool:
    trusted = trusted_players({user for user, _ in addresses}, now)
    return ranking_points.share_a_network(addresses, trusted)


def pairs_of(rows: Iterable[tuple[int, int, int]]) -> Counter[Pair]:
    """Count how often two players were opponents in results: (match, side, player)."""
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
    """Read the sides of these players in the day's casual results."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    of_the_day = PlayerResult.objects.filter(
        match__round=None,
        match__completed_at__gte=midnight,
        match__completed_at__lt=midnight + timedelta(days=1),
    ).exclude(match__points_reason=Match.PointsReason.PRACTICE)
    own = of_the_day.filter(user__in=people).values("match")
    rows = PlayerResult.objects.filter(match__in=own)
    players = rows.order_by().values_list("match", "side", "user", "guest")
    return [(match, side, GUESTS if guest else user) for match, side, user, guest in players]


def _user_seats(game: Game) -> list[Seat]:
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


RANKING_TASK = "tournaments.tasks.update_ranking"


def record_players(match: Match, *, by_hand: bool) -> None:
    """Write a row for each person, account or guest in this result, and queue it for ranking.

    The caller saves `awaits_ranking`. With `by_hand` the result was written down: a match without
    boards then counts for its rosters, any other result for the players at its table.
    """
    _record(match, _results(match, by_hand=by_hand))


def record_same_players(match: Match) -> None:
    """Credit a corrected result to the players of the result that it replaces.

    The roster may have changed since: players who joined later did not play the match. If nobody
    had played it, as in a walkover, the present players keep the credit. A player for whom a robot
    played stays marked.
    """
    replaced = match.reopened - 1
    if not match.revoked.filter(number=replaced, state=Match.State.COMPLETED).exists():
        return
    before = match.player_results.filter(number=replaced)
    rows = before.annotate(is_guest=_was_guest(match, "user")).order_by("pk")
    columns = ("person", "user", "side", "automatic", "is_guest")
    played = [
        _result(match, person, user, side, automatic=by_robot, guest=guest)
        for person, user, side, by_robot, guest in rows.values_list(*columns)
    ]
    if played:
        match.player_results.filter(number=match.reopened).delete()
        _record(match, played)
        match.save(update_fields=["awaits_ranking"])


def complete_players(match: Match) -> None:
    """Add the players to a stored result who have got a person since; nothing else changes."""
    competition = match.competition
    by_hand = match.points_reason == Match.PointsReason.BY_HAND or (
        competition is not None and competition.with_cards
    )
    recorded = match.player_results.filter(number=match.reopened, person__isnull=False)
    persons = {None, *recorded.values_list("person", flat=True)}
    results = _results(match, by_hand=by_hand)
    new = [each for each in results if each.user_id is None and each.person_id not in persons]
    if new:
        _record(match, new)
        match.save(update_fields=["awaits_ranking"])


def _record(match: Match, results: Iterable[PlayerResult]) -> None:
    created = PlayerResult.objects.bulk_create(_once_each(results))
    match.awaits_ranking = match.awaits_ranking or bool(created)
    if match.awaits_ranking:
        on_commit(enqueue, RANKING_TASK, match.pk)


def _once_each(results: Iterable[PlayerResult]) -> Iterator[PlayerResult]:
    """Leave out a person on both sides, who left one entry and came back with the other."""
    seen: set[int | None] = set()
    for result in results:
        if result.person_id is None or result.person_id not in seen:
            seen.add(result.person_id)
            yield result


def points_reason(
    match: Match, *, by_hand: bool = False, has_tables: bool = True
) -> Match.PointsReason:
    """Return why a played match of a competition scores or not (docs/ranking.md).

    A result entered by hand counts for all tables of the match, voided ones included; with several
    boards, for the tables of the boards that were written down. Without `has_tables` there never
    was one.
    """
    competition = match.competition
    assert competition is not None, "a casual game has reasons of its own"
    in_one_hall = competition.with_cards or (competition.presencial and not by_hand)
    how = Circumstances(
        competitive=not _is_against_robots(match),
        presencial=in_one_hall,
        by_hand=by_hand,
        shared_network=has_tables
        and not (in_one_hall or competition.presencial)
        and _share_a_network(match, _tables(match, by_hand=by_hand)),
    )
    return Match.PointsReason(ranking_points.points_reason(how))


def casual_reason(match: Match, game: Game, *, now: datetime) -> Match.PointsReason:
    """Return why a casual game that has just ended scores or not.

    The caller has locked the players.
    """
    how = Circumstances(
        competitive=not Seat.objects.filter(game__match_game__match=match, robot=True).exists(),
        shared_network=_share_a_network(match, match.games.all(), now),
        met=games_met_today(game, now=now),
        hands=(game.start or {}).get("number", 0),
    )
    return Match.PointsReason(ranking_points.points_reason(how))


def _is_against_robots(match: Match) -> bool:
    """Return whether people and robots play in one match of a competition, on screens."""
    if match.competition is not None and match.competition.with_cards:
        return False
    players = RosterPlayer.objects.filter(entry__slots__match=match).order_by()
    kinds = set(players.values_list("user__is_robot", flat=True).distinct())
    return True in kinds and len(kinds) > 1  # None is somebody without an account


def _tables(match: Match, *, by_hand: bool) -> QuerySet[MatchGame]:
    if not by_hand:
        return match.games.filter(voided=False)
    if match.competition is None or not match.competition.boards:
        return match.games.all()
    recorded = match.boards.standing().filter(by__isnull=False, walkover=False)
    return match.games.filter(Q(voided=False) | Q(board__in=recorded.values("board")))


def _share_a_network(
    match: Match, tables: QuerySet[MatchGame], now: datetime | None = None
) -> bool:
    """Return whether two players of a board, or of the table, share a network.

    With `now`, for a casual table, trusted players may share one. Players taken out of a board's
    line-up are ignored.
    """
    addresses = SeatAddress.objects.filter(
        seat__game__match_game__in=tables, seat__user__isnull=False
    )
    acted = list(addresses.values_list("seat__game__match_game__board", "seat__user", "key"))
    lined_up: set[tuple[Any, Any]] = set()
    if any(board for board, _, _ in acted):
        places = LineUpPlace.objects.filter(line_up__match=match)
        lined_up = set(places.values_list("board", "player__user"))
    by_board: dict[object, list[tuple[Any, Any]]] = {}
    for board, user, key in acted:
        if board and (board, user) not in lined_up:
            continue
        by_board.setdefault(board, []).append((user, key))
    shared = [each for each in by_board.values() if ranking_points.share_a_network(each)]
    return bool(shared) and (now is None or any(_share(each, now) for each in shared))


def _was_guest(match: Match, user: str) -> Q:
    """Return whether a row's user is a guest, was one at a table of the match or in a result."""
    guest = {"guest": True, "user": OuterRef(user)}
    at_table = Seat.objects.filter(game__match_game__match=match, **guest)
    earlier = PlayerResult.objects.filter(match=match, **guest).order_by()
    return Q(**{f"{user}__is_guest": True}) | Exists(at_table) | Exists(earlier)


def _results(match: Match, *, by_hand: bool) -> Iterator[PlayerResult]:
    competition = match.competition
    match match.state:
        case Match.State.COMPLETED if competition is not None and competition.boards:
            yield from _from_the_boards(match)
        case Match.State.COMPLETED if by_hand:
            yield from _from_the_rosters(match)
        case Match.State.COMPLETED:
            yield from _from_the_table(match)
        case Match.State.WALKOVER | Match.State.DOUBLE_WALKOVER:
            yield from _from_the_rosters(match)
        case Match.State.ANNULLED if match.called_at:
            yield from _from_the_rosters(match)


def _from_the_table(match: Match) -> Iterator[PlayerResult]:
    """Yield a result for each player of the last game, marking those a robot played it for."""
    last = match.games.filter(voided=False).latest("number")
    absent = find_substituted_seats(last.game)
    seats = Seat.objects.filter(game_id=last.game_id, user__isnull=False).order_by("number")
    sat = seats.annotate(is_guest=_was_guest(match, "user"))
    persons = _persons_by_account(match)
    for number, user, automatic, guest in sat.values_list(
        "number", "user", "automatic", "is_guest"
    ):
        by_robot = automatic or (last.game_id, number) in absent
        yield _result(match, persons.get(user), user, number % 2, automatic=by_robot, guest=guest)


def find_substituted_seats(game: Game) -> set[tuple[int, int]]:
    """Return the seats, by game and number, whose player did fewer than half of their acts.

    Without this, a player could leave a game to the robots and come back for its last card.
    """
    made: Counter[int] = Counter()
    own: Counter[int] = Counter()
    for row in read_log(game):
        if row.by not in Action.HOUSE:
            made[row.seat] += 1
            own[row.seat] += row.by == Action.By.PERSON
    people = {seat.number for seat in game.seats.all() if not seat.robot}
    return {(game.pk, seat) for seat in people if made[seat] > 2 * own[seat]}


def _persons_by_account(match: Match) -> dict[int | None, int | None]:
    """Return the persons of the players who sit with an account, or as guests."""
    if match.round_id is None:
        return {}
    players = RosterPlayer.ever.filter(entry__slots__match=match, user__isnull=False)
    return dict(players.order_by().values_list("user", "person"))


def _from_the_boards(match: Match) -> Iterator[PlayerResult]:
    """Yield a result for each player of a played board; the tie-break adds no second result."""
    won = dict(match.boards.standing().filter(walkover=False).values_list("board", "winner"))
    someone = Q(player__user__isnull=False) | Q(player__person__isnull=False)
    places = LineUpPlace.objects.filter(
        someone, line_up__match=match, tie_break=False, board__in=won
    )
    games = list(_games_of_the_boards(match).prefetch_related("seats"))
    played = Seat.objects.filter(game__in=games)
    absent: set[tuple[int, int]] = set().union(*map(find_substituted_seats, games))
    automatic = {
        (board, user)
        for board, user, game, number, by_robot in played.values_list(
            "game__match_game__board", "user", "game", "number", "automatic"
        )
        if by_robot or (game, number) in absent
    }
    sat = places.annotate(is_guest=_was_guest(match, "player__user"))
    columns = ("board", "line_up__side", "player__person", "player__user", "is_guest")
    in_order = sat.order_by("board", "line_up__side", "place")
    for board, side, person, user, guest in in_order.values_list(*columns):
        is_left, has_won = (board, user) in automatic, won[board] == side
        more = {"board": board, "won": has_won, "automatic": is_left, "guest": guest}
        yield _result(match, person, user, side, **more)


def _games_of_the_boards(match: Match) -> QuerySet[Game]:
    """Return the games that decided boards, also those of results that were corrected since.

    A correction voids the game. A board that is to be played again has another table, or its match
    was taken back without a new result of a board at that instant.
    """
    written = match.boards.standing().filter(by__isnull=False).values("board")
    corrections = match.boards.order_by().values("at")
    taken_back = match.revoked.exclude(revoked_at__in=corrections)
    replayed_from = taken_back.aggregate(at=Max("revoked_at"))["at"]
    tables = match.games.filter(board__in=written).order_by()
    last = tables.values("board").annotate(latest=Max("pk")).values("latest")
    ended = Game.objects.filter(match_game__in=last, status=Game.Status.FINISHED)
    corrected = ended.filter(finished_at__gt=replayed_from) if replayed_from is not None else ended
    standing = match.games.filter(voided=False)
    return Game.objects.filter(Q(match_game__in=standing) | Q(pk__in=corrected.values("pk")))


def _from_the_rosters(match: Match) -> Iterator[PlayerResult]:
    someone = Q(user__isnull=False) | Q(person__isnull=False)
    players = RosterPlayer.objects.filter(someone, entry__slots__match=match, reserve=False)
    rows = players.annotate(is_guest=_was_guest(match, "user"))
    columns = ("person", "user", "entry__slots__side", "is_guest")
    for person, user, side, guest in rows.values_list(*columns):
        yield _result(match, person, user, side, guest=guest)


def _result(
    match: Match,
    person_id: int | None,
    user_id: int | None,
    side: int,
    *,
    guest: bool | None,  # None of somebody without an account
    **more: Any,
) -> PlayerResult:
    return PlayerResult(
        match=match,
        number=match.reopened,
        person_id=person_id,
        user_id=user_id,
        side=side,
        guest=bool(guest),
        **more,
    )
