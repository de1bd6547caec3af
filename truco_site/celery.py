"""The Celery application and beat's timetable.

Tasks are hints: what is due stands in the database, so late, twice and never are all safe.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")

app = Celery("truco_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**kwargs: Any) -> None:
    """Keep Celery from setting handlers of its own, which quote what a task failed at."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@app.on_after_finalize.connect
def set_timetable(sender: Celery, **kwargs: Any) -> None:
    """Let each app say what it wants done how often; a run that waited longer is dropped."""
    import accounts.tasks
    import games.tasks
    import tournaments.tasks

    timetable = {**accounts.tasks.BEAT, **games.tasks.BEAT, **tournaments.tasks.BEAT}
    for name, (task, period) in timetable.items():
        sender.conf.beat_schedule[name] = {
            "task": task,
            "schedule": period,
            "options": {"expires": period},
        }
