"""The tests that mirror a file: those of its subject, else those that import it."""

import ast
from collections.abc import Sequence
from pathlib import Path

TESTS = Path("tests")
PREFIX = "test_"
IN_ANOTHER_FOLDER = {"templates", "static"}  # templates/games/_hand.html belongs to games


def mirrors_of(changed: Path) -> Sequence[Path]:
    """Return the test files that mirror a file, or itself if it is one; none if nothing does."""
    if changed.parts[0] == TESTS.name and changed.name.startswith(PREFIX):
        return [changed] if changed.exists() else []
    return _of_its_subject(changed) or _importing(changed)


def _of_its_subject(changed: Path) -> Sequence[Path]:
    app, *rest = changed.parts[1:] if changed.parts[0] in IN_ANOTHER_FOLDER else changed.parts
    return _tests(f"{app}/{rest[0]}") if len(rest) > 1 else []


def _importing(changed: Path) -> Sequence[Path]:
    if changed.suffix != ".py" or changed.name == "__init__.py":
        return []
    module = ".".join(changed.with_suffix("").parts)
    return [path for path in _tests("") if module in set(_imports(path))]


def _tests(app: str) -> list[Path]:
    return sorted((TESTS / app).rglob(f"{PREFIX}*.py"))


def _imports(path: Path) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found
