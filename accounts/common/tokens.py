"""Secret tokens of links, of which only hashes are stored."""

from hashlib import sha256


def hash_token(token: str) -> str:
    """Return the stored form of a token."""
    return sha256(token.encode()).hexdigest()
