"""Signatures of webhooks, as Standard Webhooks 1.0 describes them (standardwebhooks.com).

A secret is `whsec_` and 32 random bytes in base64. It is stored encrypted with the site's keys.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def fresh_secret() -> str:
    """Return random bytes in base64 after the prefix of Standard Webhooks."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(message_id: str, at: datetime, body: bytes, keys: Iterable[str]) -> dict[str, str]:
    """Return the headers of a message, with one signature for each secret."""
    timestamp = str(int(at.timestamp()))
    signed = b".".join([message_id.encode(), timestamp.encode(), body])
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(f"v1,{_signature(key, signed)}" for key in keys),
    }


def _signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def seal(secret: str) -> str:
    """Encrypt a secret for its row."""
    return _box().encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """Decrypt a secret; raises InvalidToken if its key is gone."""
    return _box().decrypt(sealed.encode()).decode()


def is_sealed_with_newest_key(sealed: str) -> bool:
    """Return whether a readable secret is encrypted with the key that encrypts today."""
    try:
        Fernet(settings.DEAL_KEYS[0]).decrypt(sealed.encode())
    except InvalidToken:
        return False
    return True


def _box() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.DEAL_KEYS])
