"""TGN, the notation of a game as text (docs/engine.md)."""

from games.engine.tgn.parser import read_games, read_tgn
from games.engine.tgn.record import HandRecord, Record
from games.engine.tgn.writer import write_tgn

__all__ = ["HandRecord", "Record", "read_games", "read_tgn", "write_tgn"]
