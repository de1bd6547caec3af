"""What the tests of changes share: play a round, undo the last act, name a refusal."""

from collections.abc import Callable
from datetime import datetime

import pytest

from accounts.common.errors import RefusedError
from tests.tournaments.events import award, draw_what_follows, organiser_of, ready
from tournaments.changes.undo import undo_change
from tournaments.models import AuditEvent, Competition


def undo(event: Competition, now: datetime) -> None:
    """Undo the last act of a competition."""
    latest = AuditEvent.objects.filter(competition=event).latest("pk")
    undo_change(event_id=latest.pk, actor=organiser_of(event), now=now)
    draw_what_follows()
    event.refresh_from_db()


def undo_latest(event: Competition, act: str, now: datetime) -> None:
    """Undo the last act of a kind."""
    latest = AuditEvent.objects.filter(competition=event, act=act).latest("pk")
    undo_change(event_id=latest.pk, actor=organiser_of(event), now=now)
    draw_what_follows()
    event.refresh_from_db()


def play_round(event: Competition, now: datetime) -> None:
    """Let the first side win every match that is open."""
    for match in ready(event):
        award(match, 0, now)
    event.refresh_from_db()


def code_of(act: Callable[[], object]) -> str:
    """Return the code by which an act is refused."""
    with pytest.raises(RefusedError) as refused:
        act()
    return refused.value.code
