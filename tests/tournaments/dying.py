"""`python -m tests.tournaments.dying WORDS ACT MATCH`: a process that is killed as it writes.

It gives or reopens a match and ends by SIGKILL at its first statement that begins with WORDS.
"""

import os
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

NOW = datetime(2026, 3, 15, 12, 0, tzinfo=UTC)


def at(words: str, die: Callable[[], object]) -> Callable[..., Any]:
    """Return a wrapper that simulates a crash before the first matching statement."""

    def wrapper(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith(words):
            die()
        return execute(sql, *rest)

    return wrapper


def main() -> None:
    """Do it and die."""
    import django

    django.setup()
    from django.db import connection

    from tournaments.matches import services as deciding
    from tournaments.models import Match
    from tournaments.results import services as result_services

    words, act, pk = sys.argv[1:]
    match = Match.objects.get(pk=pk)
    organiser = match.round.group.stage.competition.club.members.get()
    told = {"match_id": match.pk, "actor": organiser, "reason": "se cortó", "now": NOW}
    with connection.execute_wrapper(at(words, lambda: os.kill(os.getpid(), signal.SIGKILL))):
        if act == "award":
            deciding.give_walkover(**told, winner=0)
        else:
            result_services.reopen_match(**told)


if __name__ == "__main__":
    main()
