"""Services of quick pairing: search, stop, pair, sit down, and the robot that keeps company.

One row for each person (`PairingRequest`) is the truth: two tabs are one person, and a row has one
table at most. `pair_waiting` runs every second. It locks the rows that it reads and skips those
that another run holds, so nobody gets two seats.

A page that is open says so with each pulse of its socket (`note_visits`); who has not been seen for
`AWAY` is not paired. Whoever was paired and does not sit down in time loses the row, and the others
go on waiting where they were in the line.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, Q, Value
from django.db.models.functions import Least
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.casual import services as casual
from games.common import broadcast
from games.common.hooks import Strength, player_strength
from games.engine import Rules
from games.models import Game, PairingRequest
from games.pairing import windows
from games.play.seats import TablePlan, annul_game, open_tables
from games.robots.levels import RobotLevel

AWAY: Final = timedelta(seconds=12)
"""Three pulses of a socket (`games.live.hub.VERSION_CHECK_INTERVAL`)."""
RELOADS: Final = timedelta(seconds=4)  # for the next page, after a socket has closed
KEPT: Final = timedelta(minutes=2)  # a request that no page shows
TO_SIT_DOWN: Final = timedelta(seconds=25)
TURN_SECONDS: Final = 60
MOST: Final = 2000  # requests that one run reads
TABLES: Final = 200
"""Tables that one run opens: a crowd takes several, so that others write in between."""
RUNS: Final = 5
MEMORY: Final = 86_400  # seconds for which a usual wait is remembered
WEIGHT: Final = 0.2  # of the newest wait
NEWCOMER: Final = Strength(25.0)


class NotSearchingError(RefusedError):
    code = "not-searching"
    message = _("Ya no estabas buscando: empezá de nuevo cuando quieras.")


class PointsNeedAccountError(RefusedError):
    code = "points-need-account"
    message = _("Por los puntos se juega con cuenta. Sin cuenta, buscá una partida amistosa.")


@dataclass(frozen=True)
class Wish:
    """What a player looks for."""

    rules: Rules
    competitive: bool
    is_near: bool


def pairing_group(user_id: int) -> str:
    """Return the channel group for a person's search."""
    return f"pairing.{user_id}"


@transactional
def search(*, user: User, wish: Wish, address: str, now: datetime) -> PairingRequest:
    """Look for rivals; a repeated wish keeps its place in the line.

    A person whose table was just found stays with that table. Raises RefusedError
    `points-need-account`.
    """
    if wish.competitive and user.is_guest:
        raise PointsNeedAccountError()
    strength = strength_of(user)
    wish_fields: dict[str, Any] = {
        "preset": wish.rules.preset,
        "options": wish.rules.options(),
        "competitive": wish.competitive,
    }
    more = {
        "is_near": wish.is_near,
        "strength": strength.mean,
        "is_trusted": strength.is_trusted,
        "address": address,
        "seen_at": now,
    }
    existing = PairingRequest.objects.select_for_update(of=("self",)).filter(user=user).first()
    if existing is None:
        request, _ = PairingRequest.objects.get_or_create(
            user=user, defaults={**wish_fields, **more, "asked_at": now}
        )
        return request
    if existing.game_id is not None:
        return existing
    is_changed = any(getattr(existing, name) != value for name, value in wish_fields.items())
    if is_changed or existing.seen_at < now - KEPT:
        existing.asked_at = now
    for name, value in {**wish_fields, **more}.items():
        setattr(existing, name, value)
    existing.save()
    return existing


@transaction.atomic
def stop(*, user: User) -> None:
    """Stop searching; a practice table that was opened meanwhile stays."""
    PairingRequest.objects.filter(user=user, game=None).delete()
    _announce([user.pk])


def forget(*, user: User) -> None:
    """Delete the search of a person who leaves the site."""
    PairingRequest.objects.filter(user=user).delete()


@transactional
def open_company(*, user: User, now: datetime) -> Game:
    """Return the practice table against robots where a person waits, opened if there is none.

    Raises RefusedError `not-searching`, `too-many-tables` or `too-many-open-tables`.
    """
    request = _lock(user)
    if request.game_id is not None:
        raise NotSearchingError()
    if request.company is not None and not request.company.is_over:
        return request.company
    request.company = casual.open_table(
        user=user,
        rules=request.rules,
        robots=True,
        private=True,
        public=False,
        competitive=False,
        turn_seconds=TURN_SECONDS,
        robot_level=RobotLevel.BOLICHE,
        now=now,
    )
    request.save(update_fields=["company"])
    return request.company


@transactional
def accept(*, user: User, now: datetime) -> Game:
    """Leave the practice table, if any, for the table that was found, and return the latter.

    Raises RefusedError `not-searching` if no table is waiting for the person.
    """
    request = _lock(user)
    if request.game is None or request.game.is_over:
        raise NotSearchingError()
    company, request.company = request.company, None
    if company is not None:
        request.save(update_fields=["company"])
        annul_game(game_id=company.pk, now=now)
    return request.game


def _lock(user: User) -> PairingRequest:
    rows = PairingRequest.objects.select_for_update(of=("self",)).filter(user=user)
    request = rows.select_related("game", "company").first()
    if request is None:
        raise NotSearchingError()
    return request


def strength_of(user: User) -> Strength:
    """Return a player's strength; newcomers and guests have the usual one."""
    sent: Any = player_strength.send(User, player=user)
    return next((answer for _receiver, answer in sent if answer is not None), NEWCOMER)


def note_visits(user_ids: Collection[int], now: datetime) -> None:
    """Record that pages of these people are open; who came before a clock set back came now."""
    searching = PairingRequest.objects.filter(user__in=user_ids, game=None)
    searching.update(seen_at=now, asked_at=Least("asked_at", Value(now)))


def note_departure(user_id: int, now: datetime) -> None:
    """Record that a page of a person closed: another one has to show itself soon."""
    late = now - AWAY + RELOADS
    own = PairingRequest.objects.filter(user=user_id, game=None, seen_at__gt=late)
    own.update(seen_at=late)


def tend(*, now: datetime) -> int:
    """Pair the people who wait, and clear up; return the number of tables opened, each second."""
    if not PairingRequest.objects.exists():
        return 0
    _release(now)
    opened = 0
    for _run in range(RUNS):
        tables = pair_waiting(now=now)
        opened += tables
        if tables < TABLES:
            break
    return opened


@transactional
def pair_waiting(*, now: datetime) -> int:
    """Open a table for each company that was found, `TABLES` at most; return how many."""
    locked = PairingRequest.objects.select_for_update(skip_locked=True, of=("self",))
    waiting = locked.searching(now - AWAY).select_related("user").order_by("asked_at", "pk")
    requests = {request.pk: request for request in waiting[:MOST]}
    alike: dict[object, list[PairingRequest]] = defaultdict(list)
    for request in requests.values():
        options = tuple(sorted(request.options.items()))
        alike[request.preset, options, request.competitive].append(request)
    tables = [
        [requests[player.pk] for player in table]
        for group in alike.values()
        for table in windows.pair([_player(each, now) for each in group], group[0].rules.seats)
    ][:TABLES]
    if not tables:
        return 0
    plans = [
        TablePlan(table[0].rules, [each.user for each in table], table[0].competitive, TURN_SECONDS)
        for table in tables
    ]
    for table, game in zip(tables, open_tables(plans, now), strict=True):
        for request in table:
            request.game, request.paired_at = game, now
    paired = [request for table in tables for request in table]
    PairingRequest.objects.bulk_create(
        paired, update_conflicts=True, unique_fields=["id"], update_fields=["game", "paired_at"]
    )
    _announce(request.user_id for request in paired)
    on_commit(_remember_waits, tables, now)
    return len(tables)


def _player(request: PairingRequest, now: datetime) -> windows.Player:
    return windows.Player(
        pk=request.pk,
        strength=request.strength,
        waited=(now - request.asked_at).total_seconds(),
        is_near=request.is_near,
        network=request.address if request.competitive else "",
        is_trusted=request.is_trusted,
    )


@transactional
def _release(now: datetime) -> None:
    """End the requests that are done, and tables to which somebody did not come."""
    PairingRequest.objects.filter(game=None, seen_at__lt=now - KEPT).delete()
    _go_on_searching(now)
    began = PairingRequest.objects.filter(game__isnull=False)
    began.exclude(game__status=Game.Status.WAITING).delete()
    in_time = Q(paired_at__range=(now - TO_SIT_DOWN, now + TO_SIT_DOWN))
    late = PairingRequest.objects.filter(~in_time, game__status=Game.Status.WAITING)
    for game_id in sorted(set(late.values_list("game", flat=True))):
        _give_up(game_id, now)


def _go_on_searching(now: datetime) -> None:
    """Return those to the line whose rivals all left before the game began."""
    annulled = PairingRequest.objects.filter(
        game__status=Game.Status.ANNULLED, game__started_at=None, game__seats__user=F("user")
    )
    left_behind = dict(annulled.values_list("pk", "user"))
    PairingRequest.objects.filter(pk__in=left_behind).update(game=None, paired_at=None, seen_at=now)
    _announce(left_behind.values())


def _give_up(game_id: int, now: datetime) -> None:
    """Annul a table that stayed incomplete; who sat down goes on waiting, the others do not."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.WAITING:
        return
    sitting = game.seats.filter(user__isnull=False, sat_at__isnull=False).values_list("user")
    present = [user for (user,) in sitting]
    requests = PairingRequest.objects.filter(game=game)
    everybody = list(requests.values_list("user", flat=True))
    requests.exclude(user__in=present).delete()
    requests.update(game=None, paired_at=None, seen_at=now)
    annul_game(game_id=game.pk, now=now)
    _announce(everybody)


def _announce(user_ids: Iterable[int]) -> None:
    """Show the people their search again after the commit."""
    for user_id in user_ids:
        on_commit(broadcast.broadcast, pairing_group(user_id), {"type": "changed"})


def _wait_key(request: PairingRequest) -> str:
    return f"pairing-wait:{request.preset}:{request.rules.seats}:{request.competitive:d}"


def _remember_waits(tables: Sequence[Sequence[PairingRequest]], now: datetime) -> None:
    """Keep a moving average of the waits for each kind of game."""
    averages: dict[str, float] = {}
    for table in tables:
        key = _wait_key(table[0])
        usual = averages.get(key, cache.get(key))
        for request in table:
            waited = (now - request.asked_at).total_seconds()
            usual = waited if usual is None else usual + WEIGHT * (waited - usual)
        averages[key] = usual
    cache.set_many(averages, timeout=MEMORY)


def usual_wait(request: PairingRequest) -> float | None:
    """Return how many seconds such a search has taken lately; None if none has ended today."""
    wait: float | None = cache.get(_wait_key(request))
    return wait
