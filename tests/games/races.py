"""Threads that start at the same instant, each with a database connection of its own."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Barrier, Event, Thread
from typing import Any

from django.db import connection, transaction

from tests.runner.days import is_sampled_run

EACH_DAY, NIGHTLY = "2", "5"  # rounds of each race; 200 in `make soak PART=races`
ROUNDS = int(os.environ.get("RACE_ROUNDS") or (EACH_DAY if is_sampled_run() else NIGHTLY))


def at_once(*calls: Callable[[], Any]) -> Sequence[Any]:
    """Run the calls together; return what each returned or raised, in their order."""
    results: list[Any] = [None] * len(calls)
    barrier = Barrier(len(calls))

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            results[place] = call()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@contextmanager
def nobody_else_may_write() -> Iterator[None]:
    """Another connection holds what an action needs, and this one does not wait long for it."""
    held, free = Event(), Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("LOCK TABLE games_game IN EXCLUSIVE MODE")
            held.set()
            free.wait()
        connection.close()

    holder = Thread(target=hold)
    holder.start()
    held.wait()
    _wait_at_most(milliseconds=20)
    try:
        yield
    finally:
        free.set()
        holder.join()
        _wait_at_most(milliseconds=10_000)


def _wait_at_most(milliseconds: int) -> None:
    patience = {
        "postgresql": f"SET lock_timeout = {milliseconds}",
        "sqlite": f"PRAGMA busy_timeout = {milliseconds}",
    }
    with connection.cursor() as cursor:
        cursor.execute(patience[connection.vendor])
    if connection.vendor == "sqlite":
        connection.settings_dict["OPTIONS"]["timeout"] = milliseconds / 1000  # for its turn
