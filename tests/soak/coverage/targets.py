"""What is fuzzed: parsers of what comes from outside, each with the errors it may answer.

Any other exception is a finding. Targets use no database.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from games.engine import IllegalActionError, NotationError, RulesError, read_tgn, replay
from games.engine.tgn import read_games
from games.live.messages import InvalidMessageError, parse_message
from tournaments.entry_import.pasted_list import ListError
from tournaments.entry_import.reader import read_sheet
from tournaments.entry_import.rows import FileError

Target = Callable[[bytes], None]


def read_record(data: bytes) -> None:
    """Read and replay a record, and read it as a file of several games."""
    text = data.decode("utf-8", "replace")
    with suppress(NotationError, IllegalActionError, RulesError):
        replay(read_tgn(text))
    with suppress(NotationError, RulesError):
        read_games(text)


def read_list(data: bytes) -> None:
    """Read a pasted list, or a CSV or JSON file, of entries of one, two or three."""
    if data:
        with suppress(FileError, ListError):
            read_sheet(data[1:], players=data[0] % 3 + 1)


def read_frame(data: bytes) -> None:
    """Read a frame of a table's socket."""
    with suppress(InvalidMessageError):
        parse_message(data.decode("utf-8", "replace"))


TARGETS: Final[Mapping[str, Target]] = {
    "records": read_record,
    "lists": read_list,
    "frames": read_frame,
}
