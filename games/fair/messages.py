"""What is hashed and signed: every part has its length before it, so no two messages read alike."""


def message(tag: str, *parts: bytes) -> bytes:
    """Return L(tag) L(part) ..., where L(x) is the length of x in four big-endian bytes, then x."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in (tag.encode(), *parts))
