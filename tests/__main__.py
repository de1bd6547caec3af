"""Run all tests on SQLite, and beside them the tests of both databases on PostgreSQL with Valkey.

`python -m tests` takes the day's part of each matrix, `python -m tests --nightly` everything
(docs/testing.md). The two runs share the cores: the tests on SQLite that wait for a browser or a
server leave time to the others. `JOBS` is the number of processes of the first run. Further
arguments go to pytest, both times.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from tests.runner.runs import both_databases, many_machines, report, run, shared, workers

NIGHTLY = "--nightly"
ASIDE = 2  # processes fewer for the run on PostgreSQL: it is the shorter one
WITHOUT = ("--ignore=tests/lint",)  # `make lint` runs these


def main() -> int:
    """Run both modes; fail if either fails or runs nothing."""
    arguments = [argument for argument in sys.argv[1:] if argument != NIGHTLY]
    day = "" if NIGHTLY in sys.argv else os.environ.get("TEST_DAY") or _today()
    arguments = [*WITHOUT, "--durations=15", *arguments]
    with many_machines(workers(ASIDE)) as environment, ThreadPoolExecutor(1) as aside:
        second = aside.submit(
            run,
            "PostgreSQL and Valkey",
            *shared(workers(ASIDE)),
            *both_databases(arguments),
            is_shown_at_the_end=True,
            **environment,
            TEST_DAY=day,
        )
        first = run("SQLite, everything in one process", *shared(), *arguments, TEST_DAY=day)
        runs = [first, second.result()]
    if day:
        print(f"Sampled by the day: TEST_DAY={day}")
    return report(runs)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


if __name__ == "__main__":
    sys.exit(main())
