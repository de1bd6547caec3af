"""Run all tests on SQLite, and beside them the tests of both databases on PostgreSQL with Valkey.

Each of the two runs waits often: for a browser, a served site, the other writer. The other one
works meanwhile.

`python -m tests` takes the day's part of each matrix, `python -m tests --nightly` everything
(docs/testing.md). `JOBS` says how many processes share the tests. Further arguments go to pytest,
both times.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from tests.runner.runs import BESIDE_SQLITE, both_databases, many_machines, report, run, shared

NIGHTLY = "--nightly"
WITHOUT = ("--ignore=tests/lint",)  # `make lint` runs these


def main() -> int:
    """Run both modes; fail if either fails or runs nothing."""
    arguments = [argument for argument in sys.argv[1:] if argument != NIGHTLY]
    day = "" if NIGHTLY in sys.argv else os.environ.get("TEST_DAY") or _today()
    arguments = [*WITHOUT, "-p", "tests.runner.cpu", *arguments]
    lines: list[str] = []
    beside = BESIDE_SQLITE if day else 0  # of a day's tests few run on PostgreSQL
    with many_machines(beside) as environment, ThreadPoolExecutor(1) as executor:
        beside = executor.submit(
            run,
            "PostgreSQL and Valkey",
            *shared(beside),
            *both_databases(arguments),
            write=lines.append,
            **environment,
            TEST_DAY=day,
        )
        first = run(
            "SQLite, everything in one process",
            *shared(),
            *arguments,
            TEST_DAY=day,
            THEN_POSTGRESQL="1",
        )
        second = beside.result()
    print(*lines, sep="\n")
    if day:
        print(f"Sampled by the day: TEST_DAY={day}")
    return report([first, second])


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


if __name__ == "__main__":
    sys.exit(main())
