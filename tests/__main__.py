"""`python -m tests`: everything on SQLite, then what is marked `both` on PostgreSQL with Valkey.

Further arguments go to pytest, both times.
"""

import os
import re
import subprocess
import sys

from tests.servers import postgresql, valkey


def run(name: str, *arguments: str, **environment: str) -> tuple[str, int]:
    """Run pytest in a process of its own; return its closing line and its exit status."""
    command = [sys.executable, "-m", "pytest", "--durations=15", *arguments, *sys.argv[1:]]
    print(f"== {name}", flush=True)
    closing = ""
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if re.search(r"\d+ (passed|failed|error)", line):
                closing = line.strip().strip("= ")
    return f"{name}: {closing}", process.returncode


def main() -> int:
    """Run both modes; fail if either fails or runs nothing."""
    first, failed = run("SQLite, everything in one process")
    with postgresql() as database, valkey() as broker:
        second, failed_too = run(
            "PostgreSQL and Valkey", "-m", "both", DATABASE_URL=database, REDIS_URL=broker
        )
    print(first, second, sep="\n")
    return failed or failed_too


if __name__ == "__main__":
    sys.exit(main())
