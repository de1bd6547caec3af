"""Secret tokens of links. Only their hashes are stored."""

from hashlib import sha256


def hash_token(token: str) -> str:
    """Return the stored form of a token."""
    return sha256(token.encode()).hexdigest()
