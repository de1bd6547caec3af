"""Examine the site and its machine (docs/deploy.md)."""

import json
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand

from truco_site.operations.doctor import State, examine

SIGNS: Final[dict[State, str]] = {"fine": "ok", "warning": "!!", "wrong": "XX"}


class Command(BaseCommand):
    """`truco doctor`"""

    help = "Says what is wrong with the site, one sentence for each part; exits 1 if anything is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the port of the service and the form of the answer."""
        parser.add_argument("--port", type=int, default=8000, help="on which the service listens")
        parser.add_argument("--json", action="store_true", help="print one list of objects")

    def handle(self, *, port: int, **options: Any) -> None:
        """Print each finding."""
        findings = list(examine(port))
        if options["json"]:
            self.stdout.write(json.dumps([each._asdict() for each in findings]))
        else:
            for part, state, sentence in findings:
                self.stdout.write(f"{SIGNS[state]}  {part}: {sentence}")
        if any(each.state == "wrong" for each in findings):
            sys.exit(1)
