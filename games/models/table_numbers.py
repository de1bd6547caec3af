"""Numbers of tables, reserved before the rows are written.

They come from the sequence of the primary key, so no other table gets them.
"""

from django.db import connection

_RESERVING = {
    "postgresql": "SELECT nextval(pg_get_serial_sequence('games_game', 'id'))",
    "sqlite": "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'games_game' RETURNING seq",
}
_LAST = {
    "postgresql": "SELECT pg_sequence_last_value(pg_get_serial_sequence('games_game', 'id'))",
    "sqlite": "SELECT seq FROM sqlite_sequence WHERE name = 'games_game'",
}


def reserve_number() -> int | None:
    """Reserve a number for a table; None on SQLite while the site has had no table."""
    return _number(_RESERVING)


def is_past(number: int) -> bool:
    """Return whether the sequence has passed this number, and gives it to no other table.

    After a backup was restored, or the site was moved, the sequence can be an earlier one.
    """
    return number <= (_number(_LAST) or 0)


def _number(statements: dict[str, str]) -> int | None:
    with connection.cursor() as cursor:
        cursor.execute(statements[connection.vendor])
        row = cursor.fetchone()
    return row[0] if row else None
