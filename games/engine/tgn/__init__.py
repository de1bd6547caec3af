"""TGN, the notation of a game as text (docs/engine.md)."""

from .parser import read_games, read_tgn
from .record import HandRecord, Record
from .writer import write_tgn

__all__ = ["HandRecord", "Record", "read_games", "read_tgn", "write_tgn"]
