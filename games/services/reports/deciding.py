"""Deciding on what was reported: once, for all reports about the same thing."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.models import Report, ReportQuerySet
from games.services.hints import announce_game
from games.services.refusals import RefusedError
from games.services.retry import retrying

KEPT: Final = timedelta(days=90)  # from the decision
Outcome = Report.Outcome


@retrying
@transaction.atomic
def decide(
    *, report_id: int, by: User, now: datetime, acted: bool, take_away: bool = False
) -> None:
    """Close a report and all others about the same thing that this person decides on.

    A line that is taken away is gone for everybody at its table. Raises RefusedError
    `nothing-there`, or `already-decided` if another moderator was faster.
    """
    report = Report.objects.select_for_update(of=("self",)).filter(pk=report_id).first()
    if report is None or not Report.objects.decided_by(by).filter(pk=report_id).exists():
        raise RefusedError("nothing-there")
    if report.closed_at is not None:
        raise RefusedError("already-decided")
    same = Report.objects.decided_by(by).about_the_same(report)
    close(same, by=by, now=now, acted=acted or take_away)
    line = report.line
    if take_away and line is not None:
        game = line.game
        Report.objects.filter(line=line).exclude(closed_at=None).update(line=None)
        line.delete()
        on_commit(announce_game, game.pk, game.version)


def close(reports: ReportQuerySet, *, by: User, now: datetime, acted: bool) -> int:
    """Close those of these reports that are open; return how many."""
    open_ones = Report.objects.open().filter(pk__in=reports.order_by().values("pk"))
    outcome = Outcome.ACTED if acted else Outcome.DISMISSED
    return open_ones.update(outcome=outcome, closed_at=now, closed_by=by)


def forget_old(*, now: datetime) -> int:
    """Delete what was decided long ago; returns how many."""
    return int(Report.objects.filter(closed_at__lt=now - KEPT).delete()[0])
