"""The Celery application and its beat schedule.

Tasks are hints: due work is found in the database, so running late, twice or never is safe.
"""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import setup_logging, task_postrun, task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")

app = Celery("truco_site", amqp="truco_site.embedded.broker:PatientAMQP")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "truco_site.embedded.timetable:Timetable"
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**kwargs: Any) -> None:
    """Prevent Celery from installing its own log handlers, which quote the arguments of tasks."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


@task_prerun.connect
@task_postrun.connect
def let_go_of_connections(task: "Task[Any, Any]", **kwargs: Any) -> None:
    """Close broken or old connections; by default Celery opens a new connection for each task.

    An eager task is part of a caller that still uses its connection.
    """
    from django.db import close_old_connections

    if not task.request.is_eager:
        close_old_connections()


@app.on_after_finalize.connect
def set_timetable(sender: Celery, **kwargs: Any) -> None:
    """Set each app's schedule; a run that waited longer than its period is dropped."""
    import accounts.tasks
    import games.tasks
    import tournaments.tasks
    from truco_site.operations import backups as nightly

    parts = (accounts.tasks.BEAT, games.tasks.BEAT, tournaments.tasks.BEAT, nightly.BEAT)
    timetable = {name: due for beat in parts for name, due in beat.items()}
    for name, (task, period) in timetable.items():
        sender.conf.beat_schedule[name] = {
            "task": task,
            "schedule": period,
            "options": {"expires": period},
        }
