"""Threads that start at the same instant, each with a database connection of its own."""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

from django.db import connection


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
