"""From a learned strategy to the file for robots: pruned, purified, in fifteenths, compressed."""

import hashlib
import json
import lzma
import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.robots.policy_tables import PARTS, VERSION
from games.robots.policy_tables.info_sets import END, PLAYING

KINDS: Final = 3
"""The last digit of a situation, without `END`, is its kind."""
CARDS, CALLS, ANSWERS, MAZO = slice(0, 3), slice(3, 7), slice(7, 9), slice(9, 10)
"""Where a row keeps what (`library.ACTIONS`)."""
CARD: Final = 0.8
"""Cards played less often than this share of the most played one are dropped: a learner wins
nothing by that, and what was learnt of them is mostly noise."""
CALL: Final = 0.05
"""Calls, the mazo and playing without a call are dropped where they are rarer than this. The higher
it is, the more a learner wins by knowing what is never done. Answers stay, however rare: who is
known to refuse, or to want, is robbed (docs/robots.md)."""


def packed(
    rules: Mapping[str, object], learnt: Iterable[tuple[int, Sequence[float]]], most: int
) -> bytes:
    """Return the file of a table: its header in one line of JSON, then at most so many situations.

    All that were met before the envido is settled are kept, and of the others those met most.
    """
    met = [(sum(played), key, played) for key, played in learnt]
    rows = sorted(
        (row for row in met if row[0] > 0),
        key=lambda row: (row[1] % END % KINDS != PLAYING, row),
        reverse=True,
    )
    return serialized(rules, sorted((key, _purified(played)) for _, key, played in rows[:most]))


def serialized(rules: Mapping[str, object], rows: Sequence[tuple[int, bytes]]) -> bytes:
    """Return the file of situations, ascending, each with its shares in fifteenths."""
    policies = list(dict.fromkeys(policy for _, policy in rows))
    place = {policy: number for number, policy in enumerate(policies)}
    steps = array("Q", _steps([key for key, _ in rows]))
    chosen = array("I", [place[policy] for _, policy in rows])
    if sys.byteorder == "big":
        steps.byteswap()
        chosen.byteswap()
    body = lzma.compress(
        steps.tobytes() + chosen.tobytes() + b"".join(policies), preset=9 | lzma.PRESET_EXTREME
    )
    header = {
        "version": VERSION,
        "rules": rules,
        "situations": len(rows),
        "policies": len(policies),
        "sha256": hashlib.sha256(body).hexdigest(),
    }
    return json.dumps(header, sort_keys=True).encode() + b"\n" + body


def _purified(played: Sequence[float]) -> bytes:
    """Return the shares in fifteenths; what is dropped of the cards goes to the other cards."""
    cards = _dropped(played[CARDS], CARD * max(played[CARDS]))
    acts = (sum(played[CARDS]), *played[CALLS], *played[MAZO])
    by_card, *calls, mazo = _dropped(acts, CALL * sum(played))
    scale = by_card / (sum(cards) or 1.0)
    shares = [*(scale * share for share in cards), *calls, *played[ANSWERS], mazo]
    return bytes(round(PARTS * share / sum(shares)) for share in shares)


def _dropped(shares: Sequence[float], least: float) -> list[float]:
    return [share if share >= least else 0.0 for share in shares]


def _steps(keys: Sequence[int]) -> list[int]:
    """Return each key as its distance from the one before: small numbers, which compress."""
    return [key - before for key, before in zip(keys, [0, *keys], strict=False)]
