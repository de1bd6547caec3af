"""Whether clocks run, and who drives them."""

from django.db import models


class Heartbeat(models.Model):
    """When something last ran (docs/adr/0003): the clock, Celery's sweep, a web process's sweep."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()
    holder = models.CharField(max_length=32, blank=True)  # the web process that sweeps

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"


class Outage(models.Model):
    """When the whole site stood still (`games.services.outages`); kept for two months."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("since",)

    def __str__(self) -> str:
        return f"{self.since:%Y-%m-%d %H:%M:%S} · {self.until - self.since}"
