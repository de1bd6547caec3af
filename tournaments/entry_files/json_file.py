"""Lists of entries as programs write them: `{"entries": [{"players": ["Ana", "@beto"]}]}`."""

import json
from collections.abc import Iterator
from typing import Final

from tournaments.entry_files.rows import FileError, Record

KEYS: Final = {"name", "players", "affiliation", "seed", "paid"}
LONGEST_KEY: Final = 40


def read_json(text: str) -> Iterator[tuple[int, Record, tuple[str, ...]]]:
    """Read each entry: its place in the list, what it says, what is wrong with it.

    Raises FileError `bad-json`, `no-entries` or `unknown-column`.
    """
    try:
        known = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError("bad-json") from error
    entries = known.get("entries") if isinstance(known, dict) else known
    if not isinstance(entries, list):
        raise FileError("no-entries")
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            _require_known(entry)
            yield number, entry, _problems(entry)
        else:
            yield number, {}, ("not-an-entry",)


def _require_known(entry: Record) -> None:
    unknown = entry.keys() - KEYS
    if unknown:
        raise FileError("unknown-column", min(unknown)[:LONGEST_KEY])


def _problems(entry: Record) -> tuple[str, ...]:
    """Tell whether something stands where a text belongs."""
    players = entry.get("players", [])
    texts = [entry.get("name", ""), entry.get("affiliation", "")]
    texts += players if isinstance(players, list) else [players]
    return () if all(isinstance(text, str) for text in texts) else ("not-an-entry",)
