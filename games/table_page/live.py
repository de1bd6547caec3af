"""Live updates of tables: fragments for each audience, from one reading of the game."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from accounts.i18n.languages import override_language
from games.common.broadcast import game_group
from games.engine import State, View, views
from games.live import admission
from games.live.fragments import Pieces, fragment_patch
from games.live.hub import spectators
from games.live.sources import Rendering, SeatOwner
from games.live.subscribers import RenderKey
from games.models import Game, Seat, raw_queries
from games.play import perros, table_cache
from games.play.finished_game import GameRecord
from games.play.seat_names import eyes_of, names_for
from games.play.stakes import Stakes, Walkover, stakes_at, walkover_at
from games.play.table_cache import CachedTable
from games.table_page.fragments import table_pieces
from games.table_view.game_over import game_over_view
from games.table_view.table import (
    PerrosOffer,
    TableView,
    table_view,
    with_chat,
    with_dealer_draw,
    without_seats,
)

LANGUAGE = attrgetter("language")


@dataclass(frozen=True)
class TableContext:
    """Content of a table's page apart from its play."""

    dogs: PerrosOffer | None = None
    rematch: int | None = None
    record: GameRecord | None = None
    walkover: Walkover | None = None
    stakes: Stakes | None = None


class TableVersion(NamedTuple):
    """Versions that reveal a missed message; browsers get only the first.

    The second is the seats version, which does not move when a game is over: then it is the names.
    """

    version: int
    seats: Hashable

    def __str__(self) -> str:
        return str(self.version)


def _version_of(game: Game, seats: Sequence[Seat]) -> TableVersion:
    return TableVersion(
        game.version, tuple(map(str, seats)) if game.is_over else game.seats_version
    )


class Tables:
    """Tables as a live source (`games.live.sources.Source`)."""

    def group(self, pk: int) -> str:
        """Return the channel group for changes of a game."""
        return game_group(pk)

    def versions(self, pks: Collection[int]) -> dict[int, "TableVersion"]:
        """Return the versions of the games, and of their seats."""
        games = Game.objects.filter(pk__in=pks).only("version", "seats_version", "status")
        over = Seat.objects.filter(game__in=[game.pk for game in games if game.is_over])
        seats: dict[int, list[Seat]] = defaultdict(list)
        for seat in over.select_related("user").only(*table_cache.SEAT_FIELDS).order_by("number"):
            seats[seat.game_id].append(seat)
        return {game.pk: _version_of(game, seats[game.pk]) for game in games}

    def render(self, pk: int, audiences: Collection[RenderKey], notice: str = "") -> Rendering:
        """Render a game for each audience.

        `notice` is the code of a refusal that the table explains.
        """
        game = raw_queries.find_game(pk)
        if game is None:
            raise Game.DoesNotExist(pk)
        table = table_cache.cached_table(game)
        return _render_boards(table, _table_context(table), audiences, spectators(self, pk), notice)

    def at_hand(
        self, pk: int, version: Hashable, audiences: Collection[RenderKey]
    ) -> Rendering | None:
        """Render the version that this process just committed; None if that needs a query."""
        table = table_cache.peek(pk)
        if table is None or table.state is None or table.game.version != version:
            return None
        if table.state.over and table.state.start.rules.perros:
            return None
        return _render_boards(table, TableContext(), audiences, spectators(self, pk))


def _render_boards(
    table: CachedTable,
    beside: TableContext,
    audiences: Collection[RenderKey],
    watching: int,
    notice: str = "",
) -> Rendering:
    now, game, seats = timezone.now(), table.game, table.seats
    eyes = {audience: eyes_of(game, seats, audience.seat) for audience in audiences}
    seat_views = views(table.state, set(eyes.values()), table.moments) if table.state else {}
    context = _BoardContext(table, beside, seat_views, watching, notice, now)
    pieces: dict[RenderKey, Pieces] = {}
    for language, listening in groupby(sorted(audiences, key=LANGUAGE), LANGUAGE):
        with override_language(language):
            for audience in listening:
                content = context.to(audience, eyes[audience])
                pieces[audience] = table_pieces(content)
    holders = {seat.number: SeatOwner(seat.user_id, seat.socket) for seat in seats}
    is_open = admission.is_open(game, seats)
    return Rendering(
        game.version,
        pieces,
        holders,
        is_open=is_open,
        write=fragment_patch,
        stamp=_version_of(game, seats),
    )


@dataclass(frozen=True)
class _BoardContext:
    """Values common to the boards of all audiences."""

    table: CachedTable
    beside: TableContext
    views: Mapping[int | None, View]
    watching: int
    notice: str
    now: datetime

    def to(self, audience: RenderKey, eyes: int | None) -> TableView:
        """Return an audience's table, from the seat `eyes`, in the active language."""
        table, beside, view = self.table, self.beside, self.views.get(eyes)
        board = table_view(
            game=table.game,
            seats=table.seats,
            view=view,
            viewer=audience.seat,
            now=self.now,
            spectators=self.watching,
            notice=self.notice,
            dogs=beside.dogs,
            rematch=beside.rematch,
            walkover=beside.walkover,
            stakes=beside.stakes,
        )
        board = with_chat(board, table.seats, view, table.lines, self.now)
        if table.draw is not None and table.is_first:
            board = with_dealer_draw(board, table.seats, table.draw)
        if not audience.may_come:
            board = without_seats(board)
        if beside.record is None:
            return board
        return board._replace(finale=game_over_view(beside.record, names_for(table.seats, eyes)))


def _table_context(table: CachedTable) -> TableContext:
    game = table.game
    return TableContext(
        dogs=_dogs(game, table.state),
        rematch=_rematch(game),
        record=GameRecord(game, table.seats) if game.status == Game.Status.FINISHED else None,
        walkover=walkover_at(game),
        stakes=stakes_at(game),
    )


def _rematch(game: Game) -> int | None:
    """Return the table of the rematch, if one is open."""
    if not (game.is_over and game.is_casual):
        return None
    return Game.objects.open().filter(rematch_of=game).values_list("pk", flat=True).first()


def _dogs(game: Game, state: State | None) -> PerrosOffer | None:
    if game.status == Game.Status.OPENING and game.rules.perros:
        return PerrosOffer(perros.challenging_team(game, perros.FIRST_HAND))
    if state is None:
        return None
    start = perros.next_hand(state) if state.start.rules.perros else None
    return PerrosOffer(perros.challenging_team(game, start.label)) if start else None


TABLES = Tables()
