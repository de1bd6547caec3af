"""What the site signs of a finished game's record: a digest over every line and tag of it.

Names do not go into the digest, their salted hashes do: a person's name and salt can be taken out
of a record later, and its signature stays good. `RECORD_KEYS` are Ed25519 keys in hex, the one that
signs first; of an older one the public half is enough (`pub:` before it).
"""

import hashlib
import secrets
from functools import cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from games.fair.shuffle import message

SALT_BYTES = 16
PUBLIC = "pub:"
OUTSIDE = ("Event", "Seats", "Salts", "Digest", "Signature")
"""Tags that no digest covers: each has a check of its own."""


def new_salt() -> str:
    """Return what keeps a name from being guessed from its hash, in hex."""
    return secrets.token_hex(SALT_BYTES)


def name_hash(name: str, salt: str) -> str:
    """Return what stands for a name under a signature, in hex."""
    parts = (bytes.fromhex(salt), name.encode())
    return hashlib.sha256(message("truco/2 name", *parts)).hexdigest()


def digest(text: str) -> str:
    """Return the digest of a record as it is written, in hex."""
    outside = tuple(f"[{name} " for name in OUTSIDE)
    covered = "\n".join(line for line in text.split("\n") if not line.startswith(outside))
    return hashlib.sha256(message("truco/2 record", covered.encode())).hexdigest()


def sign(digest_in_hex: str) -> str:
    """Sign a digest with the newest key; return the signature in hex."""
    key = _private(settings.RECORD_KEYS[0])
    return key.sign(_signed(digest_in_hex)).hex()


def is_signed(digest_in_hex: str, signature: str, key: str) -> bool:
    """Whether a signature of a digest is good under a public key."""
    try:
        verifier = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        verifier.verify(bytes.fromhex(signature), _signed(digest_in_hex))
    except (ValueError, InvalidSignature):
        return False
    return True


def public_keys() -> list[str]:
    """Return the keys that the site's records may be signed with, in hex, the one in use first."""
    return [_public(key) for key in settings.RECORD_KEYS]


def _signed(digest_in_hex: str) -> bytes:
    return message("truco/2 signed", bytes.fromhex(digest_in_hex))


@cache
def _private(key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key))


def _public(key: str) -> str:
    if key.startswith(PUBLIC):
        return key.removeprefix(PUBLIC)
    return _private(key).public_key().public_bytes_raw().hex()
