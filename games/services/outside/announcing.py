"""Hints to readers who see a table without sitting at it: the lobby, and invited friends."""

from functools import partial

from django.db import transaction

from games.models import Game, TableInvitation
from games.services.hints import announce

LOBBY_GROUP = "lobby"


def invited_group(user_id: int) -> str:
    """Return the layer's group in which a person hears of their invitations."""
    return f"invited.{user_id}"


def tell_outside(game: Game) -> None:
    """After the commit: hint that a table opened, filled, started or ended.

    A private one that nobody may watch is in no lobby.
    """
    if game.public or not game.private:
        transaction.on_commit(partial(announce, LOBBY_GROUP, {"type": "changed"}), robust=True)
    if not game.is_casual:
        return
    for user_id in TableInvitation.objects.filter(game=game).values_list("to", flat=True):
        hint_invited(user_id)


def hint_invited(user_id: int) -> None:
    """After the commit: hint to a person that their invitations have changed."""
    group = invited_group(user_id)
    transaction.on_commit(partial(announce, group, {"type": "changed"}), robust=True)
