"""`python -m tests.runner.quick`: tests that mirror the files changed since `BASE`, and pure tests.

It ends within a minute: when time is up no further test is started. What was left out is printed.
"""

import os
import sys
import tempfile
import time
from collections import Counter

from tests.runner.differing import differing
from tests.runner.mirrors import mirrors_of
from tests.runner.runs import report, run, shared

SECONDS = 48  # to begin tests in; the last ones and the processes take the rest of a minute
PURE = ("tests/games/engine", "tests/tournaments/formats")
SHORT = "not long and not nightly and not sampled"
NEVER = (
    "what is marked `long`, `sampled` or `nightly`, what is marked `both` on PostgreSQL and Valkey,"
    " and whatever mirrors no file that differs"
)


def main() -> int:
    """Run them; fail if one fails."""
    until = time.time() + SECONDS
    base = os.environ.get("BASE", "HEAD")
    files = differing(base)
    mirrors = {file: mirrors_of(file) for file in files}
    chosen = dict.fromkeys(str(path) for paths in mirrors.values() for path in paths)
    with tempfile.NamedTemporaryFile("r") as left_out:
        ended = run(
            f"{len(chosen)} files that mirror the {len(files)} differing from {base}; the pure",
            *(
                *shared(),
                "-p",
                "no:randomly",
                "-p",
                "tests.runner.within",
                "-m",
                SHORT,
                *chosen,
                *PURE,
                *sys.argv[1:],
            ),
            UNTIL=str(until),
            LEFT_OUT=left_out.name,
        )
        late = Counter(line.partition("::")[0] for line in left_out)
    print(f"Left out: {NEVER}.")
    print(*(f"Left out: {file} has no mirror" for file in files if not mirrors[file]), sep="\n")
    print(*(f"Left out, time was up: {tests} of {file}" for file, tests in late.items()), sep="\n")
    return report([ended])


if __name__ == "__main__":
    sys.exit(main())
