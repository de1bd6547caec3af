"""Logs of games that ended long ago, each packed into one compressed row.

A packed log takes about a hundredth of the rows and a tenth of the space. It is read as before; ids
of actions, which only make a repeated click count once, are gone.
"""

import json
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Action, Game, GameQuerySet, PackedLog

COLUMNS = ("seq", "hand", "seat", "token", "by", "version", "at")


def read_log(game: Game) -> Sequence[Action]:
    """Return the rows of a game's log in order, from wherever they are."""
    rows = list(game.actions.order_by("seq"))
    if rows or not game.is_over:
        return rows
    packed = PackedLog.objects.filter(pk=game.pk).first()
    return _unpacked(game, packed.data) if packed else []


def seats_played_for(game: Game) -> set[tuple[int, int]]:
    """Return (game, seat) where a person did fewer than half of the seat's acts, by the log."""
    made: Counter[int] = Counter()
    own: Counter[int] = Counter()
    for row in read_log(game):
        if row.by not in Action.HOUSE:
            made[row.seat] += 1
            own[row.seat] += row.by == Action.By.PERSON
    people = {seat.number for seat in game.seats.all() if not seat.robot}
    return {(game.pk, seat) for seat in people if made[seat] > 2 * own[seat]}


def packable_games(ended_before: datetime) -> GameQuerySet:
    """Return the games over before an instant whose logs are rows.

    Not those with notes of a judge: a name in one is erased with its account, where rows are.
    """
    rows = Action.objects.filter(game=OuterRef("pk"))
    over = (Game.Status.FINISHED, Game.Status.ANNULLED)
    ended = Game.objects.filter(status__in=over, finished_at__lt=ended_before)
    return ended.filter(Exists(rows)).exclude(Exists(rows.exclude(note="")))


@transaction.atomic
def pack_log(*, game_id: int) -> int:
    """Pack the log of a game that is over; return how many rows it had, 0 if it has none."""
    game = Game.objects.select_for_update().get(pk=game_id)
    rows = list(game.actions.order_by("seq"))
    if not rows or not game.is_over:
        return 0
    data = zlib.compress(json.dumps([_values(row) for row in rows]).encode(), 9)
    assert [*map(_values, _unpacked(game, data))] == [*map(_values, rows)], "it reads as before"
    PackedLog.objects.create(game=game, data=data)
    game.actions.all().delete()
    return len(rows)


def _values(row: Action) -> list[Any]:
    values = {name: getattr(row, name) for name in COLUMNS}
    return [*(values | {"at": row.at.isoformat()}).values()]


def _unpacked(game: Game, data: bytes | memoryview) -> list[Action]:
    return [
        Action(
            game=game,
            action_id=f"packed:{values[0]}",
            **dict(zip(COLUMNS, values, strict=True)) | {"at": datetime.fromisoformat(values[-1])},
        )
        for values in json.loads(zlib.decompress(data))
    ]
