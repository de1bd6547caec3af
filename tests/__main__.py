"""Run all tests on SQLite, then the tests of both databases on PostgreSQL with Valkey.

`python -m tests` takes the day's part of each matrix, `python -m tests --nightly` everything
(docs/testing.md). `JOBS` says how many processes share the tests. Further arguments go to pytest,
both times.
"""

import os
import sys
from datetime import UTC, datetime

from tests.runner.runs import WAITING, both_databases, many_machines, report, run, shared

NIGHTLY = "--nightly"
WITHOUT = ("--ignore=tests/lint",)  # `make lint` runs these


def main() -> int:
    """Run both modes; fail if either fails or runs nothing."""
    arguments = [argument for argument in sys.argv[1:] if argument != NIGHTLY]
    day = "" if NIGHTLY in sys.argv else os.environ.get("TEST_DAY") or _today()
    arguments = [*WITHOUT, "--durations=15", *arguments]
    first = run(
        "SQLite, everything in one process",
        *shared(),
        *arguments,
        TEST_DAY=day,
        THEN_POSTGRESQL="1",
    )
    with many_machines(WAITING) as environment:
        second = run(
            "PostgreSQL and Valkey",
            *shared(WAITING),
            *both_databases(arguments),
            **environment,
            TEST_DAY=day,
        )
    if day:
        print(f"Sampled by the day: TEST_DAY={day}")
    return report([first, second])


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


if __name__ == "__main__":
    sys.exit(main())
