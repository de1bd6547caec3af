"""Browsers with push subscriptions: keys and decryption of messages (RFC 8188, RFC 8291)."""

from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.notifications.web_push import encode

SECRET = bytes(range(16))


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass(frozen=True)
class Subscribed:
    """One browser's own keys, which never leave it."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=_key)
    auth: bytes = SECRET

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def form(self, endpoint: str) -> dict[str, str]:
        """Return the form that the script of the page submits."""
        keys = {"p256dh": encode(self.point), "auth": encode(self.auth)}
        return {"endpoint": endpoint, **keys}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message of one record, step by step as RFC 8291 section 3.4 has it."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size, "one record"
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\x00" + self.point + sender
        secret = _hkdf(self.auth, self.key.exchange(ec.ECDH(), theirs), info, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02", "the last record"
        return padded[:-1]


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def subscribe(browser: Any, endpoint: str, keys: Subscribed | None = None) -> Any:
    """Subscribe with a signed-in test client; return the response."""
    keys = keys or Subscribed()
    return browser.post("/profile/notices/subscribe/", keys.form(endpoint))
