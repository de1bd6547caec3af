"""A corte: what a player's browser adds to the shuffle, sealed by its hash until all are in.

The hash names the table and its commitment, so a corte sealed for one table opens at no other.
"""

import hashlib
import re
from hmac import compare_digest

from games.fair.messages import message

NONE, WITHHELD = "none", "withheld"  # in records: never sealed; sealed, and never opened

_IN_HEX = re.compile("[0-9a-f]{64}")  # 32 bytes, a corte and a hash alike


def is_hash(text: str) -> bool:
    """Whether this can be the hash of a corte."""
    return _IN_HEX.fullmatch(text) is not None


def corte_hash(corte: bytes, *, game: int, commitment: str) -> str:
    """Return what seals a corte at one table, in hex."""
    parts = (str(game).encode(), commitment.encode(), corte)
    return hashlib.sha256(message("truco/2 corte", *parts)).hexdigest()


def opens(corte: str, sealed: str, *, game: int, commitment: str) -> bool:
    """Whether a corte in hex is the one that was sealed."""
    if _IN_HEX.fullmatch(corte) is None:
        return False
    found = corte_hash(bytes.fromhex(corte), game=game, commitment=commitment)
    return compare_digest(found, sealed)
