"""Telling whoever follows a competition that it changed: hints, after the commit."""

from functools import partial

from django.db import transaction

from games.services.hints import announce
from tournaments.models import Match


def competition_group(competition_id: int) -> str:
    """Return the layer's group of everybody who follows a competition."""
    return f"competition.{competition_id}"


def match_group(match_id: int) -> str:
    """Return the layer's group of everybody who follows one match."""
    return f"match.{match_id}"


def announce_match(match: Match) -> None:
    """After the commit: hint that a match of a competition changed."""
    assert match.competition is not None, "casual matches are followed at their table"
    message: dict[str, object] = {"type": "changed", "match": match.pk}
    transaction.on_commit(partial(announce, match_group(match.pk), message), robust=True)
    announce_competition(match.competition.pk)


def announce_competition(competition_id: int) -> None:
    """After the commit: hint that a competition changed."""
    message: dict[str, object] = {"type": "changed", "competition": competition_id}
    hint = partial(announce, competition_group(competition_id), message)
    transaction.on_commit(hint, robust=True)
