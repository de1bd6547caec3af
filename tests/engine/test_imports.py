"""The engine is pure: it imports the standard library and itself."""

import ast
import sys
from pathlib import Path

import pytest

import games.engine

FILES = sorted(Path(games.engine.__file__).parent.rglob("*.py"))
IMPURE = {"random", "time", "datetime", "os", "io", "pathlib", "secrets", "logging"}


def imported(path: Path) -> set[str]:
    """The full names of the modules a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_module_imports_the_standard_library_and_the_engine_alone(path):
    outside = {name for name in imported(path) if not name.startswith("games.engine")}
    assert {name.partition(".")[0] for name in outside} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_time_chance_and_files_come_in_as_arguments(path):
    assert not {name.partition(".")[0] for name in imported(path)} & IMPURE
