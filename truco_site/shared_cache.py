"""The cache at `REDIS_URL`; while it is away, each process counts and keeps in its own memory.

So the site works without its broker: rate limits and budgets hold for each process alone, and
each renders its pages. Otherwise every request that is counted would be a fault (500).
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError, TimeoutError

logger = logging.getLogger(__name__)
PAUSE: Final = 1.0  # seconds without a try, since each may take as long as its timeout
MAX_ENTRIES: Final = 10_000
COMMON: Final = ("KEY_PREFIX", "VERSION")  # the parameters that both have
_away_until: dict[str, float] = {}  # by address: threads have an instance each


class SharedCache(RedisCache):
    """Django's Redis cache, and memory while its server cannot be reached."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._address = server
        own: dict[str, Any] = {name: params[name] for name in COMMON if name in params}
        own["OPTIONS"] = {"MAX_ENTRIES": MAX_ENTRIES}
        self._memory = LocMemCache(f"instead of {server}", own)

    def _or_in_memory(self, name: str, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= _away_until.get(self._address, 0.0):
            try:
                return ask(*args, **kwargs)
            except (ConnectionError, TimeoutError) as error:
                _away_until[self._address] = time.monotonic() + PAUSE
                logger.warning("the shared cache is away: %s", type(error).__name__)
        return getattr(self._memory, name)(*args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("add", super().add, *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("get", super().get, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("set", super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("touch", super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("delete", super().delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("get_many", super().get_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("has_key", super().has_key, *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("incr", super().incr, *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("set_many", super().set_many, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("delete_many", super().delete_many, *args, **kwargs)

    def clear(self, *args: Any, **kwargs: Any) -> Any:
        return self._or_in_memory("clear", super().clear, *args, **kwargs)
