"""A target of webhooks that can be made to wait in the middle of a delivery."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from queue import Queue
from threading import Event
from typing import Any

from standardwebhooks import Webhook as Reader

from tests.live.processes import PATIENCE
from tests.truco_site.receivers import HOST, certified, https_server


@dataclass(frozen=True)
class Message:
    """Headers, with lower-case names, and body of one POST."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Target:
    """The messages that arrived; each is answered once `may_answer` is set."""

    authority: str
    certificate: Path
    messages: list[Message] = field(default_factory=list)
    held: "Queue[Message]" = field(default_factory=Queue)
    may_answer: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"https://{self.authority}/events"

    @property
    def environment(self) -> dict[str, str]:
        """The variables with which processes of the site may call it."""
        return {
            "DJANGO_SETTINGS_MODULE": "tests.live.kills.receiver_settings",
            "RECEIVER": self.authority,
            "RECEIVER_CERTIFICATE": str(self.certificate),
        }

    def take(self, message: Message) -> None:
        self.messages.append(message)
        if not self.may_answer.is_set():
            self.held.put(message)
            self.may_answer.wait(PATIENCE)

    def by_id(self, secret: str) -> dict[str, list[Any]]:
        """Return the verified messages of each `webhook-id`, in the order of arrival."""
        found: dict[str, list[Any]] = defaultdict(list)
        for message in self.messages:
            found[message.id].append(Reader(secret).verify(message.body, dict(message.headers)))
        return found

    def repeated(self) -> Sequence[str]:
        """Return the id of each message that arrived more than once."""
        ids = [message.id for message in self.messages]
        return sorted({each for each in ids if ids.count(each) > 1})


@contextmanager
def a_target(folder: Path) -> Iterator[Target]:
    """Serve while the block runs."""
    certificate = certified(folder)
    with https_server(certificate, _Taking) as server:
        target = Target(f"{HOST}:{server.server_address[1]}", certificate)
        target.may_answer.set()
        server.target = target  # type: ignore[attr-defined]  # read by each request
        try:
            yield target
        finally:
            target.may_answer.set()


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.target.take(Message(headers, body))  # type: ignore[attr-defined]
        with suppress(OSError):  # the sender was killed
            self.send_response(204)
            self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Write no access lines between those of pytest."""
