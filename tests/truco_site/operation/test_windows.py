"""Imports on Windows, where some modules of the standard library are missing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

SHIPPED = ("accounts", "bench", "games", "tournaments", "truco_site", "manage.py")
UNIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}


def imported(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the modules that a file imports, but for those asked for by platform."""
    for statement in body:
        if isinstance(statement, ast.If) and "sys.platform" in ast.unparse(statement.test):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module.partition(".")[0]


def sources() -> Iterator[Path]:
    for name in SHIPPED:
        path = settings.BASE_DIR / name
        yield from [path] if path.is_file() else path.rglob("*.py")


@pytest.mark.sampled
def test_nothing_imports_what_windows_has_not() -> None:
    found = {path: set(imported(ast.parse(path.read_text("utf-8")).body)) for path in sources()}
    assert len(found) > 300
    assert {path: names & UNIX_ONLY for path, names in found.items() if names & UNIX_ONLY} == {}
