"""From the bytes of a file to its text, or a refusal that says what the file is instead."""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from tournaments.entry_files.rows import FileError

MAX_BYTES: Final = 2 * 1024 * 1024
MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")
CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
SAMPLE: Final = 4096  # bytes looked at for UTF-16 without a mark
GUESSES: Final = ("cp1252", "mac_roman", "cp850")
# What stands in names and notes of Spanish, Catalan, Portuguese and English lists.
EXPECTED: Final = frozenset("áéíóúàèìòùâêôãõäëïöüñçÁÉÍÓÚÀÈÌÒÙÂÊÔÃÕÄËÏÖÜÑÇºª·¿¡«»–—‘’“”…€°\u00a0")


@dataclass(frozen=True)
class Text:
    """The text of a file, and whether its encoding is sure or was guessed."""

    text: str
    is_sure: bool


def decode(data: bytes) -> Text:
    """Read UTF-8, UTF-16 and UTF-32, else guess among the encodings of old programs.

    Raises FileError `too-large`, `empty`, `encoding` or `binary`.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    found = _marked(data) or _decoded(data)
    if CONTROLS.search(found.text):
        raise FileError("binary")
    if not found.text.strip():
        raise FileError("empty")
    return found


def _marked(data: bytes) -> Text | None:
    """Read what a byte order mark, or the NULs of plain text in UTF-16, tells the encoding of."""
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "")
    if not encoding:
        sample = data[: SAMPLE - SAMPLE % 2]
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        half = max(len(sample) // 2, 1)
        if odd > 0.6 * half and even == 0:
            encoding = "utf-16-le"
        elif even > 0.6 * half and odd == 0:
            encoding = "utf-16-be"
    if not encoding:
        return None
    try:
        return Text(data.decode(encoding), is_sure=True)
    except UnicodeDecodeError as error:
        raise FileError("binary") from error


def _decoded(data: bytes) -> Text:
    if BINARY.search(data):
        raise FileError("binary")
    try:
        return Text(data.decode("utf-8-sig"), is_sure=True)
    except UnicodeDecodeError:
        pass
    for encoding in GUESSES:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _is_plausible(text):
            return Text(text, is_sure=False)
    raise FileError("binary" if b"\x81" in data or b"\x8d" in data else "encoding")


def _is_plausible(text: str) -> bool:
    """Tell whether the signs beyond ASCII are usual ones, and letters inside of words."""
    strange = [sign for sign in text if not sign.isascii() and sign not in EXPECTED]
    if any(not unicodedata.category(sign).startswith("L") for sign in strange):
        return False
    rare = sum(not sign.isascii() for sign in text)
    inside = re.search(r"(?<=[^\W\d_])[–—‘“”…€°¿¡«»ºª](?=[^\W\d_])", text)
    has_odd_capitals = re.search("[a-zß-ÿ][À-ÖØ-Þ]", text) is not None
    return inside is None and not has_odd_capitals and len(strange) <= rare // 2
