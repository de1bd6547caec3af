"""`manage.py serve`: the whole site in one process, without other services.

The ASGI server runs in the main thread and Celery in other threads, on a broker and a channel
layer in memory, or in Redis or Valkey if `REDIS_URL` is set. Two processes without it would not
exchange messages, so the second one is refused. With PostgreSQL and Redis or Valkey, `--processes`
starts several.
"""

import os
import signal
import socket
import sys
from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from ipaddress import AddressValueError, IPv6Address
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db import connection
from django.utils import timezone

from accounts.models import Club, User
from games.play import outages
from truco_site.embedded import supervisor
from truco_site.embedded.celery import tasks
from truco_site.process_lock import AlreadyServedError, only_process
from truco_site.server import startup
from truco_site.server.connections import LineProtocol
from truco_site.server.open_files import take_more_files
from truco_site.server.socket_affinity import SocketAffinity

MAX_MESSAGE = 8192  # bytes that a browser may send in one message
EVERYWHERE = ("0.0.0.0", "::")
GRACE = 5  # seconds for requests in flight at the end
NO_ADDRESS = (
    "This machine has no route to other devices. If phones are on a network of its own, start it"
    " with --host and its address there."
)
ALONE = (
    "One process alone can serve from SQLite, or without Redis: several would not hear each other."
    " Set DATABASE_URL and REDIS_URL (docs/deploy.md), or leave --processes out."
)


class Command(BaseCommand):
    """Command that serves the site from one process."""

    help = "Serve the whole site from one process: pages, sockets, tasks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for address, port and processes."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000)
        parser.add_argument("--processes", type=int, default=1, help="web processes (docs/deploy)")

    def handle(self, *, host: str, port: int, processes: int, **options: Any) -> None:
        """Prepare the database and the files, then serve until a signal."""
        # A request to stop is no error, neither before uvicorn listens for it nor after: uvicorn
        # raises the signal again once it has stopped. The exit unwinds the stack normally.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        if processes > 1 and (settings.EMBEDDED or connection.vendor == "sqlite"):
            raise CommandError(ALONE)
        with ExitStack() as running:
            try:
                sock = running.enter_context(startup.bind(host, port))
                startup.check_folder(settings.VAR)
                running.enter_context(only_process())
                startup.check_database()
                for words in startup.find_silent_servers():
                    self.stderr.write(words)
                self._prepare()
            except AlreadyServedError as error:
                raise CommandError("The site is already served from this folder.") from error
            except startup.StartError as error:
                raise CommandError(str(error)) from error
            except KeyboardInterrupt:
                raise CommandError("Stopped before the site was ready.", returncode=130) from None
            with suppress(KeyboardInterrupt):
                if processes == 1:  # several have a worker and a beat beside them
                    running.enter_context(tasks())
                _greet(self.stdout, host, sock.getsockname()[1])
                serving = server(host, port, processes=processes)
                if processes > 1:
                    supervisor.serve(serving.config, sock)
                else:
                    serving.run(sockets=[sock])

    def _prepare(self) -> None:
        """Prepare tables and static files, and the demo club of an empty site."""
        take_more_files()
        if settings.EMBEDDED:
            startup.make_private(settings.VAR)
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        if os.environ.get("DEMO", "1") != "0" and not User.objects.exists():
            self.stdout.write("Preparing the demo club…")
            self.stdout.flush()
            call_command("demo", verbosity=0)
        if settings.EMBEDDED:
            outages.credit_outage(now=timezone.now(), is_expected=True)


def server(host: str, port: int, *, stands_in: bool = True, processes: int = 1) -> uvicorn.Server:
    """Return the ASGI server as configured for every way of running (see docs/deploy.md).

    With `stands_in` its process drives the clock while Celery is down.
    """
    return uvicorn.Server(
        uvicorn.Config(
            "truco_site.asgi:application",
            host=host,
            port=port,
            workers=processes,
            log_config=None,  # logging is configured in the settings
            log_level="warning",
            lifespan="on" if stands_in else "off",
            http=SocketAffinity,
            ws=LineProtocol,
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE,
            proxy_headers=False,
            server_header=False,
        )
    )


def _greet(out: OutputWrapper, host: str, port: int) -> None:
    """Print the URL of the site, the data folder and how to stop; for phones also a QR code."""
    address = _own_address() if host in EVERYWHERE else host
    name = _name_in_urls(address or "127.0.0.1")
    settings.ALLOWED_HOSTS.append(name)
    url = f"http://{name}:{port}/"
    out.write(f"Truco: {url}")
    out.write(f"Data: {settings.VAR.resolve()} (database, keys, mail, nightly backups)")
    if (club := Club.objects.filter(members__is_robot=True).first()) is not None:
        out.write(
            f"Demo: {club}, whose players are robots. To play, sign up: {url}accounts/signup/"
        )
    out.write("Stop: Ctrl-C")
    if address is None:
        out.write(NO_ADDRESS)
    elif host in EVERYWHERE:
        segno.make(url).terminal(compact=True)
    out.flush()


def _name_in_urls(address: str) -> str:
    """Return a host as browsers send it: IPv6 is abbreviated and in brackets."""
    try:
        return f"[{IPv6Address(address)}]"
    except AddressValueError:
        return address


def _own_address() -> str | None:
    """Return this machine's address for other devices, if it has one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address (RFC 5737): only asks for a route
        except OSError:
            return None
        return str(probe.getsockname()[0])
