"""Live updates of the lobby: open tables and tables in play, the same for every reader.

The reader's own part (tables of friends first) is rendered with the page; the browser marks later
changes itself.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.utils import translation

from games.common.broadcast import LOBBY_GROUP
from games.house_rules import essentials
from games.live.fragments import Pieces, etag
from games.live.messages import WatchConsumer
from games.live.sources import Rendering, Topic
from games.live.subscribers import RenderKey
from games.live.templates import render_template
from games.models import Game, GameQuerySet, Seat

SHOWN = 30  # of each kind
MARKED = (
    *("game", "game__status", "game__score", "game__legs", "game__preset", "game__options"),
    *("number", "user", "user__display_name", "robot"),
)
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LobbyTables:
    """The tables of the lobby; `beyond` holds friends' tables outside the general list."""

    waiting: Sequence[Game]
    playing: Sequence[Game]
    beyond: frozenset[int] = NOBODY


def read_lobby_tables(friends: Collection[int] = NOBODY) -> LobbyTables:
    """Read the newest tables where anyone can sit down, and those that anyone can watch.

    Tables with one of these friends come first, regardless of their age.
    """
    waiting, playing = _newest(_waiting()), _newest(_playing())
    if not friends:
        return LobbyTables(waiting, playing)
    sitting = Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=friends))
    known = {game.pk for game in (*waiting, *playing)}
    awaiting, at_play = _newest(_waiting().filter(sitting)), _newest(_playing().filter(sitting))
    return LobbyTables(
        _one_each(*awaiting, *waiting),
        _one_each(*at_play, *playing),
        frozenset(game.pk for game in (*awaiting, *at_play) if game.pk not in known),
    )


def lobby_pieces(tables: LobbyTables, friends: Collection[int] = NOBODY) -> Pieces:
    """Render the two lists and their rows in the active language; friends have a star."""
    lists = {"waiting": tables.waiting, "playing": tables.playing}
    rows = {
        f"g{game.pk}": _row(game, friends, is_beyond=game.pk in tables.beyond)
        for games in lists.values()
        for game in games
    }
    return {
        **{
            name: render_template("lobby/list", name=name, rows=[f"g{game.pk}" for game in games])
            for name, games in lists.items()
        },
        **rows,
    }


class Lobby:
    """The lobby (`games.live.sources.Source`); there is only one, so its id has no meaning."""

    def group(self, pk: int) -> str:
        """Return the channel group for its changes."""
        return LOBBY_GROUP

    def versions(self, pks: Collection[int]) -> dict[int, str]:
        """Return a version of everything in its rows, in three small queries."""
        ids = [*_ids(_waiting()), *_ids(_playing())]
        seats = Seat.objects.filter(game__in=ids).order_by("game", "number")
        mark = etag((ids, list(seats.values_list(*MARKED))))
        return dict.fromkeys(pks, mark)

    def render(self, pk: int, audiences: Collection[RenderKey]) -> Rendering:
        """Render it once per language."""
        # before reading: a repeated rendering is harmless, a missed one is not
        version = self.versions([pk])[pk]
        tables = read_lobby_tables()
        pieces: dict[RenderKey, Pieces] = {}
        for audience in audiences:
            with translation.override(audience.language):
                pieces[audience] = lobby_pieces(tables)
        return Rendering(version, pieces)


LOBBY = Lobby()


class LobbyConsumer(WatchConsumer):
    """A reader who looks for a table; access is open."""

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the lobby's topic, which is open to all readers."""
        return (LOBBY, 0), None


def _waiting() -> GameQuerySet:
    open_to_all = Game.objects.with_a_free_seat().filter(page="", private=False)
    return open_to_all.order_by("-created_at", "-pk")


def _playing() -> GameQuerySet:
    deserted = Q(page="", status=Game.Status.PAUSED)
    return Game.objects.public().live().exclude(deserted).order_by("-started_at", "-pk")


def _ids(games: GameQuerySet) -> Sequence[int]:
    return list(games.values_list("pk", flat=True)[:SHOWN])


def _newest(games: GameQuerySet) -> Sequence[Game]:
    return list(games.with_players()[:SHOWN])


def _one_each(*games: Game) -> Sequence[Game]:
    return list({game.pk: game for game in games}.values())


def _row(game: Game, friends: Collection[int], *, is_beyond: bool) -> str:
    seats = list(game.seats.all())
    sitters = [
        {"name": name, "user": seat.user_id, "is_friend": seat.user_id in friends}
        for seat, name in zip(seats, game.names_of(seats), strict=True)
    ]
    rules = essentials(game.rules)
    return render_template(
        "lobby/row", game=game, rules=rules, sitters=sitters, is_beyond=is_beyond
    )
