"""Database triggers that move `Game.seats_version` with the rows around a game.

A table is cached for one version of its log and one of its seats (`games.play.table_cache`), so
every write to a seat must move the latter: single, bulk, cascading or manual. Triggers do it, so
no code can forget. The same holds for names of its people, for chat lines, and for deleted
addresses. The version of a game that is over does not move, because nothing of it is cached.

SQLite drops a table's triggers when a migration recreates the table, and refuses to rename a
table that triggers refer to, so they are removed before migrations and installed after them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connections

GAMES_OF_A_PERSON = (
    "SELECT game_id FROM games_seat WHERE user_id = NEW.id"
    " UNION SELECT game_id FROM games_line WHERE author_id = NEW.id"
)
MOVE = """
    UPDATE games_game SET seats_version = seats_version + 1
    WHERE id IN ({games}) AND status NOT IN ('finished', 'annulled')
"""


@dataclass(frozen=True)
class Trigger:
    """A trigger that increases the seats version of the tables in `games` after a write."""

    name: str
    event: str
    games: str

    def install(self, is_sqlite: bool) -> Iterator[str]:
        """Yield the statements that create the trigger."""
        head, move = f"CREATE TRIGGER {self.name} AFTER {self.event}", self._move
        if is_sqlite:
            yield f"{head} BEGIN {move}; END"
            return
        yield (
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql"
            f" AS $$ BEGIN {move}; RETURN NULL; END $$"
        )
        yield f"{head} FOR EACH ROW EXECUTE FUNCTION {self.name}()"

    def remove(self, is_sqlite: bool) -> str:
        """Return the statement that drops the trigger."""
        table = self.event.rpartition(" ON ")[2]
        return f"DROP TRIGGER IF EXISTS {self.name}" + ("" if is_sqlite else f" ON {table}")

    @property
    def _move(self) -> str:
        return MOVE.format(games=self.games)


TRIGGERS = (
    Trigger("seat_written", "UPDATE ON games_seat", "NEW.game_id"),
    Trigger("seat_deleted", "DELETE ON games_seat", "OLD.game_id"),
    Trigger("line_said", "INSERT ON games_line", "NEW.game_id"),
    Trigger("line_written", "UPDATE ON games_line", "NEW.game_id"),
    Trigger("line_deleted", "DELETE ON games_line", "OLD.game_id"),
    Trigger(
        "seat_address_deleted",
        "DELETE ON games_seataddress",
        "SELECT game_id FROM games_seat WHERE id = OLD.seat_id",
    ),
    Trigger(
        "person_named",
        "UPDATE OF username, display_name, is_guest, anonymised_at, avatar ON accounts_user",
        GAMES_OF_A_PERSON,
    ),
)


def install(using: str, apps: Any = apps, **kwargs: Any) -> None:
    """Create the triggers; mark all tables in play as changed, for writes made without them."""
    remove(using)
    if not _is_counted(apps):
        return
    is_sqlite = connections[using].vendor == "sqlite"
    with connections[using].cursor() as cursor:
        for trigger in TRIGGERS:
            for statement in trigger.install(is_sqlite):
                cursor.execute(statement)
        cursor.execute(MOVE.format(games="SELECT id FROM games_game"))


def remove(using: str, **kwargs: Any) -> None:
    """Drop the triggers, because migrations may recreate their tables."""
    is_sqlite = connections[using].vendor == "sqlite"
    with connections[using].cursor() as cursor:
        for trigger in TRIGGERS:
            cursor.execute(trigger.remove(is_sqlite))


def _is_counted(apps: Any) -> bool:
    """Return whether the migrations have created the column, in either direction."""
    game = apps.all_models["games"].get("game")
    return game is not None and any(field.name == "seats_version" for field in game._meta.fields)
