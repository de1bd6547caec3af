"""Whether clocks run."""

from django.db import models


class Heartbeat(models.Model):
    """When the clock last ran: a gap tells an outage (docs/adr/0003)."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
