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
        for entry in self.schedule.values():
            last, now = entry.last_run_at, entry.default_now()
            if last is not None and last > now:
                entry.last_run_at = now
                self._heap = None  # it is ordered by when tasks are due
        seconds: float = super().tick(*args, **kwargs)
        return seconds
