"""What is logged of a fault: where it happened and under which request, never what it happened to.

An exception's own words may quote a card, a seed, a session or an address. So of an exception stay
its type and the lines of code it went through, and of an address of a page its pattern.
"""

import copy
import logging
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from types import TracebackType
from typing import Any

from django.db import IntegrityError, OperationalError

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

NO_REQUEST = "-"
LAYOUT = "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"
HARMLESS = (IntegrityError, OperationalError)  # their first line names a constraint, or a lock

request_id: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)


class Formatter(logging.Formatter):
    """Writes a record with its request's id, and with a traceback that quotes no values."""

    def __init__(self) -> None:
        super().__init__(LAYOUT)

    def format(self, record: logging.LogRecord) -> str:
        """Format a copy: other handlers have their own idea of a traceback."""
        told = copy.copy(record)
        told.request_id, told.exc_text = request_id.get(), None
        told.args = _without_values(record)
        if record.exc_info:  # what follows the first line quotes the exception
            told.msg, told.args = told.getMessage().partition("\n")[0], ()
        return super().format(told)

    def formatException(self, ei: Raised) -> str:  # noqa: N802  # as logging names it
        """Return the lines of code of an exception and of what led to it, each with its type."""
        lines: list[str] = []
        for error in _with_causes(ei[1]):
            lines += traceback.format_tb(error.__traceback__)
            lines.append(f"{type(error).__module__}.{type(error).__qualname__}{_said(error)}\n")
        return "".join(lines).rstrip("\n")


def _without_values(record: logging.LogRecord) -> Any:
    """Return a record's arguments with Celery's exception as its type, Django's path as a route."""
    error = record.exc_info[0] if isinstance(record.exc_info, tuple) else None
    if isinstance(record.args, dict) and "exc" in record.args:
        return {**record.args, "exc": error.__name__ if error else "?"}
    if request := getattr(record, "request", None):
        path, match = getattr(request, "path", None), getattr(request, "resolver_match", None)
        route = match.route if match else "?"
        return tuple(route if arg == path else arg for arg in record.args or ())
    return record.args


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Return an exception after what it came from."""
    if error is None:
        return
    yield from _with_causes(
        error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    )
    yield error


def _said(error: BaseException) -> str:
    return f": {str(error).partition(chr(10))[0]}" if isinstance(error, HARMLESS) else ""
