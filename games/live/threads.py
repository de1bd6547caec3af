"""Small pools of threads for database work, which keep their connections."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connection

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run reads of the database in a reserved thread.

    SQLite answers in the thread that asks, so there several would only compete for the interpreter,
    with clicks too (docs/performance.md, "Floods").
    """
    return await _run(_readers(), partial(work, *args, **kwargs))


async def in_writer_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a short write of live play in a thread for such writes.

    SQLite has one writer at a time. There, acts through sockets, deals, arrivals and departures
    share one thread, so they do not compete with each other for the write lock, and the pages of
    the database that they change stay in the cache of one connection. Other writers still take
    turns with them, and readers never wait behind one that waits.
    """
    return await _run(_writers(), partial(work, *args, **kwargs))


@cache
def _readers() -> Executor:
    return ThreadPoolExecutor(1 if connection.vendor == "sqlite" else 4, thread_name_prefix="live")


@cache
def _writers() -> Executor:
    if connection.vendor == "sqlite":
        return ThreadPoolExecutor(1, thread_name_prefix="writer")
    return _readers()


async def _run(pool: Executor, work: Callable[[], R]) -> R:
    return await asyncio.get_running_loop().run_in_executor(pool, partial(_connected, work))


def _connected(work: Callable[[], R]) -> R:
    """Close broken connections before the work, and after it, so that none is held needlessly."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
