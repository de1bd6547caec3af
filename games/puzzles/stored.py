"""The stored sets of puzzles: one file of JSON lines for each family (`make_puzzles`)."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "sets"


def set_path(family: str) -> Path:
    """Return the file of a family's set."""
    return FOLDER / f"{family}.jsonl"


def read_set(family: str) -> Sequence[dict[str, Any]]:
    """Return the puzzles of a family's set; none if the file is missing."""
    path = set_path(family)
    if not path.exists():
        return ()
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
