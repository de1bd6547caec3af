"""What a club brought along from another site, and the files in which its history came and went."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import Club
from accounts.values.erased import NameField


class PastEvent(models.Model):
    """A competition that was played elsewhere, as a file told it: shown, and never counted.

    The document is a `competition` of `docs/club-files.md`; no row of this site's results, points
    or ratings comes of it, since nobody here can check them. Pages read what stands in columns;
    `digest` is of the document as it came, whatever was erased in it since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_events")
    document = models.JSONField()
    imported_at = models.DateTimeField()
    name = NameField(max_length=80)
    finished_at = models.DateTimeField(null=True)
    champion = NameField(max_length=200, blank=True)
    entries = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "digest"), name="past_event_once_per_club"),
        )

    def __str__(self) -> str:
        return self.name


class ClubFile(models.Model):
    """A club's file: looked at and waiting for a yes (`data`), brought in, or taken along.

    What was brought and taken stays as the audit: by whom, when, how many competitions. Who looks
    at another file forgets the one before.
    """

    class State(models.TextChoices):
        HELD = "held"
        BROUGHT = "brought"
        TAKEN = "taken"

    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="files")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=7, choices=State)
    at = models.DateTimeField()
    competitions = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, blank=True)
    data = models.BinaryField(null=True)

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("by",), condition=Q(state="held"), name="one_file_held_of_a_person"
            ),
            models.CheckConstraint(
                condition=Q(state="held") ^ Q(data__isnull=True), name="data_of_held_files_alone"
            ),
            models.CheckConstraint(
                condition=Q(state="held") | Q(club__isnull=False), name="files_are_of_a_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club} · {self.state} · {self.at}"
