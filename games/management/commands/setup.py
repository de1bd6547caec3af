"""Write the environment file of a site (docs/deploy.md)."""

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_site.operations.environment_file import (
    SetupError,
    filled_example,
    kept_values,
    write_private,
)


class Command(BaseCommand):
    """Command `manage.py setup HOST`."""

    help = "Writes the environment file of a site, with fresh keys, for its owner alone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the host name, the target file, and further variables."""
        parser.add_argument("host", help="the site's host name, such as truco.example.org")
        parser.add_argument("--file", default="/etc/truco/truco.env", help="- prints it")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="another variable of the example; may be said again",
        )
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="write a file that exists anew; its keys stay",
        )

    def handle(
        self, *, host: str, file: str, set: Sequence[str], overwrite: bool, **options: Any
    ) -> None:
        """Fill in the example file, write it, and print the next step."""
        told = dict(_pair(each) for each in set)
        target = Path(file)
        try:
            kept = {} if file == "-" else kept_values(target, told)
            text = filled_example(host.lower(), told, kept)
            if file == "-":
                self.stdout.write(text, ending="")
                return
            write_private(target, text, overwrite=overwrite)
        except SetupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from error
        self.stdout.write(f"{target}: written for {host.lower()}; keep a copy of it apart.")
        self.stdout.write("Next: manage.py check --deploy with that environment.")


def _pair(told: str) -> tuple[str, str]:
    name, equals, value = told.partition("=")
    if not equals:
        raise CommandError(f"--set {told}: write NAME=VALUE.")
    return name, value
