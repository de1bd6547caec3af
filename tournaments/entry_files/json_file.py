"""Lists of entries as programs write them: `{"entries": [{"players": ["Ana", "@beto"]}]}`."""

import json
import re
from collections.abc import Iterator
from typing import Final

from tournaments.entry_files.rows import FileError, Record

LONE: Final = re.compile("[\ud800-\udfff]")  # halves of signs, which are none

KNOWN_KEYS: Final = frozenset(
    {"id", "name", "players", "affiliation", "seed", "paid", "state"}  # `id`: of the site's export
)


def read_json(text: str) -> Iterator[tuple[int, Record, tuple[str, ...]]]:
    """Read each entry: its place in the list, what it says, what is wrong with it.

    Other keys than `KNOWN_KEYS` are passed over. Raises FileError `bad-json` or `no-entries`.
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
            record = {**entry, "players": _players(entry.get("players", []))}
            yield number, record, _problems(record)
        else:
            yield number, {}, ("not-an-entry",)


def _players(players: object) -> object:
    """Return players as texts; an export has them as objects, reserves among them."""
    if not isinstance(players, list):
        return players
    playing = [each for each in players if not (isinstance(each, dict) and each.get("reserve"))]
    return [_player(each) if isinstance(each, dict) else each for each in playing]


def _player(player: dict[str, object]) -> object:
    username = player.get("username")
    return f"@{username}" if isinstance(username, str) and username else player.get("name", 0)


def _problems(entry: Record) -> tuple[str, ...]:
    """Tell whether something stands where a text belongs."""
    players = entry.get("players", [])
    texts = [entry.get("name") or "", entry.get("affiliation") or ""]
    texts += players if isinstance(players, list) else [players]
    is_written = all(isinstance(text, str) and not LONE.search(text) for text in texts)
    return () if is_written else ("not-an-entry",)
