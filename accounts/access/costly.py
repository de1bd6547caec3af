"""Answers that cost much: kept for a minute by version, and made one at a time per address."""

import threading
import zlib
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from accounts.access.network import address_key, client_address

FRESH: Final = 60  # seconds; names may change without a new version
LARGEST: Final = 512 * 1024  # bytes, compressed, of what is kept
SOON: Final = "1"  # seconds after which it may be asked for again

_lock = threading.Lock()
_busy: set[str] = set()


def costly_answer(
    request: HttpRequest, key: str, make: Callable[[], bytes], *, content_type: str
) -> HttpResponseBase:
    """Answer with what `make` returns: 304 where the reader has it, 429 where it is being made.

    `key` names the answer and its version. What is kept takes no place of the address.
    """
    packed: bytes | None = caches["pages"].get(key)
    if packed is not None:
        body = zlib.decompress(packed)
    else:
        address = address_key(client_address(request))
        if not _begin(address):
            busy = HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, content_type="text/plain")
            busy.headers["Retry-After"] = SOON
            return busy
        try:
            body = make()
        finally:
            _end(address)
        packed = zlib.compress(body, 1)
        if len(packed) <= LARGEST:
            caches["pages"].set(key, packed, FRESH)
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    answer = HttpResponse(body, content_type=content_type, headers={"ETag": etag})
    return get_conditional_response(request, etag=etag, response=answer) or answer


def _begin(address: str) -> bool:
    with _lock:
        if address in _busy:
            return False
        _busy.add(address)
        return True


def _end(address: str) -> None:
    with _lock:
        _busy.discard(address)
