"""Events that a club holds again and again at a fixed hour: a nightly arena, a weekly cup."""

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Club
from accounts.names.validation import validate_shown_name
from tournaments.models.competitions import Competition

EVERY_DAY = "0123456"


class RegularEvent(ChoiceLabels):
    """What is held on certain weekdays at one hour of the club's clock.

    Each time is a `Competition` of its own, tied to this row by an `Occurrence`.
    """

    class Kind(models.TextChoices):
        ARENA = "arena", _("arena")
        CUP = "cup", _("copa")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="regular_events")
    kind = models.CharField(_("qué es"), max_length=5, choices=Kind, default=Kind.ARENA)
    name = models.CharField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    preset = models.CharField(_("reglamento"), max_length=24)
    options = models.JSONField(default=dict, blank=True)
    weekdays = models.CharField(
        _("días"),
        max_length=7,
        default=EVERY_DAY,
        validators=(RegexValidator(r"^0?1?2?3?4?5?6?$"),),  # Monday is 0
    )
    hour = models.TimeField(_("hora"))
    minutes = models.PositiveSmallIntegerField(
        _("minutos de la arena"),
        default=60,
        validators=(MinValueValidator(15), MaxValueValidator(240)),
    )
    robots_to = models.PositiveSmallIntegerField(
        _("se completa con robots hasta"),
        default=6,
        validators=(MaxValueValidator(16),),
        help_text=_("Si se anotan menos, entran robots, con su marca. Con 0 no entra ninguno."),
    )
    made = models.PositiveIntegerField(default=0, editable=False)  # occurrences so far

    class Meta:
        ordering = ("hour", "pk")

    def __str__(self) -> str:
        return self.name


class Occurrence(models.Model):
    """The competition of one evening of a regular event."""

    competition = models.OneToOneField(
        Competition, primary_key=True, on_delete=models.CASCADE, related_name="occurrence"
    )
    event = models.ForeignKey(RegularEvent, on_delete=models.CASCADE, related_name="occurrences")
    starts_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "starts_at"), name="one_event_at_an_hour"),
        )

    def __str__(self) -> str:
        return f"{self.event} · {self.starts_at:%Y-%m-%d %H:%M}"
