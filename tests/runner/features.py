"""`python -m tests.runner.features` writes docs/features.md from the tests marked `feature`."""

import ast
from collections import defaultdict
from pathlib import Path

TESTS = Path(__file__).parents[1]
FILE = TESTS.parent / "docs/features.md"
SECTIONS = (  # in the order of the document
    "Rules",
    "Playing",
    "Learning",
    "Records",
    "Competitions",
    "Formats",
    "Entries",
    "Real cards",
    "Hall tables",
    "Judging",
    "Corrections",
    "Leagues",
    "Points and players",
    "The club's people",
    "Public pages",
    "Accounts and clubs",
    "Notifications",
    "Exports",
    "Operation",
)
HEAD = """# Features

What the site does, each with a test that shows it; paths begin at `tests/`. Generated: mark a test
`@pytest.mark.feature(section, text)` and run `.venv/bin/python -m tests.runner.features`.
"""


def document() -> str:
    """Return the text of docs/features.md. Raises ValueError for an unknown section."""
    rows = defaultdict[str, list[str]](list)
    for path in sorted(TESTS.rglob("test_*.py")):
        name = path.relative_to(TESTS).as_posix()
        for section, text, test in _marks(path):
            rows[section].append(f"- {text}:\n  `{name}::{test}`\n")
    if unknown := set(rows) - set(SECTIONS):
        raise ValueError(f"no section of {FILE.name}: {unknown}")
    return HEAD + "".join(f"\n## {name}\n\n{''.join(rows[name])}" for name in SECTIONS)


def _marks(path: Path) -> list[tuple[str, str, str]]:
    """Return section, text and test of each mark in a file, from top to bottom."""
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return [
        (*(ast.literal_eval(argument) for argument in mark.args), node.name)
        for node in sorted(functions, key=lambda node: node.lineno)
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.feature"
    ]


if __name__ == "__main__":
    FILE.write_text(document(), encoding="utf-8")
