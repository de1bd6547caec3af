"""The threads in which the live tables touch the database: few, kept, with their connections."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import DatabaseSyncToAsync

P = ParamSpec("P")
R = TypeVar("R")

_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def in_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run synchronous work with the database in one of the kept threads."""
    call = DatabaseSyncToAsync(work, thread_sensitive=False, executor=_pool)
    result: R = await call(*args, **kwargs)
    return result
