"""From the bytes of a file to its text, or a refusal that says what the file is instead."""

import codecs
import re
from dataclasses import dataclass
from typing import Final

from tournaments.entry_files.rows import FileError

MAX_BYTES: Final = 2 * 1024 * 1024
UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")


@dataclass(frozen=True)
class Text:
    """The text of a file, and whether it was written as UTF-8 or the way old programs do."""

    text: str
    is_utf_8: bool


def decode(data: bytes) -> Text:
    """Read UTF-8, with or without a mark, else what Windows calls ANSI.

    Raises FileError `too-large`, `empty`, `utf-16` or `binary`.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    if data.startswith(UTF_16):
        raise FileError("utf-16")
    if BINARY.search(data):
        raise FileError("binary")
    found = _decoded(data)
    if not found.text.strip():
        raise FileError("empty")
    return found


def _decoded(data: bytes) -> Text:
    try:
        return Text(data.decode("utf-8-sig"), is_utf_8=True)
    except UnicodeDecodeError:
        pass
    try:
        return Text(data.decode("cp1252"), is_utf_8=False)
    except UnicodeDecodeError as error:
        raise FileError("binary") from error
