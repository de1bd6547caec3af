"""Noting that something has changed which berths follow; a task looks at them after the commit.

The final is locked there and the source is not: nothing of it is written, unless a line of its log.
"""

from datetime import datetime

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from tournaments.models import AuditEvent, Berth, Competition, Entry, Feeder, FeederQuerySet
from tournaments.services import audit

TASK = "tournaments.tasks.follow_source"


def source_changed(source: Competition) -> None:
    """Have looked at, after the commit, what a locked competition sends to others."""
    _mark(Feeder.objects.filter(source=source))


def final_changed(final: Competition) -> None:
    """Have looked at anew, after the commit, what is sent to a locked competition."""
    _mark(Feeder.objects.filter(final=final))


def let_go(final: Competition, actor: User, now: datetime) -> None:
    """Drop the feeders of a final that is given up; the pages of its sources say so no more."""
    for feeder in final.feeders.agreed().select_related("source"):
        told = {"entry": feeder.source.name, "other": final.pk, "places": feeder.places}
        audit.record(
            AuditEvent.Act.DROP_FEEDER,
            competition=feeder.source,
            actor=actor,
            now=now,
            after=told,
        )
    final.feeders.all().delete()


def leave_berth(entry: Entry) -> None:
    """Note that an entry leaves the final, or was struck out before it was known who it is."""
    why = "struck" if entry.awaited else "left"
    Berth.objects.filter(entry=entry).update(state=Berth.State.NOBODY, why=why, is_news=False)


def _mark(feeders: FeederQuerySet) -> None:
    if feeders.update(is_due=True):
        for pk in feeders.values_list("pk", flat=True):
            on_commit(enqueue, TASK, pk)
