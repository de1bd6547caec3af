"""What the formats offer is product: each public function is reached from outside the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FORMATS = ROOT / "tournaments" / "formats"
APPS = ("accounts", "games", "tournaments", "truco_site")


def named(tree: ast.AST) -> set[str]:
    """Every name that code says: called, passed on, or read as an attribute."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
    }


def parts(path: Path) -> Iterator[tuple[str, set[str]]]:
    """The functions and classes of a module with what each names; all else goes by ""."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, named(node)
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            yield assigned(node), named(node)


def assigned(node: ast.AST) -> str:
    """The name that a statement gives to a value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def said_by_the_site() -> set[str]:
    """Every name in the apps outside the formats."""
    files = (path for app in APPS for path in (ROOT / app).rglob("*.py"))
    outside = (path for path in files if FORMATS not in path.parents)
    return set().union(*(named(ast.parse(path.read_text(encoding="utf-8"))) for path in outside))


def in_use() -> set[str]:
    """What the site names, and what of the formats that leads to."""
    formats = [part for path in sorted(FORMATS.glob("*.py")) for part in parts(path)]
    found = said_by_the_site()
    while more := set().union(*(names for own, names in formats if own in found)) - found:
        found |= more
    return found


IN_USE = in_use()
OFFERED = sorted(
    (path.stem, node.name)
    for path in FORMATS.glob("*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
)


@pytest.mark.parametrize(("module", "function"), OFFERED)
def test_a_public_function_has_a_caller_outside_the_tests(module: str, function: str) -> None:
    assert function in IN_USE
