"""Marks of what is shown: two that differ mean that it changed."""

from zlib import crc32


def mark_of(shown: object) -> str:
    """Return a short mark of values that write themselves the same in every process (`repr`)."""
    return f"{crc32(repr(shown).encode()):x}"
