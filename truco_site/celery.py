"""The Celery application and beat's timetable.

Tasks are hints: what is due stands in the database, so late, twice and never are all safe.
"""

import os
from typing import Any

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")

app = Celery("truco_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_after_finalize.connect
def set_timetable(sender: Celery, **kwargs: Any) -> None:
    """Let each app say what it wants done how often; a run that waited longer is dropped."""
    import games.tasks
    import tournaments.tasks

    for name, (task, period) in {**games.tasks.BEAT, **tournaments.tasks.BEAT}.items():
        sender.conf.beat_schedule[name] = {
            "task": task,
            "schedule": period,
            "options": {"expires": period},
        }
