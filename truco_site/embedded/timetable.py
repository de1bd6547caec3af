"""Celery's timetable: it goes on although the clock was set back.

Celery starts a task when its period has passed since the last run. After the clock was set back by
an hour, nothing would be due for an hour.
"""

from typing import Any

from celery.beat import Scheduler


class Timetable(Scheduler):
    """A timetable in memory, in which no task has last run in the future."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Start what is due; return the seconds until the next task."""
        now = self.app.now()  # once: it converts between zones, and a tick comes every second
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # it is ordered by when tasks are due
        seconds: float = super().tick(*args, **kwargs)
        return seconds
