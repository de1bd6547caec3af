"""Policy tables: from an information set to action frequencies; files made by `training/`."""

import hashlib
import json
import logging
import lzma
import sys
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final

from games.engine import Rules, RulesError, make_rules

VERSION: Final = 4
PARTS: Final = 15
"""The sum of the shares of one situation, except for rounding."""
ACTIONS: Final = 10
FOLDER: Final = Path(__file__).parent
WHOLE: Final = (
    *("argentino-2-15", "argentino-2-30", "uruguayo-online-2-40"),
    *("paulista-2-12", "mineiro-2-12", "venezolano-2-24", "mallorqui-2-24"),
)
"""The tables of whole games: preset, seats and points, with no other option changed."""
LEARNT: Final = (*WHOLE, "argentino-2-end", "uruguayo-online-2-end")
"""The available tables. Those of the end serve games to any number of points."""
logger = logging.getLogger(__name__)


class TableError(Exception):
    """A file that is not a table of this version: truncated, modified or of another kind."""


@dataclass(frozen=True, eq=False)
class Table:
    """The learned policy for one set of house rules."""

    rules: Rules
    keys: "array[int]"
    """The situations, ascending."""
    chosen: "array[int]"
    policies: Sequence[bytes]

    def shares(self, situation: int) -> bytes | None:
        """Return how often each action is played, in fifteenths; None for an unknown situation."""
        place = bisect_left(self.keys, situation)
        if place == len(self.keys) or self.keys[place] != situation:
            return None
        return self.policies[self.chosen[place]]


def read(data: bytes) -> Table:
    """Read the file of a table; raises TableError."""
    line, _, body = data.partition(b"\n")
    try:
        header = json.loads(line)
        if header["version"] != VERSION or header["sha256"] != hashlib.sha256(body).hexdigest():
            raise TableError("another version, or not as it was written")
        rules = make_rules(header["rules"]["preset"], header["rules"]["options"])
        return _unpacked(rules, header["situations"], header["policies"], lzma.decompress(body))
    except (ValueError, LookupError, TypeError, RulesError, lzma.LZMAError) as error:
        raise TableError("no table") from error


def _unpacked(rules: Rules, situations: int, policies: int, content: bytes) -> Table:
    steps, chosen = array("Q"), array("I")
    stepped, size = situations * steps.itemsize, situations * (steps.itemsize + chosen.itemsize)
    if len(content) != size + policies * ACTIONS:
        raise TableError("another size than it says")
    steps.frombytes(content[:stepped])
    chosen.frombytes(content[stepped:size])
    if sys.byteorder == "big":
        steps.byteswap()
        chosen.byteswap()
    rows = content[size:]
    return Table(
        rules=rules,
        keys=array("Q", accumulate(steps)),
        chosen=chosen,
        policies=[rows[at : at + ACTIONS] for at in range(0, len(rows), ACTIONS)],
    )


def load(path: Path) -> Table | None:
    """Read a table. Without a valid file log the error; robots then use their own judgement."""
    try:
        return read(path.read_bytes())
    except (OSError, TableError) as error:
        logger.warning("robots play without the table %s: %s", path.name, error)
        return None


def table_of(rules: Rules) -> Table | None:
    """Return the learned table for these house rules, or None."""
    name = f"{rules.preset}-{rules.seats}-{rules.target}"
    table = load_named(name) if name in WHOLE else None
    return table if table is not None and table.rules == rules else None


@cache
def load_named(name: str) -> Table | None:
    """Read a table once per process."""
    return load(FOLDER / f"{name}.table")
