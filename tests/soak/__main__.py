"""`python -m tests.soak PART`: one part of the soak, with its counts; fails if a test fails."""

import argparse
import sys
import time

from tests.runner.runs import report
from tests.soak.parts import PARTS


def main() -> int:
    """Run the part that was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    name = parser.parse_args().part
    start = time.monotonic()
    status = report(list(PARTS[name].runs(name)))
    print(f"{name}: {(time.monotonic() - start) / 60:.1f} minutes")
    return status


if __name__ == "__main__":
    sys.exit(main())
