"""From the bytes of a file to its text, or a refusal that says what the file is instead."""

import codecs
import re
import unicodedata
from collections.abc import Mapping
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
DOUBTFUL: Final = re.compile(rb"[A-Za-z'\x80-\xff]{0,30}[\x80-\xff][A-Za-z'\x80-\xff]{0,30}")
SHOWN: Final = 6  # doubtful words
SAMPLE: Final = 4096  # bytes looked at for UTF-16 without a mark
GUESSES: Final = ("cp1252", "mac_roman", "cp850")
# What stands in names and notes of Spanish, Catalan, Portuguese and English lists.
EXPECTED: Final = frozenset("áéíóúàèìòùâêôãõäëïöüñçÁÉÍÓÚÀÈÌÒÙÂÊÔÃÕÄËÏÖÜÑÇºª·¿¡«»–—‘’“”…€°\u00a0")


@dataclass(frozen=True)
class Reading:
    """What doubtful words of a file are in an encoding."""

    encoding: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """The text of a file, and whether its encoding is sure or was guessed.

    Of a guess there are other readings; the one that was taken comes first.
    """

    text: str
    is_sure: bool
    readings: tuple[Reading, ...] = ()


def decode(data: bytes, encoding: str = "") -> Text:
    """Read UTF-8, UTF-16 and UTF-32, else guess among the encodings of old programs.

    Of these `encoding` names the one that somebody chose.
    Raises FileError `too-large`, `empty`, `encoding` or `binary`.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    found = _marked(data) or _decoded(data, encoding)
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


def _decoded(data: bytes, chosen: str) -> Text:
    if BINARY.search(data):
        raise FileError("binary")
    try:
        return Text(data.decode("utf-8-sig"), is_sure=True)
    except UnicodeDecodeError:
        pass
    texts = {name: data.decode(name, errors="replace") for name in GUESSES}
    if chosen in texts:
        return Text(texts[chosen], is_sure=False, readings=_readings(data, texts, chosen))
    for name, text in texts.items():
        if "\ufffd" not in text and _is_plausible(text):
            return Text(text, is_sure=False, readings=_readings(data, texts, name))
    raise FileError("encoding")


def readings_of(data: bytes) -> tuple[Reading, ...]:
    """Return what a file of an unknown encoding may say: its doubtful words, read in each."""
    return _readings(data, {name: data.decode(name, errors="replace") for name in GUESSES}, "")


def _readings(data: bytes, texts: Mapping[str, str], taken: str) -> tuple[Reading, ...]:
    """Read the words that are not ASCII in each encoding, one of equal readings, `taken` first."""
    doubtful = dict.fromkeys(DOUBTFUL.findall(data))
    some = [*doubtful][:SHOWN]
    found: dict[tuple[str, ...], str] = {}
    for name in sorted(texts, key=lambda each: each != taken):
        words = tuple(word.decode(name, errors="replace") for word in some)
        found.setdefault(words, name)
    return tuple(Reading(name, words) for words, name in found.items())


def _is_plausible(text: str) -> bool:
    """Tell whether the signs beyond ASCII are usual ones, and letters inside of words."""
    strange = [sign for sign in text if not sign.isascii() and sign not in EXPECTED]
    if any(not unicodedata.category(sign).startswith("L") for sign in strange):
        return False
    rare = sum(not sign.isascii() for sign in text)
    inside = re.search(r"(?<=[^\W\d_])[–—‘“”…€°¿¡«»ºª](?=[^\W\d_])", text)
    has_odd_capitals = re.search("[a-zß-ÿ][À-ÖØ-Þ]", text) is not None
    return inside is None and not has_odd_capitals and len(strange) <= rare // 2
