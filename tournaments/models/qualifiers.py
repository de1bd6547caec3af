"""Feeders: competitions whose top places enter another, and each such place.

See docs/formats.md.
"""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.i18n.languages import ChoiceLabels
from accounts.names.display import NameField
from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry


class FeederQuerySet(models.QuerySet["Feeder"]):
    """Reads that services and pages share."""

    def agreed(self) -> Self:
        """Return those that the organisers of the source have agreed to."""
        return self.filter(agreed_at__isnull=False)

    def unanswered(self) -> Self:
        """Return those that the organisers of the source have neither accepted nor declined."""
        return self.filter(agreed_at__isnull=True, berths__state="open").distinct()

    def due(self) -> Self:
        """Return those whose source has changed since its berths were looked at."""
        return self.filter(is_due=True).order_by("pk")


class Feeder(models.Model):
    """The entries at some places of one competition, the source, enter another, the final."""

    MOST = 32  # places of one source
    PRIVATE = gettext_noop("una competencia privada")  # for a name that not everybody may read

    final = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="feeders")
    source = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="feeds")
    places = models.PositiveSmallIntegerField(_("cuántos pasan"))
    first_rank = models.PositiveSmallIntegerField(
        _("desde qué puesto"),
        default=1,
        db_default=1,
        help_text=_("Con 5 pasan los mejores de los que no entraron entre los cuatro primeros."),
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)  # by who organises the source
    is_due = models.BooleanField(default=False)

    objects = FeederQuerySet.as_manager()

    class Meta:
        ordering = ("final", "pk")
        constraints = (
            models.UniqueConstraint(fields=("final", "source"), name="one_feeder_per_source"),
            models.CheckConstraint(condition=~Q(final=F("source")), name="nothing_feeds_itself"),
            models.CheckConstraint(condition=Q(places__gte=1), name="a_feeder_sends_somebody"),
            models.CheckConstraint(condition=Q(first_rank__gte=1), name="ranks_count_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.source} · {self.places} · {self.final}"

    @property
    def last_rank(self) -> int:
        """The lowest place of the source that enters the final."""
        return self.first_rank + self.places - 1


class Berth(ChoiceLabels):
    """One place of a source, and its entry in the final."""

    class State(models.TextChoices):
        OPEN = "open", _("se espera")
        FILLED = "filled", _("pasó")
        KEPT = "kept", _("quedó quien se sorteó")  # the source says otherwise since
        NOBODY = "nobody", _("no pasa nadie")

    TAKEN = (State.FILLED, State.KEPT)

    feeder = models.ForeignKey(Feeder, on_delete=models.CASCADE, related_name="berths")
    rank = models.PositiveSmallIntegerField()
    label = NameField(max_length=190)  # what the entry is called until it is known who it is
    entry = models.OneToOneField(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="berth"
    )
    taken_by = models.ForeignKey(  # an entry of the source
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    chosen = models.ForeignKey(  # by organisers, of those of the source who share a rank
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    why = models.CharField(max_length=20, blank=True)  # why it was not taken: a code
    is_news = models.BooleanField(default=False)  # to the organisers of the final

    class Meta:
        ordering = ("feeder", "rank")
        constraints = (
            models.UniqueConstraint(fields=("feeder", "rank"), name="one_berth_per_rank"),
            models.CheckConstraint(
                condition=Q(why="") | Q(state="nobody"), name="only_an_empty_berth_has_a_reason"
            ),
        )

    def __str__(self) -> str:
        return self.label


class Pick(models.Model):
    """An entry that passes by a choice: of a committee, or as the best of those left out."""

    LONGEST = 200  # letters of the reason

    final = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="picks")
    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="pick")
    taken_from = models.ForeignKey(  # an entry of another competition
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(_("motivo"), max_length=LONGEST)  # or where the best were left out
    is_best = models.BooleanField(default=False, db_default=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("final", "pk")

    def __str__(self) -> str:
        return f"{self.entry} · {self.reason}"
