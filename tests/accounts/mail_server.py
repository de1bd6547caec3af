"""A mail server on this machine that answers as a test wants, or not at all."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default


class MailServer:
    """Takes messages; `refusals` maps the beginning of a command to another answer."""

    def __init__(self, *, is_silent: bool = False) -> None:
        self.refusals: dict[str, str] = {}
        self.messages: list[EmailMessage] = []
        self.connections = 0
        self._is_silent = is_silent
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return self._listener.getsockname()[1]

    def stop(self) -> None:
        for each in (self._listener, *self._open):
            _end(each)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(client)
            if not self._is_silent:
                threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        file = client.makefile("rb")
        client.sendall(b"220 here\r\n")
        for line in file:
            command = line.decode().strip().upper()
            refused = [said for start, said in self.refusals.items() if command.startswith(start)]
            answer = refused[0] if refused else "250 ok"
            if command == "DATA" and not refused:
                client.sendall(b"354 go on\r\n")
                text = b"".join(iter(file.readline, b".\r\n"))
                self.messages.append(message_from_bytes(text, policy=default))
            client.sendall(f"{answer}\r\n".encode())


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()


@contextmanager
def a_mail_server(settings, **options) -> Iterator[MailServer]:
    """Run a server, and let the site send its mail through it."""
    server = MailServer(**options)
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "truco_site.mail_backend.OutboxBackend"
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = False, 0.2
    try:
        yield server
    finally:
        server.stop()
