"""What was reported and waits for a decision, thing by thing, and what was decided lately."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import Club, User
from games.board.talk.lines import Heard, listed
from games.models import Report, ReportQuerySet

AT_MOST = 100
LATELY = 20
ALONG = ("game", "person", "club", "closed_by", "line__author", "line__game")


@dataclass(frozen=True)
class Reported:
    """A thing and all that was said about it; the oldest report first."""

    reports: list[Report]

    @property
    def first(self) -> Report:
        """The report that stands for all of them."""
        return self.reports[0]

    @property
    def heard(self) -> Heard | None:
        """What was said, if that is what was reported."""
        line = self.first.line
        return listed(line, line.game) if line is not None else None


def reports_for(user: User, club: Club | None = None) -> ReportQuerySet:
    """Return what this person decides on: of one club, or of all they may."""
    found = Report.objects.decided_by(user)
    return found if club is None else found.filter(club=club)


def open_reports(reports: ReportQuerySet) -> list[Reported]:
    """Return what waits for a decision, what was reported first at the top."""
    return _by_thing(reports.open().select_related(*ALONG)[:AT_MOST])


def decided_reports(reports: ReportQuerySet) -> list[Report]:
    """Return what was decided last, and by whom."""
    decided = reports.exclude(closed_at=None).select_related(*ALONG)
    return list(decided.order_by("-closed_at", "-pk")[:LATELY])


def _by_thing(reports: Iterable[Report]) -> list[Reported]:
    things: dict[tuple[str, int | None], list[Report]] = {}
    for report in reports:
        key = (report.kind, getattr(report, f"{report.subject}_id"))
        things.setdefault(key, []).append(report)
    return [Reported(same) for same in things.values()]
