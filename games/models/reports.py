"""Reports to the moderators: of a chat line, a table, a person, or a name."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club, User
from games.models.chat import Line
from games.models.tables import Game


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> Self:
        """Filter reports without a decision."""
        return self.filter(closed_at__isnull=True)

    def decided_by(self, user: User) -> Self:
        """Filter reports that this user decides on: of clubs they organise; for operators, all.

        Users do not decide on reports about themselves.
        """
        others = self.exclude(person=user)
        if user.may_operate:
            return others
        return others.filter(club__in=Club.objects.organised_by(user))

    def about_the_same(self, report: "Report") -> Self:
        """Filter reports about the same subject as `report`."""
        return self.filter(
            kind=report.kind,
            **{report.subject: getattr(report, f"{report.subject}_id")},
        )


class Report(ChoiceLabels):
    """A user's report of misconduct; open until it is decided.

    `game` is the table where it happened, if any, and `club` the club whose competition it belongs
    to.
    """

    class Kind(models.TextChoices):
        LINE = "line", _("algo dicho")
        TABLE = "table", _("una mesa")
        PERSON = "person", _("una persona")
        NAME = "name", _("un nombre")

    class Reason(models.TextChoices):
        OFFENCE = "offence", _("Insulta o agrede")
        NAME = "name", _("El nombre ofende, o se hace pasar por otro")
        CHEATING = "cheating", _("Juega con trampa")
        SPAM = "spam", _("Publicidad o engaño")
        OTHER = "other", _("Otra cosa")

    class Outcome(models.TextChoices):
        OPEN = "", _("sin decidir")
        DISMISSED = "dismissed", _("nada que objetar")
        ACTED = "acted", _("se tomó una medida")

    OF_LINES = (Reason.OFFENCE, Reason.SPAM, Reason.OTHER)
    LONGEST = 200  # characters of the comment on the reason

    kind = models.CharField(max_length=6, choices=Kind, default=Kind.LINE)
    line = models.ForeignKey(Line, null=True, on_delete=models.CASCADE, related_name="reports")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="reports")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="reports"
    )
    club = models.ForeignKey(Club, null=True, on_delete=models.SET_NULL, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made"
    )
    reason = models.CharField(max_length=8, choices=Reason, default=Reason.OFFENCE)
    text = models.CharField(max_length=LONGEST, blank=True)
    at = models.DateTimeField(db_index=True)
    outcome = models.CharField(max_length=9, choices=Outcome, default=Outcome.OPEN, blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("reporter", "line"),
                condition=Q(kind="line", closed_at__isnull=True),
                name="one_open_report_of_a_line",
            ),
            models.UniqueConstraint(
                fields=("reporter", "game"),
                condition=Q(kind="table", closed_at__isnull=True),
                name="one_open_report_of_a_table",
            ),
            models.UniqueConstraint(
                fields=("reporter", "kind", "person"),
                condition=Q(kind__in=("person", "name"), closed_at__isnull=True),
                name="one_open_report_of_a_person",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.get_reason_display()}"

    @property
    def subject(self) -> str:
        """The name of the field with the reported object."""
        of_kind = {self.Kind.LINE: "line", self.Kind.TABLE: "game"}
        return of_kind.get(self.Kind(self.kind), "person")
