"""`manage.py` with one fault: at a named point, the nth time it gets there, it kills itself.

Nothing in the site knows of this: the fault is put around one of its functions from outside.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import reduce, wraps
from importlib import import_module
from itertools import count
from typing import Any, NoReturn

BEFORE, AFTER = "before", "after"

POINTS = {
    "after the lock": (AFTER, "games.play.actions", "apply_joint"),
    "before the commit": (AFTER, "games.play.log", "append"),
    "before the statement": (BEFORE, "games.models.raw_queries", "write_if_unchanged"),
    "after the statement": (AFTER, "games.models.raw_queries", "write_if_unchanged"),
    "before the commit of the clock": (AFTER, "games.play.clock", "_play_for"),
    "before the hint": (BEFORE, "games.play.log", "broadcast_game"),
    "after the result": (AFTER, "tournaments.matches.services", "finish_match"),
    "before the ledger": (BEFORE, "tournaments.tasks", "rank_match"),
    "before the outcome of a delivery": (BEFORE, "tournaments.webhooks.delivery", "record_outcome"),
    "in a migration": (
        BEFORE,
        "django.db.migrations.executor",
        "MigrationExecutor.record_migration",
    ),
}


def die() -> NoReturn:
    """End at once: nothing is written, closed or said any more."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives SIGKILL")


def fatal(function: Callable[..., Any], when: str, number: int) -> Callable[..., Any]:
    """Return the function with death before or after its call of that number."""
    calls = count(1)

    @wraps(function)
    def dying(*args: Any, **kwargs: Any) -> Any:
        is_last = next(calls) == number
        if is_last and when == BEFORE:
            die()
        result = function(*args, **kwargs)
        return die() if is_last else result

    return dying


def main() -> None:
    """Put the fault where `FAULT` says (`point:number`), then do what manage.py does."""
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    point, _, number = os.environ["FAULT"].rpartition(":")
    when, module, path = POINTS[point]
    *classes, name = path.split(".")
    place = reduce(getattr, classes, import_module(module))
    setattr(place, name, fatal(getattr(place, name), when, int(number)))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
