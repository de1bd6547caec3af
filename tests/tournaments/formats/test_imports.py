"""The formats are pure: nothing but the standard library, networkx and themselves."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tournaments import formats

MODULES = sorted(Path(formats.__file__).parent.glob("*.py"))
ALLOWED = sys.stdlib_module_names - {"random", "time", "datetime", "secrets", "os", "uuid"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_format_knows_no_framework_no_clock_and_no_chance_of_its_own(path: Path) -> None:
    foreign = {
        name
        for name in imported(path)
        if name.split(".")[0] not in ALLOWED | {"networkx"}
        and not name.startswith("tournaments.formats.")
    }
    assert not foreign
