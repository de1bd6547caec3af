"""Hints to readers who see a table without sitting at it: the lobby, and invited friends."""

from accounts.services.commit_hooks import on_commit
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
        on_commit(announce, LOBBY_GROUP, {"type": "changed"})
    if not game.is_casual:
        return
    for user_id in TableInvitation.objects.filter(game=game).values_list("to", flat=True):
        hint_invited(user_id)


def hint_invited(user_id: int) -> None:
    """After the commit: hint to a person that their invitations have changed."""
    group = invited_group(user_id)
    on_commit(announce, group, {"type": "changed"})
