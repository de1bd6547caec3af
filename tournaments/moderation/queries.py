"""Reports and moderation measures: open, decided, active and past."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Club, Measure, User
from games.chat.queries import ChatLine, chat_lines
from games.models import Report, ReportQuerySet
from tournaments.models import AuditEvent, Competition

AT_MOST = 100


@dataclass(frozen=True)
class Measures:
    """The measures of a club, or (None) of the site."""

    standing: list[Measure]
    past: list[Measure]


def measures_of(club: Club | None, now: datetime) -> Measures:
    """Return a club's suspensions; of the site all else: its suspensions and new names."""
    own = Measure.objects.filter(kind=Measure.Kind.SUSPENSION, club=club)
    if club is None:
        own = own | Measure.objects.exclude(kind=Measure.Kind.SUSPENSION)
    measures = own.select_related("user", "club", "by", "lifted_by")
    standing = list(measures.in_force(now)[:AT_MOST])
    past = measures.exclude(pk__in=Measure.objects.in_force(now).order_by().values("pk"))
    return Measures(standing, list(past[:AT_MOST]))


def names_changed_in(club: Club) -> list[Measure]:
    """Return how operators renamed a club: its organisers see that."""
    measures = Measure.objects.filter(kind=Measure.Kind.CLUB_NAME, club=club)
    return list(measures.select_related("by", "club")[:AT_MOST])


def hidden_competitions() -> list[Competition]:
    competitions = Competition.objects.filter(hidden_at__isnull=False).select_related("club")
    return list(competitions.order_by("-hidden_at")[:AT_MOST])


def hidings() -> list[AuditEvent]:
    """Return the logged hidings and restorations, latest first."""
    acts = (AuditEvent.Act.HIDE, AuditEvent.Act.SHOW)
    events = AuditEvent.objects.filter(act__in=acts).select_related("actor", "competition")
    return list(events[:AT_MOST])


LATELY = 20
ALONG = ("game", "person", "club", "closed_by", "line__author", "line__game")


@dataclass(frozen=True)
class Reported:
    """A reported object with all its reports, oldest first."""

    reports: list[Report]

    @property
    def first(self) -> Report:
        """Return the first report, which represents all of them."""
        return self.reports[0]

    @property
    def reported_line(self) -> ChatLine | None:
        """Return the reported chat message with its context, or None if no message was reported."""
        line = self.first.line
        return chat_lines(line, line.game) if line is not None else None


def reports_for(user: User, club: Club | None = None) -> ReportQuerySet:
    """Return what this person decides on: of one club, or of all they may."""
    reports = Report.objects.decided_by(user)
    return reports if club is None else reports.filter(club=club)


def open_reports(reports: ReportQuerySet) -> list[Reported]:
    """Return what waits for a decision, what was reported first at the top."""
    return _by_thing(reports.open().select_related(*ALONG)[:AT_MOST])


def decided_reports(reports: ReportQuerySet) -> list[Report]:
    """Return the reports decided last, with the moderator of each."""
    decided = reports.exclude(closed_at=None).select_related(*ALONG)
    return list(decided.order_by("-closed_at", "-pk")[:LATELY])


def _by_thing(reports: Iterable[Report]) -> list[Reported]:
    things: dict[tuple[str, int | None], list[Report]] = {}
    for report in reports:
        key = (report.kind, getattr(report, f"{report.subject}_id"))
        things.setdefault(key, []).append(report)
    return [Reported(same) for same in things.values()]
