"""What a person entered and earned, for whom they are."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from tournaments.models import PointsEntry, RosterPlayer, TeamPlayer


def entries_of(*, user: User) -> Sequence[Any]:
    """Return the person's places in competitions."""
    places = RosterPlayer.ever.filter(user=user).order_by("pk")
    return list(places.values("competition", "competition__name", "entry__state", "reserve"))


def ledger_of(*, user: User) -> Sequence[Any]:
    """Return the person's results with what they were worth."""
    lines = PointsEntry.objects.filter(user=user).order_by("pk")
    return list(lines.values("match", "at", "won", "points", "reason", "reversal"))


def teams_of(*, user: User) -> Sequence[Any]:
    """Return the teams with a name that the person is or was in."""
    places = TeamPlayer.objects.filter(user=user).exclude(team__name="").order_by("pk")
    return list(places.values("team", "team__name", "team__club__name", "since", "until"))
