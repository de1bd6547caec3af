"""`python -m tests`: everything on SQLite, then what is marked `both` on PostgreSQL with Valkey.

Both runs are shared by one process more than there are cores (`JOBS` for another number). Further
arguments go to pytest, both times.
"""

import sys

from tests.runner.runs import many_machines, report, run, shared


def main() -> int:
    """Run both modes; fail if either fails or runs nothing."""
    arguments = [*shared(), "--durations=15", *sys.argv[1:]]
    first = run("SQLite, everything in one process", *arguments)
    with many_machines() as environment:
        second = run("PostgreSQL and Valkey", *arguments, "-m", "both", **environment)
    return report([first, second])


if __name__ == "__main__":
    sys.exit(main())
