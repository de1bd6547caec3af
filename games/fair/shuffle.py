"""Fair deals: sealed seeds, cuts and repeatable shuffles.

A seed is published sealed; once it is opened anyone can repeat the shuffles. docs/security.md
has the whole procedure, and `static/tools/check_deals.py` repeats it with only the standard
library. `s` is the number of the scheme, which a game keeps:

* commitment = SHA-256("truco/s commit" | game | seed), published before anyone sits down;
* key of hand n = HMAC-SHA256(seed, "truco/s hand" | game | n | cuts in order of seats);
* bytes = HMAC-SHA256(key, block number), block after block; a card index is drawn from one byte by
  rejection sampling, so no index is favoured;
* Fisher-Yates from the last place down over the deck in canonical order.

A cut (corte) is a player's contribution to the shuffle, made by their browser and sealed by its
hash until all are in. The hash covers the table and its commitment, so a cut sealed for one table
opens at no other. Every part of a hashed or signed message is preceded by its length, so
different parts never give the same message.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterator, Sequence
from hmac import compare_digest
from itertools import count
from typing import TypeVar

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


def message(tag: str, *parts: bytes) -> bytes:
    """Return L(tag) L(part) ..., where L(x) is the length of x in four big-endian bytes, then x."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in (tag.encode(), *parts))


NONE, WITHHELD = "none", "withheld"  # in records: never sealed; sealed, and never revealed
_IN_HEX = re.compile("[0-9a-f]{64}")  # 32 bytes, for cortes and hashes


def is_in_hex(text: str) -> bool:
    """Return whether this can be a corte or the hash of one."""
    return _IN_HEX.fullmatch(text) is not None


def corte_hash(corte: bytes, *, game: int, commitment: str) -> str:
    """Return the hash that seals a corte at one table, in hex."""
    parts = (str(game).encode(), commitment.encode(), corte)
    return hashlib.sha256(message("truco/2 corte", *parts)).hexdigest()


def opens(corte: str, sealed: str, *, game: int, commitment: str) -> bool:
    """Return whether a corte in hex is the one that was sealed."""
    if not is_in_hex(corte):
        return False
    digest = corte_hash(bytes.fromhex(corte), game=game, commitment=commitment)
    return compare_digest(digest, sealed)


T = TypeVar("T")
SEED_BYTES = 32
SCHEME = 2  # of new games. In 1 cortes were sent in the clear, even by the last to sit down


def new_seed() -> bytes:
    """Return 32 new secret bytes."""
    return secrets.token_bytes(SEED_BYTES)


def seal(seed: bytes) -> str:
    """Encrypt a seed for the database, under the newest of `DEAL_KEYS`."""
    return _box().encrypt(seed).decode()


def unseal(sealed: str) -> bytes:
    """Decrypt a seed with any of `DEAL_KEYS`."""
    return _box().decrypt(sealed.encode())


def is_sealed_by_lost_key(sealed: str) -> bool:
    """Return whether no key of `DEAL_KEYS` decrypts a seed."""
    try:
        unseal(sealed)
    except InvalidToken:
        return True
    return False


def commitment(seed: bytes, game: int, scheme: int = SCHEME) -> str:
    """Return the published fingerprint of a game's seed, in hex."""
    tag = f"truco/{scheme} commit"
    return hashlib.sha256(message(tag, str(game).encode(), seed)).hexdigest()


def shuffled(
    deck: Sequence[T],
    *,
    seed: bytes,
    game: int,
    number: int,
    contributions: Sequence[bytes],
    scheme: int = SCHEME,
) -> list[T]:
    """Return the deck of hand `number` (0 is the draw for the first dealer)."""
    parts = [str(game).encode(), str(number).encode(), *contributions]
    key = hmac.new(seed, message(f"truco/{scheme} hand", *parts), hashlib.sha256).digest()
    cards, stream = list(deck), _bytes(key)
    for last in range(len(cards) - 1, 0, -1):
        chosen = _below(stream, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])


def _bytes(key: bytes) -> Iterator[int]:
    for block in count():
        yield from hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()


def _below(stream: Iterator[int], limit: int) -> int:
    """Draw 0..limit-1 from single bytes; those past the last full multiple are discarded."""
    usable = 256 - 256 % limit
    return next(byte for byte in stream if byte < usable) % limit
