"""A local push service: a real HTTPS server that keeps the requests it receives."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from queue import Queue
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

HOST = "127.0.0.1"
PATIENCE = 10.0  # seconds


@dataclass(frozen=True)
class Request:
    """A request as it arrived, its body undecoded."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A push service with its address and requests; the path picks the reply.

    `/404/…`, `/hang/…`.
    """

    authority: str
    certificate: Path
    requests: "Queue[Request]" = field(default_factory=Queue)
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def trusted(self) -> dict[str, str]:
        """The setting that lets the site call it."""
        return {self.authority: str(self.certificate)}

    def url(self, path: str = "/201/abc") -> str:
        return f"https://{self.authority}{path}"

    def received(self) -> Request:
        return self.requests.get(timeout=PATIENCE)


def certified(folder: Path) -> Path:
    """A key and a certificate for this machine, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "receiver.pem"
    path.write_bytes(written + certificate.public_bytes(Encoding.PEM))
    return path


@contextmanager
def https_server(
    certificate: Path, handler: type[BaseHTTPRequestHandler]
) -> Iterator[ThreadingHTTPServer]:
    """Serve HTTPS on a free port of this machine while the block runs."""
    server = ThreadingHTTPServer((HOST, 0), handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join(PATIENCE)
        server.server_close()


@contextmanager
def a_receiver(folder: Path) -> Iterator[Receiver]:
    """Serve while the block runs."""
    certificate = certified(folder)
    with https_server(certificate, Answering) as server:
        receiver = Receiver(f"{HOST}:{server.server_address[1]}", certificate)
        server.receiver = receiver  # type: ignore[attr-defined]  # read by each request
        try:
            yield receiver
        finally:
            receiver.released.set()


class Answering(BaseHTTPRequestHandler):
    """Answers what the address says."""

    def do_POST(self) -> None:
        receiver: Receiver = self.server.receiver  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        receiver.requests.put(Request(self.path, headers, body))
        asked = self.path.split("/")[1]
        match asked:
            case "hang":
                receiver.released.wait(PATIENCE)
            case "endless":
                self._pour(receiver)
            case _:
                self.send_response(int(asked))
                self.send_header("Location", receiver.url("/201/elsewhere"))
                self.send_header("Retry-After", "600")
                self.end_headers()

    def _pour(self, receiver: Receiver) -> None:
        """Send a head without an end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        try:
            while not receiver.released.is_set():
                self.wfile.write(b"X-More: and more\r\n" * 100)
        except OSError:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Suppress the log."""
