"""Web Push: a message encrypted for one browser (RFC 8291), signed by the site (RFC 8292).

The encryption is that of pywebpush, http-ece. pywebpush itself brings two HTTP clients whose
connections cannot be pinned to an address; ours sends (`truco_site.outbound`).
"""

import base64
import json
import os
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096  # bytes: every push service accepts this size; the message is one record
AUTH: Final = 16  # bytes of a browser's secret
LIFE: Final = timedelta(hours=12)  # of a signature; services accept at most 24 hours


def encode(raw: bytes) -> str:
    """Encode bytes as URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode URL-safe base64; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def site_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the site's key from its 32 bytes; raises ValueError."""
    return ec.derive_private_key(int.from_bytes(decode(text)), CURVE)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key in uncompressed form: 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_browser(p256dh: str, auth: str) -> bool:
    """Return whether these are the two keys of a browser: a point of the curve, and a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
        return len(decode(auth)) == AUTH
    except ValueError:
        return False


def encrypted(
    message: bytes,
    *,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return a message encrypted for one browser, as the body of a request.

    `own` and `salt` are new for each message; only the RFC's example passes them.
    """
    assert len(message) < RECORD - 103, "a message is one record"
    sealed: bytes = http_ece.encrypt(
        message,
        salt=salt or os.urandom(16),
        private_key=own or ec.generate_private_key(CURVE),
        dh=decode(p256dh),
        auth_secret=decode(auth),
        rs=RECORD,
    )
    return sealed


def authorization(
    endpoint: str, *, key: ec.EllipticCurvePrivateKey, contact: str, now: datetime
) -> str:
    """Return the Authorization header: a token for one push service, and the site's public key."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + LIFE).timestamp()),
        "sub": contact,
    }
    signing_input = ".".join(_json(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signature = utils.decode_dss_signature(
        key.sign(signing_input.encode(), ec.ECDSA(hashes.SHA256()))
    )
    raw = b"".join(number.to_bytes(32) for number in signature)
    return f"vapid t={signing_input}.{encode(raw)},k={encode(point(key.public_key()))}"


def _json(value: object) -> str:
    return encode(json.dumps(value, separators=(",", ":")).encode())
