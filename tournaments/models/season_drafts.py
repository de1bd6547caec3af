"""Wishes for the dates of a league, and the draft that a search makes of them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import User
from tournaments.formats.season_plan import Side
from tournaments.models.competitions import Competition
from tournaments.models.entries import Entry


class DateWish(ChoiceLabels):
    """A side that an entry asks for on a day: at home, away, or no match."""

    class Wanted(models.TextChoices):
        HOME = Side.HOME.value, _("de local")
        AWAY = Side.AWAY.value, _("de visitante")
        FREE = Side.FREE.value, _("no juega")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="date_wishes")
    day = models.DateField(_("día"))
    side = models.CharField(_("qué pide"), max_length=4, choices=Wanted)

    class Meta:
        ordering = ("day", "pk")
        verbose_name_plural = "date wishes"
        constraints = (
            models.UniqueConstraint(fields=("entry", "day"), name="one_wish_per_entry_and_day"),
        )

    def __str__(self) -> str:
        return f"{self.entry} · {self.day} · {self.get_side_display()}"


class Derby(models.Model):
    """Two entries whose matches are not on the day of another derby."""

    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "derbies"
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="one_derby_per_pair"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="a_derby_has_two_entries_in_order"
            ),
        )

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"


class SeasonDraft(ChoiceLabels):
    """The search for a league's dates, and its result until it is published or discarded."""

    class State(models.TextChoices):
        WAITING = "waiting", _("en espera")
        SEARCHING = "searching", _("buscando")
        READY = "ready", _("listo")

    competition = models.OneToOneField(
        Competition, on_delete=models.CASCADE, related_name="season_draft"
    )
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    seed = models.PositiveIntegerField()
    steps = models.PositiveIntegerField(default=0)  # done
    all_steps = models.PositiveIntegerField()
    is_stopped = models.BooleanField(default=False)  # an organiser asked for what there is
    # By group: its matches as `season_drafts` writes them, once the search is over.
    matches = models.JSONField(default=dict)
    started_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    started_at = models.DateTimeField()
    heard_at = models.DateTimeField()  # when the search last reported

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.competition} · {self.get_state_display()}"

    @property
    def percent(self) -> int:
        """The progress of the search."""
        return min(100, 100 * self.steps // self.all_steps)
