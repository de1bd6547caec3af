"""Lexer: text to tags and words with their positions."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..errors import NotationError


class Word(NamedTuple):
    """A piece of text and its position."""

    text: str
    line: int
    column: int

    def error(self, code: str, offset: int = 0) -> NotationError:
        """Return an error at this word, or `offset` characters into it."""
        return NotationError(code, self.line, self.column + offset)


class Tag(NamedTuple):
    """`[Name "value" ...]`."""

    name: str
    values: tuple[str, ...]
    at: Word
    """The tag's name, at the position of its opening bracket."""


_BLANK: Final = re.compile(r"\s*(?:;.*)?")
_TAG: Final = re.compile(r'\[\s*(\w+)((?:\s*"(?:[^"\\]|\\["\\])*")+)\s*\]', re.ASCII)
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_QUOTES: Final = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
_WORD: Final = re.compile(r"[^\s;\[]+")


def tokenize(text: str) -> Iterator[Word | Tag]:
    """Yield the tags and words of a text without its comments."""
    for number, line in enumerate(text.split("\n"), start=1):
        line = _with_plain_quotes(line)
        end = _skip_blank(line, 0)
        while end < len(line):
            matched = _TAG.match(line, end) or _WORD.match(line, end)
            if matched is None:
                raise NotationError("bad-tag", number, end + 1)
            if matched.re is _TAG:
                values = tuple(_unescaped(value) for value in _QUOTED.findall(matched[2]))
                yield Tag(matched[1], values, Word(matched[1], number, end + 1))
            else:
                yield Word(matched[0], number, end + 1)
            end = _skip_blank(line, matched.end())


def _with_plain_quotes(line: str) -> str:
    """Replace the typographic quotes that phones put around values with plain quotes.

    In a line that has plain quotes around its values, other quotes are part of the values.
    """
    return line if '"' in line else line.translate(_QUOTES)


def _skip_blank(line: str, start: int) -> int:
    blank = _BLANK.match(line, start)
    assert blank is not None, "an empty blank matches anywhere"
    return blank.end()


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
