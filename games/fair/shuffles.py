"""Fair deals: a seed that is published sealed, shuffles anybody can repeat once it is opened.

docs/fair-deals.md has the whole procedure, and `static/tools/check_deals.py` repeats it with the
standard library alone. `s` is the number of the scheme, which a game keeps for good:

* commitment = SHA-256("truco/s commit" | game | seed), published before anybody sits down;
* key of hand n = HMAC-SHA256(seed, "truco/s hand" | game | n | cortes in order of seats);
* bytes = HMAC-SHA256(key, block number), block after block; a card index is drawn from one byte by
  rejection sampling, so no index is favoured;
* Fisher-Yates from the last place down over the deck in canonical order.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from games.fair.messages import message

T = TypeVar("T")

SEED_BYTES = 32
SCHEME = 2  # of new games. In 1 a corte was sent in the clear, even by the last to sit down


def new_seed() -> bytes:
    """Return 32 fresh secret bytes."""
    return secrets.token_bytes(SEED_BYTES)


def seal(seed: bytes) -> str:
    """Encrypt a seed for the database, under the newest of `DEAL_KEYS`."""
    return _box().encrypt(seed).decode()


def unseal(sealed: str) -> bytes:
    """Decrypt a seed, whichever of `DEAL_KEYS` sealed it."""
    return _box().decrypt(sealed.encode())


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
    """Draw 0..limit-1 from single bytes; those past the last full multiple are thrown away."""
    usable = 256 - 256 % limit
    return next(byte for byte in stream if byte < usable) % limit
