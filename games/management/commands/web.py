"""`manage.py web`: one of several web processes, started by a supervisor (docs/deploy.md).

Migrations, static files and Celery run elsewhere; processes share the database, the broker and
the channel layer.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.commands.serve import server
from truco_site.server.open_files import take_more_files


class Command(BaseCommand):
    """Command that serves pages and sockets."""

    help = "Serves pages and sockets, and nothing else: one web process of many."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options for address and port."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Serve until stopped."""
        take_more_files()
        server(host, port).run()
