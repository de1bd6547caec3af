"""Services to report a chat line, a table or a person, and to decide on reports.

One decision closes all reports about the same target. Reporting does not lock the game, so it
never delays a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from accounts.names.validation import tidy
from games.common.broadcast import broadcast_game
from games.common.hooks import club_of_report
from games.models import Game, Report, ReportQuerySet
from games.reports.errors import (
    AlreadyDecidedError,
    AlreadyReportedError,
    BadReportError,
    NoSuchLineError,
    NothingThereError,
    OneselfError,
    SuspendedError,
    TooManyReportsError,
)

KEPT: Final = timedelta(days=90)  # from the decision
Outcome = Report.Outcome


@transactional
def decide(
    *, report_id: int, by: User, now: datetime, acted: bool, take_away: bool = False
) -> None:
    """Close a report and all others about the same subject that this moderator decides on.

    A removed line disappears for everyone at its table. Raises RefusedError `nothing-there`, or
    `already-decided` if another moderator was faster.
    """
    report = Report.objects.select_for_update(of=("self",)).filter(pk=report_id).first()
    if report is None or not Report.objects.decided_by(by).filter(pk=report_id).exists():
        raise NothingThereError()
    if report.closed_at is not None:
        raise AlreadyDecidedError()
    same = Report.objects.decided_by(by).about_the_same(report)
    close_reports(same, by=by, now=now, acted=acted or take_away)
    line = report.line
    if take_away and line is not None:
        game = line.game
        Report.objects.filter(line=line).exclude(closed_at=None).update(line=None)
        line.delete()
        on_commit(broadcast_game, game.pk, game.version)


def close_reports(reports: ReportQuerySet, *, by: User, now: datetime, acted: bool) -> int:
    """Close the open ones of these reports; return their number."""
    open_ones = Report.objects.open().filter(pk__in=reports.order_by().values("pk"))
    outcome = Outcome.ACTED if acted else Outcome.DISMISSED
    return open_ones.update(outcome=outcome, closed_at=now, closed_by=by)


def forget_old(*, now: datetime) -> int:
    """Delete reports decided long ago; return their number."""
    return int(Report.objects.filter(closed_at__lt=now - KEPT).delete()[0])


MOST, WHILE = 10, timedelta(hours=1)  # of one person
Kind, Reason = Report.Kind, Report.Reason


@dataclass(frozen=True)
class Complaint:
    """The reason of a report, and the reporter's comment."""

    reason: str = Reason.OFFENCE
    text: str = ""


@transactional
def report_line(
    *,
    game_id: int,
    seat: int | None,
    line_id: int,
    user: User,
    now: datetime,
    complaint: Complaint = Complaint(),
) -> None:
    """Report a line that this person saw; a repeated report has no effect.

    Raises RefusedError `no-such-line`, or the errors of `_file`.
    """
    _lock_reporter(user)
    game = Game.objects.get(pk=game_id)
    heard = game.lines.heard_by(seat, is_over=game.is_over)
    line = heard.exclude(author=user).filter(pk=line_id).select_for_update().first()
    if line is None:
        raise NoSuchLineError()
    if not user.reports_made.open().filter(line=line).exists():
        about = {"kind": Kind.LINE, "line": line, "game": game, "person": line.author}
        _file(user, complaint, now, about)


@transactional
def report_table(*, game_id: int, user: User, now: datetime, complaint: Complaint) -> None:
    """Report a table that this person can see.

    Raises RefusedError `nothing-there`, or the errors of `_file`.
    """
    _lock_reporter(user)
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NothingThereError()
    _require_unreported(user, kind=Kind.TABLE, game=game)
    _file(user, complaint, now, {"kind": Kind.TABLE, "game": game})


@transactional
def report_person(
    *,
    person_id: int,
    user: User,
    now: datetime,
    complaint: Complaint,
    game_id: int | None = None,
    event_id: int | None = None,
) -> None:
    """Report a person or their name: at a table, in a competition, or anywhere.

    Raises RefusedError `nothing-there` (also for robots, guests and erased people), `oneself`, or
    the errors of `_file`.
    """
    _lock_reporter(user)
    people = User.objects.filter(is_robot=False, is_guest=False, is_link=False, anonymised_at=None)
    person = people.filter(pk=person_id).first()
    if person is None:
        raise NothingThereError()
    if person.pk == user.pk:
        raise OneselfError()
    kind = Kind.NAME if complaint.reason == Reason.NAME else Kind.PERSON
    _require_unreported(user, kind=kind, person=person)
    game = Game.objects.filter(pk=game_id, seats__user=person).first() if game_id else None
    about = {"kind": kind, "person": person, "game": game}
    _file(user, complaint, now, about, event_id)


def _lock_reporter(user: User) -> None:
    """Lock the reporter, so that reports are counted one by one.

    Raises RefusedError `suspended`.
    """
    reporter = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True)
    if not reporter.exists():
        raise SuspendedError()


def _require_unreported(user: User, **about: Any) -> None:
    if user.reports_made.open().filter(**about).exists():
        raise AlreadyReportedError()


def _file(
    user: User,
    complaint: Complaint,
    now: datetime,
    about: Mapping[str, Any],
    event_id: int | None = None,
) -> None:
    """Store a report, with the club whose organisers handle it.

    Raises RefusedError `bad-report` or `too-many-reports`.
    """
    text = tidy(complaint.text)
    if complaint.reason not in Reason.values or len(text) > Report.LONGEST:
        raise BadReportError()
    if user.reports_made.filter(at__gt=now - WHILE).count() >= MOST:
        raise TooManyReportsError()
    report = Report(reporter=user, reason=complaint.reason, text=text, at=now, **about)
    responses = club_of_report.send(
        Report, game=report.game, person=report.person, event_id=event_id
    )
    report.club_id = next((club_id for _, club_id in responses if club_id), None)
    report.save()
