"""What a command prints of the verification: violations, and how far it is if that takes long."""

from time import monotonic
from typing import Final

from django.core.management.base import OutputWrapper

from tournaments.verification import steps

QUIET: Final = 10.0  # seconds before the first line of progress


def report_violations(out: OutputWrapper, progress: OutputWrapper, *, live: bool) -> int:
    """Verify the whole database; write each violation as it is found, and return their number."""
    wrong, begun = 0, monotonic()
    for step in steps(live=live):
        if monotonic() - begun > QUIET:
            progress.write(f"verifying: {step.title}")
        for violation in step.violations:
            wrong += 1
            out.write(str(violation))
    return wrong
