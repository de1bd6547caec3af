"""Telling whoever follows a competition that it changed: hints, after the commit."""

from functools import partial

from django.db import transaction

from games.announce import announce


def competition_group(competition_id: int) -> str:
    """Return the layer's group of everybody who follows a competition."""
    return f"competition.{competition_id}"


def announce_competition(competition_id: int) -> None:
    """After the commit: hint that a competition changed."""
    message: dict[str, object] = {"type": "changed", "competition": competition_id}
    hint = partial(announce, competition_group(competition_id), message)
    transaction.on_commit(hint, robust=True)
