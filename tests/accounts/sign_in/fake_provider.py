"""An OpenID Connect provider on this machine: real HTTPS, PKCE checked, tokens signed by its key.

It also stands in for Apple, whose client secret is a signed token and whose answer is a form.
"""

import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.truco_site.receivers import HOST, certified, https_server

CLIENT, SECRET = "the-site", "its-secret"


@dataclass
class FakeProvider:
    """A provider, whom it lets in next (`person`), and how it misbehaves (`answers`)."""

    authority: str
    certificate: Path
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "1"})
    issuer: str = ""
    client: str = CLIENT
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    key: rsa.RSAPrivateKey = field(
        default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048)
    )

    @property
    def url(self) -> str:
        return f"https://{self.authority}"

    @property
    def trusted(self) -> dict[str, str]:
        """The setting that lets the site call it."""
        return {self.authority: str(self.certificate)}

    def settings(self) -> dict[str, Any]:
        """Return the site's setting with this provider."""
        app = {"provider_id": "oidc", "name": "El Otro", "client_id": CLIENT, "secret": SECRET}
        return {
            "openid_connect": {
                "APPS": [{**app, "settings": {"server_url": self.url}}],
                "OAUTH_PKCE_ENABLED": True,
            }
        }

    def let_in(self, address: str) -> dict[str, str]:
        """Return what the browser brings back from the authorization address."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def id_token(self) -> str:
        now = int(time.time())
        claims = {"iss": self.issuer or self.url, "aud": self.client, "iat": now, "exp": now + 60}
        return jwt.encode(
            {**claims, **self.person}, self.key, algorithm="RS256", headers={"kid": "k"}
        )

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, Any]:
        """Return status and document of an address."""
        match path:
            case "/.well-known/openid-configuration":
                return 200, {
                    "issuer": self.url,
                    "authorization_endpoint": f"{self.url}/authorize",
                    "token_endpoint": f"{self.url}/token",
                    "userinfo_endpoint": f"{self.url}/userinfo",
                    "jwks_uri": f"{self.url}/keys",
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                }
            case "/token":
                return self._token(form)
            case "/userinfo":
                return 200, self.person
            case "/keys":
                public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
                return 200, {"keys": [{**public, "kid": "k", "alg": "RS256"}]}
        return 404, {}

    def _token(self, form: dict[str, str]) -> tuple[int, Any]:
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or asked["redirect_uri"] != form["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        if "code_challenge" in asked:
            hashed = sha256(form.get("code_verifier", "").encode()).digest()
            if urlsafe_b64encode(hashed).decode().rstrip("=") != asked["code_challenge"]:
                return 400, {"error": "invalid_grant"}
            if form["client_secret"] != SECRET:
                return 401, {"error": "invalid_client"}
        told = {"access_token": "of-the-provider", "token_type": "Bearer", "expires_in": 60}
        return 200, {**told, "id_token": self.id_token()}


@contextmanager
def a_provider(folder: Path) -> Iterator[FakeProvider]:
    """Serve while the block runs."""
    certificate = certified(folder)
    with https_server(certificate, Answering) as server:
        provider = FakeProvider(f"{HOST}:{server.server_address[1]}", certificate)
        server.provider = provider  # type: ignore[attr-defined]  # read by each request
        yield provider


class Answering(BaseHTTPRequestHandler):
    """Answers as the provider does, or as the test wants."""

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer({name: values[0] for name, values in parse_qs(body.decode()).items()})

    def _answer(self, form: dict[str, str]) -> None:
        provider: FakeProvider = self.server.provider  # type: ignore[attr-defined]
        path = urlsplit(self.path).path
        provider.asked.append(path)
        if path in provider.answers:
            status, body = provider.answers[path]
        else:
            status, document = provider.answer(path, form)
            body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Location", "http://169.254.169.254/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Suppress the log."""


def query(fields: dict[str, str]) -> str:
    return urlencode(fields)
