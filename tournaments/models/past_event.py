"""What a club brought along from another site."""

from django.db import models

from accounts.models import Club


class PastEvent(models.Model):
    """A competition that was played elsewhere, as a file told it: shown, and never counted.

    The document is a `competition` of `docs/club-files.md`; no row of this site's results, points
    or ratings comes of it, since nobody here can check them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_events")
    document = models.JSONField()
    imported_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "pk")

    def __str__(self) -> str:
        return str(self.document["name"])
