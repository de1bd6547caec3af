"""A small pool of threads for database work, which keep their connections."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")
_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def in_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run synchronous database work in one of the reserved threads."""
    call = partial(_connected, partial(work, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_pool, call)


def _connected(work: Callable[[], R]) -> R:
    """Close broken connections before the work, and after it, so that none is held needlessly."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()
