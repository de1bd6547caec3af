"""Which inputs there are, and which check is whose."""

import csv
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

Check = TypeVar("Check", bound=Callable[..., Any])

INPUT: Final = "input"  # what a report calls the id of what was checked
LARGE: Final = "INPUTS" in os.environ  # in the soak inputs come in the numbers that are listed
CHECKED: Final[dict[str, str]] = {}  # by id, the module that checks it


def check(key: str) -> Callable[[Check], Check]:
    """Register a test as the check of an input."""

    def register(function: Check) -> Check:
        before = CHECKED.setdefault(key, function.__module__)
        assert before == function.__module__, f"{key} is checked twice"
        function.__dict__["checks"] = key
        return function

    return register


def read_inputs() -> dict[str, tuple[str, str]]:
    """Return channel and input, by id."""
    with Path(__file__).with_name("inputs.csv").open(encoding="utf-8", newline="") as rows:
        return {row["id"]: (row["channel"], row["input"]) for row in csv.DictReader(rows)}
