"""Run case files: print each failing id and, last, how many passed, failed and were skipped."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import SkipTest

from tests.conformance import rules, tournaments

Check = Callable[[Mapping[str, Any]], object]
KINDS: Mapping[str, Check] = {**rules.KINDS, **tournaments.KINDS}
FOR_INFORMATION = ("swiss_fide_dutch_oracle", "balance_byes")  # ways of other programs


def run(case: Mapping[str, Any]) -> str:
    """The outcome of one case, and why if it is not a pass."""
    kind = case["kind"]
    if kind in FOR_INFORMATION:
        return "skipped"
    try:
        if KINDS[kind](case) is False:
            return "failed"
    except SkipTest as reason:
        return f"skipped: {reason}"
    except Exception as error:  # a check that breaks is a failed case, and the others still run
        return f"failed: {type(error).__name__} {error}"
    return "passed"


def cases(names: list[str]) -> Iterator[Mapping[str, Any]]:
    """One JSON object a line."""
    for name in names:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def main(names: list[str]) -> int:
    """0 if nothing failed."""
    counts: Counter[str] = Counter()
    for case in cases(names):
        outcome, _, reason = run(case).partition(": ")
        counts[outcome] += 1
        if outcome == "failed":
            print(f"{case['id']} {case['kind']} {reason}".rstrip())
    print(", ".join(f"{counts[outcome]} {outcome}" for outcome in ("passed", "failed", "skipped")))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
