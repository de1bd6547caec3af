"""Whether clocks run, and who drives them."""

from django.db import models


class Heartbeat(models.Model):
    """When something last ran (docs/adr/0003): the clock, Celery's sweep, a web process's sweep."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()
    holder = models.CharField(max_length=32, blank=True)  # the web process that sweeps

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
