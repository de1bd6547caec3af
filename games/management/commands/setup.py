"""Write the files of a site on this machine, and say what to do next (docs/deploy.md)."""

import re
import shlex
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from truco_site.command_line import ENVIRONMENT_FILE
from truco_site.environment import read_club_hosts
from truco_site.operations.environment_file import (
    SetupError,
    filled_example,
    kept_values,
    serves_host,
    write_private,
)
from truco_site.operations.machine_files import has_unit, write_caddyfile, write_unit
from truco_site.server.startup import StartError, bind

PORT = 8000
NO_MAIL = (
    "There is no mail server: addresses are not verified and nobody is reminded."
    " Run this again with --set EMAIL_HOST=…, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD,"
    " and DEFAULT_FROM_EMAIL, the sender."
)


class Command(BaseCommand):
    """Command `truco setup --host HOST`."""

    help = "Writes the environment file of a site, with fresh keys, and its services on request."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the host name, the files to write, and further variables."""
        parser.add_argument("--host", required=True, help="host name, such as truco.example.org")
        parser.add_argument("--email", default="", help="who gets faults and reports of weaknesses")
        parser.add_argument("--file", default=ENVIRONMENT_FILE, help="- prints it")
        parser.add_argument("--systemd", action="store_true", help="write the service's unit, too")
        parser.add_argument("--caddy", action="store_true", help="write Caddy's file, too")
        parser.add_argument(
            "--backups",
            default="",
            metavar="PLACE",
            help="second place of nightly backups: a folder of another disk, or s3://bucket/folder",
        )
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
            help="write files of another host or site anew; keys stay",
        )
        parser.add_argument("--root", type=Path, default=Path("/"), help="of the units' folders")

    def handle(
        self, *, host: str, email: str, file: str, set: Sequence[str], **options: Any
    ) -> None:
        """Fill in the example file, write it, and print the next step."""
        overrides = dict(_pair(each) for each in set)
        overrides |= _reached_at(email)
        if options["backups"]:
            overrides["BACKUP_TO"] = _place(options["backups"])
        try:
            if file == "-":
                self.stdout.write(filled_example(host.lower(), overrides, {}), ending="")
                return
            self._write(Path(file), host.lower(), overrides, email, **options)
        except SetupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from error

    def _write(
        self, target: Path, host: str, overrides: dict[str, str], email: str, **options: Any
    ) -> None:
        previous = kept_values(target, overrides)
        hosts = read_club_hosts({**previous, **overrides}.get("CLUB_HOSTS", ""))
        is_same = serves_host(previous, host)
        text = filled_example(host, overrides, previous)
        if target.exists() and target.read_text(encoding="utf-8") == text:
            self.stdout.write(f"{target}: as it was.")
        else:
            write_private(target, text, overwrite=is_same or options["overwrite"])
            self.stdout.write(f"{target}: written for {host}; keep a copy of it apart.")
        root, place = options["root"], overrides.get("BACKUP_TO", previous.get("BACKUP_TO", ""))
        writes_unit = options["systemd"] or ("BACKUP_TO" in overrides and has_unit(root))
        if writes_unit:  # it names the folder of the backups
            program = str(Path(shutil.which(sys.argv[0]) or sys.argv[0]).absolute())
            for path in write_unit(root, program=program, environment=target, backups=place):
                self.stdout.write(f"{path}: written.")
        if options["caddy"]:
            email = email or previous.get("ADMINS", "").partition(",")[0]
            path = write_caddyfile(
                root,
                host=host,
                club_hosts=list(hosts),
                email=email,
                overwrite=options["overwrite"],
            )
            self.stdout.write(f"{path}: written.")
        for step in _next_steps(target, text, place, is_same, writes_unit, options["caddy"]):
            self.stdout.write(step)


def _next_steps(
    target: Path, text: str, place: str, is_again: bool, writes_unit: bool, writes_caddy: bool
) -> Iterator[str]:
    if re.search(r"^EMAIL_HOST=.", text, re.MULTILINE) is None:
        yield NO_MAIL
    if not is_again:  # afterwards it is the site that has the port
        try:
            bind("127.0.0.1", PORT).close()
        except StartError as error:
            yield str(error)
    yield "Next:"
    if writes_unit:
        yield "  systemd-sysusers && systemctl daemon-reload && systemctl enable truco"
        if place.startswith("/"):
            yield f"  install -d -o truco -g truco {shlex.quote(place)}"
        yield "  systemctl restart truco"
    else:
        yield f"  serve with the variables of {target} (--systemd writes a unit)"
    if writes_caddy:
        yield "  systemctl enable caddy && systemctl restart caddy"
    yield "  truco createsuperuser"
    yield "  truco doctor"


def _reached_at(email: str) -> dict[str, str]:
    if not email:
        return {}
    try:
        validate_email(email)
    except ValidationError:
        raise CommandError(f"--email {email}: that is no e-mail address.") from None
    return {"ADMINS": email, "SECURITY_CONTACT": email}


def _place(place: str) -> str:
    """Check the second place of backups: an address of a store, or an absolute path."""
    if not place.startswith("s3://") and not Path(place).is_absolute():
        raise CommandError(f"--backups {place}: write an absolute path, or s3://bucket/folder.")
    return place


def _pair(assignment: str) -> tuple[str, str]:
    name, equals, value = assignment.partition("=")
    if not equals:
        raise CommandError(f"--set {assignment}: write NAME=VALUE.")
    return name, value
