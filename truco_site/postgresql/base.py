"""The backend for `ENGINE`: Django's PostgreSQL backend with another connection pool."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, ClassVar

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base, operations
from psycopg import Connection
from psycopg_pool import ConnectionPool

from truco_site.select_columns import ColumnConverters


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, with compilers that repeat less."""

    compiler_module = "truco_site.postgresql.compiler"

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self.column_converters = ColumnConverters(self)

    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """Return the text that was sent; of a prepared statement the one with placeholders."""
        return super().last_executed_query(cursor, sql, params) or sql


class DatabaseWrapper(base.DatabaseWrapper):
    """A pool connection; when one is found dead, the pool drops all its idle ones.

    They were lost with their server. The default pool finds that out one by one, with growing
    pauses, and requests would wait in vain for seconds after the server's return.
    """

    ops_class = DatabaseOperations
    # Django's own, which its stubs do not name
    _connection_pools: ClassVar[dict[str, ConnectionPool[Any]]]
    _configure_connection: Callable[[Connection[Any]], None]
    _prepare_cursor: Callable[[Any], Any]

    @property
    def pool(self) -> ConnectionPool[Any] | None:
        """Return the pool of this process."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        if self.alias not in self._connection_pools:
            pool = ConnectionPool(
                kwargs={**self.get_connection_params(), "autocommit": True},
                open=False,
                configure=self._configure_connection,
                check=_check,
                **options,
            )
            self._connection_pools.setdefault(self.alias, pool)
        return self._connection_pools[self.alias]

    def prepared_cursor(self) -> Any:
        """Return a cursor for one statement that runs all the time; each connection plans it once.

        Django's own cursors put the values into the text, so every execution is parsed and planned.
        The connection is not checked, which takes as long as the statement. If it is lost, the
        caller closes it and repeats its work on another one.
        """
        token = _is_checked.set(False)
        try:
            self.ensure_connection()
        finally:
            _is_checked.reset(token)
        bind: Any = base.ServerBindingCursor  # a psycopg cursor, as its stubs do not say
        with self.wrap_database_errors:
            return self._prepare_cursor(bind(self.connection))


def _check(connection: Connection[Any]) -> None:
    """Check that a connection is alive before it is used."""
    if not _is_checked.get():
        return
    try:
        ConnectionPool.check_connection(connection)
    except Exception:
        if isinstance(connection._pool, ConnectionPool):
            connection._pool.drain()
        raise


_is_checked = ContextVar("_is_checked", default=True)
