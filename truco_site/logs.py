"""Log formatters: the place of a fault and its request, without user data.

The message of an exception may quote a card, a seed, a session or an address. So a log entry
keeps only the type of the exception and the lines of code it passed, and instead of a URL its
pattern.
"""

import copy
import json
import logging
import re
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from time import gmtime, monotonic
from types import TracebackType
from typing import Any, Final

from django.conf import settings
from django.core.mail import get_connection, mail_admins
from django.db import IntegrityError, OperationalError

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

NOTHING: Final = "-"
LAYOUT = "%(asctime)s %(levelname)s %(name)s [%(ids)s] %(message)s"
HARMLESS = (IntegrityError, OperationalError)  # their first line names only a constraint or a lock
ODD: Final = re.compile(r"[^\w:-]", re.ASCII)
PAUSE: Final = 60.0  # seconds between two mails of a process
SQLITE_OUTAGES: Final = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
POSTGRESQL_OUTAGES: Final = ("08", "53", "57")  # classes: connection, resources, operator

request_id: ContextVar[str] = ContextVar("request_id", default=NOTHING)
action_id: ContextVar[str] = ContextVar("action_id", default=NOTHING)


@contextmanager
def acting(name: str) -> Iterator[None]:
    """Log with the id of an action while it runs; clients choose the id, so it is sanitised."""
    token = action_id.set(ODD.sub("", name)[:64] or NOTHING)
    try:
        yield
    finally:
        action_id.reset(token)


class Formatter(logging.Formatter):
    """Formatter for records with ids and with a traceback without values; in UTC."""

    default_time_format, default_msec_format = "%Y-%m-%dT%H:%M:%S", "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(LAYOUT)
        self.converter = gmtime

    def format(self, record: logging.LogRecord) -> str:
        """Format a copy: other handlers format tracebacks differently."""
        return super().format(_redact_record(record))

    def formatException(self, ei: Raised) -> str:  # noqa: N802  # as logging names it
        """Return the code lines of an exception and of its causes, each with its type."""
        lines: list[str] = []
        for error in _with_causes(ei[1]):
            lines += traceback.format_tb(error.__traceback__)
            lines.append(
                f"{type(error).__module__}.{type(error).__qualname__}{_first_line(error)}\n"
            )
        return "".join(lines).rstrip("\n")


class JsonFormatter(Formatter):
    """Formatter for one JSON object per line, with the same contents."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the fields of the text lines by name."""
        redacted = _redact_record(record)
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "request_id": request_id.get(),
            "action_id": action_id.get(),
            "message": redacted.getMessage(),
        }
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


class RudeRequests(logging.Filter):
    """Filter that demotes client errors to INFO, one per minute and address.

    Django and uvicorn log a foreign Host header and a frame that is not text as errors of the site.
    """

    MOST = 1000  # addresses

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Demote such a record; return whether to log it."""
        if record.name == "django.security.DisallowedHost":
            return self._demote(record, "a request for a host that is not ours")
        if str(record.msg).startswith("Invalid UTF-8 sequence"):
            return self._demote(record, "a frame that is no text")
        return True

    def _demote(self, record: logging.LogRecord, words: str) -> bool:
        from accounts.common.client_address import (
            client_address,  # settings import this module first
        )

        request = getattr(record, "request", None)
        key = f"{words} {client_address(request) if request is not None else ''}"
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.msg, record.args, record.exc_info = words, (), None
        now = monotonic()
        if now - self._last.get(key, -PAUSE) < PAUSE:
            return False
        if len(self._last) >= self.MOST:
            self._last.clear()
        self._last[key] = now
        return True


class DatabaseOutages(logging.Filter):
    """Filter that logs an outage of the database as one line, whatever fails because of it.

    While a disk is full each task, sweep and page fails with the same error. An outage ends once
    nothing has failed for a minute. Errors of statements, which are bugs, pass as they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}  # by kind of outage

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the first record of an outage, and drop the others; several handlers may ask."""
        if not hasattr(record, "is_logged"):
            vars(record)["is_logged"] = self._is_logged(record)
        return bool(vars(record)["is_logged"])

    def _is_logged(self, record: logging.LogRecord) -> bool:
        raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        outage = next(filter(None, map(_outage, _with_causes(raised))), "")
        if not outage:
            return True
        record.args = _without_values(record)
        words = record.getMessage().partition("\n")[0]
        record.msg, record.args, record.exc_info = "%s: %s", (words, outage), None
        now, last = monotonic(), self._last.get(outage, -PAUSE)
        self._last[outage] = now
        return now - last >= PAUSE


class MailAdminsHandler(logging.Handler):
    """Handler that mails errors to `ADMINS`, one per minute at most, as they are logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._last = -PAUSE

    def emit(self, record: logging.LogRecord) -> None:
        """Send it from a thread, so that the page does not wait for the mail.

        It goes to the mail server directly, because the failure may concern the database and thus
        the outbox. Failures here are not logged, so they cannot cause another mail.
        """
        if monotonic() - self._last < PAUSE:
            return
        self._last = monotonic()
        subject = f"{record.levelname} {record.name} {request_id.get()}"
        threading.Thread(target=_mail_admins, args=(subject, self.format(record))).start()


def _mail_admins(subject: str, text: str) -> None:
    transport = get_connection(settings.MAIL_TRANSPORT, fail_silently=True)
    with suppress(Exception):
        mail_admins(subject, text, connection=transport)


def _redact_record(record: logging.LogRecord) -> logging.LogRecord:
    """Return a copy with its ids, without values."""
    redacted = copy.copy(record)
    ids = [each for each in (request_id.get(), action_id.get()) if each != NOTHING]
    redacted.ids, redacted.exc_text = " ".join(ids) or NOTHING, None
    redacted.args = _without_values(record)
    if record.exc_info:  # the lines after the first quote the exception
        redacted.msg, redacted.args = redacted.getMessage().partition("\n")[0], ()
    return redacted


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
    """Yield an exception's causes, then the exception."""
    if error is None:
        return
    yield from _with_causes(
        error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    )
    yield error


def _outage(error: BaseException) -> str:
    """Return the first line of an error that says the database cannot work; else ""."""
    code, state = getattr(error, "sqlite_errorcode", None), getattr(error, "sqlstate", None)
    is_sqlite = code is not None and code & 0xFF in SQLITE_OUTAGES
    from psycopg import OperationalError as LineError  # 60 ms of a start, unnecessary with SQLite

    is_refused = isinstance(error, LineError) and state is None
    is_postgresql = is_refused or (state is not None and state[:2] in POSTGRESQL_OUTAGES)
    return str(error).partition("\n")[0] if is_sqlite or is_postgresql else ""


def _first_line(error: BaseException) -> str:
    return f": {str(error).partition(chr(10))[0]}" if isinstance(error, HARMLESS) else ""
