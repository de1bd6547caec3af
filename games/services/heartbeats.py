"""Heartbeats: which process drives the clock.

Celery's sweep alone beats `celery`. While that is silent web processes sweep in its place, one
at a time: the row `web` is their lease. Every sweep beats `clock`, so a gap in it is an outage of
the whole site (`games.services.clock`).
"""

from datetime import datetime, timedelta

from django.db.models import Q

from games.models import Heartbeat

CLOCK, CELERY, WEB = "clock", "celery", "web"
BEAT = timedelta(seconds=1)  # a heart that beat less than this ago need not be beaten again
AWAY = timedelta(seconds=3)  # when Celery has been silent for longer, web processes sweep
LEASE = timedelta(seconds=3)  # for which a web process that stopped keeps the others from it


def beat_for_celery(now: datetime) -> bool:
    """Show that Celery sweeps; it always may."""
    if not Heartbeat.objects.filter(name=CELERY).update(at=now):
        Heartbeat.objects.get_or_create(name=CELERY, defaults={"at": now})
    return True


def celery_is_away(now: datetime) -> bool:
    """Whether Celery has not swept for too long, or never has."""
    beats = Heartbeat.objects.filter(name=CELERY)
    return not beats.filter(at__range=(now - AWAY, now + AWAY)).exists()


def may_stand_in(now: datetime, *, holder: str) -> bool:
    """Whether a web process may sweep now: Celery is away, and no other process does it."""
    return celery_is_away(now) and _leased(now, holder)


def _leased(now: datetime, holder: str) -> bool:
    is_held = Q(at__range=(now - LEASE, now + LEASE)) & ~Q(holder=holder)
    taken = Heartbeat.objects.exclude(is_held).filter(name=WEB).update(at=now, holder=holder)
    if taken:
        return True
    fresh = {"at": now, "holder": holder}
    return Heartbeat.objects.get_or_create(name=WEB, defaults=fresh)[1]
