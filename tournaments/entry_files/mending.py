"""Changing single lines of a pasted list, each known by its number and by what is written in it."""

from collections.abc import Collection, Sequence

from tournaments.entry_files.pasted import split


def with_line(text: str, number: int, written: str, instead: Sequence[str]) -> str:
    """Put other lines, or none, in the place of one; a line that is gone changes nothing.

    People may have written above it meanwhile: then the first line that says the same is meant.
    """
    lines = split(text)
    at = _place(lines, number, written)
    if at is None:
        return text
    return "\n".join([*lines[:at], *instead, *lines[at + 1 :]])


def without(text: str, numbers: Collection[int]) -> str:
    """Take lines out by their numbers."""
    kept = (line for number, line in enumerate(split(text), 1) if number not in numbers)
    return "\n".join(kept).strip("\n")


def with_more(text: str, line: str) -> str:
    """Add a line at the end."""
    return f"{text.rstrip()}\n{line}\n" if text.strip() else f"{line}\n"


def _place(lines: Sequence[str], number: int, written: str) -> int | None:
    same = [at for at, line in enumerate(lines) if line.strip() == written]
    if number - 1 in same:
        return number - 1
    return same[0] if same else None
