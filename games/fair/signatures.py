"""The site's signature of a finished game's record: a digest over all lines and tags.

The digest contains salted hashes of names, not names: a person's name and salt can be removed
from a record later, and its signature stays valid. `RECORD_KEYS` are Ed25519 keys in hex; the
first one signs. For an older key the public half is enough (prefix `pub:`).
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
"""Tags outside the digest; each has its own check."""


def new_salt() -> str:
    """Return a random salt in hex, so that a name cannot be guessed from its hash."""
    return secrets.token_hex(SALT_BYTES)


def name_hash(name: str, salt: str) -> str:
    """Return the salted hash of a name for signed records, in hex."""
    parts = (bytes.fromhex(salt), name.encode())
    return hashlib.sha256(message("truco/2 name", *parts)).hexdigest()


def digest(text: str) -> str:
    """Return the digest of a record's text, in hex."""
    outside = tuple(f"[{name} " for name in OUTSIDE)
    covered = "\n".join(line for line in text.split("\n") if not line.startswith(outside))
    return hashlib.sha256(message("truco/2 record", covered.encode())).hexdigest()


def sign(digest_in_hex: str) -> str:
    """Sign a digest with the newest key; return the signature in hex."""
    key = _private(settings.RECORD_KEYS[0])
    return key.sign(_signed(digest_in_hex)).hex()


def is_signed(digest_in_hex: str, signature: str, key: str) -> bool:
    """Return whether a signature of a digest is valid under a public key."""
    try:
        verifier = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        verifier.verify(bytes.fromhex(signature), _signed(digest_in_hex))
    except (ValueError, InvalidSignature):
        return False
    return True


def public_keys() -> list[str]:
    """Return the public keys of the site's records in hex, the current one first."""
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
