"""SQLite backend whose writers in one process take turns.

SQLite has one writer at a time; others retry with increasing pauses. Here threads of one process
wait for each other instead, and continue as soon as it is their turn. For writers of other
processes, SQLite still retries.
"""

import threading
from collections import defaultdict
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base, operations

from accounts.names import collation
from truco_site.select_columns import ColumnConverters


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, with compilers that repeat less."""

    compiler_module = "truco_site.sqlite.compiler"

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self.column_converters = ColumnConverters(self)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for the write lock before it starts a write transaction."""

    ops_class = DatabaseOperations
    _turn: "threading.Lock | None" = None  # set while it is this connection's turn

    def get_new_connection(self, conn_params: Any) -> Any:
        """Open a connection with the fold and sort functions of `accounts.names.collation`."""
        connection = super().get_new_connection(conn_params)
        for name, function in ((collation.FOLD, _fold), (collation.SORT_KEY, _sort_key)):
            connection.create_function(name, 1, function, deterministic=True)
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        turn = _turns[str(self.settings_dict["NAME"])]
        if not turn.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError("database is locked")  # SQLite's own message after that time
        self._turn = turn
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in its stubs
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]  # not in its stubs
        finally:
            self._end_turn()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]  # not in its stubs
        finally:
            self._end_turn()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]  # not in its stubs
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            turn.release()


def _fold(text: str | None) -> str | None:
    return None if text is None else collation.fold(text)


def _sort_key(text: str | None) -> str | None:
    return None if text is None else collation.sort_key(text)


_turns: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
