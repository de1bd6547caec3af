"""Something that only tests call is not product: the pure packages' public functions have callers.

A function counts as called where shipped code names it: by the name it imports, as an attribute of
its module, or elsewhere in its own module. Of methods and properties the name alone is known.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = ("accounts", "games", "tournaments", "truco_site")
PURE = ("games/engine", "tournaments/formats")


class Public(NamedTuple):
    """A public function and where it stands."""

    path: Path
    name: str
    is_method: bool


def modules(*folders: str) -> Iterator[tuple[Path, ast.Module]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def public_functions(package: str) -> Iterator[Public]:
    for path, tree in modules(package):
        for parent in ast.walk(tree):
            for node in ast.iter_child_nodes(parent):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    yield Public(path, node.name, isinstance(parent, ast.ClassDef))


class Caller(NamedTuple):
    """A module of the product: what it imports, and the names it reads with the function around."""

    path: Path
    imported: set[str]
    read: set[tuple[str, str]]

    def calls(self, function: Public) -> bool:
        around = function.name if self.path == function.path else None
        used = {name for name, inside in self.read if inside != around}
        if function.is_method:
            return f".{function.name}" in used
        is_known = function.name in self.imported or self.path == function.path
        by_name = is_known and function.name in used
        return by_name or f"{function.path.stem}.{function.name}" in used


def caller(path: Path, tree: ast.Module) -> Caller:
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return Caller(path, {alias.name for node in found for alias in node.names}, set(reads(tree)))


def reads(node: ast.AST, inside: str = "") -> Iterator[tuple[str, str]]:
    """Names read as `name` and `owner.name`, and `.name` of anything."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Name):
            yield child.id, inside
        elif isinstance(child, ast.Attribute):
            yield f".{child.attr}", inside
            if isinstance(child.value, ast.Name):
                yield f"{child.value.id}.{child.attr}", inside
        yield from reads(child, child.name if isinstance(child, ast.FunctionDef) else inside)


@pytest.mark.parametrize("package", PURE)
def test_every_public_function_has_a_caller_outside_the_tests(package: str) -> None:
    callers = [caller(path, tree) for path, tree in modules(*SHIPPED)]
    idle = [
        f"{function.path.relative_to(ROOT)}: {function.name}"
        for function in public_functions(package)
        if not any(each.calls(function) for each in callers)
    ]
    assert idle == []
