"""From what was learnt to a file that robots read: pruned, purified, in fifteenths, compressed."""

import hashlib
import json
import lzma
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.robots.tables import PARTS, VERSION

LEAST: Final = 0.1
"""Actions played more seldom than this are dropped: what was learnt of them is mostly noise."""


def packed(
    rules: Mapping[str, object], learnt: Iterable[tuple[int, Sequence[float]]], most: int
) -> bytes:
    """Return the file of a table: its header in one line of JSON, then the situations met most."""
    rows = sorted(((sum(played), key, played) for key, played in learnt), reverse=True)
    kept = sorted((key, _purified(played)) for total, key, played in rows[:most] if total > 0)
    policies = list(dict.fromkeys(policy for _, policy in kept))
    place = {policy: number for number, policy in enumerate(policies)}
    steps = array("Q", _steps([key for key, _ in kept]))
    chosen = array("I", [place[policy] for _, policy in kept])
    if sys.byteorder == "big":
        steps.byteswap()
        chosen.byteswap()
    body = lzma.compress(
        steps.tobytes() + chosen.tobytes() + b"".join(policies), preset=9 | lzma.PRESET_EXTREME
    )
    header = {
        "version": VERSION,
        "rules": rules,
        "situations": len(kept),
        "policies": len(policies),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(header, sort_keys=True).encode() + b"\n" + body


def _purified(played: Sequence[float]) -> bytes:
    total = sum(played)
    shares = [share if share >= LEAST * total else 0.0 for share in played]
    return bytes(round(PARTS * share / sum(shares)) for share in shares)


def _steps(keys: Sequence[int]) -> list[int]:
    """Return each key as its distance from the one before: small numbers, which compress."""
    return [key - before for key, before in zip(keys, [0, *keys], strict=False)]
