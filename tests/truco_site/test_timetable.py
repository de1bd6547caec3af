"""Celery's timetable after the clock was set back."""

from datetime import timedelta

from celery import Celery

from truco_site.celery import app
from truco_site.embedded.timetable import Timetable

PERIOD, STEP = 60.0, timedelta(hours=1)


def test_no_task_waits_until_the_clock_is_where_it_was() -> None:
    own = Celery(set_as_current=False)
    own.conf.beat_schedule = {
        name: {"task": name, "schedule": PERIOD * number}
        for number, name in enumerate(("pairs", "backups"), start=1)
    }
    timetable = Timetable(app=own)
    assert timetable.tick() <= PERIOD
    for entry in timetable.schedule.values():
        entry.last_run_at += STEP  # as if the clock had gone back since
    assert timetable.tick() <= PERIOD


def test_the_site_has_this_timetable() -> None:
    assert app.Beat().scheduler_cls == f"{Timetable.__module__}:{Timetable.__name__}"
