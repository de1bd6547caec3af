"""Turns of threads that compute pages, so that clicks at tables do not wait behind all of them.

One Python thread computes at a time (the global interpreter lock), and a thread that waits for it
waits behind all others that do. A click needs it a dozen times, on the loop and in the thread that
writes. So few page threads compute at once; the others wait here, in order of arrival.

A turn ends with the page, while it waits for another thread or process (`without_turn`), or at a
query after `lease` seconds if another thread waits. It is no lock: a page that waits for a lock or
the network, or computes for longer, only loses its turn, and the next thread starts beside it. So
nothing waits here for what another thread holds.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from django.db import connection

_own = threading.local()  # `turns`: where this thread has its turn


@contextmanager
def without_turn() -> Iterator[None]:
    """Let other pages compute while this thread, if it computes one, only waits in the body."""
    turns: Turns | None = getattr(_own, "turns", None)
    if turns is None:
        yield
        return
    turns._end()
    try:
        yield
    finally:
        turns._begin()


class Turns:
    """Turns of `at_once` threads at a time, each for `lease` seconds while others wait.

    A thread that keeps its turn for longer goes on while the next one computes.
    """

    def __init__(self, at_once: int, lease: float) -> None:
        self._at_once, self._lease = at_once, lease
        self._lock = threading.Lock()
        self._ends: dict[int, float] = {}  # of each thread that has a turn, on the monotonic clock
        self._waiting: deque[tuple[int, threading.Event]] = deque()

    @property
    def waiting(self) -> int:
        """The number of threads that wait for a turn."""
        return len(self._waiting)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Run the body in a turn of this thread, which has none; its queries may end a turn."""
        self._begin()
        _own.turns = self
        try:
            with connection.execute_wrapper(self._give_way):
                yield
        finally:
            del _own.turns
            self._end()

    def _give_way(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Let a waiting thread go first if this turn has lasted.

        Never within a transaction, nor at its start: others may wait for what it locks.
        """
        is_free = str(sql).startswith("SELECT") and not context["connection"].in_atomic_block
        if is_free and self._waiting and self._is_over():
            self._end()
            self._begin()
        return execute(sql, params, many, context)

    def _is_over(self) -> bool:
        return self._ends.get(threading.get_ident(), 0) < monotonic()

    def _begin(self) -> None:
        called = threading.Event()
        with self._lock:
            self._waiting.append((threading.get_ident(), called))
            self._call_next()
        while not called.wait(self._lease):
            with self._lock:
                self._call_next()
        with self._lock:
            if threading.get_ident() in self._ends:  # until now it could not compute
                self._ends[threading.get_ident()] = monotonic() + self._lease

    def _end(self) -> None:
        with self._lock:
            self._ends.pop(threading.get_ident(), None)
            self._call_next()

    def _call_next(self) -> None:
        """Give free turns, and those of threads that have kept theirs too long, to the waiting."""
        if not self._waiting:
            return
        now = monotonic()
        if len(self._ends) >= self._at_once:
            self._ends = {thread: end for thread, end in self._ends.items() if end > now}
        while self._waiting and len(self._ends) < self._at_once:
            thread, called = self._waiting.popleft()
            self._ends[thread] = now + self._lease
            called.set()
