"""Django's ASGI handler, with every page in one of a few persistent threads.

Django gives each request its own thread, and with it a new database connection, and switches
between loop and thread at each border between them. All pages here are synchronous: the body is
still read on the loop, so a slow client holds no thread, and then the whole chain runs in one
thread whose connection stays open. Mostly one of these threads computes at a time, so that pages
asked for without end hold up the players at tables little.
"""

import os
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any

import django
from channels.db import DatabaseSyncToAsync
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponseBadRequest, HttpResponseBase

from truco_site.thread_turns import Turns

THREADS = 8
NICE = 5  # how much later the system runs these threads than those of tables
LEASE = 0.02  # seconds


def _yield_to_tables() -> None:
    """Lower the priority of this thread, where the system has priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):  # a sandbox may deny it
            os.nice(NICE)


_pages = ThreadPoolExecutor(THREADS, thread_name_prefix="page", initializer=_yield_to_tables)
_turns = Turns(at_once=1, lease=LEASE)


class PageHandler(ASGIHandler):
    """Handler that runs middleware and views synchronously, outside the event loop."""

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the synchronous chain, although Django's handler asks for an asynchronous one."""
        super().load_middleware(is_async=False)

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Create the request; parse its query first if the header names a charset.

        An unreadable query is refused in the way Django refuses undecodable data.
        """
        try:
            return super().create_request(scope, body_file)
        except SuspiciousOperation:
            return None, HttpResponseBadRequest()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request in a reserved thread, managing connections like `channels.db`."""
        answer = DatabaseSyncToAsync(self._in_turn, thread_sensitive=False, executor=_pages)
        response: HttpResponseBase = await answer(request)
        return response

    def _in_turn(self, request: HttpRequest) -> HttpResponseBase:
        with _turns.turn():
            return self.get_response(request)


def pages() -> PageHandler:
    """Return the application for pages, in place of `get_asgi_application`."""
    django.setup(set_prefix=False)
    return PageHandler()
