"""Expensive responses: cached for a minute by version, and built one at a time per address.

A request for a response that is being built waits for it, so that a hall behind one address
builds a file once.
"""

import threading
import zlib
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from accounts.common.client_address import address_key, client_address
from accounts.common.cost_budgets import FILES, too_busy
from truco_site.thread_turns import without_turn

FRESH: Final = 60  # seconds; names may change without a new version
LARGEST: Final = 512 * 1024  # compressed bytes per cached answer
SOON: Final = 1  # seconds until a retry
PATIENCE: Final = 10  # seconds to wait for an answer that another request computes
WAITING: Final = 3  # at a time; each occupies a thread that serves pages


class _Work:
    """An answer in progress, for the requests that wait for it."""

    def __init__(self) -> None:
        self.is_done = threading.Event()
        self.body: bytes | None = None


_lock = threading.Lock()
_busy: set[str] = set()
_works: dict[str, _Work] = {}
_places = threading.BoundedSemaphore(WAITING)


def costly_answer(
    request: HttpRequest,
    key: str,
    make: Callable[[], bytes],
    *,
    content_type: str,
    fresh: int = FRESH,
) -> HttpResponseBase:
    """Return the result of `make`: 304 for a fresh copy in the browser, 429 if it must wait.

    `key` identifies the answer and its version; it is cached for `fresh` seconds. A cached answer
    neither occupies the slot of the address nor uses its budget.
    """
    packed: bytes | None = caches["pages"].get(key) if fresh else None
    body = _made(request, key, make, fresh) if packed is None else zlib.decompress(packed)
    if isinstance(body, HttpResponse):
        return body
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _made(
    request: HttpRequest, key: str, make: Callable[[], bytes], fresh: int
) -> bytes | HttpResponse:
    address = address_key(client_address(request))
    work, is_ours = _begin(key, address)
    if work is None:
        return too_busy(request, SOON)
    if not is_ours:
        body = _wait_for(work)
        return too_busy(request, SOON) if body is None else body
    try:
        if FILES.is_spent(request):
            return too_busy(request)
        with FILES.measured(request):
            body = work.body = make()
            packed = zlib.compress(body, 1) if fresh else b""
        if fresh and len(packed) <= LARGEST:
            caches["pages"].set(key, packed, fresh)
        return body
    finally:
        _end(key, address, work)


def _begin(key: str, address: str) -> tuple[_Work | None, bool]:
    """Return the work for a key and whether the caller does it; None if the address is busy."""
    with _lock:
        if (other := _works.get(key)) is not None:
            return other, False
        if address in _busy:
            return None, False
        _busy.add(address)
        work = _works[key] = _Work()
        return work, True


def _end(key: str, address: str, work: _Work) -> None:
    with _lock:
        del _works[key]
        _busy.discard(address)
    work.is_done.set()


def _wait_for(work: _Work) -> bytes | None:
    """Return the result of another request; None on a timeout, a failure, or a full queue."""
    if not _places.acquire(blocking=False):
        return None
    try:
        with without_turn():
            work.is_done.wait(PATIENCE)
    finally:
        _places.release()
    return work.body
