"""`python -m tests.soak PART`: one part of the soak, with its counts; fails if a test fails."""

import argparse
import os
import sys
import time
from typing import NoReturn

from tests.runner.runs import report
from tests.soak.parts import PARTS

ISOLATED = "SOAK_ISOLATED"


def isolate(name: str) -> NoReturn:
    """Start this part anew in a network namespace that has nothing but its own loopback."""
    inside = f'ip link set lo up && exec "{sys.executable}" -m tests.soak {name}'
    os.environ[ISOLATED] = "1"
    os.execvp("unshare", ["unshare", "--net", "sh", "-c", inside])


def main() -> int:
    """Run the part that was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    name = parser.parse_args().part
    if PARTS[name].isolated and ISOLATED not in os.environ:
        isolate(name)
    start = time.monotonic()
    status = report(list(PARTS[name].runs(name)))
    print(f"{name}: {(time.monotonic() - start) / 60:.1f} minutes")
    return status


if __name__ == "__main__":
    sys.exit(main())
