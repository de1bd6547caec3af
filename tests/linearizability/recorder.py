"""Threads that act at once and write down what they did, while connections are killed."""

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import DatabaseError, InterfaceError, connection

from tests.games.races import at_once
from tests.linearizability.checker import LOST, Call

Answering = Callable[[], Any]
"""One act against the site; it returns what the sequential model returns for it."""
Step = tuple[str, tuple[Any, ...], Answering]
KILLED = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid = ANY(%s) AND random() < 0.5
"""
LEAST, MOST = 0.002, 0.02  # seconds between two kills


class Recorder:
    """The history of some threads; each has a list of acts, or chooses them as it goes."""

    def __init__(self) -> None:
        self.history: list[Call] = []
        self.backends: set[int] = set()
        self.kills = 0

    def run(
        self, *threads: Callable[[], Iterator[Step]], chance: random.Random | None = None
    ) -> None:
        """Let the threads act; with `chance`, kill their connections meanwhile (PostgreSQL)."""
        acting = [self._acting(number, steps) for number, steps in enumerate(threads)]
        with self._killing(chance):
            for result in at_once(*acting):
                if isinstance(result, Exception):
                    raise result
        self.history.sort(key=lambda call: call.start)

    def _acting(self, number: int, steps: Callable[[], Iterator[Step]]) -> Callable[[], None]:
        def act() -> None:
            for name, arguments, do in steps():
                self._know_backend()
                start = time.perf_counter()
                try:
                    answer, is_known = do(), True
                except (DatabaseError, InterfaceError):
                    answer, is_known = LOST, False
                    connection.close()
                end = time.perf_counter() if is_known else float("inf")
                self.history.append(Call(name, arguments, answer, start, end, number))

        return act

    def _know_backend(self) -> None:
        """Note the connection of this thread, so that it can be killed."""
        if connection.vendor != "postgresql":
            return
        for _ in range(10):
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_backend_pid()")
                    self.backends.add(cursor.fetchone()[0])
                return
            except (DatabaseError, InterfaceError):
                connection.close()

    @contextmanager
    def _killing(self, chance: random.Random | None) -> Iterator[None]:
        if chance is None or connection.vendor != "postgresql":
            yield
            return
        over = threading.Event()

        def kill() -> None:
            while not over.wait(chance.uniform(LEAST, MOST)):
                with connection.cursor() as cursor:
                    cursor.execute(KILLED, [list(self.backends)])
                    self.kills += cursor.fetchone()[0]
            connection.close()

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            yield
        finally:
            over.set()
            killer.join()


def steps_of(steps: Sequence[Step]) -> Callable[[], Iterator[Step]]:
    """Return a thread that does these acts, one after the other."""
    return lambda: iter(steps)


def the_end_of(recorder: Recorder, answer: Any) -> Call:
    """Return what is read when it is quiet again."""
    times = [call.start for call in recorder.history]
    times += [call.end for call in recorder.history if not call.is_lost]
    at = max(times, default=0.0) + 1
    return Call("read", (), answer, at, at + 1)


def history_text(history: Sequence[Call]) -> str:
    """Return a history as text, for a failure."""
    return "\n".join(map(str, history))
